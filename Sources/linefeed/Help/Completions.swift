import SchemaStage

/// What shells offer when a word is completed: their scripts ask the program, so that they know what it knows.
enum Completions {
    /// What may come next. The first line says how the shell takes it: `words`, `open` for words that no space follows,
    /// `files`, `folders`; then come the words, each with its explanation behind a tab.
    /// - Parameter words: the words after the program's name, up to the one under the cursor.
    static func answer(_ words: [String]) -> String {
        let current = words.last ?? ""
        guard words.count > 1 else {
            let stages = Linefeed.stages.map { ($0.name, $0.manual.abstract) }
            let own = [("help", "Explain a stage."), ("version", "Print the version.")]
            return lines("words", (stages + own).filter { $0.0.hasPrefix(current) })
        }
        if words[0] == "help" {
            guard words.count == 2 else { return lines("words", []) }
            let stages = Linefeed.stages.map { ($0.name, $0.manual.abstract) }
            return lines("words", ([("stages", "List all stages.")] + stages).filter { $0.0.hasPrefix(current) })
        }
        guard let stage = Linefeed.stage(words[0]) else { return lines("words", []) }
        let page = HelpPage.page(of: stage)
        // bash makes words of their own of = and what follows; other shells leave --option=value whole.
        var before = words.dropFirst().dropLast()
        var typed = current
        if typed == "=" {
            typed = ""
        } else if before.last == "=" {
            before = before.dropLast()
        } else if typed.hasPrefix("--"), let equals = typed.firstIndex(of: "=") {
            let option = page.option(String(typed[..<equals]))
            let name = String(typed[...equals])
            return option.map { values(of: $0, page, String(typed.dropFirst(name.count)), prefix: name) } ?? ""
        }
        if let last = before.last, let option = page.option(last), option.value != nil {
            return values(of: option, page, typed, prefix: "")
        }
        if typed.hasPrefix("-") {
            return lines(
                "words",
                page.options.flatMap { option in option.names.map { ($0, option.text.firstSentence) } }
                    .filter { $0.0.hasPrefix(typed) })
        }
        guard let argument = page.arguments.last else { return lines("words", []) }
        return values(of: argument, page, typed, prefix: "")
    }

    private static func values(of option: HelpPage.Option, _ page: HelpPage, _ typed: String, prefix: String) -> String
    {
        if option.mention == "--where" {
            // Values follow the column.
            guard !typed.contains(where: { "=<>!".contains($0) }) else { return lines("words", []) }
            return lines("open", offered(columns(of: page.manual).map { $0 + "=" }, typed, prefix: prefix))
        }
        let known = page.manual.values.first { $0.key == option.mention }
        switch (known ?? MessageFlags.values.first { $0.key == option.mention })?.value {
        case .one(let all): return lines("words", offered(all(), typed, prefix: prefix))
        case .several(let all):
            // Those that are named already are not offered again.
            let parts = typed.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let named = parts.dropLast()
            let start = prefix + named.map { $0 + "," }.joined()
            let rest = all().filter { !named.contains($0) }
            return lines("open", offered(rest, parts.last ?? "", prefix: start))
        case nil: break
        }
        if !option.values.isEmpty { return lines("words", offered(option.values, typed, prefix: prefix)) }
        switch option.value {
        case "FILE", "PATH", "DB", "FEED", "OLD", "NEW", "TILES", "TEMPLATE|FILE": return lines("files", [])
        case "DIR": return lines("folders", [])
        default: return lines("words", [])
        }
    }

    /// The tables that a stage writes; every table for nil.
    static func tables(of stage: String?) -> [String] {
        SchemaStage.tables.filter { table in stage.map { table.stages.contains($0) } ?? true }.map(\.name)
    }

    private static func columns(of manual: Manual) -> [String] {
        let tables = manual.tables.split(separator: " ")
        var names: [String] = []
        var seen: Set<String> = []
        for table in SchemaStage.tables where tables.contains(where: { $0 == table.name }) {
            for column in table.columns where seen.insert(column.name).inserted { names.append(column.name) }
        }
        return names
    }

    private static func offered(_ all: [String], _ typed: String, prefix: String) -> [(String, String)] {
        all.filter { $0.hasPrefix(typed) }.map { (prefix + $0, "") }
    }

    private static func lines(_ kind: String, _ words: [(String, String)]) -> String {
        kind + "\n" + words.map { $0 + ($1.isEmpty ? "" : "\t" + $1) + "\n" }.joined()
    }

    // MARK: Scripts

    /// Returns the completion script for a shell; nil if linefeed has none for this shell.
    static func script(for shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    private static let bash = #"""
        # Completions of linefeed for bash.
        _linefeed() {
            local -a answer
            mapfile -t answer < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            case ${answer[0]-} in
            files)
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
                ;;
            folders)
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -d -- "${COMP_WORDS[COMP_CWORD]}")
                ;;
            *)
                [ "${answer[0]-}" = open ] && compopt -o nospace 2>/dev/null
                COMPREPLY=("${answer[@]:1}")
                COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
                ;;
            esac
        }
        complete -F _linefeed linefeed

        """#

    private static let zsh = #"""
        #compdef linefeed
        # Completions of linefeed for zsh.
        _linefeed() {
            local -a answer offered
            answer=("${(@f)$("${(Q)words[1]}" --complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            local kind=$answer[1] line
            case $kind in
            files) _files ;;
            folders) _files -/ ;;
            *)
                for line in "${(@)answer[2,-1]}"; do
                    line=${line//:/\\:}
                    offered+=("${line/$'\t'/:}")
                done
                if [[ $kind == open ]]; then
                    _describe value offered -S ''
                else
                    _describe value offered
                fi
                ;;
            esac
        }
        if [[ $funcstack[1] == _linefeed ]]; then
            _linefeed "$@"
        else
            compdef _linefeed linefeed
        fi

        """#

    private static let fish = #"""
        # Completions of linefeed for fish.
        function __linefeed_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l answer ($words[1] --complete $words[2..-1] $current 2>/dev/null)
            switch "$answer[1]"
                case files
                    __fish_complete_path $current
                case folders
                    __fish_complete_directories $current
                case '*'
                    printf '%s\n' $answer[2..-1]
            end
        end
        complete -c linefeed -f -a '(__linefeed_complete)'

        """#
}

extension HelpPage {
    fileprivate func option(_ name: String) -> Option? { options.first { $0.names.contains(name) } }
}
