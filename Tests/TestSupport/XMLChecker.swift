/// Reads a document as XML 1.0 without a document type, namespaces or other entities than the five, and says what is
/// wrong with it; stricter than XML where our documents have no need of more.
public struct XMLChecker {
    /// nil for a well-formed document.
    public let fault: String?
    /// Names of elements, with how often they occur.
    public private(set) var elements: [String: Int] = [:]
    /// The text of the elements, without markup, each as it was met.
    public private(set) var texts: [String] = []

    public init(_ document: String) {
        var reader = Reader(scalars: Array(document.unicodeScalars))
        do {
            try reader.document()
            fault = nil
        } catch {
            fault = "\(error)"
        }
        elements = reader.elements
        texts = reader.texts
    }

    private struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    private struct Reader {
        let scalars: [Unicode.Scalar]
        var place = 0
        var elements: [String: Int] = [:]
        var texts: [String] = []

        func fault(_ what: String) -> Fault {
            let from = max(0, place - 60)
            let near = String(String.UnicodeScalarView(scalars[from..<min(scalars.count, place + 20)]))
            return Fault(description: "\(what) at \(place), near \(near)")
        }

        func starts(_ text: String) -> Bool {
            let wanted = Array(text.unicodeScalars)
            return place + wanted.count <= scalars.count && Array(scalars[place..<place + wanted.count]) == wanted
        }

        mutating func skip(past text: String) throws {
            while place < scalars.count {
                if starts(text) {
                    place += text.unicodeScalars.count
                    return
                }
                place += 1
            }
            throw fault("no \(text)")
        }

        mutating func blanks() {
            while place < scalars.count, [" ", "\n", "\t", "\r"].contains(scalars[place]) { place += 1 }
        }

        mutating func name() throws -> String {
            var name = ""
            while place < scalars.count,
                scalars[place].properties.isAlphabetic || "-_:0123456789".unicodeScalars.contains(scalars[place])
            {
                name.unicodeScalars.append(scalars[place])
                place += 1
            }
            guard let first = name.unicodeScalars.first, first.properties.isAlphabetic else { throw fault("no name") }
            return name
        }

        /// One character of text or of a value.
        mutating func character() throws -> Unicode.Scalar {
            let scalar = scalars[place]
            switch scalar.value {
            case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: break
            default: throw fault("U+\(String(scalar.value, radix: 16)) is not a character of XML")
            }
            guard scalar == "&" else {
                place += 1
                return scalar
            }
            for (entity, value) in [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")]
            where starts(entity) {
                place += entity.unicodeScalars.count
                return value.unicodeScalars.first!
            }
            throw fault("& without entity")
        }

        mutating func document() throws {
            if starts("<?xml ") { try skip(past: "?>") }
            blanks()
            try element()
            blanks()
            if place != scalars.count { throw fault("something after the document") }
        }

        mutating func element() throws {
            var open: [(name: String, text: String)] = []
            repeat {
                guard place < scalars.count else { throw fault("\(open.last?.name ?? "") is not closed") }
                if starts("</") {
                    place += 2
                    let closed = try name()
                    blanks()
                    guard starts(">"), let last = open.popLast(), last.name == closed else {
                        throw fault("</\(closed)>")
                    }
                    place += 1
                    if !last.text.isEmpty { texts.append(last.text) }
                } else if starts("<") {
                    place += 1
                    let name = try name()
                    elements[name, default: 0] += 1
                    if try attributes() { open.append((name, "")) }
                } else if open.isEmpty {
                    throw fault("text outside the document")
                } else {
                    if starts("]]>") { throw fault("]]>") }
                    let scalar = try character()
                    open[open.count - 1].text.unicodeScalars.append(scalar)
                }
            } while !open.isEmpty
        }

        /// Reads to the end of a tag; false where it closes itself.
        mutating func attributes() throws -> Bool {
            var seen: Set<String> = []
            while true {
                blanks()
                guard place < scalars.count else { throw fault("a tag is not closed") }
                if starts("/>") {
                    place += 2
                    return false
                }
                if starts(">") {
                    place += 1
                    return true
                }
                let attribute = try name()
                guard seen.insert(attribute).inserted else { throw fault("\(attribute) twice") }
                guard starts("=\"") else { throw fault("\(attribute) without value") }
                place += 2
                while place < scalars.count, scalars[place] != "\"" {
                    if scalars[place] == "<" { throw fault("< in a value") }
                    _ = try character()
                }
                place += 1
            }
        }
    }
}
