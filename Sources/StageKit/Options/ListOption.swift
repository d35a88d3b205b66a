/// Options that take lists, which all obey one rule.
///
/// A list option may be repeated, and its values add up; a comma parts each value, and blanks around a comma do not
/// count. So `--by route_id,hour`, `--by "route_id, hour"` and `--by route_id --by hour` are the same. An id may hold a
/// comma itself: a value with a comma names the id that is written so and the ids between its commas, whichever of them
/// there are.
public enum ListOption {
    /// The names that an option's values list: tables, keys, codes, which hold no comma.
    /// - Throws: `UnusableOption` for a name that is empty: a blank after a comma, outside of quotes, ends the value.
    public static func names(_ values: [String], _ option: String) throws(UnusableOption) -> [String] {
        var names: [String] = []
        for value in values {
            let parts = parts(of: value)
            guard !parts.contains("") else { throw UnusableOption(emptyName(value, option)) }
            names += parts
        }
        return names
    }

    /// The same as one text with commas; nil where the option was not given.
    public static func text(_ values: [String], _ option: String) throws(UnusableOption) -> String? {
        values.isEmpty ? nil : try names(values, option).joined(separator: ",")
    }

    /// All ids that the values may name.
    public static func ids(_ values: [String]) -> [String] {
        values.flatMap { value in value.contains(",") ? [value] + named(value) : [value] }
    }

    /// What the values name and there is not: a value with a comma that is no id itself names the ids between its
    /// commas.
    public static func unmet(_ values: [String], isMet: (String) -> Bool) -> [String] {
        var unmet: [String] = []
        for value in values where !isMet(value) {
            for id in value.contains(",") ? named(value) : [value] where !isMet(id) && !unmet.contains(id) {
                unmet.append(id)
            }
        }
        return unmet
    }

    private static func named(_ value: String) -> [String] { parts(of: value).filter { !$0.isEmpty } }

    /// The texts between commas without the blanks around them. A loop over bytes: the generic algorithms of strings
    /// would cost each start of a stage a millisecond, because the runtime looks their types up.
    private static func parts(of value: String) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        for byte in value.utf8 {
            if byte == UInt8(ascii: ",") {
                parts.append(trimmed(&part))
            } else if byte != UInt8(ascii: " ") || !part.isEmpty {
                part.append(byte)
            }
        }
        parts.append(trimmed(&part))
        return parts
    }

    private static func trimmed(_ part: inout [UInt8]) -> String {
        while part.last == UInt8(ascii: " ") { part.removeLast() }
        defer { part.removeAll(keepingCapacity: true) }
        return String(decoding: part, as: UTF8.self)
    }

    private static func emptyName(_ value: String, _ option: String) -> String {
        let text = Finding.quoted(value)
        if value.isEmpty { return "\(option) takes a name, or several with commas" }
        if value.hasSuffix(",") {
            return "\(option) \(text) ends with a comma: write the list without blanks, or in quotes"
        }
        return "\(option) \(text) has an empty name: write one comma between two names"
    }
}
