import Glibc
import TestSupport
import XCTest

@testable import GTFSRealtime

/// Our reading of .proto files against that of protocol buffers' own compiler.
final class ProtocComparisonTests: XCTestCase {
    private let folder = TemporaryFolder()

    /// The specification's file with room for extensions.
    private func writeSpecification() {
        let text = TemporaryFolder.text(of: SchemaTests.specification) ?? ""
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(line)
            if line.contains("message ") && line.hasSuffix("{") {
                lines.append("extensions 1000 to 1999, 9000 to 9999;")
            }
        }
        _ = folder.write(lines.joined(separator: "\n"), "gtfs-realtime.proto")
    }

    /// What protoc says of a file; nil if it refuses it.
    private func compiled(_ name: String) -> [String]? {
        let output = folder.path + "/" + name + ".set"
        guard
            system("cd '\(folder.path)' && protoc-c -I. --descriptor_set_out='\(output)' '\(name)' 2>/dev/null") == 0,
            let bytes = TemporaryFolder.bytes(of: output)
        else { return nil }
        return DescriptorSet.lines(bytes)
    }

    private func ours(_ name: String) throws -> [String] {
        let linked = try ProtoLibrary.linked([name]) { path, _ in
            TemporaryFolder.bytes(of: self.folder.path + "/" + path).map { .bytes($0) } ?? .missing
        }
        return ProtoListing.lines(linked.files[0], linked.definitions).sorted()
    }

    func testTheSpecificationIsReadAlike() throws {
        guard system("command -v protoc-c >/dev/null") == 0 else { throw XCTSkip("protoc-c is not installed") }
        writeSpecification()
        XCTAssertEqual(try ours("gtfs-realtime.proto"), compiled("gtfs-realtime.proto"))
    }

    func testShippedExtensionsAreReadAlike() throws {
        guard system("command -v protoc-c >/dev/null") == 0 else { throw XCTSkip("protoc-c is not installed") }
        writeSpecification()
        for name in Extension.names {
            let text = TemporaryFolder.text(
                of: Checkout.root + "/Sources/Transit/GTFSRealtime/Extensions/\(name).proto")
            _ = folder.write(try XCTUnwrap(text), "\(name).proto")
            XCTAssertEqual(try ours("\(name).proto"), compiled("\(name).proto"), name)
        }
    }

    func testRandomFilesAreReadAlike() throws {
        guard system("command -v protoc-c >/dev/null") == 0 else { throw XCTSkip("protoc-c is not installed") }
        writeSpecification()
        _ = folder.write("import 'gtfs-realtime.proto';\n" + ProtoDecodingTests.everything, "all.proto")
        XCTAssertEqual(try ours("all.proto"), compiled("all.proto"))
        var files = RandomProtoFiles(seed: 77)
        var accepted = 0
        for round in 0..<60 {
            let text = files.text()
            _ = folder.write(text, "r\(round).proto")
            guard let theirs = compiled("r\(round).proto") else { continue }
            accepted += 1
            XCTAssertEqual(try ours("r\(round).proto"), theirs, text)
        }
        XCTAssertGreaterThan(accepted, 30)
    }
}

/// Declarations as lines: `message p.A`, `p.A.field 1 optional int32`, `enum p.E`, `p.E A 0`.
private enum ProtoListing {
    static func lines(_ file: ProtoFile, _ definitions: ProtoDefinitions) -> [String] {
        let prefix = file.package.isEmpty ? "" : file.package + "."
        var lines: [String] = []
        func add(_ enumeration: ProtoEnumeration) {
            lines.append("enum " + prefix + enumeration.name)
            for value in enumeration.values {
                lines.append("\(prefix)\(enumeration.name) \(value.name) \(value.number)")
            }
        }
        func add(_ message: ProtoMessage) {
            lines.append("message " + message.fullName)
            for field in message.fields { lines.append(line(field, message.fullName + "." + field.name, prefix)) }
            for enumeration in message.enumerations { add(enumeration) }
            for inner in message.messages { add(inner) }
        }
        for enumeration in file.enumerations { add(enumeration) }
        for message in file.messages { add(message) }
        for addition in definitions.fields {
            lines.append(
                "extend transit_realtime.\(addition.message.name): "
                    + line(addition.field, addition.fullName, prefix))
        }
        return lines
    }

    private static func line(_ field: ProtoField, _ name: String, _ prefix: String) -> String {
        let label = field.isRepeated ? "repeated" : field.isRequired ? "required" : "optional"
        let type =
            switch field.type {
            case .scalar(let kind): "\(kind)"
            case .message(let message): message.fullName
            case .enumeration(let enumeration):
                (Specification.enumeration(named: enumeration.name) == enumeration ? Specification.prefix : prefix)
                    + enumeration.name
            }
        return "\(name) \(field.number) \(label) \(type)"
    }
}

/// The same lines of a compiled file (google/protobuf/descriptor.proto).
private enum DescriptorSet {
    private typealias Fields = [(number: Int, bits: UInt64, bytes: [UInt8])]

    private static func fields(_ bytes: [UInt8]) -> Fields {
        var list: Fields = []
        bytes.withUnsafeBytes { buffer in
            guard var cursor = buffer.baseAddress else { return }
            let end = cursor + buffer.count
            while cursor < end, let tag = try? Wire.tag(&cursor, end) {
                let at = cursor
                guard let value = try? Wire.skipValue(tag, at: at, &cursor, end, depth: 0) else { return }
                var inside = at
                let bits = tag & 7 == 0 ? (try? Wire.varint(&inside, end)) ?? 0 : 0
                list.append((Int(tag >> 3), bits, Array(value)))
            }
        }
        return list
    }

