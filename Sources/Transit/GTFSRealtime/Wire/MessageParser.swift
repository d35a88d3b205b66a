/// What stands in one field of a message that has been read; the meaning of the parts depends on the field.
///
/// A message's head: `bits` tells which fields are present, `a` and `b` are the first and last of its unknown fields.
/// A scalar: `bits`. A string: `bits` is its address, `a` its length. A message: `a` is its head's index. A repeated
/// field: `a` and `b` are the first and last of its elements; an element is like a value, and its `b` is the next.
struct Slot {
    var bits: UInt64
    var a: Int32
    var b: Int32

    @inline(__always)
    var start: UnsafeRawPointer { UnsafeRawPointer(bitPattern: UInt(bits)).unsafelyUnwrapped }
    @inline(__always)
    var text: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: Int(a)) }
}

/// Reads one message into slots in a single pass: no allocation per message, no copies; texts stay where they are.
///
/// Embedded messages that come in parts are merged and the last of several scalars counts, as the format has it.
/// Memory: 16 bytes a field of every message met, at most `slotLimit` slots.
final class MessageParser {
    /// 128 MiB; only a message made of empty messages comes near it.
    static let slotLimit = 1 << 23

    private(set) var slots: UnsafeMutablePointer<Slot>
    private var used = 0
    private var capacity = 1 << 12
    /// Where the field that `follows` looked for was found.
    private var twinAhead: UnsafeRawPointer?
    /// Unknown fields are chained to their messages, not only counted.
    let keepsUnknown: Bool
    let unknown = UnknownFields()

    init(keepsUnknown: Bool) {
        self.keepsUnknown = keepsUnknown
        slots = .allocate(capacity: capacity)
    }

    deinit { slots.deallocate() }

    /// Forgets the message read before and returns the head of an empty one.
    func begin(_ plan: UnsafePointer<MessagePlan>) -> Int {
        used = plan.pointee.count + 1
        twinAhead = nil
        slots[0] = Slot(bits: 0, a: -1, b: -1)
        return 0
    }

    @inline(__always)
    private func reserveBlock(_ count: Int, _ position: UnsafeRawPointer) throws(WireFault) -> Int {
        if used + count + 1 > capacity { try grow(count + 1, position) }
        let head = used
        used += count + 1
        slots[head] = Slot(bits: 0, a: -1, b: -1)
        return head
    }

    @inline(__always)
    private func reserveSlot(_ position: UnsafeRawPointer) throws(WireFault) -> Int {
        if used == capacity { try grow(1, position) }
        used += 1
        return used - 1
    }

    @inline(never)
    private func grow(_ extra: Int, _ position: UnsafeRawPointer) throws(WireFault) {
        guard used + extra <= MessageParser.slotLimit else {
            throw WireFault(reason: .tooManyFields, position: position)
        }
        let target = min(max(capacity * 2, used + extra), MessageParser.slotLimit)
        let fresh = UnsafeMutablePointer<Slot>.allocate(capacity: target)
        fresh.update(from: slots, count: used)
        slots.deallocate()
        slots = fresh
        capacity = target
    }

    /// Reads the bytes of a message into the block at `head`, which may hold a part of it already.
    func parse(
        _ plan: UnsafePointer<MessagePlan>, _ start: UnsafeRawPointer, _ end: UnsafeRawPointer, into head: Int,
        depth: Int = 0
    ) throws(WireFault) {
        var cursor = start
        var present = slots[head].bits
        let tags = plan.pointee.tags
        while cursor < end {
            let at = cursor
            let first = at.load(as: UInt8.self)
            guard first < 0x80 else {
                try field(plan, &cursor, end, head, &present, depth)
                continue
            }
            let known = tags[Int(first)]
            let place = head &+ 1 &+ Int(known.index)
            let bit = UInt64(1) &<< UInt64(known.index)
            switch known.value {
            case .other:
                try field(plan, &cursor, end, head, &present, depth)
                continue
            case .varint:
                cursor += 1
                let bits = try Wire.varint(&cursor, end)
                slots[place] = Slot(bits: bits, a: 0, b: -1)
            case .fixed32:
                let next = try Wire.advance(at + 1, 4, end, at)
                let bits = UInt32(littleEndian: (at + 1).loadUnaligned(as: UInt32.self))
                cursor = next
                slots[place] = Slot(bits: UInt64(bits), a: 0, b: -1)
            case .fixed64:
                let next = try Wire.advance(at + 1, 8, end, at)
                let bits = UInt64(littleEndian: (at + 1).loadUnaligned(as: UInt64.self))
                cursor = next
                slots[place] = Slot(bits: bits, a: 0, b: -1)
            case .text:
                cursor += 1
                let count = try Wire.varint(&cursor, end)
                let start = cursor
                cursor = try Wire.advance(start, count, end, at)
                slots[place] = Slot(bits: UInt64(UInt(bitPattern: start)), a: Int32(truncatingIfNeeded: count), b: -1)
            case .message:
                cursor += 1
                let count = try Wire.varint(&cursor, end)
                let next = try Wire.advance(cursor, count, end, at)
                let inner = plan.pointee.fields[Int(known.index)].message.unsafelyUnwrapped
                let child = try part(inner, cursor, next, at, in: present & bit != 0 ? place : -1, depth)
                slots[place] = Slot(bits: 0, a: child, b: -1)
                cursor = next
            }
            present |= bit
        }
        slots[head].bits = present
    }

