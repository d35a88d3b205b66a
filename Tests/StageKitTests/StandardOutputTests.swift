import StageKit
import XCTest

final class StandardOutputTests: XCTestCase {
    func testTheWidthIsTheOneAskedForElseThatOfTheTerminal() {
        let before = getenv("COLUMNS").map { String(cString: $0) }
        defer { if let before { setenv("COLUMNS", before, 1) } else { unsetenv("COLUMNS") } }
        var options = CommonOptions()
        setenv("COLUMNS", "123", 1)
        XCTAssertEqual(StandardOutput.columns(options), 123)
        options.output = "-"
        XCTAssertEqual(StandardOutput.columns(options), 123)
        options.output = "board.txt"
        XCTAssertEqual(StandardOutput.columns(options), 80, "a file is as wide wherever it is made")
        options.output = nil
        unsetenv("COLUMNS")
        let own = StandardOutput.columns(options)
        for nonsense in ["", "0", "-5", "wide", "99999999"] {
            setenv("COLUMNS", nonsense, 1)
            XCTAssertEqual(StandardOutput.columns(options), own, nonsense)
        }
    }

    func testColoursAreForTerminalsUnlessAskedFor() {
        var options = CommonOptions()
        options.output = "board.txt"
        XCTAssertFalse(StandardOutput.wantsColor(options))
        options.color = .always
        XCTAssertTrue(StandardOutput.wantsColor(options))
        options.output = nil
        XCTAssertTrue(StandardOutput.wantsColor(options))
        options.color = .never
        XCTAssertFalse(StandardOutput.wantsColor(options))
    }
}