    private static func text(_ fields: Fields, _ number: Int) -> String {
        fields.last { $0.number == number }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }

    private static func number(_ fields: Fields, _ number: Int) -> Int {
        fields.last { $0.number == number }.map { Int(truncatingIfNeeded: Int64(bitPattern: $0.bits)) } ?? 0
    }

    static func lines(_ set: [UInt8]) -> [String] {
        fields(set).filter { $0.number == 1 }.flatMap { file -> [String] in
            let file = fields(file.bytes)
            let package = text(file, 2)
            let prefix = package.isEmpty ? "" : package + "."
            var lines: [String] = []
            for part in file {
                switch part.number {
                case 4: lines += message(part.bytes, prefix)
                case 5: lines += enumeration(part.bytes, prefix)
                case 7: lines += [field(part.bytes, prefix)]
                default: continue
                }
            }
            return lines
        }.sorted()
    }

    private static func message(_ bytes: [UInt8], _ prefix: String) -> [String] {
        let parts = fields(bytes)
        let name = prefix + text(parts, 1)
        var lines = ["message " + name]
        for part in parts {
            switch part.number {
            case 2, 6: lines.append(field(part.bytes, name + "."))
            case 3: lines += message(part.bytes, name + ".")
            case 4: lines += enumeration(part.bytes, name + ".")
            default: continue
            }
        }
        return lines
    }

    private static func enumeration(_ bytes: [UInt8], _ prefix: String) -> [String] {
        let parts = fields(bytes)
        let name = prefix + text(parts, 1)
        return ["enum " + name]
            + parts.filter { $0.number == 2 }.map { value in
                let value = fields(value.bytes)
                return "\(name) \(text(value, 1)) \(number(value, 2))"
            }
    }

    private static let types = [
        "", "double", "float", "int64", "uint64", "int32", "fixed64", "fixed32", "bool", "string", "group", "message",
        "bytes", "uint32", "enum", "sfixed32", "sfixed64", "sint32", "sint64",
    ]

    private static func field(_ bytes: [UInt8], _ prefix: String) -> String {
        let parts = fields(bytes)
        let label = ["", "optional", "required", "repeated"][number(parts, 4)]
        let named = text(parts, 6)
        let type = named.isEmpty ? types[number(parts, 5)] : String(named.dropFirst())
        let line = "\(prefix)\(text(parts, 1)) \(number(parts, 3)) \(label) \(type)"
        let extended = text(parts, 2)
        return extended.isEmpty ? line : "extend \(extended.dropFirst()): " + line
    }
}

/// Files with packages, nesting and names that are looked up in every scope.
private struct RandomProtoFiles {
    private var generator: SeededGenerator
    private var names: [String] = []
    private var count = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func pick(_ list: [String]) -> String { list.randomElement(using: &generator) ?? "int32" }

    mutating func text() -> String {
        let isProto3 = Bool.random(using: &generator)
        names = ["M1", "M2", ".p.M1", "transit_realtime.Stop"]
        // A proto3 message holds no enumeration of a proto2 file.
        if !isProto3 { names.append(".transit_realtime.VehiclePosition.OccupancyStatus") }
        count = 2
        var text = isProto3 ? "syntax = 'proto3';\n" : "/* two */ syntax = \"pro\" 'to2'; // lines\n"
        text += "package p;\nimport 'gtfs-realtime.proto'; option java_package = 'a.b';;\n"
        let bodies = (1...3).map { number in "message M\(number) {\n" + body(0, isProto3) + "}\n" }
        text += bodies.joined()
        if !isProto3 {
            text += "extend transit_realtime.Alert { repeated M1 a = 0x400; optional M2 b = 9010 [lazy = true]; }\n"
        }
        return text
    }

    private mutating func body(_ depth: Int, _ isProto3: Bool) -> String {
        var text = ""
        let around = names
        defer { names = around }
        if depth < 3 {
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                count += 1
                // Names that are elsewhere too, so that scopes matter.
                let name = Bool.random(using: &generator) ? "N\(depth)" : "M\(count)"
                if text.contains("message \(name) ") { continue }
                text += "message \(name) {\n" + body(depth + 1, isProto3) + "}\n"
                names.append(name)
            }
            if Bool.random(using: &generator) {
                count += 1
                text += "enum E\(count) { Z\(count) = 0; Y\(count) = 0x10; X\(count) = -2; }\n"
                names.append("E\(count)")
            }
        }
        for number in 1...Int.random(in: 1...4, using: &generator) {
            let type =
                Int.random(in: 0..<3, using: &generator) == 0 ? pick(["int32", "bytes", "sfixed64"]) : pick(names)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: text += "repeated \(type) f\(number) = \(number);\n"
            case 1 where depth < 3: text += "map<string, \(type)> map_of_\(number) = 0\(number);\n"
            case 2: text += "oneof choice\(number) { \(type) f\(number) = \(number); }\n"
            default: text += "optional \(type) f\(number) = \(number) [deprecated = true];\n"
            }
        }
        return text + "reserved 100 to max; reserved 'old';\n"
    }
}
