import CFuzzer
import Glibc
import ReaderChecks

// `fuzz list`, `fuzz seeds TARGET FOLDER`, `fuzz run TARGET FILE…`, and `fuzz TARGET` with libFuzzer's own arguments.

func complain(_ message: String) {
    let line = Array((message + "\n").utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
}

func fail(_ message: String) -> Never {
    complain("fuzz: \(message)")
    exit(64)
}

func target(_ name: String) -> ReaderCheck {
    guard let check = ReaderCheck.named(name) else {
        fail("no target '\(name)'; there are \(ReaderCheck.all.map(\.name).joined(separator: ", "))")
    }
    return check
}

/// The current check, for the function that libFuzzer calls.
nonisolated(unsafe) var check: ReaderCheck?
nonisolated(unsafe) var executions = 0

func microseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
}

/// Runs the check on an input and ends the process if the check fails or takes too many resources.
func execute(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    guard let check, let start else { return 0 }
    executions += 1
    linefeed_reset_allocations()
    let began = microseconds()
    do { try check(UnsafeRawBufferPointer(start: start, count: size)) } catch {
        complain("== \(check.name): \(error)")
        abort()
    }
    // The first input also pays for one-time allocations, so it is not measured.
    guard executions > 1 else { return 0 }
    let (spent, taken, allowed) = (microseconds() - began, linefeed_allocated(), check.allowance)
    func limit(_ what: String, _ value: Int, _ bound: (base: Int, each: Int)) {
        guard value > bound.base + bound.each * size else { return }
        complain("== \(check.name): \(value) \(what) for \(size) bytes of input")
        abort()
    }
    limit("bytes at a time", Int(taken.peak), allowed.bytes)
    limit("allocations", Int(taken.calls), allowed.calls)
    limit("microseconds", spent, allowed.microseconds)
    return 0
}

/// Makes libFuzzer's own changes; after every second change, it repairs the input.
@_cdecl("linefeed_fuzz_mutate")
public func mutate(_ start: UnsafeMutablePointer<UInt8>, _ size: Int, _ room: Int, _ seed: UInt32) -> Int {
    let count = LLVMFuzzerMutate(start, size, room)
    guard seed % 2 == 0, let repaired = check?.repaired else { return count }
    let bytes = repaired(Array(UnsafeBufferPointer(start: start, count: count)))
    guard bytes.count <= room else { return count }
    for (place, byte) in bytes.enumerated() { start[place] = byte }
    return bytes.count
}

func contents(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { fail("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case nil, "list": for check in ReaderCheck.all { print(check.name, check.longest) }
case "seeds":
    guard arguments.count == 4 else { fail("seeds TARGET FOLDER") }
    for (place, seed) in target(arguments[2]).seeds().enumerated() {
        guard let file = fopen("\(arguments[3])/seed-\(place)", "w") else { fail("cannot write into \(arguments[3])") }
        seed.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
        fclose(file)
    }
case "run":
    guard arguments.count > 3 else { fail("run TARGET FILE…") }
    check = target(arguments[2])
    for path in arguments.dropFirst(3) {
        contents(of: path).withUnsafeBufferPointer { _ = execute($0.baseAddress, $0.count) }
    }
case let name?:
    check = target(name)
    linefeed_count_allocations()
    var kept = [strdup(arguments[0])] + arguments.dropFirst(2).map { strdup($0) } + [nil]
    var count = CInt(kept.count - 1)
    let status = kept.withUnsafeMutableBufferPointer { list in
        var start = list.baseAddress
        return LLVMFuzzerRunDriver(&count, &start) { execute($0, $1) }
    }
    exit(status)
}
