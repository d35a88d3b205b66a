import Drawing

/// Draws the marks of a chart and passes them on by the thousand: a chart of many cells is never held as a whole.
///
/// Every colour that a page may change has a name for its style sheet.
package final class ChartPen {
    package typealias Step = ChartColors.Step
    private typealias Colors = ChartColors

    private var marks: [Picture.Mark] = []
    private let take: ([Picture.Mark]) throws -> Void
    private var fault: (any Error)?

    init(_ take: @escaping ([Picture.Mark]) throws -> Void) { self.take = take }

    package func add(_ mark: Picture.Mark, _ name: String? = nil) {
        marks.append(name.map { .named($0, mark) } ?? mark)
        if marks.count == 1024 { passOn() }
    }

    private func passOn() {
        do { if fault == nil { try take(marks) } } catch { fault = error }
        marks.removeAll(keepingCapacity: true)
    }

    /// Passes the last marks on.
    /// - Throws: what went wrong with any.
    func finish() throws {
        passOn()
        if let fault { throw fault }
    }

    // MARK: Groups

    /// What is drawn in `body` belongs together and has a title, which a pointer shows.
    package func titled(_ title: String, _ name: String? = nil, _ body: () -> Void) {
        add(.begin(title: title, name: name))
        body()
        add(.end)
    }

    package func faded(_ opacity: Double, around points: [Point], _ body: () -> Void) {
        add(.fade(opacity, within: Frame(around: points, margin: 4)))
        body()
        add(.end)
    }

    // MARK: Rectangles

    /// A field of a step's colour with an edge; without a step it is an edge alone.
    package func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ step: Step?) {
        add(
            .box(ChartPen.inset(x, y, width, height), fill: step?.fill, outline: .init(Colors.edge, 1)),
            step.map { $0.name + " e" } ?? "e")
    }

    /// A field of a colour without an edge.
    package func strip(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ step: Step) {
        add(.box(Frame(x, y, width, height), fill: step.fill, outline: nil), step.name)
    }

    /// What stands out where nothing is known.
    package func unknown(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        add(.hatch(ChartPen.inset(x, y, width, height), outline: .init(Colors.edge, 1)), "e")
    }

    /// A frame in the colour of grids.
    package func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        add(.box(ChartPen.inset(x, y, width, height), fill: nil, outline: .init(Colors.line, 1)), "line")
    }

    /// Half a unit inwards, so that an outline of one unit is sharp.
    private static func inset(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Frame {
        Frame(x + 0.5, y + 0.5, max(0.1, width - 1), max(0.1, height - 1))
    }

    // MARK: Bars and cells

    /// Parts of a whole side by side; the less it rests on, the thinner. A part without a step is not known.
    package func stack(
        _ parts: [(size: Double, step: Step?)], _ x: Double, _ y: Double, width: Double, _ weight: ChartWeight
    ) {
        let total = parts.reduce(0) { $0 + $1.size }
        var start = x
        for part in parts where part.size > 0 {
            let length = width * part.size / total
            if let step = part.step {
                weight == .thin
                    ? strip(start, y, length, weight.thickness, step) : box(start, y, length, weight.thickness, step)
            } else {
                unknown(start, y, length, max(7, weight.thickness))
            }
            start += length
        }
    }

    /// A cell's ground: the less it rests on, the thinner its colour.
    package func cellGround(
        _ x: Double, _ y: Double, width: Double, height: Double, _ weight: ChartWeight, _ step: Step
    ) {
        if weight == .ample { return box(x, y, width, height, step) }
        // The outline comes last: it bounds a strip as pale as the paper, too.
        strip(x, y, width, height, .blank)
        strip(x, y, weight.strip(of: width), height, step)
        box(x, y, width, height, nil)
    }

    // MARK: Lines

    /// A line of a grid, or one that bounds.
    package func rule(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double), isEdge: Bool = false) {
        rule([Point(from.x, from.y), Point(to.x, to.y)], isEdge: isEdge)
    }

    package func rule(_ points: [Point], isEdge: Bool = false) {
        add(.lines([points], .init(isEdge ? Colors.edge : Colors.line, 1)), isEdge ? "e" : "line")
    }

    /// An upright stroke that marks a value on a bar.
    package func tick(_ x: Double, _ top: Double) {
        add(.box(Frame(x - 1.5, top, 3, 18), fill: Colors.ink, outline: nil))
    }

    /// A line of a step's colour, with an edge around it that stands out from the paper.
    package func line(_ points: [Point], _ step: Step, width: Double) {
        add(.lines([points], .init(Colors.edge, width + 1.4)), "e")
        add(.lines([points], .init(step.fill, width)), "c" + step.name)
    }

    /// A line of which little is known. Its ends are round: each dash is as long as the gap behind it.
    package func dashes(_ points: [Point]) {
        add(.lines([points], .init(Colors.edge, 1.2), dashes: [1.8, 4.2]), "e")
    }

    /// An area in the colour of text.
    package func area(_ points: [Point]) { add(.area(points, fill: Colors.ink, outline: nil)) }

    // MARK: Text

    /// - Parameter ground: the step that the text stands on; nil for the paper.
    package func text(
        _ x: Double, _ y: Double, _ words: String, size: Double, anchor: Picture.Anchor = .start, isBold: Bool = false,
        isMuted: Bool = false, on ground: Step? = nil, climbs: Bool = false
    ) {
        add(
            .text(
                words, at: Point(x, y), size: size, isBold: isBold, anchor: anchor,
                color: isMuted ? Colors.muted : ground?.ink ?? Colors.ink, climbs: climbs),
            isMuted ? "muted" : ground.map { "on-" + $0.name })
    }

    /// A name of a feed's, as much of it as has room.
    package func name(
        _ x: Double, _ y: Double, _ name: String, room: Double, size: Double, anchor: Picture.Anchor = .start,
        isBold: Bool = false, climbs: Bool = false
    ) {
        let words = TextWidth.cut(MarkupText.shown(name), to: room, size: size, isBold: isBold)
        text(x, y, words, size: size, anchor: anchor, isBold: isBold, climbs: climbs)
    }
}
