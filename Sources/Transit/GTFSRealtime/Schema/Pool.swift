import NDJSON

/// Memory that is given back with its owner.
final class Pool {
    private var owned: [UnsafeMutableRawPointer] = []

    deinit { for memory in owned { memory.deallocate() } }

    /// Room for one element, which the caller fills.
    func room<Element: BitwiseCopyable>(for type: Element.Type) -> UnsafeMutablePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: 1)
        owned.append(UnsafeMutableRawPointer(memory))
        return memory
    }

    func keep<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        memory.initialize(from: elements, count: elements.count)
        owned.append(UnsafeMutableRawPointer(memory))
        return memory
    }

    func text(_ build: (RecordWriter) -> Void) -> KeyText {
        let writer = RecordWriter(capacity: 64)
        build(writer)
        return KeyText(start: UnsafeRawPointer(keep(Array(writer.bytes))), count: writer.count)
    }
}
