extension HelpPage {
    /// The lines of a terminal that `-h` may fill; the last of 24 is the prompt's.
    private static let screenHeight = 23

    /// What `-h` prints: a screen. If the whole does not fit, the texts of options are cut to their first clauses, then
    /// the last example is left out.
    var screen: String {
        for (isShort, exampleCount) in [(false, 3), (true, 3), (true, 2)] {
            let lines = screenLines(isShort, exampleCount)
            if lines.count <= HelpPage.screenHeight { return lines.joined(separator: "\n") + "\n" }
        }
        return screenLines(true, 1).joined(separator: "\n") + "\n"
    }

    private func screenLines(_ isShort: Bool, _ exampleCount: Int) -> [String] {
        var lines = usageLines + manual.abstract.wrapped(indent: 0) + [""]
        let names = manual.usual.split(separator: " ").map(String.init)
        let shown = names.compactMap { name in (arguments + options).first { $0.mention == name } }
        let width = min(26, 4 + (shown.map(\.label.count).max() ?? 0))
        for option in shown {
            let label = "  " + option.label
            let text = option.brief(isShort: isShort)
            if label.count + 2 > width {
                lines += [label] + text.wrapped(indent: width)
            } else {
                lines += text.wrapped(indent: width, first: label.padded(to: width))
            }
        }
        lines += ["", "Examples, in a folder where '\(FirstScreen.demo)' has run:"]
        lines += manual.exampleLines(manual.examples.prefix(exampleCount))
        return lines + ["All options and details: linefeed \(stage) --help"]
    }

    /// What `--help` prints: everything.
    var text: String {
        var lines = usageLines + [""] + manual.abstract.wrapped(indent: 0)
        for (title, options) in [(title: "ARGUMENTS", options: arguments)] + groups where !options.isEmpty {
            lines += ["", title]
            for option in options { lines += ["", "  " + option.label] + option.whole.wrapped(indent: 6) }
        }
        for section in manual.sections {
            lines += ["", section.title]
            if section.title == "EXAMPLES" {
                lines += [
                    "", "  The examples use the files that this command creates in the current folder:",
                    "    " + FirstScreen.demo,
                ]
            }
            var isItem = false
            for block in section.blocks {
                if !(block.isItem && isItem) { lines.append("") }
                isItem = block.isItem
                lines += block.text
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var usageLines: [String] { usage.wrapped(indent: 9, first: "Usage: ") }
}
