import NDJSON

/// An NDJSON file beside the main output: diagnostics, rejects, the summary.
final class RecordFile {
    let writer = RecordWriter(capacity: 1 << 14)
    private let destination: any ByteDestination
    /// The first failure to write; the run ends with it.
    private(set) var failure: (any Error)?

    /// - Parameter path: `-` is standard output.
    init(path: String) throws { destination = try OutputFile(path: path) }

    func flushWhenFull() { if writer.count > 1 << 16 { flush() } }

    private func flush() {
        guard failure == nil else { return writer.removeAll() }
        do { try destination.write(writer.bytes) } catch { failure = error }
        writer.removeAll()
    }

    func commit() throws {
        flush()
        if let failure { throw failure }
        try destination.commit()
    }
}
