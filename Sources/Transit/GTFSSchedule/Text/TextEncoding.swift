/// How the bytes of a feed's file become text.
public enum TextEncoding: String, Sendable, CaseIterable {
    /// UTF-8 where the whole file is valid UTF-8, Windows-1252 otherwise.
    case auto
    /// UTF-8; a byte that is not becomes U+FFFD.
    case utf8 = "utf-8"
    case windows1252 = "windows-1252"
}
