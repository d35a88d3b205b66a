import NDJSON
import Platform

/// The encoders of a file, one for each thread that encodes columns; made when they are first needed.
final class LeafEncoders: Sendable {
    private let compression: ParquetCompression
    private let jobs: Int
    /// Encoders that no thread uses. Who takes one out of here is the only one who has it.
    private let idle = Guarded<[LeafEncoder]>([])

    init(_ compression: ParquetCompression, jobs: Int) {
        self.compression = compression
        self.jobs = jobs
    }

    /// Writes the chunk of each leaf into the writer at the leaf's place.
    /// - Parameter earlier: the choices for the group before; empty for the first group.
    func encode(
        _ leaves: [ParquetLeaf], after earlier: [EncodingChoice], into parts: [RecordWriter]
    ) -> [ColumnChunk] {
        nonisolated(unsafe) let (leaves, parts) = (leaves, parts)
        return Workers.map(leaves.count, jobs: jobs) { [self] place in
            let encoder = take()
            defer { give(encoder) }
            let choice = encoder.encoding(of: leaves[place], after: earlier.isEmpty ? nil : earlier[place])
            return ColumnChunk(leaves[place], choice, compression, encoder, into: parts[place])
        }
    }

    private func take() -> LeafEncoder { idle.withLock { $0.popLast() } ?? LeafEncoder(compression) }

    private func give(_ encoder: LeafEncoder) { idle.withLock { $0.append(encoder) } }
}
