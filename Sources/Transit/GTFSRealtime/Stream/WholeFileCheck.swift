import NDJSON

/// What a look at the whole of a file of messages gave.
public struct WholeFileCheck: Sendable {
    /// Headers, and messages that have none.
    public fileprivate(set) var messages = 0
    /// Entities whose bytes are all there and in order.
    public fileprivate(set) var entities = 0
    /// Of the first header.
    public fileprivate(set) var timestamp: UInt64?
    /// Why the file breaks off, as a part of a sentence; nil where it does not.
    public fileprivate(set) var fault: String?
    /// Whether there is more than was to be looked at.
    public fileprivate(set) var isTooLong = false
}

/// Goes through the whole wire of a file's messages, those embedded and groups included, for what `FeedReader` calls a
/// fault, and keeps nothing of it.
///
/// Memory: a buffer of 128 KiB, whatever the size of an entity. An extension's bytes are passed over: what is not that
/// extension's message is no fault.
public final class WholeFileChecker {
    private let schema: RealtimeSchema
    private let detector: FramingDetector
    private var bytes = CheckedBytes()
    private var check = WholeFileCheck()
    /// Where the field of the message itself began that is being read: a file that ends is cut off there.
    private var field = 0

    public init(_ schema: RealtimeSchema) {
        self.schema = schema
        detector = FramingDetector(schema)
    }

    /// - Parameters:
    ///   - limit: of bytes, inflated; a file may claim to hold any number.
    ///   - isWhole: false ends with the first entity or the second header, for a look at what a file may be.
    /// - Throws: what the source throws.
    public func check(_ source: any ByteSource, limit: Int, isWhole: Bool = true) throws -> WholeFileCheck {
        check = WholeFileCheck()
        bytes = CheckedBytes(source, limit: limit)
        defer { bytes = CheckedBytes() }
        let framing = bytes.lendStart(4096, detector.detect)
        do throws(WireBreak) {
            switch framing {
            case .auto, .message: try message(until: .max, isWhole)
            case .delimited: try delimited(isWhole)
            case .base64Lines:
                bytes.decodesLines = true
                while bytes.beginLine() {
                    try message(until: .max, isWhole)
                    if bytes.isDamaged { throw WireBreak(.notBase64, bytes.offset) }
                    guard isWhole || check.entities == 0 else { break }
                }
            }
            if check.messages == 0 { check.fault = "the file is empty" }
        } catch {
            let place = bytes.line.map { "line \($0), byte" } ?? "byte"
            check.fault = "\(error.reason.text) at \(place) \(error.offset)"
        }
        if let failure = bytes.failure { throw failure }
        check.isTooLong = bytes.isTooLong
        return check
    }

    private func delimited(_ isWhole: Bool) throws(WireBreak) {
        while bytes.hasMore {
            field = bytes.offset
            let length = try varint(until: .max, at: field)
            guard length < 1 << 40 else { throw WireBreak(.pastEnd, field) }
            try message(until: bytes.offset + Int(length), isWhole)
            guard isWhole || check.entities == 0 else { return }
        }
    }

    /// - Parameter end: where the message ends in the bytes; the largest number for where they end.
    private func message(until end: Int, _ isWhole: Bool) throws(WireBreak) {
        let start = bytes.offset
        var headers = 0
        var entities = 0
        while end == .max ? bytes.hasMore : bytes.offset < end {
            field = bytes.offset
            let tag = try tag(until: end, at: field)
            switch tag {
            case FeedReader.headerTag:
                guard isWhole || headers == 0 else { return }
                try embedded(schema.header, until: end)
                headers += 1
                check.messages += 1
            case FeedReader.entityTag:
                try embedded(schema.entity, until: end)
                entities += 1
                check.entities += 1
                guard isWhole else { return }
            default: try skip(tag, until: end, at: field, depth: 0)
            }
        }
        guard headers == 0 else { return }
        if entities == 0, bytes.offset > start { throw WireBreak(.notAFeed, start) }
        if entities > 0 || end != .max { check.messages += 1 }
    }

