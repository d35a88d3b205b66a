import TableFormats

/// What an option takes, in the words that are typed, as `--format` of a stage does.
public protocol OutputFormat: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
    /// What the help says beside the word; nil where the word says it.
    var gloss: String? { get }
}

extension OutputFormat {
    public var gloss: String? { nil }

    /// All of them as the help lists them: `ndjson, csv or html (a page).`
    public static var sentence: String {
        allCases.map { $0.rawValue + ($0.gloss.map { " (\($0))" } ?? "") }.alternatives + "."
    }
}

/// The formats of a stage: its own, of which the first is its lines, and those that all flat tables have.
public enum StageFormat<Own: OutputFormat>: OutputFormat {
    case own(Own)
    case table(TableFormat)

    public init?(rawValue: String) {
        guard let format = StageFormat.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = format
    }

    public var rawValue: String {
        switch self {
        case .own(let format): format.rawValue
        case .table(let format): format.name
        }
    }

    public var gloss: String? {
        switch self {
        case .own(let format): format.gloss
        case .table(let format): format.gloss
        }
    }

    /// The stage's lines, the formats of tables, what else the stage has.
    public static var allCases: [StageFormat] {
        let own = Own.allCases.map(StageFormat.own)
        return own.prefix(1) + TableFormat.all.map(StageFormat.table) + own.dropFirst()
    }

    /// What holds of the formats of tables: `The formats csv, parquet and xlsx need --split`.
    public static func tables(_ remark: String) -> String { "The formats \(TableFormat.words) \(remark)" }

    /// The format of tables that it is; nil for the stage's own.
    public var table: TableFormat? {
        if case .table(let format) = self { format } else { nil }
    }

    /// The same as a format of records; nil where the stage's own is none.
    public var ofRecords: RecordFormat? {
        switch self {
        case .own(let format): RecordLines(rawValue: format.rawValue).map { .own($0) }
        case .table(let format): .table(format)
        }
    }
}

/// Lines of records.
public enum RecordLines: String, OutputFormat {
    case ndjson
}

/// The formats of a stage that writes records and nothing else.
public typealias RecordFormat = StageFormat<RecordLines>

extension StageFormat where Own == RecordLines {
    public static var ndjson: RecordFormat { .own(.ndjson) }

    /// What is wrong with the format beside --pass-through; nil when nothing is.
    public func problem(with common: CommonOptions) -> String? {
        guard common.passThrough, self != .ndjson else { return nil }
        return "--pass-through does not work with --format \(rawValue): its file holds one table"
    }
}
