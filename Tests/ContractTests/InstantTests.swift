import Contract
import NDJSON
import XCTest

/// What counts as a time, and which delays are believed.
final class InstantTests: XCTestCase {
    private func value<T>(_ json: String, _ take: (JSONValue) -> T) -> T {
        let line = Array("{\"v\":\(json)}".utf8)
        return line.withUnsafeBytes { bytes in
            var result: T?
            JSONValue.object(bytes).forEachMember { result = take($1) }
            return result!
        }
    }

    private func reading(_ json: String) -> Instant.Reading { value(json, Instant.reading) }

    func testSecondsAreTakenAsTheyAre() {
        for (json, seconds) in [
            ("1", 1), ("1772434800", 1_772_434_800), ("4294967294", 4_294_967_294), ("1772434800.0", 1_772_434_800),
            ("1.7724348e9", 1_772_434_800), ("\"1772434800\"", 1_772_434_800), ("\"01772434800\"", 1_772_434_800),
        ] {
            XCTAssertEqual(reading(json), .seconds(seconds), json)
            XCTAssertEqual(value(json, Instant.seconds), seconds, json)
        }
    }

    func testZeroIsNoTime() {
        for json in ["0", "-0", "0.0", "\"0\"", "\"\"", "null"] {
            XCTAssertEqual(reading(json), .none, json)
            XCTAssertNil(value(json, Instant.seconds), json)
        }
        for json in ["0", "-0", "0.0", "\"0\"", "\"\""] { XCTAssertTrue(value(json, Instant.isBlank), json) }
        for json in ["1", "17", "-1", "[]", "true", "\"1\""] { XCTAssertFalse(value(json, Instant.isBlank), json) }
    }

    func testSmallerUnitsAreReadAsTheSecondTheyAreIn() {
        for scale in Instant.Scale.allCases {
            for seconds in [946_684_800, 1_772_434_800, Int(UInt32.max) - 1] {
                for number in [seconds * scale.rawValue, seconds * scale.rawValue + scale.rawValue - 1] {
                    XCTAssertEqual(Instant.reading(number), .scaled(seconds, scale), "\(number)")
                    XCTAssertEqual(reading("\(number)"), .scaled(seconds, scale), "\(number)")
                    XCTAssertEqual(reading("\"\(number)\""), .scaled(seconds, scale), "\(number)")
                    XCTAssertEqual(value("\(number)", Instant.scale), scale)
                }
            }
        }
        XCTAssertNil(value("1772434800", Instant.scale))
        XCTAssertNil(value("4294967295", Instant.scale))
    }

    func testNothingElseIsATime() {
        for json in [
            "-1", "-1772434800", "4294967295", "253402300799", "946684799999", "9223372036854775807",
            "9223372036854775808", "18446744073709551615", "1e400", "1772434800.5", "true", "[1772434800]", "{}",
            "\"yesterday\"", "\"-1\"", "\"1772434800 \"", "\"99999999999999999999\"", "\"9223372036854775808\"",
        ] {
            XCTAssertEqual(reading(json), .invalid, json)
            XCTAssertNil(value(json, Instant.seconds), json)
            XCTAssertFalse(value(json, Instant.isBlank), json)
        }
    }

    /// No number is two times: whatever is not seconds is of one unit at the most.
    func testUnitsDoNotOverlap() {
        // Xorshift: numbers of every length, the same in each run.
        var bits: UInt64 = 88_172_645_463_325_252
        for round in 0..<20_000 {
            bits ^= bits << 13
            bits ^= bits >> 7
            bits ^= bits << 17
            let number = Int(bits >> UInt64(1 + round % 63))
            var fits: [Int] = []
            if (1..<Int(UInt32.max)).contains(number) { fits.append(1) }
            for scale in Instant.Scale.allCases
            where number / scale.rawValue >= 946_684_800 && number / scale.rawValue < Int(UInt32.max) {
                fits.append(scale.rawValue)
            }
            XCTAssertLessThanOrEqual(fits.count, 1, "\(number)")
            switch Instant.reading(number) {
            case .seconds: XCTAssertEqual(fits, [1])
            case .scaled(_, let scale): XCTAssertEqual(fits, [scale.rawValue])
            case .none: XCTAssertEqual(number, 0)
            case .invalid: XCTAssertEqual(fits, [])
            }
        }
    }

    func testDelaysAreBelievedToABound() {
        for (json, delay) in [
            ("0", 0), ("-10800", -10_800), ("259200", 259_200), ("-10801", nil), ("259201", nil), ("2147483647", nil),
            ("-32768", nil), ("-2147483648", nil), ("1.5", nil), ("true", nil),
        ] as [(String, Int?)] {
            XCTAssertEqual(value(json) { PredictedDelay.read($0, nil) }, delay, json)
        }
    }
}
