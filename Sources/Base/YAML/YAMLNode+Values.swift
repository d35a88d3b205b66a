/// Values of a configuration, with faults that say the line and what is due.
extension YAMLNode {
    /// - Throws: `YAMLFault` for anything but a mapping.
    public func mapping() throws(YAMLFault) -> [YAMLMember] {
        guard case .mapping(let members) = content else { throw due("a mapping") }
        return members
    }

    /// - Throws: `YAMLFault` for anything but a list.
    public func list() throws(YAMLFault) -> [YAMLNode] {
        guard case .sequence(let nodes) = content else { throw due("a list") }
        return nodes
    }

    /// - Throws: `YAMLFault` for anything but a text that is there.
    public func text() throws(YAMLFault) -> String {
        guard case .scalar(let text, _) = content, !isNull else { throw due("a text") }
        return text
    }

    /// - Throws: `YAMLFault` for anything but a finite number.
    public func number() throws(YAMLFault) -> Double {
        let text = try text()
        guard let number = Double(text), number.isFinite else {
            throw YAMLFault(line: line, reason: "'\(text)' is not a number")
        }
        return number
    }

    private func due(_ what: String) -> YAMLFault { YAMLFault(line: line, reason: "expected \(what), not \(kind)") }
}
