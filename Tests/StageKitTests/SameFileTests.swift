import Glibc
import StageKit
import TestSupport
import XCTest

final class SameFileTests: XCTestCase {
    private let folder = TemporaryFolder()

    func testFilesAreKnownThroughLinksAndSpellings() {
        let root = folder.path
        folder.write("x", "a")
        folder.write("x", "b")
        XCTAssertEqual(mkdir(root + "/sub", 0o755), 0)
        XCTAssertEqual(symlink("../a", root + "/sub/link"), 0)
        XCTAssertEqual(link(root + "/a", root + "/hard"), 0)
        for other in ["/a", "/./a", "//a", "/sub/../a", "/sub/link", "/hard"] {
            XCTAssertTrue(sameFile(root + "/a", root + other), other)
        }
        XCTAssertFalse(sameFile(root + "/a", root + "/b"))
        XCTAssertFalse(sameFile(root + "/a", root + "/missing"))
    }

    func testFilesThatAreNotThereYetAreKnownByTheirFolders() {
        let root = folder.path
        XCTAssertEqual(mkdir(root + "/sub", 0o755), 0)
        XCTAssertEqual(symlink("sub", root + "/other"), 0)
        XCTAssertEqual(symlink("sub/new", root + "/dangling"), 0)
        XCTAssertEqual(symlink("round", root + "/round"), 0)
        for other in ["/other/new", "/sub/./new", "/dangling", "/sub//new", "/other/../sub/new"] {
            XCTAssertTrue(sameFile(root + "/sub/new", root + other), other)
        }
        XCTAssertTrue(sameFile(root + "/no/folder/yet", root + "/sub/../no/./folder//yet"))
        XCTAssertFalse(sameFile(root + "/sub/new", root + "/new"))
        XCTAssertFalse(sameFile(root + "/sub/new", root + "/sub/new/er"))
        XCTAssertFalse(sameFile(root + "/round", root + "/round"))
    }

    func testWhatTakesSeveralOutputsIsNoFile() {
        XCTAssertFalse(sameFile("/dev/null", "/dev/null"))
        XCTAssertEqual(mkfifo(folder.path + "/pipe", 0o600), 0)
        XCTAssertFalse(sameFile(folder.path + "/pipe", folder.path + "/pipe"))
        XCTAssertFalse(sameFile("", ""))
    }
}
