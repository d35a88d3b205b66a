import XCTest

@testable import GTFSRealtime

/// .proto files in memory.
enum ProtoTexts {
    static func linked(
        _ texts: [String: String], given: [String], searchFolders: [String] = []
    ) throws(ProtoFault) -> (files: [ProtoFile], definitions: ProtoDefinitions) {
        try ProtoLibrary.linked(given, searchFolders: searchFolders) { path, _ in
            texts[path].map { .bytes(Array($0.utf8)) } ?? .missing
        }
    }

    /// What one file adds.
    static func definitions(_ text: String) throws(ProtoFault) -> ProtoDefinitions {
        try linked(["a.proto": text], given: ["a.proto"]).definitions
    }

    /// A choice of all shipped extensions and a file.
    static func choice(_ text: String) throws(ProtoFault) -> ExtensionChoice {
        ExtensionChoice(own: try definitions(text))
    }

    /// What is said of a file; nil if it can be read.
    static func fault(_ text: String) -> String? { fault(["a.proto": text], given: ["a.proto"]) }

    static func fault(_ texts: [String: String], given: [String], searchFolders: [String] = []) -> String? {
        do throws(ProtoFault) {
            _ = try linked(texts, given: given)
            return nil
        } catch {
            return error.description
        }
    }

    /// The bytes of a message decoded, encoded and decoded again: whole, and as flat rows.
    static func rows(_ feed: [UInt8], _ choice: ExtensionChoice) throws -> (whole: [String], flat: [String]) {
        let whole = try Decoding(feed, extensions: choice)
        let out = ProtobufWriter()
        let encoder = MessageEncoder(choice, into: out)
        let again = try Decoding(try Decoding.encode(whole.lines, encoder, into: out), extensions: choice)
        XCTAssertEqual(again.lines, whole.lines)
        return (whole.lines, try Decoding(feed, nested: false, extensions: choice).lines)
    }
}