    /// Reads an embedded message.
    /// - Parameter place: the slot of a part of it that was read before, or -1.
    /// - Returns: the index of its head.
    @inline(__always)
    private func part(
        _ plan: UnsafePointer<MessagePlan>, _ start: UnsafeRawPointer, _ end: UnsafeRawPointer,
        _ at: UnsafeRawPointer, in place: Int, _ depth: Int
    ) throws(WireFault) -> Int32 {
        guard depth < Wire.messageDepth else { throw WireFault(reason: .messageTooDeep, position: at) }
        let child = place < 0 ? try reserveBlock(plan.pointee.count, at) : Int(slots[place].a)
        try parse(plan, start, end, into: child, depth: depth + 1)
        return Int32(truncatingIfNeeded: child)
    }

    /// Reads a field of any kind.
    private func field(
        _ plan: UnsafePointer<MessagePlan>, _ cursor: inout UnsafeRawPointer, _ end: UnsafeRawPointer, _ head: Int,
        _ present: inout UInt64, _ depth: Int
    ) throws(WireFault) {
        let at = cursor
        let tag = try Wire.tag(&cursor, end)
        let index = Int(plan.pointee.index(of: tag >> 3))
        guard index != Int(MessagePlan.none), plan.pointee.fields[index].wireType == UInt8(tag & 7) else {
            return try other(plan, index, tag, at, &cursor, end, head, &present)
        }
        let field = plan.pointee.fields + index
        let place = head &+ 1 &+ index
        let bit = UInt64(1) &<< UInt64(index)
        var bits: UInt64 = 0
        var length: Int32 = 0
        switch tag & 7 {
        case 0: bits = try Wire.varint(&cursor, end)
        case 1:
            let next = try Wire.advance(cursor, 8, end, at)
            bits = UInt64(littleEndian: cursor.loadUnaligned(as: UInt64.self))
            cursor = next
        case 5:
            let next = try Wire.advance(cursor, 4, end, at)
            bits = UInt64(UInt32(littleEndian: cursor.loadUnaligned(as: UInt32.self)))
            cursor = next
        default:
            let count = try Wire.varint(&cursor, end)
            let next = try Wire.advance(cursor, count, end, at)
            if let inner = field.pointee.message {
                // Anybody may use the field number of an extension, so its value may be something else. Check that the
                // value is this message before keeping any part of it.
                if field.pointee.isExtension, !MessageCheck.isMessage(inner, cursor, next, depth: depth + 1) {
                    let value = UnsafeRawBufferPointer(start: cursor, count: next - cursor)
                    try keep(unknown: value, tag, .notItsMessage, of: plan, head, at)
                    cursor = next
                    return
                }
                let isMore = !field.pointee.isRepeated && present & bit != 0
                length = try part(inner, cursor, next, at, in: isMore ? place : -1, depth)
            } else {
                bits = UInt64(UInt(bitPattern: cursor))
                length = Int32(truncatingIfNeeded: next - cursor)
            }
            cursor = next
        }
        if field.pointee.isRepeated {
            let node = try reserveSlot(at)
            append(Slot(bits: bits, a: length, b: -1), at: node, to: place, isFirst: present & bit == 0)
        } else {
            slots[place] = Slot(bits: bits, a: length, b: -1)
        }
        present |= bit
    }

    @inline(__always)
    private func append(_ element: Slot, at node: Int, to list: Int, isFirst: Bool) {
        slots[node] = element
        let index = Int32(truncatingIfNeeded: node)
        if isFirst {
            slots[list] = Slot(bits: 0, a: index, b: index)
        } else {
            slots[Int(slots[list].b)].b = index
            slots[list].b = index
        }
    }

