import Glibc
import SQLite
import StageKit
import TestSupport

@testable import linefeed

/// A folder of `Tests/Golden/<stage>`: what is typed, what it reads, and what comes of it.
///
/// - `cmd`: the command lines, run one after another in a folder that holds the inputs; the last one's status counts.
/// - `expected`: what they print.
/// - `stderr`: each of its lines stands among the messages.
/// - `status`: the status to end with, if it is not 0.
/// - `made/`: files that they make; a database as text.
/// - `working.md`: how the expectation was worked out by hand.
///
/// All other files are inputs. `feed.txt` becomes the folder `feed`, with a file for each of its `# stops.txt`.
struct GoldenCase {
    /// How a feed written in one text lies in the case's folder.
    enum FeedForm {
        case folder, records, store

        /// What the name of a test ends with.
        var ending: String {
            switch self {
            case .folder: ""
            case .records: "_from_records"
            case .store: "_from_a_store"
            }
        }
    }

    /// What came of a run.
    struct Outcome: Equatable {
        var status: Int32 = 0
        var output: [UInt8] = []
        var messages = ""
        var made: [String: [UInt8]] = [:]
    }

    private static let notInputs: Set<String> = [
        "cmd", "expected", "stderr", "status", "made", "working.md", "feed.txt",
    ]
    /// `departures/after-midnight`
    let name: String
    private var folder: String { GoldenCase.root + "/" + name }

    private static let root = Checkout.root + "/Tests/Golden"

    /// All cases, in the order of their names. The figures of real feeds are tested elsewhere.
    static let all: [GoldenCase] = Checkout.names(in: root).filter { $0 != "real-feeds" }.flatMap { stage in
        Checkout.names(in: root + "/" + stage).filter { $0 != "trial" }.map { GoldenCase(name: stage + "/" + $0) }
    }

    private func text(_ file: String) -> String? { TemporaryFolder.text(of: folder + "/" + file) }

    var command: String? { text("cmd") }
    var hasWrittenFeed: Bool { text("feed.txt") != nil }
    var expectedOutput: [UInt8]? { TemporaryFolder.bytes(of: folder + "/expected") }
    var expectedStatus: Int32 { text("status").flatMap { Int32($0.prefix { $0.isNumber }) } ?? 0 }
    var expectedMessages: [Substring] { (text("stderr") ?? "").split(separator: "\n") }
    var expectedFiles: [String] { GoldenCase.files(in: folder + "/made") }

    /// The files of a folder and of those inside, by their paths from it.
    private static func files(in folder: String) -> [String] {
        Checkout.names(in: folder).flatMap { name -> [String] in
            var status = stat()
            guard stat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [name] }
            return files(in: folder + "/" + name).map { name + "/" + $0 }
        }
    }

    func expected(file: String) -> [UInt8]? { TemporaryFolder.bytes(of: folder + "/made/" + file) }

    /// Runs the case in a folder of its own.
    func run(_ form: FeedForm = .folder) throws -> Outcome {
        let place = TemporaryFolder()
        for name in Checkout.names(in: folder) where !GoldenCase.notInputs.contains(name) {
            symlink(folder + "/" + name, place.path + "/" + name)
        }
        let process = GoldenProcess(in: place.path)
        if hasWrittenFeed {
            let feed = try WrittenFeed(
                folder + "/feed.txt", into: place.path + (form == .folder ? "/feed" : "/written"))
            switch form {
            case .folder: break
            case .records: process.run(["ingest", feed.folder, "-o", "feed"])
            case .store: process.run(["ingest", feed.folder, "--sqlite", "feed"])
            }
        }
        var outcome = Outcome()
        for line in TypedLine.lines(of: command ?? "") { outcome.status = process.run(line) }
        outcome.output = process.output
        outcome.messages = process.messages
        for file in expectedFiles {
            outcome.made[file] = try GoldenCase.content(of: place.path + "/" + file)
        }
        return outcome
    }

    /// Writes what came as what is to be expected.
    func record(_ outcome: Outcome) {
        TemporaryFolder.put(outcome.output, at: folder + "/expected")
        for (name, bytes) in outcome.made { TemporaryFolder.put(bytes, at: folder + "/made/" + name) }
        if outcome.status != 0 { TemporaryFolder.put(Array("\(outcome.status)\n".utf8), at: folder + "/status") }
    }

    /// The bytes of a file; of a database its rows.
    private static func content(of path: String) throws -> [UInt8]? {
        guard let bytes = TemporaryFolder.bytes(of: path) else { return nil }
        return bytes.starts(with: "SQLite format 3\0".utf8) ? Array(try rows(of: path).utf8) : bytes
    }

    /// Every table of a database with its columns and rows, nulls left out.
    private static func rows(of path: String) throws -> String {
        let database = try Database(path, mode: .readOnly)
        let tables = try database.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'linefeed%' ORDER BY name")
        var text = ""
        while try tables.step() {
            let name = tables.text(0)
            text += "# \(name)\n"
            let rows = try database.prepare("SELECT * FROM \(Database.quoted(name)) ORDER BY rowid")
            while try rows.step() {
                for column in 0..<rows.columnCount where !rows.isNull(column) {
                    text += "\(rows.columnName(column)): \(rows.type(column)) \(rows.text(column))\n"
                }
                text += "\n"
            }
        }
        return text
    }
}
