import CVectors
import Platform

/// SHA-256 (FIPS 180-4) of bytes that come in parts.
public struct SHA256: ~Copyable {
    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19
    )
    /// The bytes of a block that is not full yet, then room for the message schedule.
    private let block: UnsafeMutableRawPointer
    private let schedule: UnsafeMutablePointer<UInt32>
    private var held = 0
    private var total: UInt64 = 0
    private let isPortable: Bool

    public init() { self.init(isPortable: false) }

    /// - Parameter isPortable: true to use the Swift code even if the processor has SHA-256 instructions.
    package init(isPortable: Bool) {
        self.isPortable = isPortable
        block = .allocate(byteCount: 128, alignment: 16)
        schedule = .allocate(capacity: 64)
    }

    deinit {
        block.deallocate()
        schedule.deallocate()
    }

    /// Adds bytes.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard var start = bytes.baseAddress else { return }
        var rest = bytes.count
        total &+= UInt64(rest)
        if held > 0 {
            let taken = min(64 - held, rest)
            (block + held).copyMemory(from: start, byteCount: taken)
            held += taken
            start += taken
            rest -= taken
            guard held == 64 else { return }
            compress(UnsafeRawPointer(block), blocks: 1)
            held = 0
        }
        compress(start, blocks: rest / 64)
        held = rest % 64
        block.copyMemory(from: start + (rest - held), byteCount: held)
    }

    public mutating func update(_ text: String) {
        var copy = text
        copy.withUTF8 { update(UnsafeRawBufferPointer($0)) }
    }

    /// Ends the message (§5.1.1) and gives its digest as 64 hexadecimal digits; nothing may come afterwards.
    public mutating func finish() -> String {
        finishWords().map { Hexadecimal.text($0) }.joined()
    }

    /// The same as 32 bytes.
    public mutating func finishBytes() -> [UInt8] {
        finishWords().flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private mutating func finishWords() -> [UInt32] {
        let bits = total &* 8
        let padded = held < 56 ? 64 : 128
        for index in held..<padded {
            block.storeBytes(of: index == held ? 0x80 : 0, toByteOffset: index, as: UInt8.self)
        }
        block.storeBytes(of: bits.bigEndian, toByteOffset: padded - 8, as: UInt64.self)
        compress(UnsafeRawPointer(block), blocks: padded / 64)
        return [state.0, state.1, state.2, state.3, state.4, state.5, state.6, state.7]
    }

    /// The digest of one message.
    public static func digest(_ bytes: UnsafeRawBufferPointer) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// The digest of a file from its beginning, wherever it stands; nil if it cannot be read.
    public static func digest(ofFile descriptor: Int32) -> String? {
        var hash = SHA256()
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        var position = 0
        while true {
            let count = pread(descriptor, chunk.baseAddress, chunk.count, off_t(position))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return hash.finish() }
            hash.update(UnsafeRawBufferPointer(rebasing: chunk[0..<count]))
            position += count
        }
    }

    // MARK: Blocks, §6.2.2

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        (word &>> count) | (word &<< (32 &- count))
    }

    @inline(__always)
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
        _ h: inout UInt32, _ word: UInt32
    ) {
        let choice = g ^ (e & (f ^ g))
        let majority = (a & b) | (c & (a | b))
        let first = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ word
        d = d &+ first
        h = first &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
    }

    private mutating func compress(_ start: UnsafeRawPointer, blocks: Int) {
        if isPortable || !compressWithInstructions(start, blocks) { compressPortably(start, blocks) }
    }

    private mutating func compressWithInstructions(_ start: UnsafeRawPointer, _ blocks: Int) -> Bool {
        withUnsafeMutableBytes(of: &state) { state in
            SHA256.constants.withUnsafeBufferPointer {
                let words = state.assumingMemoryBound(to: UInt32.self).baseAddress.unsafelyUnwrapped
                return linefeed_sha256(words, start, blocks, $0.baseAddress.unsafelyUnwrapped) != 0
            }
        }
    }

    private mutating func compressPortably(_ start: UnsafeRawPointer, _ blocks: Int) {
        let words = schedule
        SHA256.constants.withUnsafeBufferPointer { constants in
            for number in 0..<blocks {
                let from = start + number &* 64
                for t in 0..<16 {
                    words[t] = UInt32(bigEndian: from.loadUnaligned(fromByteOffset: t &* 4, as: UInt32.self))
                }
                for t in 16..<64 {
                    let w15 = words[t &- 15]
                    let w2 = words[t &- 2]
                    let low = SHA256.rotate(w15, 7) ^ SHA256.rotate(w15, 18) ^ (w15 &>> 3)
                    let high = SHA256.rotate(w2, 17) ^ SHA256.rotate(w2, 19) ^ (w2 &>> 10)
                    words[t] = words[t &- 16] &+ low &+ words[t &- 7] &+ high
                }
                var (a, b, c, d, e, f, g, h) = state
                var t = 0
                // Eight rounds turn the letters once, so that none has to be moved.
                while t < 64 {
                    SHA256.round(a, b, c, &d, e, f, g, &h, words[t] &+ constants[t])
                    SHA256.round(h, a, b, &c, d, e, f, &g, words[t &+ 1] &+ constants[t &+ 1])
                    SHA256.round(g, h, a, &b, c, d, e, &f, words[t &+ 2] &+ constants[t &+ 2])
                    SHA256.round(f, g, h, &a, b, c, d, &e, words[t &+ 3] &+ constants[t &+ 3])
                    SHA256.round(e, f, g, &h, a, b, c, &d, words[t &+ 4] &+ constants[t &+ 4])
                    SHA256.round(d, e, f, &g, h, a, b, &c, words[t &+ 5] &+ constants[t &+ 5])
                    SHA256.round(c, d, e, &f, g, h, a, &b, words[t &+ 6] &+ constants[t &+ 6])
                    SHA256.round(b, c, d, &e, f, g, h, &a, words[t &+ 7] &+ constants[t &+ 7])
                    t &+= 8
                }
                state.0 = state.0 &+ a
                state.1 = state.1 &+ b
                state.2 = state.2 &+ c
                state.3 = state.3 &+ d
                state.4 = state.4 &+ e
                state.5 = state.5 &+ f
                state.6 = state.6 &+ g
                state.7 = state.7 &+ h
            }
        }
    }

    /// §4.2.2
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
