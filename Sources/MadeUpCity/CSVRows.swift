import GTFSSchedule
import NDJSON

/// Writes rows of CSV into a file of the archive, in blocks.
struct CSVRows {
    let writer = RecordWriter(capacity: 1 << 17)
    private let archive: ZipWriter
    private(set) var rows = 0

    init(_ archive: ZipWriter) { self.archive = archive }

    /// Begins a file with its header; `atMost` bounds its size in bytes where it may be large.
    mutating func begin(_ file: String, _ header: StaticString, atMost: Int = 1 << 30) throws {
        try flush()
        try archive.begin(file, atMost: atMost)
        rows = 0
        writer.append(header)
        writer.newline()
    }

    mutating func endRow() throws {
        writer.newline()
        rows += 1
        if writer.count >= 1 << 16 { try flush() }
    }

    func flush() throws {
        try archive.append(writer.bytes)
        writer.removeAll()
    }

    func comma() { writer.append(UInt8(ascii: ",")) }

    /// A cell, quoted where RFC 4180 asks for it.
    func text(_ value: String) {
        guard value.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 }) else { return writer.append(value) }
        writer.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            if byte == 0x22 { writer.append(byte) }
            writer.append(byte)
        }
        writer.append(UInt8(ascii: "\""))
    }

    /// `HH:MM:SS`
    func time(_ seconds: Int) {
        two(seconds / 3600)
        writer.append(UInt8(ascii: ":"))
        two(seconds / 60 % 60)
        writer.append(UInt8(ascii: ":"))
        two(seconds % 60)
    }

    private func two(_ value: Int) {
        if value < 10 { writer.append(UInt8(ascii: "0")) }
        writer.integer(value)
    }

    /// Latitude and longitude with six decimals, the comma between them included.
    func position(_ place: Place) {
        writer.rounded(Location.latitude(place), decimals: 6)
        comma()
        writer.rounded(Location.longitude(place), decimals: 6)
    }
}
