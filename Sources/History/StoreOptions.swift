import StageKit

/// What `store` is asked to do.
public struct StoreOptions: Sendable {
    /// The database file.
    public var path: String
    /// The only tables to take; all where it is empty.
    public var tables: [String] = []
    /// Rows older than so many seconds are removed.
    public var pruneAge: Int?
    /// The tables of the record contract, with their columns.
    public var schemas: [TableSchema] = []
    /// Milliseconds to wait for another writer.
    public var patience = 30_000
    public var surroundings = Surroundings()

    /// What a stage must not reach for itself: clocks, and the process's signals.
    public struct Surroundings: Sendable {
        /// POSIX seconds, for pruning.
        public var now: @Sendable () -> Int = { 0 }
        /// Nanoseconds of a clock that only goes forward, for the length of batches.
        public var monotonic: @Sendable () -> UInt64 = { 0 }
        /// Keeps signals waiting while a batch is open.
        public var holdSignals: @Sendable () -> Void = {}
        public var releaseSignals: @Sendable () -> Void = {}

        public init() {}

        /// Those of the process.
        public static var process: Surroundings {
            var surroundings = Surroundings()
            surroundings.now = { ProcessState.posixSeconds }
            surroundings.monotonic = { ProcessState.monotonicNanoseconds }
            surroundings.holdSignals = { ProcessState.holdSignals() }
            surroundings.releaseSignals = { ProcessState.releaseSignals() }
            return surroundings
        }
    }

    public init(path: String) { self.path = path }
}
