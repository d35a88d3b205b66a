/// Where a field of a message lies, counted from the window's first wanted byte.
struct TopLevelField {
    let tag: UInt64
    let start: Int
    /// The value: without its length where it has one, without its tags where it is a group.
    let value: Range<Int>
    let end: Int

    /// The bytes of the longest tag and the longest length.
    private static let mostHead = 20

    /// Finds the field that begins at `at`, whole, which the window grows for.
    /// - Parameter frameEnd: where the message ends in the window's source, where that is known.
    /// - Throws: `WireFault`, its position at the field's beginning.
    @inline(__always)
    static func scan(_ window: Window, at start: Int, frameEnd: Int?) throws(WireFault) -> TopLevelField {
        let frame = frameEnd.map { $0 - window.offset } ?? Int.max
        if let field = short(window, at: start, within: frame) { return field }
        return try scanAny(window, at: start, within: frame)
    }

    /// The field if it is in the window already, and has a tag of one byte and a length of at most two bytes.
    @inline(__always)
    private static func short(_ window: Window, at start: Int, within frame: Int) -> TopLevelField? {
        let available = min(window.count, frame) &- start
        // With fewer bytes, the source is asked for more first: it may break off.
        guard available >= mostHead || available == frame &- start, available > 2 else { return nil }
        let field = window.start + start
        let tag = field.load(as: UInt8.self)
        let low = Int(field.load(fromByteOffset: 1, as: UInt8.self))
        let high = Int(field.load(fromByteOffset: 2, as: UInt8.self))
        // Field numbers from 1 to 15, values with a length.
        guard tag & 0x87 == 2, tag > 7, low < 0x80 || high < 0x80 else { return nil }
        let head = low < 0x80 ? 2 : 3
        let length = low < 0x80 ? low : low & 0x7F | high << 7
        guard head &+ length <= available else { return nil }
        let from = start &+ head
        return TopLevelField(tag: UInt64(tag), start: start, value: from..<(from &+ length), end: from &+ length)
    }

    private static func scanAny(
        _ window: Window, at start: Int, within frame: Int
    ) throws(WireFault) -> TopLevelField {
        _ = window.require(min(start + mostHead, frame))
        var end = window.start + min(window.count, frame)
        var cursor = window.start + start
        let tag: UInt64
        do throws(WireFault) {
            tag = try Wire.tag(&cursor, end)
        } catch {
            throw WireFault(reason: error.reason, position: window.start + start)
        }
        let content = cursor - window.start
        func fault(_ reason: WireFault.Reason) -> WireFault {
            WireFault(reason: reason, position: window.start + start)
        }
        switch tag & 7 {
        case 2:
            // What is wrong with it shows in how much there was to read, from its beginning.
            guard let length = try? Wire.varint(&cursor, end) else {
                throw fault(end - (window.start + content) >= 10 ? .badVarint : .truncated)
            }
            guard length <= UInt64(FeedReader.fieldLimit) else { throw fault(.tooLarge) }
            let from = cursor - window.start
            let to = from + Int(length)
            guard to <= frame, window.require(to) else { throw fault(.pastEnd) }
            return TopLevelField(tag: tag, start: start, value: from..<to, end: to)
        case 3:
            while true {
                var cursor = window.start + content
                do throws(WireFault) {
                    let stop = try Wire.skipGroup(tag >> 3, &cursor, end, depth: 0)
                    return TopLevelField(
                        tag: tag, start: start, value: content..<(stop - window.start), end: cursor - window.start)
                } catch {
                    let have = end - window.start
                    guard error.reason == .truncated || error.reason == .pastEnd else { throw fault(error.reason) }
                    guard have < frame else { throw fault(.pastEnd) }
                    guard have < start + FeedReader.fieldLimit else { throw fault(.tooLarge) }
                    _ = window.require(min(have * 2 + 64, frame))
                    end = window.start + min(window.count, frame)
                    if end - window.start == have { throw fault(.truncated) }
                }
            }
        default:
            do throws(WireFault) {
                _ = try Wire.skipValue(tag, at: window.start + start, &cursor, end, depth: 0)
            } catch {
                throw fault(error.reason)
            }
            let to = cursor - window.start
            return TopLevelField(tag: tag, start: start, value: content..<to, end: to)
        }
    }
}
