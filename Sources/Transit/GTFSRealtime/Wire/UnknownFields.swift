/// How many fields of each number were met that the schema does not have.
final class UnknownFields {
    struct Row {
        let plan: UnsafePointer<MessagePlan>
        let tag: UInt64
        let reason: UnknownField.Reason
        var count: Int
    }

    private struct Key: Hashable {
        let plan: UnsafePointer<MessagePlan>
        let tag: UInt64
    }

    /// A feed of rubbish must not fill the memory with its numbers.
    private static let limit = 1000

    private(set) var rows: [Row] = []
    /// Unknown fields of numbers beyond the limit.
    private(set) var uncounted = 0
    private var places: [Key: Int] = [:]
    private var last = 0

    func forget() {
        rows = []
        places = [:]
        uncounted = 0
        last = 0
    }

    func count(_ plan: UnsafePointer<MessagePlan>, _ tag: UInt64, _ reason: UnknownField.Reason) {
        if last < rows.count, rows[last].tag == tag, rows[last].plan == plan {
            rows[last].count += 1
            return
        }
        let key = Key(plan: plan, tag: tag)
        if let place = places[key] {
            last = place
            rows[place].count += 1
        } else if rows.count < UnknownFields.limit {
            rows.append(Row(plan: plan, tag: tag, reason: reason, count: 1))
            last = rows.count - 1
            places[key] = last
        } else {
            uncounted += 1
        }
    }
}
