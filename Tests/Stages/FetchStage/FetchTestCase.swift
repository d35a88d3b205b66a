import FetchStage
import Glibc
import NDJSON
import StageKit
import StageTestSupport
import TestSupport
import XCTest

/// A `fetches` record, read back.
struct FetchedLine: Equatable {
    var url: String?
    var at: Int?
    var attempt: Int?
    var status: Int?
    var bytes: Int?
    var sha256: String?
    var storedAs: String?
    var isUnchanged: Bool
    var error: String?

    static func all(_ run: InMemoryRun) throws -> [FetchedLine] {
        let scanner = RecordScanner(fields: [
            "url", "at", "attempt", "status", "bytes", "sha256", "stored_as", "unchanged", "error", "table",
        ])
        return try run.lines.map { line in
            try Array(line.utf8).withUnsafeBytes { bytes in
                try scanner.scan(bytes)
                XCTAssertEqual(scanner[9].string, "fetches")
                return FetchedLine(
                    url: scanner[0].string, at: scanner[1].integer, attempt: scanner[2].integer,
                    status: scanner[3].integer, bytes: scanner[4].integer, sha256: scanner[5].string,
                    storedAs: scanner[6].string, isUnchanged: scanner[7].inside.elementsEqual("true".utf8),
                    error: scanner[8].string)
            }
        }
    }
}

/// What the tests of `Fetch` share.
class FetchTestCase: XCTestCase {
    let folder = TemporaryFolder()

    func options(_ feeds: String..., change: (inout FetchOptions) -> Void = { _ in }) throws -> FetchOptions {
        var options = FetchOptions()
        options.feeds = try (feeds.isEmpty ? ["a=http://feeds.example/a.pb"] : feeds).map {
            try XCTUnwrap(NamedFeed($0))
        }
        options.archive = folder.path + "/archive"
        change(&options)
        XCTAssertNil(options.problem)
        return options
    }

    func fetch(
        _ options: FetchOptions, _ world: FetchWorld, seed: UInt64 = 1, common: CommonOptions = CommonOptions(),
        variables: [String: String]? = nil
    ) throws -> InMemoryRun {
        var common = common
        common.verbosity = .verbose
        var surroundings = World()
        surroundings.clock = world
        surroundings.remote = RemoteFeeds(random: SeededGenerator(seed: seed)) { _ in world }
        surroundings.ownsProcess = false
        surroundings.variables = variables
        return try InMemoryRun("fetch", common, in: surroundings) { context in
            try Fetch.run(options, context)
        }
    }

    /// The archived contents of a feed by their paths below it, lists and other small files left out.
    func archived(_ name: String = "a", below: String = "archive") -> [(path: String, text: String)] {
        files(folder.path + "/" + below + "/" + name, "").filter { path, _ in
            path.contains(name + "-2") && !path.hasPrefix("rejected/")
        }
    }

    func files(_ root: String, _ prefix: String) -> [(path: String, text: String)] {
        Checkout.names(in: root).flatMap { name -> [(path: String, text: String)] in
            let path = root + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { return [] }
            if status.st_mode & S_IFMT == S_IFDIR { return files(path, prefix + name + "/") }
            return [(prefix + name, TemporaryFolder.text(of: path) ?? "")]
        }
    }
}
