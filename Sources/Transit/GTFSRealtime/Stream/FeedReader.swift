import NDJSON

/// Reads the messages of a file one top-level field at a time.
///
/// Memory: the largest entity, twice at most, and 16 MiB while a message that begins without its header is searched
/// for one, or what follows a damaged entity for whether it is in step.
public final class FeedReader {
    /// The largest header or entity in bytes.
    public static let fieldLimit = 64 << 20
    /// How far is looked ahead: for a header that comes after entities, and for frames after a damaged entity.
    public static let lookAheadLimit = 16 << 20

    public enum Event {
        /// A message begins; its header, or an empty one, is what the row writer has at hand.
        case message
        /// A whole entity is what the row writer has at hand.
        case entity
        /// A field of the message itself that is neither header nor entity; valid until the next call.
        case strayField(tag: UInt64, value: UnsafeRawBufferPointer)
        /// An entity is damaged and left out, or the message breaks off: the fault tells which. The next call goes on
        /// with the next entity, or with the next message where there can be one. The case is indirect because copying the
        /// fault's words with every event took 1 % of the decoding time.
        indirect case fault(MessageFault)
        case end
    }

    private enum State { case frame, field, end }

    static let headerTag: UInt64 = 0x0A
    static let entityTag: UInt64 = 0x12

    let schema: RealtimeSchema
    let parser: MessageParser
    private let detector: FramingDetector
    private let window = Window()
    /// `window`, unretained: `window` keeps the object alive. Counting a reference for each field took 1 % of decoding time.
    private let lentWindow: Unmanaged<Window>
    /// The decoded message of a base64 line.
    private lazy var decoded = Window(capacity: 1 << 12)
    private var framing = Framing.message
    private var lines: LineReader?
    private var state = State.end
    /// Where the message ends in the window's source, where that is known.
    private var frameEnd: Int?
    private var framesRead = 0
    private var hasMessage = false
    /// Whether the message at hand has a header, which may be an empty one.
    private(set) var hasHeader = false
    /// Whole entities, and damaged ones, of the message at hand.
    private var entitiesInMessage = 0
    private var damagedInMessage = 0
    /// Whether nothing has shown since a damaged entity, at it or after it, that its length was right.
    private var isInDoubt = false
    /// Damaged entities of the file that were looked behind.
    private var looks = 0
    /// The place of a header that was found after entities and has been read ahead of its place.
    private var headerAhead: Int?
    /// Whether the line at hand stops being base64 where its decoded bytes end.
    private var isDamaged = false
    /// Whether the look-ahead of the message at hand ended before its message did.
    private var gaveUpSearch = false
    /// The place of the header of the message at hand where it may be the one that the message before lacks.
    public private(set) var strandedHeader: Int?
    /// The bytes of the entity at hand, or of the damaged one that a fault left out, without its tag and length; valid
    /// until the next call.
    public private(set) var entityBytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The file's first four bytes, for a hint about what it may be.
    public private(set) var firstBytes: [UInt8] = []

    public init(_ schema: RealtimeSchema, keepsUnknown: Bool) {
        self.schema = schema
        lentWindow = .passUnretained(window)
        parser = MessageParser(keepsUnknown: keepsUnknown)
        detector = FramingDetector(schema)
    }

    /// Begins a file.
    public func open(_ source: any ByteSource, framing: Framing) {
        window.reset(source)
        _ = window.require(4)
        firstBytes = (0..<min(window.count, 16)).map { window.start.load(fromByteOffset: $0, as: UInt8.self) }
        self.framing = framing == .auto ? detectFraming() : framing
        lines = self.framing == .base64Lines ? LineReader(WindowSource(window), limit: 96 << 20) : nil
        framesRead = 0
        looks = 0
        state = .frame
    }

    private func detectFraming() -> Framing {
        // A header is a few dozen bytes; the whole of a larger first field need not be there.
        _ = window.require(4096)
        return detector.detect(UnsafeRawBufferPointer(start: window.start, count: window.count))
    }

    /// The next thing in the file.
    /// - Throws: what the source throws, after everything before that place has been returned.
    public func next() throws -> Event {
        while true {
            switch state {
            case .end: return .end
            case .frame: if let event = try nextFrame() { return event }
            case .field: if let event = try nextField() { return event }
            }
        }
    }

    // MARK: Frames

    private func nextFrame() throws -> Event? {
        frameEnd = nil
        headerAhead = nil
        gaveUpSearch = false
        strandedHeader = nil
        isDamaged = false
        hasMessage = false
        resetEntities()
        switch framing {
        case .base64Lines: return try nextLine()
        case .delimited: if let event = try nextLength() { return event }
        case .auto, .message: if framesRead > 0 || !window.require(1) { return try endOfFile() }
        }
        framesRead += 1
        state = .field
        return nil
    }

