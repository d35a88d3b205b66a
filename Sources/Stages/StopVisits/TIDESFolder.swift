import Contract
import NDJSON
import Platform
import StageKit
import TableFormats

/// The files of a TIDES package: three tables as CSV beside a description of them that frictionless reads.
///
/// TIDES requires a vehicle: trips without one, and their visits and locations, stay out and are counted.
final class TIDESFolder {
    static let names = ["stop_visits.csv", "trips_performed.csv", "vehicle_locations.csv", "datapackage.json"]
    static func path(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    let visits: TIDESFile<Tables.StopVisits>
    let trips: TIDESFile<Tables.TripsPerformed>
    let locations: TIDESFile<Tables.VehicleLocations>
    private let package: OutputFile
    private let context: StageContext

    init(_ folder: String, _ context: StageContext) throws {
        self.context = context
        if mkdir(folder, 0o777) != 0, errno != EEXIST {
            throw StageFailure(
                .outputUncreatable, "--tides: \(folder): cannot create the folder: \(systemMessage(errno))")
        }
        visits = try TIDESFile(TIDESFolder.path(folder, TIDESFolder.names[0]), TIDESSchema.visits, context)
        trips = try TIDESFile(TIDESFolder.path(folder, TIDESFolder.names[1]), TIDESSchema.trips, context)
        locations = try TIDESFile(TIDESFolder.path(folder, TIDESFolder.names[2]), TIDESSchema.locations, context)
        package = try OutputFile(path: TIDESFolder.path(folder, TIDESFolder.names[3]), followsLinks: false)
    }

    /// Writes the description, and puts all files in place.
    func commit() throws {
        let writer = RecordWriter(capacity: 1 << 14)
        let readAsMissing = [visits.readAsMissing, trips.readAsMissing, locations.readAsMissing]
        TIDESSchema.writePackage(into: writer, onlyEmptyIsMissing: readAsMissing.map { $0 > 0 })
        try package.write(writer.bytes)
        let count = readAsMissing.reduce(0, +)
        if count > 0 {
            context.diagnostics.report(
                .surprise, "reads_as_missing",
                message:
                    "\(count) ids in the TIDES files are NA or NaN, which TIDES treats as missing"
                    + "; datapackage.json declares only empty cells as missing, but programs that ignore it lose these "
                    + "ids",
                count: count)
        }
        let left = visits.withoutVehicle + trips.withoutVehicle + locations.withoutVehicle
        if left > 0 {
            context.diagnostics.report(
                .surprise, "no_vehicle", field: "vehicle_id",
                message:
                    "TIDES requires a vehicle; its files omit \(trips.withoutVehicle) trips, \(visits.withoutVehicle) visits and "
                    + "\(locations.withoutVehicle) locations without one")
        }
        try visits.finish()
        try trips.finish()
        try locations.finish()
        try package.prepare()
        for file in [visits.file, trips.file, locations.file, package] { try file.commit() }
    }
}

/// One table as CSV: the columns that TIDES has, dates with hyphens.
final class TIDESFile<T: Table> {
    let file: OutputFile
    /// Rows that have no vehicle.
    private(set) var withoutVehicle = 0
    /// Texts that TIDES reads as missing values.
    private(set) var readAsMissing = 0
    private let record = RecordWriter(capacity: 1 << 12)
    private let out = RecordWriter(capacity: 1 << 17)
    private let fields: [TIDESSchema.Field]
    private let scanner: RecordScanner
    private let columns = T.columns
    private let vehicle: Int

    private let guardsFormulas: Bool

    init(_ path: String, _ fields: [TIDESSchema.Field], _ context: StageContext) throws {
        file = try OutputFile(path: path, followsLinks: false)
        self.fields = fields
        guardsFormulas = context.options.guardsFormulas
        scanner = RecordScanner(fields: fields.map(\.name))
        vehicle = fields.firstIndex { $0.name == "vehicle_id" } ?? 0
        for (number, field) in fields.enumerated() {
            if number > 0 { out.append(UInt8(ascii: ",")) }
            out.append(field.name)
        }
        out.newline()
    }

    func write(_ fill: (Row<T>, T) throws -> Void) throws {
        record.removeAll()
        record.append("{\"table\":\"\"")
        let row = Row<T>(record)
        try fill(row, columns)
        row.end()
        record.endObject()
        try scanner.scan(record.bytes)
        guard scanner[vehicle].kind == .string else {
            withoutVehicle += 1
            return
        }
        for (number, field) in fields.enumerated() {
            if number > 0 { out.append(UInt8(ascii: ",")) }
            let value = scanner[number]
            if field.type == .date {
                guard value.inside.count == 8 else { continue }
                for (place, byte) in value.inside.enumerated() {
                    if place == 4 || place == 6 { out.append(UInt8(ascii: "-")) }
                    out.append(byte)
                }
            } else if value.kind == .string, let text = scanner.text(number) {
                if text.count == 2 || text.count == 3, TIDESSchema.isReadAsMissing(text) { readAsMissing += 1 }
                CSVWriter.cell(text, guardsFormulas: guardsFormulas, into: out)
            } else if value.isPresent {
                out.append(value.inside)
            }
        }
        out.newline()
        if out.count > 1 << 16 { try flush() }
    }

    private func flush() throws {
        try file.write(out.bytes)
        out.removeAll()
    }

    func finish() throws {
        try flush()
        try file.prepare()
    }
}
