import Contract
import NDJSON
import Parquet

extension TableFormat {
    /// Parquet, with features as GeoParquet.
    public static let parquet = TableFormat("parquet", title: "Parquet", holdsFeatures: true) { shape, output in
        try ParquetTable(shape, output)
    }
}

/// Turns records of one table, or values that are at hand, into rows of Parquet; features into rows of GeoParquet 1.1,
/// with a box beside each geometry (WGS 84, longitude first).
package final class ParquetTable: TableWriter {
    private static let properties = "properties"
    private static let geometry = "geometry"
    private static let box = ["xmin", "ymin", "xmax", "ymax"]

    private let table: String
    private let names: [String]
    private let outputs: [FileColumn]
    private let cells: [ParquetCell]
    private let scanner: RecordScanner
    private let writer: ParquetWriter
    private let scratch = RecordWriter(capacity: 256)
    private let tell: (TableProblem) -> Void

    /// By column the place of its member in the record, or in a feature's properties.
    private let isFeature: Bool
    private let keepsProperties: Bool
    private let members: [[UInt8]: Int]
    private var values: [JSONValue]
    private var shape = WellKnownBinary()
    private var kinds: Set<String> = []
    private var bounds: WellKnownBinary.Box?

    init(_ file: TableShape, _ output: TableOutput) throws {
        table = file.table
        isFeature = file.isFeature
        tell = output.tell
        names = file.columns.map(\.name)
        outputs = FileColumn.all(file.columns)
        cells = outputs.map { ParquetCell($0.description, namesEnumerations: file.namesEnumerations) }
        members = Dictionary(
            file.columns.enumerated().map { (Array($1.name.utf8), $0) }, uniquingKeysWith: { first, _ in first })
        values = [JSONValue](repeating: .absent, count: names.count)
        var columns = zip(outputs, cells).map { ParquetColumn($0.description.name, $1.type) }
        if file.isFeature {
            if file.isOpen { columns.append(ParquetColumn(ParquetTable.properties, .string)) }
            columns.append(ParquetColumn("bbox", .group(ParquetTable.box.map { ParquetColumn($0, .double) })))
            columns.append(ParquetColumn(ParquetTable.geometry, .binary))
            scanner = RecordScanner(fields: names + [ParquetTable.properties, ParquetTable.geometry])
        } else {
            scanner = RecordScanner(fields: names)
        }
        keepsProperties = file.isFeature && file.isOpen
        do { try output.compression.prepare() } catch { throw TableFault.libraryMissing("--compression: \(error)") }
        writer = try ParquetWriter(
            columns: columns, compression: output.compression, jobs: output.jobs, write: output.write)
    }

    /// The columns of the row at hand, for those who have its values: each must be given one or a null, and then the row
    /// ended.
    package var columns: [ParquetNode] { writer.columns }
    /// Grows when `columns` are others than before.
    package var group: Int { writer.group }

    /// How many of the next `most` rows go into the group at hand, and what they take together.
    /// - Parameters:
    ///   - together: about what all `most` rows take.
    ///   - bytes: about what a row takes, by its place among them; called only if the group ends with one of them.
    package func room(for most: Int, together: Int, bytes: (Int) -> Int) -> (rows: Int, bytes: Int) {
        writer.room(for: most, together: together, bytes: bytes)
    }

    /// Ends rows that were given their values, no more than there is room for.
    /// - Parameter bytes: about what they take together.
    package func end(rows: Int, bytes: Int) throws { try writer.end(rows: rows, bytes: bytes) }

    package func append(_ line: UnsafeRawBufferPointer) throws {
        do throws(JSONFault) { try scanner.scan(line) } catch {
            throw TableFault.unreadable("\(table): a record is not valid JSON: \(error.reason)")
        }
        if isFeature {
            appendFeature()
        } else {
            let columns = writer.columns
            for place in cells.indices { append(scanner[outputs[place].source], to: columns[place], place) }
        }
        try writer.end(rows: 1, bytes: line.count)
    }

    private func append(_ value: JSONValue, to node: ParquetNode, _ place: Int) {
        let isBroken = cells[place].append(value, to: node, repetition: 0, scratch)
        // What stands beside a time is told with it.
        if isBroken, !outputs[place].isLocalTime { broken(names[outputs[place].source], value) }
    }

    /// A feature's columns are its properties, but for those that stand beside them: its id and its feed's.
    private func appendFeature() {
        let columns = writer.columns
        for place in values.indices { values[place] = scanner[place] }
        let properties = scanner[names.count]
        properties.forEachMember { key, value in
            if let place = members[Array(key.inside)], !values[place].isPresent { values[place] = value }
        }
        for (place, output) in outputs.enumerated() { append(values[output.source], to: columns[place], place) }
        var next = outputs.count
        if keepsProperties {
            _ = ParquetCell.text.append(properties, to: columns[next], repetition: 0, scratch)
            next += 1
        }
        let geometry = scanner[names.count + 1]
        guard geometry.isPresent, shape.take(geometry), case .leaf(let leaf) = columns[next + 1].content else {
            if geometry.isPresent { broken(ParquetTable.geometry, geometry) }
            columns[next].appendNull(repetition: 0)
            return columns[next + 1].appendNull(repetition: 0)
        }
        leaf.append(shape.out.bytes)
        kinds.insert(shape.kind)
        guard let box = shape.box, case .group(let sides) = columns[next].content else {
            return columns[next].appendNull(repetition: 0)
        }
        for (side, value) in zip(sides, [box.west, box.south, box.east, box.north]) {
            if case .leaf(let leaf) = side.node.content { leaf.append(value) }
        }
        bounds =
            bounds.map {
                (min($0.west, box.west), min($0.south, box.south), max($0.east, box.east), max($0.north, box.north))
            } ?? box
    }

    /// Told of a value that broke its type and became null.
    private func broken(_ column: String, _ value: JSONValue) {
        tell(
            TableProblem(
                code: "invalid_\(column)", column: column, value: value.raw, isNull: true,
                sentence: "does not have the column's type; written as null"))
    }

    /// A group of rows is written when it is whole.
    package func flush() {}

    package func finish() throws {
        guard isFeature else { return try writer.finish() }
        try writer.finish(metadata: [("geo", geoMetadata)])
    }

    /// GeoParquet 1.1, "File metadata" and "Column metadata"; without a crs it is OGC:CRS84.
    private var geoMetadata: String {
        let kinds = kinds.sorted().map { "\"\($0)\"" }.joined(separator: ",")
        let sides = ParquetTable.box.map { "\"\($0)\":[\"bbox\",\"\($0)\"]" }.joined(separator: ",")
        let box = bounds.map { ",\"bbox\":[\($0.west),\($0.south),\($0.east),\($0.north)]" } ?? ""
        return "{\"version\":\"1.1.0\",\"primary_column\":\"geometry\",\"columns\":{\"geometry\":{\"encoding\":\"WKB\","
            + "\"geometry_types\":[\(kinds)]\(box),\"covering\":{\"bbox\":{\(sides)}}}}}"
    }
}
