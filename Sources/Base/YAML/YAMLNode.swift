/// A value of a YAML document with the line it stands in, so that what is wrong can be shown where it is.
public struct YAMLNode: Sendable, Equatable {
    public indirect enum Content: Sendable, Equatable {
        /// Text as it stands after YAML's own quoting. A plain scalar has no quotes and so may be a number, a truth
        /// value or null.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        case mapping([YAMLMember])
    }

    /// Counted from 1.
    public let line: Int
    public let content: Content

    /// Whether nothing stands here: an empty plain scalar, `~` or `null`.
    public var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// What the node is, for messages.
    public var kind: String {
        switch content {
        case .scalar: isNull ? "nothing" : "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}

/// A key of a mapping with its value; the key's line is where a wrong key is shown.
public struct YAMLMember: Sendable, Equatable {
    public let key: String
    public let line: Int
    public let value: YAMLNode
}

/// Why a text is not a document that can be read.
public struct YAMLFault: Error, Equatable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    public let reason: String

    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }

    public var description: String { "line \(line): \(reason)" }
}
