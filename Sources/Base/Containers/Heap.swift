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
        elements.swapAt(0, elements.count - 1)
        let first = elements.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && elements[child] < elements[least] { least = child }
            guard least != parent else { return first }
            elements.swapAt(parent, least)
            parent = least
        }
    }
}
