import XCTest

@testable import Contract
@testable import GTFSRealtime

/// The contract's columns and the fields of the messages that they come from are of one type.
final class DeclaredColumnsTests: XCTestCase {
    private let schema = RealtimeSchema(.none)

    func testColumnsHaveTheTypesOfTheirFields() {
        var checked = 0
        for table in RealtimeTable.allCases {
            guard let payload = table.payload ?? (table == .stopTimeUpdates ? "trip_update" : nil),
                let fields = schema.entityFields.first(where: { $0.name == payload })?.fields
            else { continue }
            checked += check(table.table, fields)
        }
        checked += check(Tables.FeedMessages.self, schema.headerFields)
        let update = schema.entityFields.first { $0.name == "trip_update" }?.fields ?? []
        let stop = update.first { $0.name == "stop_time_update" }?.fields ?? []
        checked += check(Tables.StopTimeUpdateMembers.self, stop)
        checked += check(Tables.TripProperties.self, update.first { $0.name == "trip_properties" }?.fields ?? [])
        checked += check(
            Tables.StopTimeProperties.self, stop.first { $0.name == "stop_time_properties" }?.fields ?? [])
        XCTAssertGreaterThan(checked, 60)
    }

    private func check(_ members: any MessageMembers.Type, _ fields: [FieldDescription]) -> Int {
        for path in members.paths {
            let place = "\(members) \(path.parent.map { $0 + "." } ?? "")\(path.field)"
            let owner = path.parent.map { name in fields.first { $0.name == name }?.fields ?? [] } ?? fields
            guard let field = owner.first(where: { $0.name == path.field }),
                let column = members.descriptions.first(where: { $0.name == path.column })
            else {
                XCTFail("\(place) is not a field of the message")
                continue
            }
            XCTAssertTrue(isOne(column.type, field), place)
        }
        return members.paths.count
    }

    private func isOne(_ type: ColumnType, _ field: FieldDescription) -> Bool {
        switch type {
        case .string, .date, .time: field.kind == .string && !field.isRepeated
        case .integer: [.int32, .int64, .uint32, .uint64].contains(field.kind) && !field.isRepeated
        case .number: [.float, .double].contains(field.kind) && !field.isRepeated
        case .boolean: field.kind == .bool && !field.isRepeated
        case .enumeration(let cases):
            field.kind == .enumeration
                && Set(cases.map { "\($0.name)=\($0.value)" }) == Set(field.values.map { "\($0.name)=\($0.number)" })
        case .object: field.kind == .message && !field.isRepeated
        case .array(.object): field.kind == .message && field.isRepeated
        case .any: field.kind == .message
        default: false
        }
    }
}
