import SQLite
import TestSupport
import XCTest

/// What the tests of `fetch-tiles` through the built binary share.
class FetchTilesTestCase: XCTestCase {
    let folder = TemporaryFolder()

    func serve(_ handler: @escaping LoopbackServer.Handler) -> LoopbackServer {
        let server = LoopbackServer(handler)
        addTeardownBlock { server.stop() }
        return server
    }

    func run(_ script: String, _ environment: [String: String] = [:]) -> Shell {
        Shell(script, in: folder.path, environment: environment)
    }

    /// Fetches tiles such as `1/0/1`, separated by blanks.
    /// - Parameter template: its path, or a whole address.
    func fetch(
        _ tiles: String, _ server: LoopbackServer? = nil, _ template: String = "/{z}/{x}/{y}", _ options: String = ""
    ) -> Shell {
        run(
            records(tiles)
                + " | linefeed fetch-tiles --template '\(server?.url ?? "")\(template)' --retries 0 \(options)")
    }

    /// A command that prints records of tiles.
    func records(_ tiles: String) -> String {
        let lines = tiles.split(separator: " ").map { tile in
            let numbers = tile.split(separator: "/")
            return "'{\"table\":\"tiles\",\"z\":\(numbers[0]),\"x\":\(numbers[1]),\"y\":\(numbers[2])}'"
        }
        return "printf '%s\\n' " + lines.joined(separator: " ")
    }

    /// What `jq` makes of each record.
    func values(_ run: Shell, _ filter: String) -> [String] {
        let file = folder.write(run.output)
        return Shell("jq -r '\(filter)' '\(file)'").lines
    }

    func query(_ archive: String, _ sql: String) throws -> [String] {
        let database = try Database(folder.path + "/" + archive, mode: .readOnly)
        let rows = try database.prepare(sql)
        var found: [String] = []
        while try rows.step() { found.append((0..<rows.columnCount).map { rows.text($0) }.joined(separator: "|")) }
        return found
    }

    func bytes(_ name: String) -> [UInt8]? { TemporaryFolder.bytes(of: folder.path + "/" + name) }

    /// Files below the working folder, in order.
    func files(_ below: String = ".") -> [String] {
        run("cd '\(below)' && find . -type f | sed 's,^\\./,,' | sort").lines
    }

    /// All tiles to a zoom.
    static func pyramid(_ zoom: Int) -> String {
        (0...zoom).flatMap { z in
            (0..<(1 << z)).flatMap { x in (0..<(1 << z)).map { y in "\(z)/\(x)/\(y)" } }
        }.joined(separator: " ")
    }
}
