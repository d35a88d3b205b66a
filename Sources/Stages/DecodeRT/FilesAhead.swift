import GTFSRealtime
import NDJSON
import Platform
import StageKit
import Synchronization

/// Decodes files by several threads at once, and hands over what became of them in their order.
///
/// A file that breaks off, is damaged or has something that is rejected is left to the one thread that may tell it.
///
/// Memory: for each thread, the records of four files, at most 32 MiB a file, or 64 MiB with the room for more. In addition, at
/// most 4 MiB of reusable memory for each of these files and for each thread.
final class FilesAhead: @unchecked Sendable {
    /// Larger files are decoded by the one thread, which writes while it reads.
    private static let largestFile = 2 << 20
    private static let stackSize = 8 << 20
    /// With fewer, threads wait for each other: the one that takes the files, and those that decode them.
    private static let filesPerThread = 4

    private let paths: [String]
    private let makeDecoder: () -> FileDecoder?
    private let next = Atomic<Int>(0)
    private let pace: WorkAhead
    private let done: [CountingSemaphore]
    private let slots: UnsafeMutablePointer<DecodedFile?>
    /// For each slot, memory of an earlier file that the slot's next file reuses.
    private let spares: UnsafeMutablePointer<SpareMemory>
    /// Memory of the file that was taken last, for a later file.
    private var spare = SpareMemory()
    private var threads: [WorkerThread] = []
    private var taken = 0

    /// Starts decoding.
    /// - Parameter makeDecoder: called by each thread once; nil where none can be made.
    init(_ paths: [String], threads count: Int, _ makeDecoder: @escaping () -> FileDecoder?) {
        self.paths = paths
        self.makeDecoder = makeDecoder
        let window = FilesAhead.filesPerThread * count
        pace = WorkAhead(window: window, batch: window / 2)
        done = (0..<window).map { _ in CountingSemaphore(0) }
        slots = .allocate(capacity: window)
        slots.initialize(repeating: nil, count: window)
        spares = .allocate(capacity: window)
        spares.initialize(repeating: SpareMemory(), count: window)
        for number in 0..<count { start(mayRest: count > 1 && number == count - 1) }
    }

    deinit {
        pace.stop(threads: threads.count)
        for thread in threads { thread.join() }
        slots.deinitialize(count: pace.window)
        slots.deallocate()
        spares.deinitialize(count: pace.window)
        spares.deallocate()
    }

    /// What became of the next file; nil where it is left to whoever asks.
    func take() -> DecodedFile? {
        // Without threads nobody works.
        guard !threads.isEmpty else { return nil }
        let place = taken % pace.window
        done[place].wait()
        taken += 1
        defer {
            slots[place] = nil
            swap(&spares[place], &spare)
            pace.took()
        }
        return slots[place]
    }

    /// Takes back the memory of a file that is done with.
    func reuse(_ file: consuming DecodedFile) { if file.isSpare { spare = SpareMemory(file) } }

    private func start(mayRest: Bool) {
        // The threads end before this object's memory does: its end waits for them, and they may work until then.
        let thread = WorkerThread(stackSize: FilesAhead.stackSize) { [unowned(unsafe) self] in
            work(mayRest: mayRest)
        }
        if let thread { threads.append(thread) }
    }

    private func work(mayRest: Bool) {
        let decoder = makeDecoder()
        while pace.waitForRoom(mayRest: mayRest) {
            let number = next.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
            guard number < paths.count else { return }
            let place = number % pace.window
            slots[place] = FilesAhead.isSmall(paths[number]) ? decoder?.decode(paths[number], &spares[place]) : nil
            pace.made()
            done[place].signal()
        }
    }

    private static func isSmall(_ path: String) -> Bool {
        FileStatus(path).map { $0.isRegular && $0.size <= largestFile } ?? false
    }
}

/// What a file was decoded to.
struct DecodedFile {
    var records: [UInt8]
    /// For a stage in this process that uses nothing but their values: rows instead of records.
    var rows: ScannedRows?
    /// Whether a later file may reuse the memory of the records and rows.
    var isSpare = false
    /// Of each table the records read, written and ignored.
    var figures: [(read: Int, written: Int, ignored: Int)]
    var messages: Int
    var bytesRead: Int
    var unknown: UnknownFields
    /// What is to be told of it.
    var findings: [(finding: Finding, count: Int)] = []
}

/// Memory of a file that was taken, which a later file reuses: new memory would have to be cleared by the system.
struct SpareMemory {
    /// The most bytes of records, or of rows, whose memory is reused.
    private static let most = 4 << 20

    private var records: [UInt8] = []
    var rows: ScannedRows?

    init() {}

    init(_ file: DecodedFile) {
        records = file.records
        rows = file.rows
    }

