import XCTest

@testable import GTFSSchedule

final class FeatureReaderTests: XCTestCase {
    private func features(_ text: String, limit: Int = 1000, piece: Int = .max) throws -> [String] {
        let reader = FeatureReader(PieceSource(text, piece: piece), limit: limit)
        var all: [String] = []
        while true {
            switch try reader.next() {
            case .feature(let bytes): all.append("\(reader.line) \(String(decoding: bytes, as: UTF8.self))")
            case .tooLong(let bytes): all.append("\(reader.line) too long \(bytes)")
            case .broken(let reason):
                all.append("\(reader.line) broken \(reason)")
                if case .end = try reader.next() { return all }
                return all + ["does not end"]
            case .end: return all
            }
        }
    }

    func testFeaturesWhereverTheyStand() throws {
        let text = """
            {"type": "FeatureCollection", "crs": {"features": [1, "]}"]},
             "features": [ {"id":"a"} ,
               {"id":"b","x":"}],\\"{"}
             ], "name": "x"}
            """
        for piece in [1, 7, .max] {
            XCTAssertEqual(
                try features(text, piece: piece),
                ["2 {\"feature\":{\"id\":\"a\"}}", "3 {\"feature\":{\"id\":\"b\",\"x\":\"}],\\\"{\"}}"])
        }
        XCTAssertEqual(try features("{\"features\":[]}"), [])
        XCTAssertEqual(try features("{\"features\":[1,\"a\",null]}").count, 3)
    }

    func testWhatIsNoCollectionIsSaidToBeNone() throws {
        XCTAssertEqual(try features(""), ["1 broken '{' expected"])
        XCTAssertEqual(try features("{}"), ["1 broken the file has no array 'features'"])
        XCTAssertEqual(try features("{\"features\":{}}"), ["1 broken the file has no array 'features'"])
        XCTAssertEqual(try features("{\"features\":[{\"a\":1}").last, "1 broken expected ',' or ']' after a feature")
        XCTAssertEqual(try features("{\"features\":[{\"a\":").last, "1 broken the file ends early")
        XCTAssertEqual(
            try features("{\"features\":[]}x").last, "1 broken unexpected text after the end of the collection")
    }

    func testACutFileNeverEndsWell() throws {
        let text = "{\"type\":\"FeatureCollection\",\"features\":[{\"id\":\"a\"},{\"id\":\"b\"}],\"z\":[1]}"
        for count in 0..<text.utf8.count {
            XCTAssertTrue(try features(String(text.prefix(count))).last?.contains("broken") ?? false, "\(count)")
        }
    }

    func testTheFeatureBeforeAFaultIsDelivered() throws {
        for rest in ["", "x", "]", "]}x", ",", "{", "],\"z\":", "]]"] {
            let all = try features("{\"features\":[{\"a\":1},\n{\"b\":2}\(rest)")
            XCTAssertEqual(all.prefix(2), ["1 {\"feature\":{\"a\":1}}", "2 {\"feature\":{\"b\":2}}"], rest)
            XCTAssertEqual(all.count, 3, rest)
            XCTAssertTrue(all.last?.contains("broken") ?? false, rest)
        }
    }

    func testALongFeatureIsPassedOver() throws {
        let text = "{\"features\":[{\"a\":\"" + String(repeating: "x", count: 5000) + "\"},{\"b\":1}]}"
        XCTAssertEqual(try features(text), ["1 too long 5008", "1 {\"feature\":{\"b\":1}}"])
    }
}
