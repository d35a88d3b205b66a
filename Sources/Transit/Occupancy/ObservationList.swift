/// Observations by index, in blocks of equal size, so that growth copies nothing and needs no extra memory.
struct ObservationList {
    private static let blockSize = 1 << 16

    private var blocks: [[Observation]] = []
    private(set) var count = 0

    mutating func append(_ observation: Observation) {
        if count % ObservationList.blockSize == 0 {
            blocks.append([])
            blocks[blocks.count - 1].reserveCapacity(ObservationList.blockSize)
        }
        blocks[blocks.count - 1].append(observation)
        count += 1
    }

    subscript(place: Int) -> Observation {
        @inline(__always)
        get { blocks[place / ObservationList.blockSize][place % ObservationList.blockSize] }
        @inline(__always)
        set { blocks[place / ObservationList.blockSize][place % ObservationList.blockSize] = newValue }
    }

    func forEach(_ body: (Observation) -> Void) {
        for block in blocks { block.forEach(body) }
    }
}