    private func nextLength() throws -> Event? {
        guard window.require(1) else { return try endOfFile() }
        _ = window.require(10)
        var cursor = window.start
        do throws(WireFault) {
            let length = try Wire.varint(&cursor, window.start + window.count)
            guard length < 1 << 40 else { throw WireFault(reason: .pastEnd, position: window.start) }
            window.drop(cursor - window.start)
            frameEnd = window.offset + Int(length)
            return nil
        } catch {
            framesRead += 1
            state = .end
            return try fault(error, in: window)
        }
    }

    private func endOfFile() throws -> Event {
        state = .end
        if let failure = window.failure { throw failure }
        return framesRead == 0 ? .fault(fileFault("empty_file", "the file is empty")) : .end
    }

    private func nextLine() throws -> Event? {
        guard let line = try lines?.next() else { return try endOfFile() }
        guard case .line(let bytes) = line else {
            framesRead += 1
            return .fault(fileFault("line_too_long", "the line is longer than 96 MiB"))
        }
        let text = Base64.trimmed(bytes)
        if text.isEmpty { return nil }
        framesRead += 1
        var count: Int?
        decoded.load(atMost: text.count) { target in
            count = Base64.decode(text, into: target)
            return count ?? 0
        }
        if count == nil {
            // What stands before the damage is read; the damage is told when its place is reached.
            let prefix = Base64.validPrefix(of: text)
            guard prefix.count > 0 else { return .fault(fileFault("not_base64", "the line is not base64")) }
            decoded.load(atMost: prefix.count) { target in
                count = Base64.decode(prefix, into: target)
                return count ?? 0
            }
            isDamaged = true
        }
        frameEnd = count
        state = .field
        return nil
    }

    // MARK: Fields

    private func nextField() throws -> Event? {
        if framing == .base64Lines { return try nextField(in: decoded) }
        return try lentWindow._withUnsafeGuaranteedRef { try nextField(in: $0) }
    }

    private func nextField(in window: Window) throws -> Event? {
        do throws(WireFault) {
            guard try isMore(window) else {
                if hasMessage { return leaveFrame(nil) }
                // A message of no bytes: a header is required, but its absence rejects nothing.
                hasMessage = true
                hasHeader = false
                _ = parser.begin(schema.header)
                return .message
            }
            let field = try TopLevelField.scan(window, at: 0, frameEnd: frameEnd)
            if !hasMessage, field.tag != FeedReader.headerTag { return try lateHeader(window) }
            switch field.tag {
            case FeedReader.headerTag: return try header(field, window)
            case FeedReader.entityTag: return try entity(field, window)
            default:
                if isInDoubt { throw WireFault(reason: .outOfStep, position: window.start) }
                parser.unknown.count(schema.message, field.tag, field.tag >> 3 < 3 ? .wireType : .number)
                let start = window.start + field.value.lowerBound
                window.drop(field.end)
                return .strayField(
                    tag: field.tag, value: UnsafeRawBufferPointer(start: start, count: field.value.count))
            }
        } catch {
            return leaveFrame(try fault(error, in: window))
        }
    }

    /// Reads an entity whose frame is whole.
    private func entity(_ field: TopLevelField, _ window: Window) throws(WireFault) -> Event {
        do throws(WireFault) {
            try parse(schema.entity, field, window)
        } catch {
            damagedInMessage += 1
            let event = Event.fault(
                feedFault(error.reason, at: window.offset(of: error.position), inEntity: true, goesOn: true))
            // What moves the bytes comes before they are handed out; a length that is in doubt stays so.
            if !isBelieved(field, window) { isInDoubt = true }
            takeBytes(field, window)
            return event
        }
        // Read out of step, the parts of a damaged entity look like entities, but none has a text as its first field.
        if isInDoubt, parser.slots[0].bits & 1 == 0 {
            throw WireFault(reason: .outOfStep, position: window.start)
        }
        isInDoubt = false
        entitiesInMessage += 1
        takeBytes(field, window)
        return .entity
    }

    /// Whether the length of a damaged entity is.
    private func isBelieved(_ field: TopLevelField, _ window: Window) -> Bool {
        // In doubt already there is nothing to win; of a line that stops being base64 the end is not there.
        guard !isInDoubt, !isDamaged, looks < FrameWalk.looksEnough else { return false }
        looks += 1
        return FrameWalk(window: window, frameEnd: frameEnd, entity: schema.entity).believes(field)
    }

