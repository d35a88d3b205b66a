extension HelpPage {
    /// What `-h` prints: a screen.
    var screen: String {
        var lines = usageLines + manual.abstract.wrapped(indent: 0) + [""]
        let names = manual.usual.split(separator: " ").map(String.init)
        let shown = names.compactMap { name in (arguments + options).first { $0.mention == name } }
        let width = min(26, 4 + (shown.map(\.label.count).max() ?? 0))
        for option in shown {
            let label = "  " + option.label
            if label.count + 2 > width {
                lines += [label] + option.brief.wrapped(indent: width)
            } else {
                lines += option.brief.wrapped(indent: width, first: label.padded(to: width))
            }
        }
        lines += ["", "Examples, in a folder where '\(FirstScreen.demo)' has run:"]
        lines += manual.exampleLines(manual.examples.prefix(3))
        lines += ["All options and details: linefeed \(stage) --help"]
        return lines.joined(separator: "\n") + "\n"
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
