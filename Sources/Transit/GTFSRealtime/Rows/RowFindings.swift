/// Takes what the row writer notices about the values it writes.
public protocol RowFindings: AnyObject {
    /// A field that the specification requires is not there; nothing is done about it.
    func isMissing(field: String)
    /// A text is not UTF-8 and is written as Windows-1252 would have it.
    func isNotUTF8(field: String, value: UnsafeRawBufferPointer)
    /// A number is not finite and is written as null.
    func isNotFinite(field: String, value: String)
}
