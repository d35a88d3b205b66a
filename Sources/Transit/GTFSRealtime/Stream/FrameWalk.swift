/// Walks over the frames of a message ahead of its reading, by tags and lengths alone, for whether they are in step.
///
/// Memory: the window, which grows by `FeedReader.lookAheadLimit` and a frame at most.
struct FrameWalk {
    /// So many frames in a row cannot be chance: of bytes read out of step hardly one in twenty is the tag of a frame.
    static let framesEnough = 256

    /// After so many damaged entities of a file that were looked behind there is no more looking, as each may cost
    /// `FeedReader.lookAheadLimit`: a file made to waste time gets its doubt.
    static let looksEnough = 1024
    private static let idTag: UInt8 = 0x0A

    private enum Ending { case inStep, outOfStep, tooFar }

    let window: Window
    /// Where the message ends in the window's source, where that is known.
    let frameEnd: Int?
    let entity: UnsafePointer<MessagePlan>

    /// Whether the length of a damaged entity is to be believed: frames follow from its end on, and with another length
    /// it would not be whole with frames after it.
    func believes(_ field: TopLevelField) -> Bool {
        guard walk(from: field.end, isInEntity: false) == .inStep else { return false }
        // A length that has won or lost a byte: the entity, whose id comes first, begins within it or after it.
        for begin in (field.start + 2)..<(field.value.lowerBound + 4) where begin != field.value.lowerBound {
            guard !beginsEntity(at: begin, lengthAt: field.start + 1) else { return false }
        }
        // A length that is too short cuts a field of the entity itself; one that is too long cuts the entity after it.
        guard let place = cutField(in: field) else { return true }
        guard let cut = try? TopLevelField.scan(window, at: place, frameEnd: frameEnd),
            isOfEntity(cut.tag) || cut.tag == FeedReader.entityTag || FrameWalk.isOfExtension(cut.tag)
        else { return true }
        guard cut.end - field.end <= FeedReader.lookAheadLimit else { return false }
        guard
            MessageCheck.isMessage(entity, window.start + field.value.lowerBound, window.start + cut.end)
        else { return true }
        return walk(from: cut.end, isInEntity: cut.tag != FeedReader.entityTag) == .outOfStep
    }

    /// Whether the bytes up to a place are a length but for one of them, and an entity that begins there has frames
    /// after it.
    private func beginsEntity(at begin: Int, lengthAt place: Int) -> Bool {
        guard window.require(begin + 1) else { return false }
        func byte(_ place: Int) -> UInt8 { window.start.load(fromByteOffset: place, as: UInt8.self) }
        let wrong = (place..<begin).filter { (byte($0) < 0x80) != ($0 == begin - 1) }
        guard byte(begin) == FrameWalk.idTag, wrong.count == 1 else { return false }
        return walk(from: begin, isInEntity: true) != .outOfStep
    }

    /// The place of the field of the entity itself that runs over its end; nil where they all end with it, or where one
    /// is damaged otherwise.
    private func cutField(in field: TopLevelField) -> Int? {
        var cursor = window.start + field.value.lowerBound
        let end = window.start + field.value.upperBound
        while cursor < end {
            let at = cursor
            do throws(WireFault) {
                let tag = try Wire.tag(&cursor, end)
                _ = try Wire.skipValue(tag, at: at, &cursor, end, depth: 0)
            } catch {
                return error.reason == .truncated || error.reason == .pastEnd ? at - window.start : nil
            }
        }
        return nil
    }

    /// - Parameters:
    ///   - from: counted from the window's first wanted byte.
    ///   - isInEntity: whether fields of an entity may come before the first frame.
    private func walk(from start: Int, isInEntity: Bool) -> Ending {
        var isInEntity = isInEntity
        var position = start
        var frames = 0
        let frame = frameEnd.map { $0 - window.offset } ?? .max
        while true {
            guard position <= frame, window.require(position) else { return .outOfStep }
            if position == frame { return .inStep }
            if !window.require(position + 1) { return frameEnd == nil && window.failure == nil ? .inStep : .outOfStep }
            if frames == FrameWalk.framesEnough { return .inStep }
            if position - start > FeedReader.lookAheadLimit { return .tooFar }
            _ = window.require(min(position + 20, frame))
            var cursor = window.start + position
            let end = window.start + min(window.count, frame)
            guard let tag = try? Wire.tag(&cursor, end) else { return .outOfStep }
            if tag == FeedReader.entityTag { isInEntity = false }
            guard tag == FeedReader.headerTag || tag == FeedReader.entityTag || isInEntity && isOfEntity(tag) else {
                return .outOfStep
            }
            guard let value = try? Wire.varint(&cursor, end) else { return .outOfStep }
            position = cursor - window.start
            if tag & 7 == 2 {
                guard value <= UInt64(FeedReader.fieldLimit) else { return .outOfStep }
                position += Int(value)
            }
            frames += 1
        }
    }

    /// Whether an entity has such a field; all of them are numbers or have a length.
    private func isOfEntity(_ tag: UInt64) -> Bool {
        let index = Int(entity.pointee.index(of: tag >> 3))
        let wireType = tag & 7
        return index != Int(MessagePlan.none) && (wireType == 0 || wireType == 2)
            && entity.pointee.fields[index].wireType == wireType
    }

    /// Whether the specification leaves a field's number to extensions.
    private static func isOfExtension(_ tag: UInt64) -> Bool {
        1000..<2000 ~= tag >> 3 || 9000..<10_000 ~= tag >> 3
    }
}
