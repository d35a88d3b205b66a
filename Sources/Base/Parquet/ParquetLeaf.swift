import Containers
import Hashing
import NDJSON
import Platform

/// The values of a column that has no columns below, as many as there are rows in a group of them.
///
/// Each different value is kept once, in the order of its first coming; what comes again is a number. Memory: the
/// different values, 12 bytes more for each, and 4 bytes a value. Numbers that will not be encoded with a dictionary are kept
/// as they come, 8 bytes each, because looking up a number takes longer than everything else that is done with it.
public final class ParquetLeaf {
    let type: ParquetType
    let path: [String]
    /// The level of a value that is there.
    let definition: Int
    let repetition: Int

    /// The places of values in the dictionary; empty without one.
    let places = GrowingColumn<UInt32>()
    /// The levels, once any is not that of a value in a row of its own.
    let definitions = GrowingColumn<UInt8>()
    let repetitions = GrowingColumn<UInt8>()
    private var hasLevels = false
    /// Values and nulls.
    private(set) var count = 0

    /// The different values: bytes each after its length in four bytes, numbers as 64 bits. Without a dictionary,
    /// `numbers` contains every number, repeats included.
    private(set) var texts = RecordWriter(capacity: 64)
    let starts = GrowingColumn<Int>()
    let numbers = GrowingColumn<Int64>()
    private let hashes = GrowingColumn<UInt32>()
    /// By hash the place of a value + 1; 0 for none.
    private var slots: UnsafeMutablePointer<UInt32>
    private var mask = ParquetLeaf.fewSlots - 1
    private var last: UInt32 = 0
    private static let fewSlots = 64

    /// The choice that lets the leaf keep numbers without a dictionary; nil if the leaf has a dictionary. If the values have
    /// changed, another encoding without a dictionary is chosen.
    private(set) var choice: EncodingChoice?

