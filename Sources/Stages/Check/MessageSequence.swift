import Hashing

/// Compares each message with the message before it of the same kind: those whose first vehicle, trip update or alert is of
/// the same table.
///
/// Memory: a few numbers for each kind.
final class MessageSequence {
    /// How long a feed may stay unchanged, in seconds.
    static let longestInterval = 35

    private struct Message {
        let time: Int
        let content: UInt64
    }

    private let book: NoticeBook
    private var last: [Int: Message] = [:]
    /// The newest header of messages with entities of a table.
    private var times: [Int: Int] = [:]
    /// The newest header of messages without entities, which may be of any kind.
    private var emptyTime: Int?

    // The message at hand.
    private var file = ""
    private var header: Int?
    private var tables: [Int] = []
    private var content: UInt64 = 0

    init(_ book: NoticeBook) { self.book = book }

    /// Begins a message, whose header may have no time.
    func begin(_ file: String, header: Int?) {
        end()
        self.file = file
        self.header = header
        tables.removeAll(keepingCapacity: true)
        content = 0
    }

    /// Takes the record of an entity.
    func take(_ table: Int, _ record: UnsafeRawBufferPointer) {
        // Stops and detours stand in messages of any kind.
        if table < 4, !tables.contains(table) { tables.append(table) }
        // The order of entities means nothing.
        content &+= Fingerprint.of(record, seed: UInt64(table))
    }

    /// Ends the message at hand.
    func end() {
        guard let header else { return }
        self.header = nil
        defer { note(header) }
        guard let kind = tables.first, let before = last[kind] else { return }
        if header == before.time, content != before.content {
            book.add(.contentChanged, file: file, line: nil, [("timestamp", .whole(header))])
        }
        let previous = (tables.compactMap { times[$0] } + [emptyTime].compactMap { $0 }).max() ?? before.time
        guard header - previous > MessageSequence.longestInterval else { return }
        book.add(
            .refreshedTooRarely, file: file, line: nil,
            [
                ("timestamp", .whole(header)), ("previous_timestamp", .whole(previous)),
                ("interval", .whole(header - previous)),
            ])
    }

    private func note(_ header: Int) {
        guard let kind = tables.first else {
            emptyTime = max(emptyTime ?? header, header)
            return
        }
        last[kind] = Message(time: header, content: content)
        for table in tables { times[table] = max(times[table] ?? header, header) }
    }
}