    /// Whether the memory of a file that still has its content is small enough to be kept.
    static func isSmall(_ file: DecodedFile) -> Bool {
        file.records.capacity <= most && file.rows?.memory ?? 0 <= most
    }

    /// The memory for records, without content.
    mutating func takeRecords() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &records)
        taken.removeAll(keepingCapacity: true)
        return taken
    }
}

/// Unknown fields of several readers, in the order in which they first came.
struct UnknownFields {
    private struct Key: Hashable {
        let field: String
        let wireType: Int
        let reason: UnknownField.Reason
    }

    /// As many as one reader tells.
    private static let limit = 1000

    private var counted: [UnknownField] = []
    private var places: [Key: Int] = [:]
    private var uncounted = 0

    /// Those beyond the limit are one row at the end.
    var rows: [UnknownField] { uncounted > 0 ? counted + [.others(uncounted)] : counted }

    mutating func add(_ others: [UnknownField]) {
        for other in others {
            let key = Key(field: other.field, wireType: other.wireType, reason: other.reason)
            if other.isOthers {
                uncounted += other.count
            } else if let place = places[key] {
                counted[place] = counted[place].adding(other.count)
            } else if counted.count < UnknownFields.limit {
                places[key] = counted.count
                counted.append(other)
            } else {
                uncounted += other.count
            }
        }
    }
}

/// Decodes one file after another into memory.
final class FileDecoder {
    /// What is kept of a file at the most, in bytes.
    static let mostBytes = 32 << 20

    /// A file of which more would have to be kept.
    struct TooMuch: Error {}

    private final class Kept: ByteDestination {
        var bytes: [UInt8] = []
        func write(_ more: UnsafeRawBufferPointer) throws {
            guard bytes.count + more.count <= FileDecoder.mostBytes else { throw TooMuch() }
            bytes.append(contentsOf: more)
        }
        func commit() {}
        func discard() { bytes = [] }
    }

    private let make: (StageContext) throws -> DecodeRT
    private let stage: String
    private let options: CommonOptions
    private let kept = Kept()
    /// nil where none could be made after a file that was left to another.
    private var current: (decoder: DecodeRT, context: StageContext)?
    private let said: Said

    /// What is said of the file at hand.
    private final class Said {
        static let most = 1000
        var findings: [(finding: Finding, count: Int)] = []
        /// Whether there is something that has to be told where it is found.
        var isHard = false

        func take(_ finding: Finding, _ count: Int) {
            switch finding.kind {
            case .warning, .null, .note: findings.append((finding, count))
            default: isHard = true
            }
            if findings.count > Said.most { isHard = true }
        }

        func forget() {
            findings = []
            isHard = false
        }
    }

    /// nil where no decoder can be made.
    init?(stage: String, _ options: CommonOptions, _ make: @escaping (StageContext) throws -> DecodeRT) {
        self.stage = stage
        self.make = make
        var quiet = CommonOptions()
        quiet.feedID = options.feedID
        quiet.verbosity = .quiet
        quiet.allowsEmpty = options.allowsEmpty
        quiet.guardsFormulas = options.guardsFormulas
        quiet.compression = options.compression
        self.options = quiet
        let said = Said()
        self.said = said
        current = try? FileDecoder.begin(stage, quiet, kept, said, make)
        if current == nil { return nil }
    }

    private static func begin(
        _ stage: String, _ options: CommonOptions, _ kept: Kept, _ said: Said,
        _ make: (StageContext) throws -> DecodeRT
    ) throws -> (DecodeRT, StageContext) {
        var world = World()
        world.hear = { said.take($0, $1) }
        let context = try StageContext.inMemory(stage: stage, options: options, output: kept, world: world)
        let decoder = try make(context)
        try decoder.begin(isAside: true)
        try context.sink.flush()
        // The header of a table is written once, by another.
        kept.bytes = []
        return (decoder, context)
    }

    /// Decodes a file; nil where there is something to tell of it, or too much of it to keep.
    /// - Parameter spare: memory to fill, which is taken out of it.
    func decode(_ path: String, _ spare: inout SpareMemory) -> DecodedFile? {
        guard let (decoder, context) = current else { return nil }
        said.forget()
        kept.bytes = spare.takeRecords()
        do {
            let result = try decoder.decodeAside(path, &spare.rows)
            try context.sink.flush()
            if var result, !said.isHard, context.status == .done {
                swap(&result.records, &kept.bytes)
                result.isSpare = SpareMemory.isSmall(result)
                result.findings = said.findings
                return result
            }
        } catch {
            // The one thread meets it again, and tells it.
        }
        // What it had begun is forgotten with it; without another decoder what follows is left to the one thread too.
        kept.bytes = []
        current = try? FileDecoder.begin(stage, options, kept, said, make)
        return nil
    }
}
