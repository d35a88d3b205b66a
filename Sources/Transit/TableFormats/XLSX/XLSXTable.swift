import Contract
import NDJSON

extension TableFormat {
    /// A workbook of Office Open XML, as Excel and LibreOffice read it.
    public static let xlsx = TableFormat("xlsx", title: "XLSX", gloss: "a workbook") { try XLSXTable($0, $1) }
}

/// Turns records of one table into rows of a workbook.
///
/// Ids and other texts are texts, digits or not; dates and times of service days and wall clocks are what spreadsheets
/// reckon with. A value that does not fit the type of its column is text, so that nothing is lost.
final class XLSXTable: TableWriter {
    /// Digits that a spreadsheet keeps of a number.
    private static let digits = 15

    private let columns: [FileColumn]
    private let cells: [XLSXCell]
    private let scanner: RecordScanner
    private let scratch = RecordWriter(capacity: 256)
    private let workbook: Workbook
    private let tell: (TableProblem) -> Void

    /// - Parameter rowLimit: of a sheet; tests lower it.
    init(_ shape: TableShape, _ output: TableOutput, rowLimit: Int = Workbook.rowLimit) throws {
        columns = FileColumn.all(shape.columns)
        guard columns.count <= Workbook.columnLimit else {
            throw TableFault.tooLarge(
                "\(shape.table): \(columns.count) columns exceed the limit of \(Workbook.columnLimit) for a sheet"
                    + "; nothing was written; use --format csv or parquet")
        }
        cells = columns.map { XLSXCell($0.description, namesEnumerations: shape.namesEnumerations) }
        scanner = RecordScanner(fields: shape.columns.map(\.name))
        tell = output.tell
        workbook = try Workbook(
            shape.table, columns: columns.map(\.description.name), rowLimit: rowLimit, jobs: output.jobs,
            write: output.write)
    }

    func append(_ line: UnsafeRawBufferPointer) throws {
        do throws(JSONFault) { try scanner.scan(line) } catch {
            throw TableFault.unreadable("a record is not valid JSON: \(error.reason)")
        }
        try workbook.beginRow()
        for place in columns.indices {
            let value = scanner[columns[place].source]
            if value.isPresent { append(value, cells[place], at: place) }
        }
        try workbook.endRow()
    }

    /// A sheet is readable when the workbook is whole.
    func flush() {}

    func finish() throws { try workbook.finish() }

    private func append(_ value: JSONValue, _ cell: XLSXCell, at place: Int) {
        switch cell {
        case .text: text(value, at: place)
        case .asWritten: asWritten(value, at: place)
        case .day:
            if let day = Day.read(value, nil), let serial = SerialTime.days(day) {
                workbook.date(serial, at: place)
            } else {
                text(value, at: place)
            }
        case .serviceTime:
            if let seconds = ServiceTime.read(value, nil), seconds >= 0 {
                workbook.duration(seconds, at: place)
            } else {
                text(value, at: place)
            }
        case .posix:
            if let seconds = value.integer, let serial = SerialTime.seconds(seconds) {
                workbook.dateTime(serial, at: place)
            } else {
                asWritten(value, at: place)
            }
        case .localTime:
            if let time = DateTime.read(value, nil), let serial = SerialTime.seconds(time.instant + time.offset) {
                workbook.dateTime(serial, at: place)
            } else if !columns[place].isLocalTime {
                // Else it stands as text in the column beside it.
                text(value, at: place)
            }
        }
    }

    /// A number as a number, true and false as such, all else as text.
    private func asWritten(_ value: JSONValue, at place: Int) {
        switch value.kind {
        case .number where XLSXTable.isExact(value.inside): workbook.number(value.inside, at: place)
        case .bool: workbook.flag(value.bool == true, at: place)
        default: text(value, at: place)
        }
    }

    private func text(_ value: JSONValue, at place: Int) {
        var bytes = value.inside
        if value.kind == .string, value.hasEscapes {
            scratch.removeAll()
            JSONText.unescape(value.inside, into: scratch)
            bytes = scratch.bytes
        }
        guard !workbook.text(bytes, at: place) else { return }
        tell(
            TableProblem(
                code: "cell_too_long", column: columns[place].description.name, value: value.raw, isNull: false,
                sentence: "exceeds the 32,767 characters of a cell; truncated"))
    }

    /// Whether a spreadsheet keeps a number: a whole one of more digits is an id.
    private static func isExact(_ digits: UnsafeRawBufferPointer) -> Bool {
        guard digits.count > XLSXTable.digits else { return true }
        if digits.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) {
            return JSONNumber.double(digits)?.isFinite == true
        }
        return digits.count - (digits[0] == UInt8(ascii: "-") ? 1 : 0) <= XLSXTable.digits
    }
}

/// What a column of a table is in a workbook.
enum XLSXCell {
    /// Text, also where the value is written as a number.
    case text
    /// As the value is: number, truth, text.
    case asWritten
    case day
    case serviceTime
    /// Seconds after 1970, as a date and time of UTC.
    case posix
    /// The reading of the clock there, of a time with an offset.
    case localTime

    init(_ column: ColumnDescription, namesEnumerations: Bool) {
        switch column.type {
        case .string where column.name.hasSuffix("_local"), .dateTime where column.name.hasSuffix("_local"):
            self = .localTime
        case .string, .textOrBytes, .dateTime: self = .text
        case .integer where column.unit == .posixSeconds: self = .posix
        case .date: self = .day
        case .time: self = .serviceTime
        case .integer, .number, .boolean, .enumeration, .array, .object, .any: self = .asWritten
        }
    }
}

/// Times as spreadsheets count them: days after 1899-12-30, of which those before 1900-03-01 mean another date to some.
enum SerialTime {
    private static let epoch = 25_569
    private static let range = 61...2_958_465

    /// - Parameter days: after 1970-01-01.
    /// - Returns: nil for a day that spreadsheets do not have.
    static func days(_ days: Int) -> Int? {
        let (serial, overflows) = days.addingReportingOverflow(epoch)
        return !overflows && range.contains(serial) ? serial : nil
    }

    /// - Parameter seconds: after 1970-01-01 00:00:00.
    /// - Returns: seconds after 1899-12-30; nil for a time that spreadsheets do not have.
    static func seconds(_ seconds: Int) -> Int? {
        guard seconds.magnitude < 1 << 50,
            (range.lowerBound * 86_400..<(range.upperBound + 1) * 86_400)
                .contains(seconds + epoch * 86_400)
        else { return nil }
        return seconds + epoch * 86_400
    }
}
