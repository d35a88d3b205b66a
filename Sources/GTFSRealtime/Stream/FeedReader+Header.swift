extension FeedReader {
    /// Whether the message that was begun last has a header of its own, and the POSIX seconds of its
    /// `FeedHeader.timestamp`; to be asked right after its `message` event, when the header is what is at hand.
    public var headerAtHand: (isThere: Bool, timestamp: UInt64?) {
        let header = schema.header.pointee
        let index = 2
        guard hasHeader, parser.slots[0].bits & 1 << UInt64(index) != 0, header.fields[index].number == 3 else {
            return (hasHeader, nil)
        }
        return (true, parser.slots[1 + index].bits)
    }
}
