import Containers
import TestSupport
import XCTest

final class GroupedValuesTests: XCTestCase {
    /// Few and many values, small and large, with and without repeats: each group is as sorting it says.
    func testGroupsAreAscendingAndKeepWhatTheyAreToKeep() {
        var generator = SeededGenerator(seed: 7)
        for distinct in [1, 3, 64, 100, 5000] as [UInt64] {
            for step in [1, 1 << 40] as [UInt64] {
                let groups = (0..<6).map { group in
                    (0..<[0, 1, 63, 64, 700, 9000][group]).map { _ in
                        UInt64.random(in: 0..<distinct, using: &generator) * step
                    }
                }
                let pairs = groups.enumerated().flatMap { group, values in values.map { (group, $0) } }
                    .shuffled(using: &generator)
                for keepsRepeats in [true, false] {
                    let grouped = GroupedValues<UInt64>(
                        counts: groups.map { $0.count + Int.random(in: 0...2, using: &generator) },
                        keepsRepeats: keepsRepeats
                    ) { filler in for (group, value) in pairs { filler.add(value, group) } }
                    for (group, values) in groups.enumerated() {
                        let expected = keepsRepeats ? values.sorted() : Set(values).sorted()
                        XCTAssertEqual(Array(grouped[group]), expected, "\(distinct) × \(step), group \(group)")
                    }
                    XCTAssertTrue(grouped[6].isEmpty)
                }
            }
        }
    }

    /// The largest value that is counted, and the smallest that is not.
    func testLargeValuesAreSortedToo() {
        for largest in [4095, 4096] as [UInt32] {
            let values = (0..<5000).map { $0 % 3 == 0 ? largest : UInt32($0 % 7) }
            let grouped = GroupedValues<UInt32>(counts: [values.count]) { groups in
                for value in values { groups.add(value, 0) }
            }
            XCTAssertEqual(Array(grouped[0]), values.sorted())
        }
    }
}
