import ReaderChecks
import TestSupport
import XCTest

/// What fuzzers have found once, in `Tests/FailCases/<reader>/<what it was>`, and the seeds that they start from.
final class FailCaseTests: XCTestCase {
    private let folder = Checkout.root + "/Tests/FailCases"

    func testNoFaultComesBack() throws {
        var count = 0
        for reader in Checkout.names(in: folder).sorted() {
            let check = try XCTUnwrap(ReaderCheck.named(reader), "no reader is called \(reader)")
            for name in Checkout.names(in: "\(folder)/\(reader)").sorted() {
                let bytes = try XCTUnwrap(TemporaryFolder.bytes(of: "\(folder)/\(reader)/\(name)"))
                run(check, bytes, name)
                count += 1
            }
        }
        XCTAssertGreaterThan(count, 0)
    }

    func testWhatFuzzersStartFromIsSound() {
        for check in ReaderCheck.all {
            let seeds = check.seeds()
            XCTAssertFalse(seeds.isEmpty, check.name)
            for (place, seed) in seeds.enumerated() {
                XCTAssertLessThanOrEqual(seed.count, check.longest, check.name)
                run(check, seed, "seed \(place)")
                // Cut here and there, and with a byte changed.
                for cut in stride(from: 0, to: seed.count, by: max(1, seed.count / 5)) {
                    run(check, Array(seed[..<cut]), "seed \(place) cut after \(cut)")
                    var changed = seed
                    changed[cut] ^= 0x15
                    run(check, check.repaired?(changed) ?? changed, "seed \(place) changed at \(cut)")
                }
            }
        }
    }

    private func run(_ check: ReaderCheck, _ bytes: [UInt8], _ name: String) {
        do { try check(bytes) } catch { XCTFail("\(check.name), \(name): \(error)") }
    }
}
