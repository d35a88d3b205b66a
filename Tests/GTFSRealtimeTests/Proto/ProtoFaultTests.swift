import TestSupport
import XCTest

@testable import GTFSRealtime

/// Files that are wrong: always a sentence with the line, never a crash or a hang.
final class ProtoFaultTests: XCTestCase {
    private func check(_ text: String, _ expected: String, line: UInt = #line) {
        XCTAssertEqual(ProtoTexts.fault(text), expected, line: line)
    }

    func testSentencesNameTheLine() {
        check("syntax = \"proto4\";", "a.proto:1: the syntax must be \"proto2\" or \"proto3\", not \"proto4\"")
        check("\nedition = \"2023\";", "a.proto:2: editions are not supported, only proto2 and proto3")
        check(
            "message A {\n  optional int32 a = 1\n  optional int32 b = 2;\n}",
            "a.proto:2: expected ';' after the field 'a', not 'optional'")
        check(
            "message A {\n  optional int32 a = 1;\n  optional int32 b = 1;\n}",
            "a.proto:3: field number 1 of 'b' is taken by 'a' (line 2)")
        check(
            "message A {\n  optional int32 a = 1;\n  optional int32 a = 2;\n}",
            "a.proto:3: the field 'a' is declared twice (first on line 2)")
        check("message A {}\nmessage A {}", "a.proto:2: 'A' is declared twice (first on line 1)")
        check("message A {\n", "a.proto:1: message 'A' is not closed")
        check("/* a\n*", "a.proto:1: the comment that begins here is not closed")
        check("\nimport \"a\n", "a.proto:2: the string is not closed on its line")
        check(
            "message A { optional int32 a = 1 [default = '\\q']; }",
            "a.proto:1: the string has an unknown escape sequence")
        check("message 1A {}", "a.proto:1: '1A' is not a number")
        check("message A { optional int32 a = b; }", "a.proto:1: expected the number of the field 'a', not 'b'")
        check(
            "message A { optional int32 a = 0; }",
            "a.proto:1: the field 'a' has the number 0; numbers must be from 1 to 536870911")
        check(
            "message A { optional int32 a = 536870912; }",
            "a.proto:1: the field 'a' has the number 536870912; numbers must be from 1 to 536870911")
        check(
            "message A { optional int32 a = 99999999999999999999999; }",
            "a.proto:1: the field 'a' has the number 99999999999999999999999; numbers must be from 1 to 536870911")
        check(
            "message A { optional int32 a = 19500; }",
            "a.proto:1: the field 'a' has the number 19500; numbers 19000 to 19999 are reserved for protocol buffers")
        check(
            "message A { optional int32 a = -1; }", "a.proto:1: expected the number of the field 'a', not '-'")
        check(
            "message A { int32 a = 1; }",
            "a.proto:1: a field in a proto2 file must begin with optional, required or repeated, not 'int32'"
                + "; a proto3 file must begin with: syntax = \"proto3\";")
        check(
            "message A {\n  optional group B = 1 {}\n}",
            "a.proto:2: groups are not supported; declare a message and a field of its type")
        check("message A { oneof b { optional int32 c = 1; } }", "a.proto:1: a field of a oneof has no 'optional'")
        check(
            "enum E { A = 1;\n B = 1; }",
            "a.proto:2: the number 1 of 'B' is taken by 'A' (line 1); to allow aliases, add: option allow_alias = true;"
        )
        check("enum E { A = 1;\n A = 2; }", "a.proto:2: the value 'A' is declared twice (first on line 1)")
        check(
            "enum E { A = 2147483648; }", "a.proto:1: the value 'A' has the number 2147483648, which exceeds 32 bits")
        check(
            "message A { optional B b = 1; }", "a.proto:1: 'B' is declared neither in this file nor in its imports")
        check(
            "message A {\n optional transit_realtime.Wagon b = 1; }",
            "a.proto:2: 'transit_realtime.Wagon' is declared neither in this file nor in its imports; "
                + "the built-in gtfs-realtime.proto lacks it; also give a copy that declares it with --proto")
        check(
            "message A { message B {} optional B.C c = 1; }",
            "a.proto:1: 'B.C' resolves to 'A.B.C', which is not declared; to resolve it from the root, begin it with a dot"
        )
        check("enum E { A = 0; }\nextend E {}", "a.proto:2: 'E' is not a message")
        check(
            "import \"b.proto\";",
            "a.proto:1: the imported file 'b.proto' is not below this file's folder; name the folder it is in with "
                + "--proto-path")
        for path in ["/b.proto", "../b.proto", "c/../b.proto"] {
            check(
                "import \"\(path)\";",
                "a.proto:1: the import '\(path)' leads out of the folder; name that folder with --proto-path")
        }
        check("import \"notes.txt\";", "a.proto:1: the import 'notes.txt' is not the name of a .proto file")
        check(
            "message A { optional int32 a = 1 [packed = true; }",
            "a.proto:1: expected ']' after the options, not ';'")
        check("option a { b: 1 };", "a.proto:1: expected '=' in the option, not '{'")
        check(
            "message A { map<float, int32> a = 1; }",
            "a.proto:1: the keys of a map must be integers, bool or string, not 'float'")
        check("mesage A {}", "a.proto:1: expected a declaration (message, enum, extend, import, …), not 'mesage'")
        check("message A { } }", "a.proto:1: expected a declaration (message, enum, extend, import, …), not '}'")
        check("\u{1}", "a.proto:1: the byte 0x1 is not allowed outside strings and comments")
        check("message A { @ }", "a.proto:1: '@' has no meaning here")
        check("extend transit_realtime.Alert {", "a.proto:1: 'extend' is not closed")
    }

