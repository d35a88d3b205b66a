import TimeZones

/// Days and names of the files of an archive, all in UTC: `NAME/2026/11/21/NAME-20261121T080015Z.pb`.
enum SnapshotName {
    /// `2026/11/21`
    static func day(_ posix: Int) -> String { date(posix).text.replacing("-", with: "/") }

    /// `NAME-20261121T080015Z`
    static func stem(_ name: String, _ posix: Int) -> String {
        let clock = ClockTime.text(CivilDate.split(posix).secondOfDay).replacing(":", with: "")
        return name + "-" + date(posix).compactText + "T" + clock + "Z"
    }

    /// Whether `file` is what `stem` with an extension, and perhaps a number before it, makes for a feed's name.
    static func isSnapshot(_ file: String, of name: String) -> Bool {
        guard file.hasPrefix(name + "-") else { return false }
        let rest = Array(file.utf8.dropFirst(name.utf8.count + 1))
        guard rest.count > 17, rest[8] == UInt8(ascii: "T"), rest[15] == UInt8(ascii: "Z") else { return false }
        let digits = rest[0..<8] + rest[9..<15]
        return digits.allSatisfy { 0x30...0x39 ~= $0 }
            && (rest[16] == UInt8(ascii: ".") || rest[16] == UInt8(ascii: "-"))
    }

    /// Days from 1970-01-01 to the date of a folder `2026`, `11`, `21`; nil where they are not a date.
    static func days(year: String, month: String, day: String) -> Int? {
        guard isNumber(year, 4), isNumber(month, 2), isNumber(day, 2), let year = Int(year),
            let month = Int(month), let day = Int(day), 1...12 ~= month, 1...31 ~= day, year > 0
        else { return nil }
        return CivilDate(year: year, month: month, day: day).daysSinceEpoch
    }

    /// Whether a folder's name is a number of that many digits, as those of years, months and days are.
    static func isNumber(_ name: String, _ digits: Int) -> Bool {
        name.utf8.count == digits && name.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func date(_ posix: Int) -> CivilDate { CivilDate(daysSinceEpoch: CivilDate.split(posix).days) }
}
