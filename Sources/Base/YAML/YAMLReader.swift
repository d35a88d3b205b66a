import CYAML

/// Reads one document of YAML 1.1 through libyaml's events.
///
/// Anchors, aliases and tags are refused: they make text say what it does not show, and a small file large. A key that
/// occurs twice in a mapping is refused too, where most readers keep the last without a word.
public struct YAMLReader {
    /// Deeper nesting is not configuration that a person wrote.
    private static let deepest = 64
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// The document in `bytes`, UTF-8 or UTF-16 with a mark.
    /// - Throws: `YAMLFault` with the line.
    public static func read(_ bytes: [UInt8]) throws(YAMLFault) -> YAMLNode {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { parser.deallocate() }
        guard yaml_parser_initialize(parser) == 1 else { throw YAMLFault(line: 1, reason: "out of memory") }
        defer { yaml_parser_delete(parser) }
        // The parser keeps the pointer, so the bytes must not move until it is done.
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
        defer { copy.deallocate() }
        _ = copy.update(fromContentsOf: bytes)
        yaml_parser_set_input_string(parser, copy.baseAddress, bytes.count)
        return try YAMLReader(parser: parser).document()
    }

    private init(parser: UnsafeMutablePointer<yaml_parser_t>) { self.parser = parser }

    private func document() throws(YAMLFault) -> YAMLNode {
        _ = try next()
        let start = try next()
        if start.kind == YAML_STREAM_END_EVENT { throw YAMLFault(line: 1, reason: "the file is empty") }
        let root = try node(try next(), depth: 0)
        _ = try next()
        let after = try next()
        if after.kind != YAML_STREAM_END_EVENT {
            throw YAMLFault(line: after.line, reason: "a second document begins here; a file must hold one document")
        }
        return root
    }

    /// What is needed of an event, copied out of libyaml's memory.
    private struct Event {
        let kind: yaml_event_type_t
        let line: Int
        var text = ""
        var isPlain = false
    }

    private func next() throws(YAMLFault) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw fault() }
        defer { yaml_event_delete(&event) }
        var copy = Event(kind: event.type, line: Int(event.start_mark.line) + 1)
        let anchor: UnsafeMutablePointer<yaml_char_t>?
        let tag: UnsafeMutablePointer<yaml_char_t>?
        switch event.type {
        case YAML_ALIAS_EVENT:
            throw YAMLFault(line: copy.line, reason: "aliases are not supported; write out the value")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            anchor = scalar.anchor
            tag = scalar.tag
            copy.text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            copy.isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            if copy.text.utf8.contains(0) { throw YAMLFault(line: copy.line, reason: "a value must not contain a NUL") }
        case YAML_SEQUENCE_START_EVENT:
            anchor = event.data.sequence_start.anchor
            tag = event.data.sequence_start.tag
        case YAML_MAPPING_START_EVENT:
            anchor = event.data.mapping_start.anchor
            tag = event.data.mapping_start.tag
        default: return copy
        }
        if anchor != nil { throw YAMLFault(line: copy.line, reason: "anchors are not supported; write out the value") }
        if tag != nil { throw YAMLFault(line: copy.line, reason: "tags are not supported") }
        return copy
    }

    private func node(_ event: Event, depth: Int) throws(YAMLFault) -> YAMLNode {
        if depth > YAMLReader.deepest { throw YAMLFault(line: event.line, reason: "the document is nested too deeply") }
        switch event.kind {
        case YAML_SEQUENCE_START_EVENT:
            var items: [YAMLNode] = []
            while true {
                let item = try next()
                if item.kind == YAML_SEQUENCE_END_EVENT { break }
                items.append(try node(item, depth: depth + 1))
            }
            return YAMLNode(line: event.line, content: .sequence(items))
        case YAML_MAPPING_START_EVENT:
            var members: [YAMLMember] = []
            var lines: [String: Int] = [:]
            while true {
                let key = try next()
                if key.kind == YAML_MAPPING_END_EVENT { break }
                guard key.kind == YAML_SCALAR_EVENT else {
                    throw YAMLFault(line: key.line, reason: "a key must be text")
                }
                if let first = lines.updateValue(key.line, forKey: key.text) {
                    throw YAMLFault(
                        line: key.line, reason: "the key '\(key.text)' occurs twice, first in line \(first)")
                }
                let value = try node(try next(), depth: depth + 1)
                members.append(YAMLMember(key: key.text, line: key.line, value: value))
            }
            return YAMLNode(line: event.line, content: .mapping(members))
        default:
            return YAMLNode(line: event.line, content: .scalar(event.text, isPlain: event.isPlain))
        }
    }

    /// What libyaml says is wrong. Its reader knows the byte, its scanner and parser know the mark.
    private func fault() -> YAMLFault {
        let parser = parser.pointee
        var reason = parser.problem.map { String(cString: $0) } ?? "cannot be read"
        if let context = parser.context { reason = String(cString: context) + ": " + reason }
        if parser.error == YAML_READER_ERROR {
            reason += parser.problem_value >= 0 ? " (byte \(parser.problem_offset))" : ""
            return YAMLFault(line: Int(parser.mark.line) + 1, reason: reason)
        }
        return YAMLFault(line: Int(parser.problem_mark.line) + 1, reason: reason)
    }
}
