import TestSupport
import XCTest

@testable import Pipelines

/// Words as a shell makes them; the shell itself is the oracle where it can be.
final class WordTests: XCTestCase {
    private static let variables = [
        "A": "one", "SPACED": " two  words ", "EMPTY": "", "STAR": "*.txt", "QUOTE": "it's \"so\"", "HOME": "/home/me",
        "DOLLAR": "$A", "BACK": "a\\b", "_quote": "'",
    ]

    private func scope(instant: Int = 0) throws -> Scope {
        try Scope([], in: Surroundings(environment: WordTests.variables, instant: instant))
    }

    private func words(_ source: String, matchingFiles: Bool = false) throws -> [String] {
        try scope().words(try WordReader.words(source, line: 7), line: 7, matchingFiles: matchingFiles)
    }

    private func fault(_ source: String, file: StaticString = #filePath, line: UInt = #line) -> String? {
        do {
            XCTFail("\(try words(source))", file: file, line: line)
            return nil
        } catch let fault as PipelineFault {
            XCTAssertEqual(fault.line, 7, file: file, line: line)
            return fault.reason
        } catch {
            XCTFail("\(error)", file: file, line: line)
            return nil
        }
    }

    /// Commands whose words a shell without files to match makes alike.
    private static let sources = [
        "cmd a b", "cmd  a\t b ", "cmd 'a b' c", "cmd \"a b\" c", "cmd a\\ b", "cmd ''", "cmd \"\" ''", "cmd a''b",
        "cmd '\"' \"'\"", "cmd \"\\$A \\\" \\\\ \\a\"", "cmd \\$A", "cmd $A", "cmd \"$A\"", "cmd ${A}x", "cmd $A$A",
        "cmd $SPACED", "cmd x${SPACED}y", "cmd \"x${SPACED}y\"", "cmd $EMPTY", "cmd \"$EMPTY\"", "cmd x$EMPTY",
        "cmd ${UNSET:-default}", "cmd ${UNSET:-two words}", "cmd \"${UNSET:-two words}\"", "cmd ${UNSET:-'two words'}",
        "cmd ${UNSET:-\"$A b\"}", "cmd ${EMPTY:-x}", "cmd ${EMPTY-x}", "cmd ${A:-x}", "cmd ${A:+alt}",
        "cmd ${UNSET:+alt}",
        "cmd ${UNSET+alt}", "cmd ${EMPTY+alt}", "cmd ${EMPTY:+alt}", "cmd ${UNSET:-${A}}", "cmd ${UNSET:-${NO:-deep}}",
        "cmd \"${UNSET:-${NO:-deep  x}}\"", "cmd $QUOTE", "cmd \"$QUOTE\"", "cmd $DOLLAR", "cmd a=b --x=$A",
        "cmd ~ ~/x a~b '~'",
        "cmd {a,b} a!b %x @y ^z", "cmd \"a\\\nb\"", "cmd a\\\nb", "cmd ü$A'é'", "cmd \"${UNSET:-a\\}b}\"", "cmd $",
        "cmd a$ \"$\"",
        "cmd ${UNSET:-a\\ b}", "cmd \"${A:?no}\"", "cmd ${UNSET-}", "cmd \"${UNSET-}\"", "cmd ${SPACED:+a b}",
        "cmd \"$BACK\" $BACK",
        "cmd 'a\nb'", "cmd x'$A'\"$A\"$A", "cmd \"${UNSET:-it's}\"",
    ]

