import Drawing

/// A word or two of a line with its colour.
struct BoardPiece {
    enum Style: Equatable {
        case plain, strong, faint
        case green, yellow, orange, red, strongRed, cyan
        case badge(background: Color, text: Color)

        /// That of a colour by its name.
        init(color: String) {
            let colors = ["green": Style.green, "yellow": .yellow, "orange": .orange, "red": .red]
            self = colors[color] ?? .plain
        }

        /// The parameters of Select Graphic Rendition (ECMA-48 §8.3.117); the plain colours follow the terminal's theme.
        fileprivate var parameters: String {
            switch self {
            case .plain: ""
            case .strong: "1"
            case .faint: "2"
            case .green: "32"
            case .yellow: "33"
            case .orange: "38;5;208"
            case .red: "31"
            case .strongRed: "1;31"
            case .cyan: "36"
            case .badge(let background, let text):
                "48;2;\(background.red);\(background.green);\(background.blue);"
                    + "38;2;\(text.red);\(text.green);\(text.blue)"
            }
        }
    }

    let text: BoardText
    let style: Style

    init(_ text: BoardText, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }

    init(_ text: String, _ style: Style = .plain) { self.init(BoardText(text), style) }

    func painted(_ hasColor: Bool) -> String {
        guard hasColor, style != .plain else { return text.text }
        return "\u{1B}[\(style.parameters)m\(text.text)\u{1B}[0m"
    }
}

/// Pieces beside each other, that have a place in a column or in a running line together.
struct BoardCell {
    var pieces: [BoardPiece]

    init(_ pieces: BoardPiece...) { self.pieces = pieces }

    var width: Int { pieces.reduce(0) { $0 + $1.text.width } }
    var isEmpty: Bool { width == 0 }

    func painted(_ hasColor: Bool) -> String { pieces.map { $0.painted(hasColor) }.joined() }

    /// The cell in a column of `width`.
    func padded(_ width: Int, isRight: Bool, _ hasColor: Bool) -> String {
        let blanks = String(repeating: " ", count: max(width - self.width, 0))
        return isRight ? blanks + painted(hasColor) : painted(hasColor) + blanks
    }
}
