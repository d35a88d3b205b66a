import GTFSSchedule
import NDJSON

/// What comes out of a collection of features, as lines.
struct FeatureReading {
    private let reader: FeatureReader
    private let size: Int

    init(_ bytes: [UInt8], _ piece: Int) {
        reader = FeatureReader(PieceSource(bytes, piece: piece), limit: 200)
        size = bytes.count
    }

    func all() throws -> [String] {
        let scanner = RecordScanner(fields: ["feature"])
        var found: [String] = []
        while true {
            try require(found.count <= size + 2, "more features than bytes")
            switch try reader.next() {
            case .feature(let bytes):
                found.append("feature " + String(decoding: bytes, as: UTF8.self))
                do throws(JSONFault) { try scanner.scan(bytes) } catch {
                    found.append("refused")
                    continue
                }
                _ = GeometryFault.find(in: scanner[0])
                _ = GeometryFault.holdsInfinity(scanner[0])
            case .tooLong(let count): found.append("long \(count)")
            case .broken(let reason): found.append("broken \(reader.line) \(reason)")
            case .end:
                found.append("end")
                return found
            }
            if found.last?.hasPrefix("broken") == true {
                guard case .end = try reader.next() else { throw CheckFault("goes on after it broke") }
                return found
            }
        }
    }
}
