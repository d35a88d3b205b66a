import Contract
import NDJSON
import StageKit
import TableFormats
import Zip

extension FeedFileRows {
    /// So many bytes of rows are deflated together.
    private static let block = 1 << 17

    /// Writes the file with all its rows, those of one feed after those of another.
    /// - Parameter agencies: by feed the `agency_id` that rows without one get.
    func write(into archive: ZipWriter, agencies: [String: String]) throws {
        if isGeoJSON { try writeFeatures(into: archive) } else { try writeRows(into: archive, agencies) }
        figures.written += rowCount
    }

    private func writeRows(into archive: ZipWriter, _ agencies: [String: String]) throws {
        let agencyID =
            FeedFileRows.namesAgency(name) ? columns.place(ofKnown: Tables.Agency.columns.agencyID.name) : nil
        if let agencyID, spools.contains(where: { agencies[$0.feed] != nil }) { columns.use(agencyID) }
        let order = columns.header()
        // A row without any value needs a column all the same.
        let names = order.isEmpty ? [columns.names.first ?? Array("unnamed".utf8)] : order.map { columns.names[$0] }
        var header = names.reduce(0) { $0 + 2 * $1.count + 3 }
        header += rowCount * (names.count + 2)
        let fillings = agencies.values.map { 2 * $0.utf8.count + 2 }.max() ?? 0
        let bound = spools.reduce(header) { $0 + $1.rows.byteCount + $1.rows.rows * fillings }
        try archive.begin(file, atMost: bound)
        let out = RecordWriter(capacity: FeedFileRows.block + 1 << 12)
        for (place, name) in names.enumerated() {
            if place > 0 { out.append(UInt8(ascii: ",")) }
            name.withUnsafeBytes { CSVWriter.cell($0, into: out) }
        }
        out.newline()
        // By column of the spool its place in the file; by that what the row has there.
        var places = [Int](repeating: -1, count: columns.list.count)
        for (place, column) in order.enumerated() { places[column] = place }
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        var cells = [UnsafeRawBufferPointer](repeating: empty, count: names.count)
        for (feed, rows) in spools {
            var agency = Array((agencies[feed] ?? "").utf8)
            let quoted = RecordWriter(capacity: 64)
            agency.withUnsafeBytes { CSVWriter.cell($0, into: quoted) }
            agency = Array(quoted.bytes)
            let agencyPlace = agency.isEmpty ? nil : agencyID.map { places[$0] }
            try agency.withUnsafeBytes { agency in
                try rows.read { column, bytes in
                    if places[column] >= 0 { cells[places[column]] = bytes }
                } endRow: {
                    if let agencyPlace, cells[agencyPlace].isEmpty { cells[agencyPlace] = agency }
                    let start = out.count
                    for place in cells.indices {
                        if place > 0 { out.append(UInt8(ascii: ",")) }
                        out.append(cells[place])
                        cells[place] = empty
                    }
                    // Readers of CSV pass over blank lines, and the row with them.
                    if out.count == start { out.append("\"\"") }
                    out.newline()
                    if out.count >= FeedFileRows.block {
                        try archive.append(out.bytes)
                        out.removeAll()
                    }
                }
            }
        }
        try archive.append(out.bytes)
    }

    private func writeFeatures(into archive: ZipWriter) throws {
        let bound = spools.reduce(100) { $0 + $1.rows.byteCount + 2 * $1.rows.rows }
        try archive.begin(file, atMost: bound)
        let out = RecordWriter(capacity: FeedFileRows.block + 1 << 12)
        out.append("{\"type\":\"FeatureCollection\",\"features\":[")
        var isFirst = true
        for (_, rows) in spools {
            try rows.read { _, bytes in
                out.append(isFirst ? "\n" : ",\n")
                isFirst = false
                out.append(bytes)
            } endRow: {
                guard out.count >= FeedFileRows.block else { return }
                try archive.append(out.bytes)
                out.removeAll()
            }
        }
        out.append("\n]}\n")
        try archive.append(out.bytes)
    }

    /// Whether rows of a table need the agency of their feed once there is more than one.
    private static func namesAgency(_ table: String) -> Bool {
        [Tables.Agency.name, Tables.Routes.name, Tables.FareAttributes.name].contains(table)
    }
}
