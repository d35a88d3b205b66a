import GTFSRealtime
import StageKit

extension ColumnType {
    package static func enumeration(_ type: RealtimeEnumeration) -> ColumnType {
        .enumeration(type.cases.map { EnumerationCase($0.number, $0.name) })
    }
}
