import CheckStage

/// Command lines that ask the program about itself.
enum Questions {
    /// The answer; nil if the arguments ask nothing of the kind.
    static func answer(to arguments: [String]) -> String? {
        switch arguments.first {
        case nil: return FirstScreen.text
        case "--complete": return Completions.answer(Array(arguments.dropFirst()))
        default: break
        }
        switch arguments {
        case ["-h"], ["--help"], ["help"]: return FirstScreen.text
        case ["help", "stages"]: return FirstScreen.stages
        case ["version"], ["--version"]: return Linefeed.versionLine + "\n"
        case ["--generate-man-page"]: return ManPage.overview
        case ["--generate-check-rules"]: return RulesDocument.text
        default: break
        }
        guard arguments.count == 2 else { return nil }
        switch arguments[0] {
        case "help": return Linefeed.stage(arguments[1]).map { HelpPage.page(of: $0).text }
        case "--generate-man-page": return Linefeed.stage(arguments[1]).map { ManPage.text(of: HelpPage.page(of: $0)) }
        case "--generate-completion-script": return Completions.script(for: arguments[1])
        default: return nil
        }
    }

    /// The help that the parser was asked for, in our form.
    static func help(for arguments: [String]) -> String {
        guard let stage = Linefeed.stage(arguments.first) else { return FirstScreen.text }
        let page = HelpPage.page(of: stage)
        return arguments.contains("--help") ? page.text : page.screen
    }
}
