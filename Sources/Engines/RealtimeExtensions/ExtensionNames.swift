import GTFSRealtime
import StageKit

extension ExtensionChoice {
    /// Reads `--extensions`, nil for all, and `--extension-number`, both of which decoding and encoding have.
    /// - Throws: `UnusableOption` for an extension that there is not, and for what is not a name with a number.
    public init(names: String? = nil, numbers: [String]) throws {
        self.init()
        if let names {
            self.names = names == "none" ? [] : names.split(separator: ",").map(String.init)
            for name in self.names { try ExtensionChoice.check(name, "--extensions") }
        }
        for text in numbers {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Int(parts[1]), 1000..<(1 << 29) ~= number else {
                throw UnusableOption(
                    "--extension-number takes a name and a number from 1000 up, as in tfnsw=1999; not '\(text)'")
            }
            try ExtensionChoice.check(String(parts[0]), "--extension-number")
            self.numbers[String(parts[0])] = number
        }
    }

    private static func check(_ name: String, _ flag: String) throws {
        guard !Extension.names.contains(name) else { return }
        throw UnusableOption("\(flag): no extension '\(name)'; \(NearestNames.words(name, among: Extension.names))")
    }
}
