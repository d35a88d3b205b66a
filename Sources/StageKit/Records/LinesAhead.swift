import NDJSON
import Platform

/// The lines of an input, read and scanned by separate threads while the stage works on earlier lines.
///
/// One thread at a time reads a block of lines; several scan. The stage takes the blocks in the order of the lines.
///
/// Memory: blocks of half a megabyte of lines, or of one longer line, and the positions of their values; there are as many
/// blocks as threads, and four more. Smaller files are read before the threads start.
final class LinesAhead: @unchecked Sendable {
    /// Bounds the memory: there is a block for each thread.
    private static let mostThreads = 4
    /// Blocks beyond one for each thread, so that some wait to be taken while threads scan others.
    private static let spareBlocks = 4
    private static let stackSize = 8 << 20
    /// Files of fewer are read before another thread has begun.
    private static let fewBytes = 1 << 16

    private let source: Guarded<LineSource>
    private let ring: [LineBlock]
    private let pace: WorkAhead
    private var threads = 0
    private var taken = 0
    private var isAtEnd = false

    /// Starts reading; returns nil if the run has one thread, or the file is small.
    init?(_ reader: LineReader, of input: InputFile, like record: Record, jobs: Int) {
        guard jobs > 1, input.size.map({ $0 > LinesAhead.fewBytes }) ?? true else { return nil }
        source = Guarded(LineSource(reader, input))
        let wanted = record.scanner.scanner
        let most = min(jobs, LinesAhead.mostThreads)
        ring = (0..<(most + LinesAhead.spareBlocks)).map { _ in LineBlock(fields: wanted.fieldCount) }
        pace = WorkAhead(window: ring.count)
        // A thread may outlive the run: it stands in a read until a pipe has something.
        for number in 0..<most {
            let scanner = RecordScanner(like: wanted)
            let thread = WorkerThread(stackSize: LinesAhead.stackSize, isDetached: true) {
                self.work(scanner, mayRest: number > 0 && number == most - 1)
            }
            if thread != nil { threads += 1 }
        }
        guard threads > 0 else { return nil }
    }

    /// The next block, valid until the following call; nil at the end.
    func next() -> LineBlock? {
        if taken > 0 { pace.took() }
        guard !isAtEnd else { return nil }
        let block = ring[taken % ring.count]
        block.scanned.wait()
        taken += 1
        isAtEnd = block.isLast
        return block
    }

    /// Ends the threads.
    func stop() {
        pace.stop(threads: threads)
    }

    /// What each thread does: it reads a block of lines while no other thread reads, then scans them.
    private func work(_ scanner: RecordScanner, mayRest: Bool) {
        while pace.waitForRoom(mayRest: mayRest) {
            guard let block = source.withLock({ $0.fill { ring[$0 % ring.count] } }) else { return }
            block.scan(scanner)
            pace.made()
            block.scanned.signal()
        }
    }
}

/// What the threads read, one at a time.
private final class LineSource: @unchecked Sendable {
    private let reader: LineReader
    private let input: InputFile
    private var blocks = 0
    private var isAtEnd = false

    init(_ reader: LineReader, _ input: InputFile) {
        self.reader = reader
        self.input = input
    }

    /// Fills the next block; returns nil if the lines have ended.
    func fill(_ place: (Int) -> LineBlock) -> LineBlock? {
        guard !isAtEnd else { return nil }
        let block = place(blocks)
        blocks += 1
        block.fill(from: reader, input)
        block.bytesRead = input.bytesRead
        isAtEnd = block.isLast
        return block
    }
}

/// A block of lines with their scanned values.
final class LineBlock {
    static let capacity = 1 << 19
    private static let mostLines = 2048
    /// Memory behind the lines that may be read, so that the last line is read as fast as the others.
    private static let behind = 128

    enum Line {
        case scanned(UnsafeRawBufferPointer, UnsafeMutablePointer<JSONValue>)
        /// One that is blank, or not JSON.
        case line(UnsafeRawBufferPointer)
        case tooLong(Int)
    }

    private struct Place {
        var start: Int
        /// The number of bytes; for an overlong line, its full length.
        var count: Int
        var isScanned = false
        var isTooLong = false
    }

    private let fields: Int
    private var places: [Place] = []
    /// The number of the first line.
    private var firstNumber = 0
    private let bytes = RecordWriter(capacity: capacity + capacity / 4)
    private let values: UnsafeMutablePointer<JSONValue>
    /// Signalled when its lines are scanned.
    fileprivate let scanned = CountingSemaphore(0)
    /// The error that ended reading, after the lines.
    private(set) var error: (any Error)?
    private(set) var isLast = false
    /// The number of bytes of the input read so far.
    fileprivate(set) var bytesRead = 0

    fileprivate init(fields: Int) {
        self.fields = fields
        // What a line has is written when it is scanned.
        values = .allocate(capacity: max(fields * LineBlock.mostLines, 1))
    }

    deinit { values.deallocate() }

    var count: Int { places.count }

    @inline(__always)
    func number(_ place: Int) -> Int { firstNumber + place }

    @inline(__always)
    func line(_ place: Int) -> Line {
        let line = places[place]
        if line.isTooLong { return .tooLong(line.count) }
        let text = UnsafeRawBufferPointer(rebasing: bytes.bytes[line.start..<(line.start + line.count)])
        return line.isScanned ? .scanned(text, values + place * fields) : .line(text)
    }

    /// No more input is available without waiting.
    private struct NothingReady: Error {}

    /// Reads lines until the block is full, the input ends, or no more input is available, so that slow inputs are
    /// passed on as they arrive.
    fileprivate func fill(from reader: LineReader, _ input: InputFile) {
        places.removeAll(keepingCapacity: true)
        bytes.removeAll()
        firstNumber = reader.number + 1
        do {
            while bytes.count < LineBlock.capacity, places.count < LineBlock.mostLines {
                let end = bytes.count
                if let lines = reader.linesAtHand(
                    most: LineBlock.mostLines - places.count, bytes: LineBlock.capacity - end,
                    { places.append(Place(start: end + $0, count: $1)) })
                {
                    bytes.reserve(lines.count + LineBlock.behind)
                    bytes.append(lines)
                    continue
                }
                let next = try reader.next(beforeReading: {
                    if !places.isEmpty, !input.isReady(within: 0) { throw NothingReady() }
                })
                guard let line = next else {
                    isLast = true
                    return
                }
                switch line {
                case .tooLong(let length):
                    places.append(Place(start: 0, count: length, isTooLong: true))
                case .line(let text):
                    places.append(Place(start: bytes.count, count: text.count))
                    bytes.reserve(text.count + LineBlock.behind)
                    bytes.append(text)
                }
            }
        } catch is NothingReady {
        } catch {
            self.error = error
            isLast = true
        }
    }

    fileprivate func scan(_ scanner: RecordScanner) {
        let text = bytes.bytes
        for place in places.indices where !places[place].isTooLong {
            let line = UnsafeRawBufferPointer(
                rebasing: text[places[place].start..<(places[place].start + places[place].count)])
            scanner.use(values + place * fields)
            places[place].isScanned = (try? scanner.scan(line, readable: bytes.readable - places[place].start)) != nil
        }
        scanner.use(nil)
    }
}