    func testDepthSizeAndNumberHaveLimits() {
        let deep = String(repeating: "message A {\n", count: 40)
        check(deep, "a.proto:33: messages are nested deeper than 32")
        check(
            "package " + String(repeating: "a.", count: 100_000) + "a;",
            "a.proto:1: the name '" + String(repeating: "a.", count: 30) + "…' has more than 32 parts")
        check(
            "message " + String(repeating: "a", count: 300) + " {}",
            "a.proto:1: the name has 300 bytes; the limit is 255"
        )
        check(
            String(repeating: "// much\n", count: 200_000), "a.proto: the .proto files together exceed 1 MiB")
        let many = (1...64).map { "optional int32 f\($0) = \($0);" }.joined(separator: "\n")
        check("message A {\n\(many)\n}", "a.proto:65: message 'A' has 64 fields; the limit is 63")
        let crowd = (1...60).map { "optional int32 f\($0) = \($0 + 1000);" }.joined(separator: "\n")
        check(
            "extend transit_realtime.Alert {\n\(crowd)\n}",
            "a.proto:41: Alert has too many fields; the limit is 55")
        var files: [String: String] = [:]
        for number in 0..<100 { files["f\(number).proto"] = "import \"f\(number + 1).proto\";" }
        XCTAssertEqual(
            ProtoTexts.fault(files, given: ["f0.proto"]), "f64.proto: more than 64 .proto files import each other")
    }

    func testLongChainsOfMessagesAreLaidOut() throws {
        var text = "extend transit_realtime.Alert { optional M0 chain = 1000; }\n"
        for number in 0..<15000 { text += "message M\(number) { optional M\(number + 1) a = 1; }\n" }
        _ = RealtimeSchema(try ProtoTexts.choice(text + "message M15000 {}"))
    }

    /// Whatever the bytes: an answer, and in time.
    func testRandomChangesNeverCrash() throws {
        let whole = Array(
            (["tfnsw", "nyct", "mercury"].map { name in
                TemporaryFolder.text(of: Checkout.root + "/Sources/Transit/GTFSRealtime/Extensions/\(name).proto") ?? ""
            }.joined() + ProtoDecodingTests.everything).utf8)
        XCTAssertGreaterThan(whole.count, 5000)
        var generator = SeededGenerator(seed: 5)
        let pieces = ["{", "}", ";", "\"", "/*", "[", "=", "extend ", "oneof a {", "map<", "0x", "9", ".", "group "]
        var refused = 0
        for _ in 0..<400 {
            let start = Int.random(in: 0..<whole.count, using: &generator)
            var bytes = Array(whole[start..<min(whole.count, start + 2000)])
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.insert(contentsOf: pieces.randomElement(using: &generator)!.utf8, at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            do throws(ProtoFault) {
                _ = try ProtoLibrary.definitions(of: bytes, named: "a.proto")
            } catch {
                XCTAssertNotNil(error.line, error.description)
                refused += 1
            }
        }
        XCTAssertGreaterThan(refused, 100)
    }
}
