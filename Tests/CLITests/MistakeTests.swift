import Dispatch
import Foundation
import TestSupport
import XCTest

/// "Common mistakes" of `docs/exit-codes.md`: each row's command ends with its status and prints its message, what is to
/// be typed instead works, and so does each command that a message names in backquotes. `scripts/generate-mistakes` writes
/// statuses and messages.
final class MistakeTests: XCTestCase {
    private struct Mistake {
        let command: String
        let status: Int32
        /// The first line on standard error; a prefix where it ends with `…`.
        let message: String
        /// Empty where the message is enough.
        let instead: String

        /// As standard error has it on a terminal, where it may come in the middle of others' lines.
        var needsTerminal: Bool { command.hasSuffix(Mistake.terminal) }
        var typed: String { needsTerminal ? String(command.dropLast(Mistake.terminal.count)) : command }

        static let terminal = "  # on a terminal"
    }

    private let folder = TemporaryFolder()

    private func rows() throws -> [Mistake] {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/exit-codes.md"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let head = try XCTUnwrap(lines.firstIndex { $0.hasPrefix("| what was typed |") })
        return try lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            let cells = String(line).replacing("\\|", with: "\u{0}").split(
                separator: "|", omittingEmptySubsequences: false
            )
            .map { $0.trimmingSpaces.replacing("\u{0}", with: "|") }
            XCTAssertEqual(cells.count, 6, "\(line)")
            return Mistake(
                command: MistakeTests.code(cells[1]), status: try XCTUnwrap(Int32(cells[2]), "\(line)"),
                message: cells[3], instead: MistakeTests.code(cells[4]))
        }
    }

    private static func code(_ cell: String) -> String {
        cell.hasPrefix("`") && cell.hasSuffix("`") ? String(cell.dropFirst().dropLast()) : cell
    }

    /// The commands that a message names.
    private static func commands(in message: String) -> [String] {
        message.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    func testEachRowIsWhatIsPrinted() throws {
        let made = Shell("'\(Checkout.root)/scripts/mistake-files' '\(Checkout.root)/samples'", in: folder.path)
        XCTAssertEqual(made.status, 0, made.errors)
        let rows = try rows()
        XCTAssertGreaterThanOrEqual(rows.count, 60)
        XCTAssertEqual(Set(rows.map(\.command)).count, rows.count, "a command stands there twice")
        let results = Results()
        // Each case has a folder of its own, since commands write files.
        let path = folder.path
        DispatchQueue.concurrentPerform(iterations: rows.count) { place in
            let row = rows[place]
            results.add(place, MistakeTests.complaints(about: row, in: path, scratch: "\(path)/case-\(place)"))
        }
        for complaint in results.all { XCTFail(complaint) }
    }

    private static func complaints(about row: Mistake, in files: String, scratch: String) -> [String] {
        func run(_ command: String) -> Shell {
            Shell(
                """
                rm -rf '\(scratch)'; mkdir '\(scratch)' && cd '\(scratch)' && cp -rl ../[!c]* ../crowding.yaml . || exit 98
                set -o pipefail
                \(command)
                """, in: files)
        }
        var complaints: [String] = []
        let typed = row.typed.replacing("'", with: "'\\''")
        let mistake = run(row.needsTerminal ? "NO_COLOR=1 script -qec '\(typed)' /dev/null" : row.typed)
        if mistake.status != row.status {
            complaints.append("\(row.command): ends with \(mistake.status), not \(row.status): \(mistake.errors)")
        }
        let told = row.needsTerminal ? mistake.output.replacing("\r\n", with: "\n") : mistake.errors
        let first = told.split(separator: "\n").first.map(String.init) ?? ""
        let isSaid = row.message.hasSuffix("…") ? first.hasPrefix(row.message.dropLast()) : first == row.message
        if !isSaid { complaints.append("\(row.command): prints\n  \(first)\nnot\n  \(row.message)") }
        if mistake.status != 0, !mistake.output.isEmpty, !row.needsTerminal, row.status == 64 {
            complaints.append("\(row.command): writes \(mistake.output.prefix(100))")
        }
        for command in commands(in: first) + (row.instead.isEmpty ? [] : [row.instead]) {
            let right = run(command)
            // `diff` ends with 1 where it finds what it looks for.
            if right.status != 0, !(right.status == 1 && command.contains(" diff ")) {
                complaints.append("\(row.command): `\(command)` ends with \(right.status): \(right.errors)")
            }
        }
        return complaints
    }

    private final class Results: @unchecked Sendable {
        private let lock = NSLock()
        private var found: [(Int, [String])] = []

        func add(_ place: Int, _ complaints: [String]) { lock.withLock { found.append((place, complaints)) } }

        var all: [String] { found.sorted { $0.0 < $1.0 }.flatMap(\.1) }
    }
}
