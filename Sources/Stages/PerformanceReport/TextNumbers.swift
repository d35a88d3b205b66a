import Containers
import Platform
import Reports
import Visits

/// Texts by number, so that hot loops carry none.
struct TextNumbers {
    private var texts = GroupKeys()

    /// Texts that come in some order, and mostly in it again: a trip's stops, their names.
    struct Chain {
        fileprivate var last: UInt32 = 0
        /// By a text's number, the number of the one that came after it the last time.
        fileprivate var next: [UInt32] = [0]
    }

    init() {}

    /// The number of a text, new or known; 0 for none.
    mutating func number(of text: UnsafeRawBufferPointer?) -> UInt32 {
        // More texts than a report can have groups do not come.
        text.flatMap { texts.intern($0) }.map { UInt32(truncatingIfNeeded: $0 + 1) } ?? 0
    }

    /// The same of a text that is likely the next one of a chain: then no hash of it is made.
    @inline(__always)
    mutating func number(of text: UnsafeRawBufferPointer?, in chain: inout Chain) -> UInt32 {
        guard let text else { return 0 }
        let last = Int(chain.last)
        let guess = chain.next[last]
        if guess > 0, isText(guess, text) {
            chain.last = guess
            return guess
        }
        let number = number(of: text)
        while chain.next.count <= max(Int(number), last) { chain.next.append(0) }
        chain.next[last] = number
        chain.last = number
        return number
    }

    @inline(__always)
    private func isText(_ number: UInt32, _ text: UnsafeRawBufferPointer) -> Bool {
        texts.withKey(Int(number) - 1) { known in
            known.count == text.count
                && (text.isEmpty || memcmp(known.baseAddress!, text.baseAddress!, text.count) == 0)
        }
    }

    /// Calls `body` with the bytes of a text; with nil for 0.
    func withText<Result>(_ number: UInt32, _ body: (UnsafeRawBufferPointer?) throws -> Result) rethrows -> Result {
        number == 0 ? try body(nil) : try texts.withKey(Int(number) - 1) { try body($0) }
    }

    func string(_ number: UInt32) -> String? { withText(number) { $0.map { String(decoding: $0, as: UTF8.self) } } }

    /// Whether a text comes before another, byte by byte; neither is 0.
    func precedes(_ left: UInt32, _ right: UInt32) -> Bool { texts.precedes(Int(left) - 1, Int(right) - 1) }
}

/// The names of a visit's route and stop, by their numbers in a table of texts; 0 for none.
struct VisitNames {
    var route: UInt32 = 0
    var stop: UInt32 = 0
}

/// The names of each row's route and stop.
struct RowLabels {
    private var routes = RowNames()
    private var stops = RowNames()

    @inline(__always)
    mutating func note(_ names: VisitNames, row: Int, _ texts: @autoclosure () -> TextNumbers) {
        routes.note(names.route, row: row, texts())
        stops.note(names.stop, row: row, texts())
    }

    func route(_ row: Int, _ texts: TextNumbers) -> String? { texts.string(routes[row]) }
    func stop(_ row: Int, _ texts: TextNumbers) -> String? { texts.string(stops[row]) }

    // MARK: Parts

    private static let route: StaticString = "route_short_name"
    private static let stop: StaticString = "stop_name"

    func write(_ row: Int, _ texts: TextNumbers, to part: PartWriter) {
        RowLabels.write(VisitNames(route: routes[row], stop: stops[row]), texts, to: part)
    }

    static func write(_ names: VisitNames, _ texts: TextNumbers, to part: PartWriter) {
        part.text(route, texts.string(names.route))
        part.text(stop, texts.string(names.stop))
    }

    /// The names that a part has.
    static func names(_ values: PartReader, _ input: VisitInput) throws -> VisitNames {
        VisitNames(
            route: input.number(of: try values.text(route)), stop: input.number(of: try values.text(stop)))
    }
}

/// A name of each row, by its number in a table of texts: of several the first by their bytes, so that the order of
/// records does not matter.
struct RowNames {
    private var numbers: [UInt32] = []

    @inline(__always)
    mutating func note(_ name: UInt32, row: Int, _ texts: @autoclosure () -> TextNumbers) {
        while numbers.count <= row { numbers.append(0) }
        guard name != 0, numbers[row] != name else { return }
        if numbers[row] == 0 || texts().precedes(name, numbers[row]) { numbers[row] = name }
    }

    subscript(row: Int) -> UInt32 { row < numbers.count ? numbers[row] : 0 }
}
