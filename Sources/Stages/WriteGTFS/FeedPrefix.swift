import NDJSON

/// How `--prefix-ids` keeps ids of several feeds apart: `sydney:` before each id of the feed `sydney`.
///
/// Two ids never become one. The first colon of an id ends the feed's name, so a colon in the name is written `%3A`, and
/// a percent sign `%25`. An id of a record without `feed_id` stays as it is; if it has a colon, one more goes in front,
/// because it would read as the name of a feed otherwise.
struct FeedPrefix {
    private static let separator = UInt8(ascii: ":")

    /// What goes before each id of the feed; empty for records without `feed_id`.
    private let bytes: [UInt8]

    init(feed: String) {
        bytes = feed.isEmpty ? [] : Array((FeedPrefix.name(feed) + ":").utf8)
    }

    /// A feed's name without the bytes that have a meaning in prefixed ids.
    static func name(_ feed: String) -> String {
        var name = ""
        for character in feed.unicodeScalars {
            switch character {
            case ":": name += "%3A"
            case "%": name += "%25"
            default: name.unicodeScalars.append(character)
            }
        }
        return name
    }

    /// Writes what goes before an id.
    @inline(__always)
    func write(before id: UnsafeRawBufferPointer, to writer: RecordWriter) {
        if !bytes.isEmpty {
            bytes.withUnsafeBytes { writer.append($0) }
        } else if id.contains(FeedPrefix.separator) {
            writer.append(FeedPrefix.separator)
        }
    }
}
