/// Values of which the least is at hand; cost of adding and taking: the logarithm of how many there are.
public struct Heap<Element: Comparable> {
    private var elements: [Element] = []

    public var first: Element? { elements.first }
    public var isEmpty: Bool { elements.isEmpty }
    public var count: Int { elements.count }

    public init() {}

    public mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    @discardableResult
    public mutating func removeFirst() -> Element {
        let last = elements.removeLast()
        guard !elements.isEmpty else { return last }
        return elements.withUnsafeMutableBufferPointer { places in
            // Elements are moved, not copied: they may hold references.
            let start = places.baseAddress.unsafelyUnwrapped
            let first = start.move()
            var hole = 0
            while 2 * hole + 1 < places.count {
                let left = 2 * hole + 1
                let least = left + 1 < places.count && start[left + 1] < start[left] ? left + 1 : left
                guard start[least] < last else { break }
                (start + hole).moveInitialize(from: start + least, count: 1)
                hole = least
            }
            (start + hole).initialize(to: last)
            return first
        }
    }
}
