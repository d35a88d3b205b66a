import Glibc
import Platform
import XCTest

final class ProcessorCountTests: XCTestCase {
    /// As with `taskset`, or in a container that may use some processors.
    func testOnlyProcessorsThatMayBeUsedCount() throws {
        typealias Call = @convention(c) (Int32, Int, UnsafeMutablePointer<UInt8>) -> Int32
        func call(_ name: String) throws -> Call { unsafeBitCast(try XCTUnwrap(dlsym(nil, name)), to: Call.self) }
        let (get, set) = (try call("sched_getaffinity"), try call("sched_setaffinity"))
        var allowed = [UInt8](repeating: 0, count: 128)
        XCTAssertEqual(get(0, allowed.count, &allowed), 0)
        let before = processorCount
        XCTAssertEqual(before, allowed.reduce(0) { $0 + $1.nonzeroBitCount })
        let place = try XCTUnwrap(allowed.firstIndex { $0 != 0 })
        var first = [UInt8](repeating: 0, count: 128)
        first[place] = 1 << UInt8(allowed[place].trailingZeroBitCount)
        XCTAssertEqual(set(0, first.count, &first), 0)
        XCTAssertEqual(processorCount, 1)
        XCTAssertEqual(Workers.count, 1)
        XCTAssertEqual(set(0, allowed.count, &allowed), 0)
        XCTAssertEqual(processorCount, before)
    }
}
