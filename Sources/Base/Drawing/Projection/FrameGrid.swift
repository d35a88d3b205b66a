/// Rectangles by cells, to ask whether there is room for another.
public struct FrameGrid: Sendable {
    private struct Cell: Hashable {
        let x: Int
        let y: Int
    }

    private let cell: Double
    private var frames: [Cell: [Frame]] = [:]

    /// - Parameter cell: the side of a cell in pixels, about that of a rectangle.
    public init(cell: Double) { self.cell = cell }

    /// Whether a rectangle overlaps none that was taken.
    public func isFree(_ frame: Frame) -> Bool {
        for cell in cells(of: frame) where frames[cell]?.contains(where: frame.overlaps) == true { return false }
        return true
    }

    public mutating func take(_ frame: Frame) {
        for cell in cells(of: frame) { frames[cell, default: []].append(frame) }
    }

    private func cells(of frame: Frame) -> [Cell] {
        func place(_ pixels: Double) -> Int { Int((pixels / cell).rounded(.down)) }
        let columns = place(frame.x)...place(frame.x + frame.width)
        let rows = place(frame.y)...place(frame.y + frame.height)
        return columns.flatMap { x in rows.map { Cell(x: x, y: $0) } }
    }
}