    /// A field that is not known, or whose wire type is not the one that is known.
    private func other(
        _ plan: UnsafePointer<MessagePlan>, _ index: Int, _ tag: UInt64, _ at: UnsafeRawPointer,
        _ cursor: inout UnsafeRawPointer, _ end: UnsafeRawPointer, _ head: Int, _ present: inout UInt64
    ) throws(WireFault) {
        let isKnown = index != Int(MessagePlan.none)
        if isKnown, tag & 7 == 0, plan.pointee.fields[index].varintTwin >= 0 {
            let twin = Int(plan.pointee.fields[index].varintTwin)
            if present & 1 << UInt64(twin) == 0, !follows(UInt64(plan.pointee.fields[twin].number) << 3, cursor, end) {
                slots[head + 1 + twin] = Slot(bits: try Wire.varint(&cursor, end), a: 0, b: -1)
                present |= 1 << UInt64(twin)
                return
            }
        }
        let value = try Wire.skipValue(tag, at: at, &cursor, end, depth: 0)
        if isKnown, tag & 7 == 2, plan.pointee.fields[index].isRepeated,
            try unpack(
                value, plan.pointee.fields[index].wireType, to: head + 1 + index, present & 1 << UInt64(index) == 0)
        {
            present |= 1 << UInt64(index)
            return
        }
        try keep(unknown: value, tag, isKnown ? .wireType : .number, of: plan, head, at)
    }

    /// Counts an unknown field of the message at `head`, and chains it to the message where that is wanted.
    private func keep(
        unknown value: UnsafeRawBufferPointer, _ tag: UInt64, _ reason: UnknownField.Reason,
        of plan: UnsafePointer<MessagePlan>, _ head: Int, _ at: UnsafeRawPointer
    ) throws(WireFault) {
        unknown.count(plan, tag, reason)
        guard keepsUnknown else { return }
        let node = try reserveSlot(at)
        let more = try reserveSlot(at)
        let start = UInt64(UInt(bitPattern: value.baseAddress))
        slots[node] = Slot(bits: start, a: Int32(truncatingIfNeeded: value.count), b: -1)
        slots[more] = Slot(bits: tag, a: 0, b: 0)
        let index = Int32(truncatingIfNeeded: node)
        if slots[head].a < 0 { slots[head].a = index } else { slots[Int(slots[head].b)].b = index }
        slots[head].b = index
    }
}

extension MessageParser {
    /// Takes one run of values for the elements that it stands for.
    /// - Returns: false if it is none, or has none.
    private func unpack(
        _ run: UnsafeRawBufferPointer, _ wireType: UInt8, to list: Int, _ isFirst: Bool
    ) throws(WireFault) -> Bool {
        guard let start = run.baseAddress, !run.isEmpty, wireType != 2 else { return false }
        let end = start + run.count
        var isFirst = isFirst
        if wireType != 0 {
            let size = wireType == 1 ? 8 : 4
            guard run.count % size == 0 else { return false }
            for place in stride(from: start, to: end, by: size) {
                let bits =
                    size == 8
                    ? UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
                    : UInt64(UInt32(littleEndian: place.loadUnaligned(as: UInt32.self)))
                append(Slot(bits: bits, a: 0, b: -1), at: try reserveSlot(place), to: list, isFirst: isFirst)
                isFirst = false
            }
            return true
        }
        // All of it is looked at before a part of it is kept.
        var cursor = start
        while cursor < end { guard (try? Wire.varint(&cursor, end)) != nil else { return false } }
        cursor = start
        while cursor < end {
            let place = cursor
            let bits = try Wire.varint(&cursor, end)
            append(Slot(bits: bits, a: 0, b: -1), at: try reserveSlot(place), to: list, isFirst: isFirst)
            isFirst = false
        }
        return true
    }

    /// Whether a field of this tag follows in a message: the newer of two forms holds, wherever it comes.
    private func follows(_ tag: UInt64, _ value: UnsafeRawPointer, _ end: UnsafeRawPointer) -> Bool {
        // A place that was found before is not searched for again, however many fields there are before it.
        if let twinAhead, value < twinAhead, twinAhead < end { return true }
        var cursor = value
        do throws(WireFault) {
            _ = try Wire.varint(&cursor, end)
            while cursor < end {
                let at = cursor
                let next = try Wire.tag(&cursor, end)
                if next == tag {
                    twinAhead = at
                    return true
                }
                _ = try Wire.skipValue(next, at: at, &cursor, end, depth: 0)
            }
        } catch {
            // The fault is told when its place is reached.
        }
        return false
    }
}
