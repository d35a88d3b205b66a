import GTFSRealtime
import RealtimeStages
import StageKit
import TestSupport
import XCTest

/// The cases in Tests/Golden/decode-rt: `input.pb` gives `expected`.
final class GoldenDecodeRTTests: XCTestCase {
    private let cases: [(name: String, configure: (inout DecodeRT.Options) -> Void)] = [
        ("alert-of-a-strike", { _ in }), ("bytes-that-are-not-the-extension", { $0.keepsUnknown = true }),
        ("cut-off-in-the-second-message", { _ in }), ("damaged-entities-left-out", { _ in }), ("detour", { _ in }),
        ("names-of-enumerations", { $0.namesEnumerations = true }),
        ("stop-time-updates-as-rows", { $0.explodes = true }), ("stop-time-updates-in-their-trip", { _ in }),
        ("train-with-carriages", { _ in }), ("unknown-fields-kept", { $0.keepsUnknown = true }),
        ("whole-entities", { $0.isNested = true }),
    ]

    func testEveryCase() throws {
        let folder = Checkout.root + "/Tests/Golden/decode-rt"
        XCTAssertEqual(cases.map(\.name), Checkout.names(in: folder))
        for (name, configure) in cases {
            let path = folder + "/" + name
            let run = try Feeds.decode {
                $0.files = [path + "/input.pb"]
                configure(&$0)
            }
            let output = run.output.replacing(path + "/", with: "")
            let file = path + "/expected"
            guard let expected = TemporaryFolder.text(of: file) else {
                XCTFail("\(name): nothing is expected yet; what came was written to \(file): look at it")
                try record(output, file)
                continue
            }
            XCTAssertEqual(output, expected, name)
            let isFaulty = name.hasPrefix("cut-off") || name.hasPrefix("damaged")
            XCTAssertEqual(run.status, isFaulty ? .dataUnusable : .done, name)
        }
    }

    func testWholeEntitiesAreEncodedToTheByte() throws {
        let folder = Checkout.root + "/Tests/Golden/encode-rt/whole-entities"
        let run = try EncodeRTTests.encode([Checkout.root + "/Tests/Golden/decode-rt/whole-entities/expected"])
        XCTAssertEqual(run.bytes, try XCTUnwrap(TemporaryFolder.bytes(of: folder + "/expected")))
    }

    private func record(_ text: String, _ path: String) throws {
        let output = try OutputFile(path: path)
        try Array(text.utf8).withUnsafeBytes { try output.write($0) }
        try output.commit()
    }
}
