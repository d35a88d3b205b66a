import Contract
import DecodeRTStage
import Platform
import StageKit

/// Decoded GTFS-Realtime messages, with vehicle positions, trip updates and alerts as typed rows.
///
/// The extensions that Linefeed ships are decoded too. Memory: the decoded fields as text.
public struct RealtimeMessages: Sendable {
    /// Complete records, one per line, as decoded.
    let records: [UInt8]
    let name: String
    /// Findings about the messages, for example damaged entities and unknown fields.
    public let findings: [FeedFinding]

    /// Decodes messages from files in protobuf format: single messages, or several in a row with or without lengths,
    /// each compressed with gzip or zstd or not at all.
    ///
    /// If a message is truncated, its complete entities are kept, and a finding of severity `error` reports the rest.
    /// - Throws: `FeedError`: `missing` if a file does not exist, `unusable` if the files contain no message.
    public init(files: [String]) throws(FeedError) {
        try self.init(files, name: files.count == 1 ? files[0] : "\(files.count) files", nil)
    }

    /// Decodes messages in memory, for example the response of a server. A temporary copy is made.
    ///
    /// - Parameters:
    ///   - bytes: the message, as a server sends it.
    ///   - name: the name used in findings and errors.
    /// - Throws: `FeedError`: `unusable` if the bytes contain no message, `failed` if the copy cannot be made.
    public init(bytes: [UInt8], name: String = "message") throws(FeedError) {
        try self.init([HeldBytes.address], name: name, HeldBytes(bytes, name))
    }

    private init(_ files: [String], name: String, _ held: HeldBytes?) throws(FeedError) {
        self.name = name
        let blocks = Blocks()
        let reading = try Reading(name, stage: DecodeRT.name, output: LineBlocks(blocks.take), remote: held)
        try reading.answer { context in
            var options = DecodeRTOptions()
            options.files = files
            try DecodeRT.run(options, context)
            try context.sink.flush()
            guard context.summary.tables.contains(where: { $0.written > 0 }) else {
                let reason = reading.findings.first { $0.severity == .error }
                throw FeedError(
                    .unusable, reason?.description ?? "\(name) contains no GTFS-Realtime message",
                    file: reason?.file ?? name)
            }
        }
        records = blocks.bytes
        findings = reading.findings
    }

    /// The positions and occupancies of vehicles.
    public var vehiclePositions: [TableRow<Tables.VehiclePositions>] { rows(of: Tables.VehiclePositions.self) }

    /// The predictions for trips; `stopTimeUpdates` holds their stops.
    public var tripUpdates: [TableRow<Tables.TripUpdates>] { rows(of: Tables.TripUpdates.self) }

    /// The service alerts.
    public var alerts: [TableRow<Tables.Alerts>] { rows(of: Tables.Alerts.self) }

    /// Returns the rows of a realtime table, for example `Tables.FeedMessages.self`. Cost: a pass over all records.
    public func rows<T: MessageTable>(of table: T.Type) -> [TableRow<T>] {
        var rows: [TableRow<T>] = []
        var taking = RowTaking<T> { rows.append($0) }
        do {
            let reading = try Reading(name, stage: "rows")
            try reading.answer { try read(to: &taking, $0) }
        } catch {
            // We wrote them ourselves: some of them would be a wrong answer.
            preconditionFailure("records that linefeed wrote cannot be read: \(error)")
        }
        return rows
    }

    /// Feeds the records to a stage.
    func read(to stage: inout some RecordStage, _ context: StageContext) throws {
        try context.read(from: name, to: &stage) { take in try records.withUnsafeBytes(take) }
    }

    private final class Blocks {
        var bytes: [UInt8] = []
        func take(_ block: UnsafeRawBufferPointer) { bytes.append(contentsOf: block) }
    }
}

/// Bytes that are read as a file is: a temporary one without a name stands for what would be fetched.
private final class HeldBytes: RemoteInputs {
    static let address = "https://localhost/"
    private let bytes: [UInt8]
    private let name: String

    init(_ bytes: [UInt8], _ name: String) {
        self.bytes = bytes
        self.name = name
    }

    func open(_ url: String, in context: StageContext) throws -> InputFile {
        guard let copy = UnnamedFile.make() else {
            throw StageFailure(.ioFailed, "\(name): cannot make a temporary copy")
        }
        let input = InputFile(descriptor: copy, name: name)
        guard bytes.withUnsafeBytes({ UnnamedFile.write($0, to: copy) }) else {
            throw StageFailure(.ioFailed, "\(name): cannot write its temporary copy")
        }
        lseek(copy, 0, SEEK_SET)
        return input
    }
}
