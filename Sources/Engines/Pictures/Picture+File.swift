import Drawing
import StageKit

extension Picture {
    package enum Format: Sendable {
        case svg
        /// By Cairo and libpng, which are loaded then.
        case png
    }

    /// Writes the picture as a file, or as an element of a page.
    /// - Parameters:
    ///   - isDocument: of SVG, whether it is a file of its own.
    ///   - more: passes on marks that come piece by piece, after the picture's own.
    /// - Throws: `StageFailure`: 69 where Cairo or libpng is not installed.
    package func write(
        as format: Format, to sink: RecordSink, isDocument: Bool = true,
        more: (_ take: @escaping ([Mark]) throws -> Void) throws -> Void = { _ in }
    ) throws {
        switch format {
        case .svg:
            var painter = SVGPainter(self) { try sink.text($0) }
            try painter.begin(isDocument: isDocument)
            try painter.draw(marks)
            try more { try painter.draw($0) }
            try painter.end()
        case .png:
            let bytes: [UInt8]
            do {
                let canvas = try Canvas(width: width, height: height, unit: unit, background: background)
                try canvas.draw(self)
                try more { try canvas.draw($0) }
                bytes = try PNGEncoder.encode(canvas)
            } catch let fault as DrawingFault {
                throw StageFailure(fault)
            }
            try bytes.withUnsafeBytes { try sink.text($0) }
        }
    }
}
