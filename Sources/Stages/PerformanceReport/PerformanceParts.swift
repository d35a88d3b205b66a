import Contract
import NDJSON
import Reports
import StageKit
import Visits

extension PerformanceTerms {
    // MARK: Parts with these terms

    /// Writes the parts and returns how many they are.
    func writeParts(_ count: any VisitCount, _ input: VisitInput, _ context: StageContext) throws -> Int {
        let sink = context.rows(of: Tables.PerformancePartials.self)
        var written = 0
        func write(_ keys: [ReportCell], _ values: (PartWriter) -> Void) throws {
            written += 1
            try sink.write { row, columns in
                self.write(row, columns)
                row.json(columns.keys) { writer in
                    writer.beginArray()
                    for key in keys {
                        writer.separator()
                        key.write(to: writer)
                    }
                    writer.endArray()
                }
                row.json(columns.values) { writer in
                    writer.beginObject()
                    input.write(to: PartWriter(writer))
                    values(PartWriter(writer))
                    writer.endObject()
                }
            }
        }
        try count.writeParts { keys, values in
            try write(zip(rowKeys, GroupKeyBytes.values(keys)).map { $0.cell($1) }, values)
        }
        // A part without figures still says whether all runs are listed.
        if written == 0, input.listing != .silent { try write([]) { _ in } }
        return written
    }

    /// Adds a part.
    func take(_ record: Record, _ keys: GroupKeyBytes, to count: any VisitCount, _ input: VisitInput) throws {
        let part = Tables.PerformancePartials.columns
        var values: [JSONValue] = []
        record[part.keys].forEachElement { values.append($0) }
        let figures = record[part.values]
        if values.isEmpty, figures.kind == .object { return try input.takePart(PartReader(figures)) }
        guard values.count == rowKeys.count else { throw BrokenPart("keys") }
        for (key, value) in zip(rowKeys, values) { try keys.append(key, of: value, "keys", bin: report.bin) }
        guard figures.kind == .object else { throw BrokenPart("values") }
        try input.takePart(PartReader(figures))
        try count.takePart(keys: keys.bytes, PartReader(figures))
    }
}
