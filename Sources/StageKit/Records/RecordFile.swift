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

    /// Writes what is left of it and makes it durable, not yet under its name.
    func prepare() throws {
        flush()
        do {
            if failure == nil { try destination.prepare() }
        } catch {
            failure = error
        }
        guard let failure else { return }
        discard()
        throw failure
    }

    func commit() throws {
        flush()
        if let failure { throw failure }
        try destination.commit()
    }

    /// Gives up: an older file of the name stays as it was.
    func discard() { destination.discard() }
}
