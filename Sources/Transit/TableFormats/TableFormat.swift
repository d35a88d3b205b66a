import Parquet

/// How the pages of a Parquet file are compressed.
public typealias TableCompression = ParquetCompression

/// A format of flat tables: how the rows of one table become the bytes of one file.
///
/// A new format is a file of this module with a value of this type, and its name in `all`. What `--format` of every stage
/// offers, files of `--split`, help, completions and man pages follow from it.
public struct TableFormat: Sendable, Equatable {
    /// As it is typed after `--format`, and what the names of its files end with.
    public let name: String
    /// What messages call it.
    public let title: String
    /// What the help says beside the name; nil where the name says it.
    public let gloss: String?
    /// Whether it is text, a row at least a line: a terminal may show it, and rows of several writers may follow each other.
    public let isText: Bool
    /// Whether a file of it holds geometries; features stay lines of GeoJSON where it does not.
    public let holdsFeatures: Bool
    private let make: @Sendable (TableShape, TableOutput) throws -> any TableWriter

    init(
        _ name: String, title: String, gloss: String? = nil, isText: Bool = false, holdsFeatures: Bool = false,
        _ make: @escaping @Sendable (TableShape, TableOutput) throws -> any TableWriter
    ) {
        self.name = name
        self.title = title
        self.gloss = gloss
        self.isText = isText
        self.holdsFeatures = holdsFeatures
        self.make = make
    }

    /// Every format, in the order in which the help lists them.
    public static let all: [TableFormat] = [.csv, .parquet, .xlsx]

    /// All of them in a sentence: `csv, parquet and xlsx`.
    public static let words =
        all.dropLast().map(\.name).joined(separator: ", ") + " and " + (all.last?.name ?? "")

    /// Begins a file.
    /// - Throws: `TableFault` where the table has no place in it; what `output` throws.
    package func begin(_ shape: TableShape, _ output: TableOutput) throws -> any TableWriter {
        try make(shape, output)
    }

    public static func == (left: TableFormat, right: TableFormat) -> Bool { left.name == right.name }
}

/// Writes the file of one table front to back, into a stream that cannot seek.
package protocol TableWriter: AnyObject {
    /// Adds a record, which must be a line that scans, without its line end.
    func append(_ line: UnsafeRawBufferPointer) throws
    /// Passes on what a reader can use already.
    func flush() throws
    /// Writes what is left; nothing may follow. Another thread may do it, so it must not call `TableOutput.tell`.
    func finish() throws
}

/// Where a file's bytes go, and what is to be told of its values.
package struct TableOutput {
    package let write: (UnsafeRawBufferPointer) throws -> Void
    package let tell: (TableProblem) -> Void
    /// Whether text that a spreadsheet would take for a formula begins with an apostrophe, where the format has no types.
    package let guardsFormulas: Bool
    /// How pages are compressed, where the format has pages.
    package let compression: TableCompression
    /// The number of threads that may encode columns, or compress, at once.
    package let jobs: Int

    package init(
        guardsFormulas: Bool = false, compression: TableCompression = .gzip, jobs: Int = 1,
        tell: @escaping (TableProblem) -> Void = { _ in },
        write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.write = write
        self.tell = tell
        self.guardsFormulas = guardsFormulas
        self.compression = compression
        self.jobs = jobs
    }
}

/// A value that a file does not hold as its record does.
package struct TableProblem {
    /// A stable name in lower_snake_case.
    package let code: String
    package let column: String
    package let value: UnsafeRawBufferPointer
    /// Whether the file has null in its place.
    package let isNull: Bool
    /// What is wrong and what the file has, without its subject: `is longer than … (cut there)`.
    package let sentence: String
}

/// Why a file cannot be written.
package enum TableFault: Error {
    /// A library is not on this machine: a message for people.
    case libraryMissing(String)
    /// Too much for the format: a message for people.
    case tooLarge(String)
    /// A record that does not scan, which is a fault of the program.
    case unreadable(String)
}
