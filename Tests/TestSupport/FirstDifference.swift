/// Says where two outputs begin to differ: the first line that does, marked, with the lines around it.
///
///     line 3 differs (12 lines expected, 12 came)
///         1 {"table":"agency"}
///         2 {"table":"stops","stop_id":"A"}
///     -   3 {"table":"stops","stop_id":"B"}
///     +   3 {"table":"stops","stop_id":"b"}
///         4 {"table":"stops","stop_id":"C"}
///
/// Of a long line only what is around its first byte that differs is shown.
public struct FirstDifference: CustomStringConvertible {
    private static let context = 3
    /// How many lines of one side may be missing on the other before what follows is told as different too.
    private static let reach = 20
    private static let width = 200

    private let expected: [ArraySlice<UInt8>]
    private let actual: [ArraySlice<UInt8>]
    /// The first line that differs, counted from 0.
    private let line: Int
    /// Its first byte that differs.
    private let column: Int

    /// Returns nil where both are the same.
    public init?(expected: [UInt8], actual: [UInt8]) {
        if expected == actual { return nil }
        self.expected = FirstDifference.lines(expected)
        self.actual = FirstDifference.lines(actual)
        line =
            zip(self.expected, self.actual).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(self.expected.count, self.actual.count)
        let pair = (FirstDifference.line(line, of: self.expected), FirstDifference.line(line, of: self.actual))
        column = zip(pair.0, pair.1).enumerated().first { $1.0 != $1.1 }?.offset ?? min(pair.0.count, pair.1.count)
    }

    /// The lines, the last of them marked where it has no newline.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let last = lines.removeLast()
        if !last.isEmpty { lines.append(last + Array(" (no newline)".utf8)) }
        return lines
    }

    private static func line(_ index: Int, of lines: [ArraySlice<UInt8>]) -> ArraySlice<UInt8> {
        index < lines.count ? lines[index] : []
    }

    public var description: String {
        let (gone, come) = lengths()
        var text = "line \(line + 1) differs (\(count(expected)) expected, \(count(actual)) came)"
        for index in max(line - FirstDifference.context, 0)..<line { text += shown(index, expected[index], " ") }
        for index in (line..<line + gone).prefix(FirstDifference.context) {
            text += shown(index, expected[index], "-")
        }
        if gone > FirstDifference.context { text += "\n-     … \(gone - FirstDifference.context) more" }
        for index in (line..<line + come).prefix(FirstDifference.context) { text += shown(index, actual[index], "+") }
        if come > FirstDifference.context { text += "\n+     … \(come - FirstDifference.context) more" }
        for index in (line + come..<max(actual.count, line + come)).prefix(FirstDifference.context) {
            // Beyond the reach lines may differ again.
            if index - come + gone >= expected.count || expected[index - come + gone] != actual[index] { break }
            text += shown(index, actual[index], " ")
        }
        return text
    }

    private func count(_ lines: [ArraySlice<UInt8>]) -> String {
        "\(lines.count) line\(lines.count == 1 ? "" : "s")"
    }

    /// The fewest lines of each side after which both go on alike.
    private func lengths() -> (gone: Int, come: Int) {
        let left = expected.count - line
        let right = actual.count - line
        for both in 1...2 * FirstDifference.reach {
            for gone in max(both - right, 0)...both where gone <= left {
                let come = both - gone
                if gone == left, come == right { return (gone, come) }
                if gone < left, come < right, expected[line + gone] == actual[line + come] { return (gone, come) }
            }
        }
        return (min(left, 1), min(right, 1))
    }

    private func shown(_ index: Int, _ line: ArraySlice<UInt8>, _ mark: String) -> String {
        let number = String(index + 1)
        var text = String(repeating: " ", count: max(5 - number.count, 0)) + number + " "
        // Of a long line the part around the byte that differs.
        let from = line.count > FirstDifference.width ? max(column - FirstDifference.width / 2, 0) : 0
        let part = line.dropFirst(from).prefix(FirstDifference.width)
        if from > 0 { text += "…" }
        text += FirstDifference.printable(part)
        if from + part.count < line.count { text += "… (\(line.count) bytes, byte \(column + 1) is the first)" }
        return "\n" + mark + text
    }

    /// UTF-8 as it is; other bytes and control characters in hexadecimal.
    private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar.value < 0x20 || scalar.value == 0x7F {
                let digits = String(scalar.value, radix: 16)
                text += "\\x" + (digits.count < 2 ? "0" : "") + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
