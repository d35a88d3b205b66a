/// What names have in common.
public enum SharedName {
    /// What all names begin with, up to a separator; nil where that says nothing.
    public static func of(_ names: [String]) -> String? {
        guard let first = names.first else { return nil }
        var shared = Array(first.unicodeScalars)
        for name in names.dropFirst() {
            let count = zip(shared, name.unicodeScalars).prefix { $0 == $1 }.count
            shared.removeLast(shared.count - count)
        }
        let isEnd = { (scalar: Unicode.Scalar) in " ,;:(/–-".unicodeScalars.contains(scalar) }
        if !names.allSatisfy({ $0 == first }) {
            // "Central, Platform 1" and "Central, Platform 2" are both at "Central".
            while let last = shared.last, !isEnd(last) { shared.removeLast() }
            while let last = shared.last, isEnd(last) { shared.removeLast() }
            if let comma = shared.lastIndex(where: { $0 == "," || $0 == "(" }),
                !shared[comma...].dropFirst(2).contains(" ")
            {
                shared = Array(shared[..<comma])
            }
        }
        while let last = shared.last, isEnd(last) { shared.removeLast() }
        guard shared.count > 2 else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: shared)
        return String(text)
    }
}