    private func embedded(_ plan: UnsafePointer<MessagePlan>, until end: Int) throws(WireBreak) {
        let length = try varint(until: end, at: field)
        guard length <= UInt64(FeedReader.fieldLimit) else { throw WireBreak(.tooLarge, field) }
        try fields(of: plan, until: try bytes.place(after: length, until: end, at: field))
    }

    private func fields(of plan: UnsafePointer<MessagePlan>, until end: Int) throws(WireBreak) {
        while bytes.offset < end {
            let at = bytes.offset
            let tag = try tag(until: end, at: at)
            let index = Int(plan.pointee.index(of: tag >> 3))
            guard tag & 7 == 2, index != Int(MessagePlan.none), plan.pointee.fields[index].wireType == 2,
                !plan.pointee.fields[index].isExtension, let inner = plan.pointee.fields[index].message
            else {
                let isTimestamp = plan == schema.header && tag == 0x18 && check.timestamp == nil
                if isTimestamp {
                    check.timestamp = try varint(until: end, at: at)
                } else {
                    try skip(tag, until: end, at: at, depth: 0)
                }
                continue
            }
            let length = try varint(until: end, at: at)
            try fields(of: inner, until: try bytes.place(after: length, until: end, at: at))
        }
    }

    // MARK: The wire

    /// Passes over a value.
    private func skip(_ tag: UInt64, until end: Int, at place: Int, depth: Int) throws(WireBreak) {
        switch tag & 7 {
        case 0: _ = try varint(until: end, at: place)
        case 1: try pass(8, until: end, at: place)
        case 5: try pass(4, until: end, at: place)
        case 2: try pass(try varint(until: end, at: place), until: end, at: place)
        case 3:
            guard depth < Wire.groupDepth else { throw WireBreak(.tooDeep, place) }
            while true {
                let at = bytes.offset
                let inner = try self.tag(until: end, at: at)
                if inner & 7 == 4 {
                    guard inner >> 3 == tag >> 3 else { throw WireBreak(.unbalancedGroup, at) }
                    return
                }
                try skip(inner, until: end, at: at, depth: depth + 1)
            }
        default: throw WireBreak(.unbalancedGroup, place)
        }
    }

    private func pass(_ count: UInt64, until end: Int, at place: Int) throws(WireBreak) {
        let target = try bytes.place(after: count, until: end, at: place)
        guard bytes.skip(to: target) else { throw cutOff(.pastEnd) }
    }

    private func tag(until end: Int, at place: Int) throws(WireBreak) -> UInt64 {
        let tag = try varint(until: end, at: place)
        if tag < 8 { throw WireBreak(.fieldNumberZero, place) }
        if tag > 0xFFFF_FFFF { throw WireBreak(.fieldNumberTooLarge, place) }
        if tag & 7 > 5 { throw WireBreak(.wireType, place) }
        return tag
    }

    /// As `Wire.longVarint` has it: ten bytes at most, bits beyond the 64th dropped.
    private func varint(until end: Int, at place: Int) throws(WireBreak) -> UInt64 {
        var value: UInt64 = 0
        for count in 0..<10 {
            guard bytes.offset < end else { throw WireBreak(.truncated, place) }
            guard let byte = bytes.next() else { throw cutOff(.truncated) }
            value |= UInt64(byte & 0x7F) &<< UInt64(7 * count)
            if byte < 0x80 { return value }
        }
        throw WireBreak(.badVarint, place)
    }

    /// The fault of a file that ends, or of a line that stops being base64, within a field.
    private func cutOff(_ reason: WireFault.Reason) -> WireBreak {
        bytes.isDamaged ? WireBreak(.notBase64, bytes.offset) : WireBreak(reason, field)
    }
}

/// Where and why the bytes are not a message.
struct WireBreak: Error {
    let reason: WireFault.Reason
    /// From the start of the file, inflated, or of the line's message.
    let offset: Int

    init(_ reason: WireFault.Reason, _ offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
