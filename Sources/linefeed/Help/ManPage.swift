/// Man pages, from what the help is made of.
enum ManPage {
    static func text(of page: HelpPage) -> String {
        let name = "linefeed-\(page.stage)"
        var lines = head(name, page.manual.abstract) + [".SH SYNOPSIS", ".B " + roff(page.usage)]
        lines += [".SH DESCRIPTION", roff(page.manual.abstract)]
        for (title, options) in [(title: "ARGUMENTS", options: page.arguments)] + page.groups where !options.isEmpty {
            lines.append(".SH " + title)
            for option in options { lines += [".TP", label(option), roff(option.whole)] }
        }
        for section in page.manual.sections {
            lines.append(".SH " + section.title)
            if section.title == "EXAMPLES" {
                lines += ["The examples use the files that this command creates in the current folder:"]
                lines += body([.lines(["    " + FirstScreen.demo])])
            }
            lines += body(section.blocks)
        }
        // The stages that the examples join to it.
        var others: [String] = []
        for example in page.manual.examples {
            for stage in Linefeed.stages where stage.name != page.stage && !others.contains(stage.name) {
                if example.command.split(whereSeparator: { " \n".contains($0) }).contains(where: { $0 == stage.name }) {
                    others.append(stage.name)
                }
            }
        }
        lines += seeAlso(others, with: ["linefeed"])
        return lines.joined(separator: "\n") + "\n"
    }

    /// `linefeed(1)`.
    static var overview: String {
        var lines = head("linefeed", Linefeed.abstract)
        lines += [".SH SYNOPSIS", ".B linefeed", "STAGE [OPTION]... [FILE]...", ".br"]
        lines += [".B linefeed", roff("STAGE -h | --help"), ".br", ".B linefeed help", "[stages | STAGE]", ".br"]
        lines += [".B linefeed", roff("version | --version")]
        for section in FirstScreen.sections {
            lines += [".SH " + section.title] + body(section.blocks)
            guard section.title == "DESCRIPTION" else { continue }
            lines.append(".SH STAGES")
            for group in Linefeed.groups {
                lines.append(".SS " + group.name)
                for stage in group.stages {
                    lines += [".TP", ".BR " + roff("linefeed-\(stage.name)") + " (1)", roff(stage.manual.abstract)]
                }
            }
        }
        lines += seeAlso(Linefeed.stages.map { $0.name }, with: [])
        return lines.joined(separator: "\n") + "\n"
    }

    private static func head(_ name: String, _ abstract: String) -> [String] {
        [
            ".TH " + roff(name.uppercased()) + " 1 \"\" \"linefeed\" \"linefeed manual\"", ".ad l", ".nh", ".SH NAME",
            roff(name) + " \\- " + roff(abstract),
        ]
    }

    private static func seeAlso(_ stages: [String], with others: [String]) -> [String] {
        let names = others + stages.map { "linefeed-" + $0 }
        return [".SH SEE ALSO"]
            + names.enumerated().map { place, name in
                ".BR " + roff(name) + " (1)" + (place + 1 < names.count ? "," : "")
            }
    }

    /// Names in bold, the value in italics.
    private static func label(_ option: HelpPage.Option) -> String {
        guard !option.names.isEmpty else { return "\\fI" + roff(option.label) + "\\fR" }
        let names = "\\fB" + roff(option.names.joined(separator: ", ")) + "\\fR"
        return names + (option.value.map { " \\fI" + roff($0) + "\\fR" } ?? "")
    }

    private static func body(_ blocks: [HelpBlock]) -> [String] {
        blocks.flatMap { block -> [String] in
            switch block {
            case .paragraph(let text): [".PP", roff(text)]
            case .item(let text): [".IP \\(bu 2", roff(text)]
            case .lines(let lines):
                [".PP", ".nf"] + lines.map { roff($0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0) } + [".fi"]
            }
        }
    }

    /// A backslash is doubled, and a line may not begin with a full stop or an apostrophe.
    private static func roff(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
