/// Numbers as hexadecimal digits in lower case.
public enum Hexadecimal {
    /// As many digits as the type has room for, `0000000a`.
    public static func text(_ value: some FixedWidthInteger & UnsignedInteger) -> String {
        text(value, digits: value.bitWidth / 4)
    }

    /// At least that many digits, zeros in front.
    public static func text(_ value: some BinaryInteger, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
