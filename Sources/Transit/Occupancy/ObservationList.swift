/// Observations by index, in blocks of equal size, so that growth copies nothing and needs no extra memory.
struct ObservationList: ~Copyable {
    private static let blockSize = 1 << 16

    private var blocks: [UnsafeMutablePointer<Observation>] = []
    private(set) var count = 0

    deinit { for block in blocks { block.deallocate() } }

    @inline(__always)
    mutating func append(_ observation: Observation) {
        if count % ObservationList.blockSize == 0 { blocks.append(.allocate(capacity: ObservationList.blockSize)) }
        count &+= 1
        address(count &- 1).initialize(to: observation)
    }

    @inline(__always)
    private func address(_ place: Int) -> UnsafeMutablePointer<Observation> {
        precondition(place >= 0 && place < count)
        return blocks[place / ObservationList.blockSize] + place % ObservationList.blockSize
    }

    subscript(place: Int) -> Observation {
        @inline(__always)
        get { address(place).pointee }
        @inline(__always)
        set { address(place).pointee = newValue }
    }

    @inline(__always)
    func forEach(_ body: (Observation) -> Void) {
        var left = count
        for block in blocks {
            for place in 0..<min(left, ObservationList.blockSize) { body(block[place]) }
            left -= ObservationList.blockSize
        }
    }
}