    private func takeBytes(_ field: TopLevelField, _ window: Window) {
        entityBytes = UnsafeRawBufferPointer(
            start: window.start + field.value.lowerBound, count: field.value.count)
        window.drop(field.end)
    }

    private func resetEntities() {
        entitiesInMessage = 0
        damagedInMessage = 0
        isInDoubt = false
    }

    private func isMore(_ window: Window) throws(WireFault) -> Bool {
        guard let frameEnd else { return window.require(1) }
        guard window.offset < frameEnd else {
            if isDamaged { throw WireFault(reason: .notBase64, position: window.start) }
            return false
        }
        guard window.require(1) else { throw WireFault(reason: .truncated, position: window.start) }
        return true
    }

    private func header(_ field: TopLevelField, _ window: Window) throws(WireFault) -> Event? {
        if headerAhead == window.offset {
            headerAhead = nil
            window.drop(field.end)
            return nil
        }
        let wasInDoubt = isInDoubt
        if wasInDoubt {
            // What is wrong is still wrong with the message before.
            try parse(schema.header, field, window)
            // A trip's descriptor, read in a header's place, has no number there.
            guard parser.slots[0].bits & 5 == 5 else { throw WireFault(reason: .outOfStep, position: window.start) }
        }
        resetEntities()
        hasMessage = false
        strandedHeader = gaveUpSearch ? window.offset : nil
        gaveUpSearch = false
        if !wasInDoubt { try parse(schema.header, field, window) }
        hasMessage = true
        hasHeader = true
        window.drop(field.end)
        return .message
    }

    private func parse(
        _ plan: UnsafePointer<MessagePlan>, _ field: TopLevelField, _ window: Window
    ) throws(WireFault) {
        let block = parser.begin(plan)
        let start = window.start
        try parser.parse(plan, start + field.value.lowerBound, start + field.value.upperBound, into: block)
    }

    /// Finds and reads the header of a message that does not begin with it.
    private func lateHeader(_ window: Window) throws(WireFault) -> Event {
        var position = 0
        var found: TopLevelField?
        var hasEntity = false
        while position < FeedReader.lookAheadLimit {
            if let frameEnd {
                guard window.offset + position < frameEnd else { break }
            } else {
                guard window.require(position + 1) else { break }
            }
            do throws(WireFault) {
                let field = try TopLevelField.scan(window, at: position, frameEnd: frameEnd)
                position = field.end
                if field.tag == FeedReader.entityTag { hasEntity = true }
                guard field.tag == FeedReader.headerTag else { continue }
                found = field
                break
            } catch {
                // The fault is told when its place is reached, after the whole entities before it.
                guard hasEntity else { throw error }
                break
            }
        }
        guard found != nil || hasEntity || position >= FeedReader.lookAheadLimit else {
            throw WireFault(reason: .notAFeed, position: window.start)
        }
        if let found {
            try parse(schema.header, found, window)
            headerAhead = window.offset + found.start
        } else {
            _ = parser.begin(schema.header)
        }
        hasMessage = true
        hasHeader = found != nil
        gaveUpSearch = found == nil && position >= FeedReader.lookAheadLimit
        return .message
    }

    private func leaveFrame(_ event: Event?) -> Event? {
        // After a fault in a plain message nobody knows where the next begins.
        state = event != nil && framing == .message ? .end : .frame
        if framing == .delimited, let frameEnd { window.skip(to: frameEnd) }
        return event
    }

    // MARK: Faults

    private func fault(_ fault: WireFault, in window: Window) throws -> Event {
        let cutOff = fault.reason == .truncated || fault.reason == .pastEnd
        if cutOff, let failure = window.failure {
            state = .end
            throw failure
        }
        // What the damage cuts off is not too short of itself; a field that is all there but wrong, is.
        let reason = isDamaged && (cutOff || fault.reason == .notAFeed) ? .notBase64 : fault.reason
        return .fault(feedFault(reason, at: window.offset(of: fault.position), inEntity: false, goesOn: false))
    }

    private func feedFault(_ reason: WireFault.Reason, at offset: Int, inEntity: Bool, goesOn: Bool) -> MessageFault {
        MessageFault(
            code: reason.code, reason: reason.text, offset: offset, line: lines?.number,
            entity: inEntity ? entitiesInMessage + damagedInMessage : nil, goesOn: goesOn,
            entitiesBefore: entitiesInMessage, hasMessage: hasMessage)
    }

    private func fileFault(_ code: String, _ reason: String) -> MessageFault {
        MessageFault(
            code: code, reason: reason, offset: nil, line: lines?.number, entity: nil, goesOn: false,
            entitiesBefore: 0, hasMessage: false)
    }
}
