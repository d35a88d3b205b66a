/// How one column is handled for a reader that wants only some values of each row.
struct WantedColumn {
    enum Work: UInt8 {
        /// Writes the value.
        case text, uint32, uint64, number, any
        /// Does not write the value, but reports what writing it would report.
        case checkText, checkFloat, checkDouble, checkAny
    }

    let work: Work
    let isAlwaysPresent: Bool
    let index: Int
    /// The position among the values that the reader wants, or -1.
    let place: Int
    let column: UnsafePointer<FlatColumn>

    /// - Parameter place: nil for a column that the reader does not want.
    /// - Returns: nil if the reader does not want the column and writing its value can never cause a report.
    init?(_ column: UnsafePointer<FlatColumn>, place: Int?, namesEnumerations: Bool) {
        let field = column.pointee.field.pointee
        switch field.kind {
        case _ where field.isRepeated: work = place == nil ? .checkAny : .any
        case .string: work = place == nil ? .checkText : .text
        case .float: work = place == nil ? .checkFloat : .any
        case .double: work = place == nil ? .checkDouble : .any
        case .message: work = place == nil ? .checkAny : .any
        case _ where place == nil: return nil
        case .uint32: work = .uint32
        case .uint64: work = .uint64
        case .enumeration where !namesEnumerations: work = .number
        default: work = .any
        }
        self.column = column
        self.place = place ?? -1
        isAlwaysPresent = column.pointee.isAlwaysPresent && place != nil
        index = column.pointee.index
    }
}