    func testWordsAreThoseOfAShell() throws {
        for source in WordTests.sources {
            let script = "set -fu +B; cmd() { printf '<%s>' \"$@\"; }\n" + source
            let shell = Shell(
                "env -i \(WordTests.variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.shellWord)" }.joined(separator: " "))"
                    + " bash --posix -c \(script.shellWord)")
            XCTAssertEqual(shell.status, 0, "\(source): \(shell.errors)")
            let ours = try words(source).dropFirst()
            // printf prints its format once even without arguments.
            XCTAssertEqual(ours.isEmpty ? "<>" : ours.map { "<\($0)>" }.joined(), shell.output, source)
        }
    }

    /// What is printed for a shell has to mean what it meant here.
    func testPrintedWordsReadBackTheSame() throws {
        for source in WordTests.sources {
            let parsed = try WordReader.words(source, line: 1)
            let printed = parsed.map(\.shellText).joined(separator: " ")
            let again = try WordReader.words(printed, line: 1)
            XCTAssertEqual(
                try scope().words(again, line: 1, matchingFiles: false),
                try scope().words(parsed, line: 1, matchingFiles: false), "\(source) as \(printed)")
        }
    }

    func testRandomWordsAreThoseOfAShell() throws {
        var random = SeededGenerator(seed: 11)
        let pieces = [
            "a", "b c", "'q r'", "\"d e\"", "${A}", "\"$A\"", "${SPACED}", "\"${SPACED}\"", "${UNSET:-x y}",
            "\"${UNSET:-z}\"", "\\ ",
            " ", "''", "${EMPTY}", "\\$", "\"\\\"\"", "${A:+'k l'}", "=", ",",
        ]
        var sources: [String] = []
        for _ in 0..<300 {
            sources.append(
                "cmd "
                    + (0..<Int.random(in: 1...8, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                    .joined())
        }
        let environment = WordTests.variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.shellWord)" }
        let script =
            "set -fu +B; cmd() { printf '<%s>' \"$@\"; }\n" + sources.joined(separator: "; echo\n") + "; echo"
        let shell = Shell("env -i \(environment.joined(separator: " ")) bash --posix -c \(script.shellWord)")
        XCTAssertEqual(shell.status, 0, shell.errors)
        XCTAssertEqual(shell.lines.count, sources.count)
        for (source, line) in zip(sources, shell.lines) {
            let ours = try words(source).dropFirst()
            XCTAssertEqual(ours.isEmpty ? "<>" : ours.map { "<\($0)>" }.joined(), line, source)
        }
    }

    func testPatternsBecomeFiles() throws {
        let folder = TemporaryFolder()
        for name in ["b.txt", "a.txt", "c d.txt", "[x].txt", ".hidden.txt", "Z.txt"] { folder.write("", name) }
        let path = folder.path
        XCTAssertEqual(
            try words("cmd \(path)/*.txt", matchingFiles: true),
            ["cmd"] + ["Z.txt", "[x].txt", "a.txt", "b.txt", "c d.txt"].map { "\(path)/\($0)" })
        XCTAssertEqual(try words("cmd \(path)/[ab].txt", matchingFiles: true).count, 3)
        XCTAssertEqual(try words("cmd \(path)/?.txt", matchingFiles: true).count, 4)
        XCTAssertEqual(try words("cmd '\(path)/'*.txt", matchingFiles: true).count, 6)
        XCTAssertEqual(try words("cmd \(path)/'*.txt'", matchingFiles: true), ["cmd", "\(path)/*.txt"])
        XCTAssertEqual(try words("cmd \(path)/\\*.txt", matchingFiles: true), ["cmd", "\(path)/*.txt"])
        XCTAssertEqual(try words("cmd \(path)/'['*.txt", matchingFiles: true), ["cmd", "\(path)/[x].txt"])
        XCTAssertEqual(try words("cmd \(path)/$STAR", matchingFiles: true).count, 6)
        XCTAssertEqual(try words("cmd \"\(path)/$STAR\"", matchingFiles: true), ["cmd", "\(path)/*.txt"])
        XCTAssertEqual(
            try words("cmd \(path)/*.none", matchingFiles: true), ["cmd", "\(path)/*.none"], "as a shell has it")
    }

    func testWhatOnlyAShellCanDoIsRefused() {
        for source in [
            "a | b", "a > b", "a < b", "a; b", "a & b", "a && b", "(a)", "a `b`", "a $(b)", "a \"$(b)\"", "a \"`b`\"",
        ] {
            XCTAssertEqual(fault(source)?.contains("needs shell: true"), true, source)
        }
        for source in [
            "a # b", "a $1", "a $@", "a $?", "a ${A%x}", "a ${A", "a ${#A}", "a ${A:1}", "A=b c", "a\nb", "~you/x", "",
            "  ",
        ] {
            XCTAssertNotNil(fault(source), source)
        }
        for source in ["a 'b", "a \"b", "a \\", "a \"${A", "a ${A:-b", "a ${UNSET:-'x}", "a \"${A:-\"x\"}\""] {
            XCTAssertNotNil(fault(source), source)
        }
        XCTAssertEqual(fault("a $UNSET"), "the variable UNSET is not set; write ${UNSET:-} if it may be empty")
        XCTAssertEqual(fault("a ${UNSET:?name a feed}"), "UNSET: name a feed")
        XCTAssertEqual(fault("a ${EMPTY:?}"), "EMPTY: is not set")
    }

    func testATextIsOneText() throws {
        let text = { (source: String) in try self.scope().text(try WordReader.text(source, line: 1)) }
        XCTAssertEqual(try text("x  $SPACED \"q\" 'r' *"), "x   two  words  \"q\" 'r' *")
        XCTAssertEqual(try text("\\$A \\\\ \\n `x`"), "$A \\ \\n `x`")
        XCTAssertEqual(try text("${UNSET:-a \"b\"}"), "a \"b\"")
        XCTAssertEqual(try text("#no comment | > < ;"), "#no comment | > < ;")
    }

    func testATextPrintedForAShellIsTheSame() throws {
        for source in [
            "plain", "with space", "$SPACED x", "a\"b`c`$A", "${UNSET:-it's}", "\\$A$A", "${UNSET:-a\\}b}", "*$A*",
            "~/x",
        ] {
            let text = try WordReader.text(source, line: 1)
            let environment = WordTests.variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.shellWord)" }
            let shell = Shell(
                "env -i \(environment.joined(separator: " ")) bash -c \("printf %s \(text.shellText)".shellWord)")
            XCTAssertEqual(shell.output, try scope().text(text), "\(source) as \(text.shellText): \(shell.errors)")
        }
    }
}
