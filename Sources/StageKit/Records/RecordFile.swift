import NDJSON

/// An NDJSON file besides the main output: diagnostics, rejects or the summary.
final class RecordFile {
    let writer = RecordWriter(capacity: 1 << 14)
    private let destination: any ByteDestination
    /// The first write error, which ends the run.
    private(set) var failure: (any Error)?

    /// - Parameters:
    ///   - path: `-` is standard output.
    ///   - jobs: the number of threads that compress, if the file is compressed.
    init(path: String, jobs: Int) throws { destination = try OutputFile(path: path, jobs: jobs) }

    func flushWhenFull() { if writer.count > 1 << 16 { flush() } }

    private func flush() {
        guard failure == nil else { return writer.removeAll() }
        do { try destination.write(writer.bytes) } catch { failure = error }
        writer.removeAll()
    }

    /// Writes the remaining bytes and syncs the file, without renaming it yet.
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

    /// Discards the file; an older file of the same name stays unchanged.
    func discard() { destination.discard() }
}
