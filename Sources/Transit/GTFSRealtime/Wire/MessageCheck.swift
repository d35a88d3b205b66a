/// Tells whether bytes are a message, without keeping anything of them.
///
/// It must find every fault that `MessageParser.parse` would throw for the bytes, but for those of memory. Cost: a pass
/// over the bytes, and one more for each extension inside an extension.
enum MessageCheck {
    static func isMessage(
        _ plan: UnsafePointer<MessagePlan>, _ start: UnsafeRawPointer, _ end: UnsafeRawPointer, depth: Int = 0
    ) -> Bool {
        do throws(WireFault) {
            try check(plan, start, end, depth)
            return true
        } catch {
            return false
        }
    }

    private static func check(
        _ plan: UnsafePointer<MessagePlan>, _ start: UnsafeRawPointer, _ end: UnsafeRawPointer, _ depth: Int
    ) throws(WireFault) {
        guard depth <= Wire.messageDepth else { throw WireFault(reason: .messageTooDeep, position: start) }
        var cursor = start
        while cursor < end {
            let at = cursor
            let tag = try Wire.tag(&cursor, end)
            let value = try Wire.skipValue(tag, at: at, &cursor, end, depth: 0)
            guard tag & 7 == 2, let from = value.baseAddress else { continue }
            let index = plan.pointee.index(of: tag >> 3)
            guard index != MessagePlan.none else { continue }
            let field = plan.pointee.fields + Int(index)
            // An extension inside may hold anything, as it may outside.
            guard let inner = field.pointee.message, !field.pointee.isExtension else { continue }
            try check(inner, from, from + value.count, depth + 1)
        }
    }
}
