import NDJSON
import TableFormats
import Zip

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
        var value = value
        value.withUTF8 { CSVWriter.cell(UnsafeRawBufferPointer($0), into: writer) }
    }

    /// A cell and the comma after it.
    func cell(_ value: String) {
        text(value)
        comma()
    }

    /// `HH:MM:SS` and the comma after it.
    func time(_ seconds: Int) {
        writer.scheduleTime(seconds)
        comma()
    }

    /// Latitude and longitude with six decimals, and the comma after each.
    func position(_ place: Place) {
        writer.rounded(Location.latitude(place), decimals: 6)
        comma()
        writer.rounded(Location.longitude(place), decimals: 6)
        comma()
    }
}