    init(_ type: ParquetType, path: [String], definition: Int, repetition: Int) {
        self.type = type
        self.path = path
        self.definition = definition
        self.repetition = repetition
        hasLevels = repetition > 0
        isBytes = type.physical == 6
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: 0, count: mask + 1)
    }

    deinit { slots.deallocate() }

    let isBytes: Bool
    /// The bytes that a number takes.
    var numberBytes: Int { type.physical == 1 ? 4 : 8 }
    /// About the bytes of the different values.
    var valueBytes: Int { isBytes ? texts.count : numbers.count * numberBytes }
    /// The text at a place of the dictionary.
    @inline(__always)
    func text(at place: UInt32) -> UnsafeRawBufferPointer {
        let start = starts[Int(place)]
        let bytes = texts.bytes
        let length = Int(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
        return UnsafeRawBufferPointer(rebasing: bytes[(start + 4)..<(start + 4 + length)])
    }
    /// The number of different values; without a dictionary, the number of all values.
    var distinct: Int { isBytes ? starts.count : numbers.count }
    /// How many values are there.
    var present: Int { hasDictionary ? places.count : numbers.count }
    @inline(__always) private var hasDictionary: Bool { choice == nil }

    /// Some numbers of the column in order; valid until values are added.
    /// - Parameter scratch: may be overwritten.
    func numbers(_ range: Range<Int>, _ scratch: GrowingColumn<Int64>) -> UnsafeBufferPointer<Int64> {
        guard hasDictionary else { return numbers.slice(range.lowerBound, range.upperBound) }
        scratch.removeAll()
        for place in places.slice(range.lowerBound, range.upperBound) { scratch.append(numbers[Int(place)]) }
        return scratch.values
    }

    /// Forgets all values, for the next group of rows.
    /// - Parameter earlier: the choice for the group that this leaf held, two groups before the one that it will hold; nil if
    ///   there was none.
    func removeAll(after earlier: EncodingChoice?) {
        let wasWithout = !hasDictionary
        choice = isBytes ? nil : earlier?.withoutDictionary
        if !hasDictionary, !wasWithout {
            places.freeMemory()
            hashes.freeMemory()
            slots.deallocate()
            mask = ParquetLeaf.fewSlots - 1
            slots = .allocate(capacity: mask + 1)
            slots.initialize(repeating: 0, count: mask + 1)
        }
        places.removeAll()
        definitions.removeAll()
        repetitions.removeAll()
        hasLevels = repetition > 0
        count = 0
        texts.removeAll()
        starts.removeAll()
        numbers.removeAll()
        hashes.removeAll()
        slots.update(repeating: 0, count: mask + 1)
        last = 0
    }

    // MARK: Values

    @inline(__always)
    private func level(_ definition: Int, _ repetition: Int) {
        count &+= 1
        guard hasLevels else { return }
        definitions.append(UInt8(truncatingIfNeeded: definition))
        if self.repetition > 0 { repetitions.append(UInt8(truncatingIfNeeded: repetition)) }
    }

    /// The levels of values in rows of their own.
    private func levels(_ count: Int) {
        self.count &+= count
        guard hasLevels else { return }
        for _ in 0..<count {
            definitions.append(UInt8(truncatingIfNeeded: definition))
            if repetition > 0 { repetitions.append(0) }
        }
    }

    public func appendNull(definition: Int, repetition: Int = 0) {
        if !hasLevels {
            hasLevels = true
            for _ in 0..<count { definitions.append(UInt8(self.definition)) }
        }
        level(definition, repetition)
    }

    /// A row without a value, where the column is one of the table itself.
    @inline(__always)
    public func appendNull() { appendNull(definition: definition - 1) }

    /// - Parameter repetition: 0 for the first value of a row.
    public func append(_ bytes: UnsafeRawBufferPointer, repetition: Int = 0) {
        level(definition, repetition)
        // Rows of one trip, day or route follow each other.
        if last < UInt32(truncatingIfNeeded: starts.count), isText(at: Int(last), bytes) { return places.append(last) }
        let hash = UInt32(truncatingIfNeeded: Fingerprint.of(bytes) >> 32)
        var slot = Int(hash) & mask
        while slots[slot] > 0 {
            let place = Int(slots[slot]) - 1
            if hashes[place] == hash, isText(at: place, bytes) {
                last = UInt32(truncatingIfNeeded: place)
                return places.append(last)
            }
            slot = (slot + 1) & mask
        }
        starts.append(texts.count)
        texts.little(UInt64(bytes.count), bytes: 4)
        texts.append(bytes)
        add(hash, slot, starts.count)
        last = UInt32(truncatingIfNeeded: starts.count - 1)
        places.append(last)
    }

    @inline(__always)
    private func isText(at place: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let known = texts.bytes.baseAddress.unsafelyUnwrapped + starts[place]
        let length = Int(known.loadUnaligned(as: UInt32.self))
        guard length == bytes.count, length > 0 else { return length == bytes.count }
        return ParquetLeaf.isSame(known + 4, bytes.baseAddress.unsafelyUnwrapped, length)
    }

    /// Whether `length` bytes, at least one, are the same; a call of `memcmp` takes longer for a short id.
    @inline(__always)
    private static func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ length: Int) -> Bool {
        @inline(__always) func differs<Word: FixedWidthInteger>(_ offset: Int, _: Word.Type) -> Word {
            one.loadUnaligned(fromByteOffset: offset, as: Word.self)
                ^ other.loadUnaligned(fromByteOffset: offset, as: Word.self)
        }
        // The two words overlap if the length is between their own and twice that.
        switch length {
        case 8...16: return differs(0, UInt64.self) | differs(length &- 8, UInt64.self) == 0
        case 4..<8: return differs(0, UInt32.self) | differs(length &- 4, UInt32.self) == 0
        default: return memcmp(one, other, length) == 0
        }
    }

    public func append(_ value: Int, repetition: Int = 0) { append(number: Int64(value), repetition) }

    public func append(_ value: Double, repetition: Int = 0) {
        append(number: Int64(bitPattern: value.bitPattern), repetition)
    }

    public func append(_ value: Bool, repetition: Int = 0) { append(number: value ? 1 : 0, repetition) }

    private func append(number: Int64, _ repetition: Int) {
        level(definition, repetition)
        guard hasDictionary else { return numbers.append(number) }
        withUnsafePointer(to: number) { addPlaces(of: UnsafeBufferPointer(start: $0, count: 1)) }
    }

    /// Appends integers, or the bit patterns of decimals, of rows that follow each other.
    public func append(numbers new: UnsafeBufferPointer<Int64>) {
        guard !new.isEmpty else { return }
        levels(new.count)
        if hasDictionary { addPlaces(of: new) } else { numbers.append(contentsOf: new) }
    }

    /// Appends the place of each number, of which there is at least one.
    private func addPlaces(of new: UnsafeBufferPointer<Int64>) {
        places.append(count: new.count) { places in
            var known = UnsafePointer(numbers.values.baseAddress.unsafelyUnwrapped)
            var last = self.last
            // Before the first number, any other number than it.
            var lastNumber = numbers.count > 0 ? known[Int(last)] : ~new[0]
            for (index, number) in new.enumerated() {
                if number != lastNumber {
                    last = place(of: number, known)
                    known = UnsafePointer(numbers.values.baseAddress.unsafelyUnwrapped)
                    lastNumber = number
                }
                places[index] = last
            }
            self.last = last
        }
    }

    /// The place of a number in the dictionary, to which it is added if it is new.
    @inline(__always)
    private func place(of number: Int64, _ known: UnsafePointer<Int64>) -> UInt32 {
        let hash = UInt32(truncatingIfNeeded: Fingerprint.of(UInt64(bitPattern: number), 0) >> 32)
        var slot = Int(hash) & mask
        while slots[slot] > 0 {
            let place = slots[slot] &- 1
            if known[Int(place)] == number { return place }
            slot = (slot + 1) & mask
        }
        numbers.append(number)
        add(hash, slot, numbers.count)
        return UInt32(truncatingIfNeeded: numbers.count - 1)
    }

    /// Adds the value that was appended last to the hash table.
    /// - Parameters:
    ///   - slot: the empty slot of its hash.
    ///   - count: the number of different values.
    private func add(_ hash: UInt32, _ slot: Int, _ count: Int) {
        hashes.append(hash)
        slots[slot] = UInt32(truncatingIfNeeded: count)
        guard count * 2 > mask else { return }
        slots.deallocate()
        mask = mask * 2 + 1
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: 0, count: mask + 1)
        for (place, hash) in hashes.values.enumerated() {
            var slot = Int(hash) & mask
            while slots[slot] > 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(truncatingIfNeeded: place + 1)
        }
    }
}
