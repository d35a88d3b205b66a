/// A pipeline as a script for bash that does the same: what the words expand to, the lock, the pipes' statuses,
/// retries, limits and pauses. Durations, and what `--set` says, are as they are when it is printed.
public struct ShellScript {
    public let text: String

    /// - Parameters:
    ///   - lock: whether there is one.
    ///   - folder: the folder of the pipeline file.
    public init(
        _ pipeline: Pipeline, _ settings: [(name: String, value: String)], extent: Chain.Extent, lock: String?,
        folder: String
    ) {
        var secrets = ShellSecrets()
        let pipeline = secrets.hide(pipeline)
        var text = """
            #!/usr/bin/env bash
            # \(pipeline.name.replacing("\n", with: " ")): written by linefeed run --print-shell.
            # Needs bash, GNU coreutils, and flock of util-linux.
            set -um
            : "${PATH:=/usr/local/bin:/usr/bin:/bin}"
            _quote="'"
            export PATH LINEFEED_PIPELINE=\(pipeline.name.shellWord) LINEFEED_STAGE LINEFEED_TURN=1
            export \(Scope.folder)=\(folder.shellWord) \(Scope.once)=\(extent == .oneTurn ? "1" : "")

            """
        if pipeline.usesMoments { text += ShellScript.moments }
        let lasts = extent == .whole && pipeline.lasts
        if lasts { text += ShellScript.timed }
        text += ShellScript.environment(pipeline, settings)
        if lock != nil {
            let path: String
            switch pipeline.lock {
            case .file(let file): path = file.shellText
            case .beside, .none: path = (lock ?? "").shellWord
            }
            text += "lock=\(path)\n" + ShellScript.locking
        }
        text +=
            lasts
            ? ShellScript.machinery.replacing(ShellScript.say, with: ShellScript.sayWithTime) : ShellScript.machinery
        for (index, stage) in pipeline.stages.enumerated() {
            if case .only(let chosen) = extent {
                if chosen != index { continue }
            } else if pipeline.isOutsideChain(index) {
                continue
            }
            text += ShellScript.function(stage, index)
        }
        text += ShellScript.finish(pipeline, extent)
        text += ShellScript.loop(pipeline, extent)
        self.text = text
    }

    // MARK: Parts

    private static func environment(_ pipeline: Pipeline, _ settings: [(name: String, value: String)]) -> String {
        let given = Dictionary(settings.map { ($0.name, $0.value) }) { _, last in last }
        let entered = Set(pipeline.environment.map(\.name))
        var once = ""
        for (name, value) in settings where !entered.contains(name) && given[name] == value {
            once += "export \(name)=\(ShellSecrets.word(name, value))\n"
        }
        var often = ""
        var dated: Set<String> = []
        for entry in pipeline.environment {
            if let value = given[entry.name] {
                once += "export \(entry.name)=\(ShellSecrets.word(entry.name, value))\n"
            } else if entry.name != Pipeline.day, entry.value.parts.contains(where: { $0.isDated(dated) }) {
                dated.insert(entry.name)
                often += "    \(entry.name)=\(entry.value.shellText)\n    export \(entry.name)\n"
            } else {
                once += "\(entry.name)=\(entry.value.shellText)\nexport \(entry.name)\n"
            }
        }
        return once + "\n# Variables whose values depend on when a stage starts.\nenvironment() {\n\(often)    :\n}\n\n"
    }

    private static func function(_ stage: PipelineStage, _ index: Int) -> String {
        var body = "\n# \(stage.name)\nload_\(index)() {\n"
        for command in stage.load { body += "    \(shellText(command)) || return\n" }
        body += "    :\n}\nstage_\(index)() {\n"
        body += "    " + stage.commands.map(shellText).joined(separator: " |\n        ") + "\n"
        return body + "    members \"${PIPESTATUS[@]}\"\n}\n"
    }

    private static func shellText(_ command: PipelineCommand) -> String {
        switch command.form {
        case .shell: return "sh -c " + command.source.shellWord
        case .words(let words):
            let texts = words.map(\.shellText)
            // A word of bash's grammar is the name of a program here.
            return (keywords.contains(texts[0]) ? "\\" : "") + texts.joined(separator: " ")
        }
    }

    private static let keywords: Set<String> = [
        "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for", "in", "function",
        "time", "select", "coproc",
    ]

    /// What the end of the chain does: it notes that the day is complete.
    private static func finish(_ pipeline: Pipeline, _ extent: Chain.Extent) -> String {
        guard let done = pipeline.done, extent == .whole else { return "\nfinish() { exit 0; }\n" }
        return """

            finish() {
                environment
                date -u +%FT%TZ >\(done.shellText) || exit 74
                exit 0
            }

            """
    }

    private static func loop(_ pipeline: Pipeline, _ extent: Chain.Extent) -> String {
        var first = 0
        var isOnly = false
        if case .only(let index) = extent { (first, isOnly) = (index, true) }
        var text = "\nat=\(first) visited=' \(first) '\nwhile :; do\n    environment\n    case $at in\n"
        for (index, stage) in pipeline.stages.enumerated()
        where isOnly ? index == first : !pipeline.isOutsideChain(index) {
            text += "    \(index))\n        LINEFEED_STAGE=\(stage.name.shellWord)\n"
            if stage.delay > .zero { text += "        pause \(stage.delay.secondsText)\n" }
            text += "        perform \(index) \(stage.retries) \(stage.backoff.nanoseconds / 1_000_000)"
            text += " '\(stage.duration?.secondsText ?? "")' '\(stage.isQuiet ? "quiet" : "")'"
            switch stage.output {
            case .inherited: text += " stdout ''\n"
            case .file(let file): text += " file \(file.shellText)\n"
            case .append(let file): text += " append \(file.shellText)\n"
            }
            let next: String
            if case .stage(let target) = stage.next, !isOnly { next = "\(target)" } else { next = "end" }
            let failed: String
            switch stage.onFailure {
            case .stop: failed = "stop"
            case .proceed: failed = "continue"
            case .stage(let target): failed = isOnly ? "stop" : "\(target)"
            }
            text += "        hold=\(stage.hold.secondsText) next=\(next) on_failure=\(failed)\n        ;;\n"
        }
        return text + "    esac\n" + (extent == .oneTurn ? oneTurn : turning)
    }

    /// Times that date(1) has no word for.
    static let moments = #"""

        # Prints a time relative to now, in the time zone TZ: steps are offsets such as -1d, or /d for the start of the day.
        # A first step =20261120 goes to the start of that day.
        moment() { # format, zone to write it in or '', steps
            local format=$1 zone=${2:-${TZ:-UTC0}} at count step
            shift 2
            local -x TZ=${TZ:-UTC0}
            at=$(date +%s)
            for step; do
                count=${step%?}
                case $step in
                /d | =*)
                    count=${step#=}
                    [ "$step" != /d ] || count=$(date -d "@$at" +%F)
                    count=$(date -d "$count 12:00" +%F) || exit 78
                    # A change to or from summer time may skip midnight or repeat it.
                    at=$(date -d "$count 00:00" +%s 2>/dev/null || date -d "$count 01:00" +%s)
                    [ "$(date -d "@$((at - 3600))" +%F)" != "$count" ] || at=$((at - 3600))
                    ;;
                *d) at=$(date -d "$count days $(date -d "@$at" '+%F %T')" +%s) ;;
                *w) at=$(date -d "$count weeks $(date -d "@$at" '+%F %T')" +%s) ;;
                *h) at=$((at + (count) * 3600)) ;;
                *m) at=$((at + (count) * 60)) ;;
                *) at=$((at + (count))) ;;
                esac
            done
            TZ=$zone date -d "@$at" "+$format"
        }

        """#

    /// A run that lasts tells the time on each line that is not a terminal's.
    private static let timed = "export LINEFEED_LOG_TIME=1\n"
    private static let say = #"printf '%s: %s\n' "$LINEFEED_PIPELINE""#
    private static let sayWithTime =
        #"printf '%s%s: %s\n' "$([ -t 4 ] || date -u '+%FT%TZ ')" "$LINEFEED_PIPELINE""#

    private static let locking = #"""
        mkdir -p -- "$(dirname -- "$lock")"
        exec 9<>"$lock" || exit 73
        flock -n 9 || {
            printf '%s is already running; it holds the lock %s\n' "$LINEFEED_PIPELINE" "$lock" >&2
            exit 75
        }
        printf '{"table":"pipeline_status","pipeline":"%s","state":"running","lock":"%s","pid":%d,"since":%d}\n' \
            "$LINEFEED_PIPELINE" "$lock" "$$" "$(date +%s)" >"$lock"
        export LINEFEED_FEED_STATES="${lock%.lock}.feeds"

        """#

    private static let machinery = #"""
        exec 3>&1 4>&2
        scratch=$(mktemp -d) || exit 73
        trap 'forget; rm -rf "$scratch"' EXIT
        group=

        say() { printf '%s: %s\n' "$LINEFEED_PIPELINE" "$*" >&4; }

        # Passes the signal on to the running stage and waits for it to end.
        stop() { # signal, status
            trap '' TERM INT HUP
            # The signal may come between the start of a stage and the line that keeps its number.
            [ "$group" != starting ] || group=${!-}
            [ -z "$group" ] || { kill "-$1" -- "-$group"; wait "$group"; } 2>/dev/null
            exit "$2"
        }
        trap 'stop HUP 129' HUP
        trap 'stop INT 130' INT
        trap 'stop TERM 143' TERM

        pause() { # seconds
            [ "$1" = 0 ] && return
            group=starting
            sleep "$1" 3>&- 4>&- 9>&- &
            group=$!
            wait "$group"
            group=
        }

        # The leftmost failure counts; a member stopped by SIGPIPE because its reader ended has not failed.
        members() {
            local status place=0
            for status; do
                place=$((place + 1))
                [ "$status" -eq 0 ] || { [ "$status" -eq 141 ] && [ "$place" -lt $# ]; } || return "$status"
            done
        }

        # Runs in a process group of its own; output goes to a temporary file beside the target.
        work() { # number, stdout or file or append, file
            local target spool
            # Without traps, this shell would not wait for the stage, which may take a moment to end.
            trap 'exit 129' HUP
            trap 'exit 130' INT
            trap 'exit 143' TERM
            "load_$1" >&2 || return
            case $2 in
            file)
                target=$(readlink -f -- "$3") || return 73
                if [ -e "$target" ] && [ ! -f "$target" ]; then
                    exec >"$target" || return 73
                else
                    spool=$(mktemp -- "${target%/*}/.${target##*/}.XXXXXX") || return 73
                    exec >"$spool"
                    printf '%s' "$target" >"$scratch/target"
                    printf '%s' "$spool" >"$scratch/spool"
                fi
                ;;
            append)
                : >>"$3" || return 73
                exec >"$scratch/spooled"
                printf '%s' "$3" >"$scratch/target"
                printf '%s' "$scratch/spooled" >"$scratch/spool"
                ;;
            esac
            "stage_$1"
        }

        # Sets status.
        attempt() { # number, seconds or '', quiet or '', stdout or file or append, file
            local watch=''
            rm -f "$scratch/overdue"
            if [ -z "$3" ]; then
                exec 5>&3 6>&4
            else
                exec 6>"$scratch/printed" 5>&6
            fi
            group=starting
            work "$1" "$4" "$5" </dev/null >&5 2>&6 3>&- 4>&- 5>&- 6>&- 9>&- &
            group=$!
            exec 5>&- 6>&-
            if [ -n "$2" ]; then
                {
                    sleep "$2"
                    : >"$scratch/overdue"
                    kill -TERM -- "-$group"
                    sleep 10
                    kill -KILL -- "-$group"
                } 2>/dev/null 3>&- 4>&- 9>&- &
                watch=$!
            fi
            wait "$group"
            status=$?
            group=
            if [ -n "$watch" ]; then
                kill -TERM -- "-$watch"
                wait "$watch"
            fi 2>/dev/null
            [ ! -e "$scratch/overdue" ] || status=124
            if [ "$status" -eq 0 ] && [ -e "$scratch/spool" ]; then
                place "$4" "$(cat "$scratch/spool")" "$(cat "$scratch/target")" || status=74
            fi
            forget
        }

        # Removes temporary files that were not moved into place.
        forget() {
            [ ! -e "$scratch/spool" ] || rm -f -- "$(cat "$scratch/spool")"
            rm -f "$scratch/spool" "$scratch/target"
        }

        # Appends a whole file to another or nothing: after a partial write it truncates the target again.
        append() ( # spool, target
            exec 8>>"$2" || exit
            flock 8
            [ -f "$2" ] || exec cat -- "$1" >&8
            size=$(stat -L -c %s -- "$2") || exit
            cat -- "$1" >&8 && sync -- "$2" && exit
            truncate -s "$size" -- "$2"
            exit 1
        )

        # Moves the output to its target.
        place() { # file or append, spool, target
            if [ "$1" = append ]; then
                append "$2" "$3"
                return
            fi
            case $3 in *.gz) gzip -n -- "$2" && mv -f -- "$2.gz" "$2" || return ;; esac
            if [ -e "$3" ]; then
                chmod --reference="$3" -- "$2"
            else
                chmod "$(printf '%o' "$((0666 & ~0$(umask)))")" -- "$2"
            fi
            sync -- "$2" && mv -fT -- "$2" "$3"
        }

        # Sets status.
        perform() { # number, retries, milliseconds of backoff, then as for attempt
            local number=1 longest=$3 wait
            while :; do
                attempt "$1" "$4" "$5" "$6" "$7"
                [ "$status" -ne 0 ] || return 0
                case $status in 64 | 78 | 126 | 127) break ;; esac
                [ "$number" -le "$2" ] || break
                wait=$((RANDOM * longest / 32768))
                pause "$((wait / 1000)).$(printf '%03d' "$((wait % 1000))")"
                longest=$((longest * 2))
                [ "$longest" -le 300000 ] || longest=300000
                number=$((number + 1))
            done
            say "stage '$LINEFEED_STAGE' ended with $status"
            [ -z "$5" ] || cat "$scratch/printed" >&4
        }

        """#

    /// From the end of the cases to the end of the script.
    private static let turning = #"""
            unset LINEFEED_FAILED_STAGE LINEFEED_FAILED_STATUS
            if [ "$status" -eq 0 ] || [ "$on_failure" = continue ]; then
                to=$next
            elif [ "$on_failure" = stop ]; then
                exit "$status"
            else
                to=$on_failure
                export LINEFEED_FAILED_STAGE=$LINEFEED_STAGE LINEFEED_FAILED_STATUS=$status
            fi
            [ "$to" != end ] || finish
            case $visited in
            *" $to "*) LINEFEED_TURN=$((LINEFEED_TURN + 1)) visited=" $to " ;;
            *) visited="$visited$to " ;;
            esac
            at=$to
            pause "$hold"
        done

        """#

    /// A failure that would lead into the next turn is the run's.
    private static let oneTurn = turning.replacing(
        #"LINEFEED_TURN=$((LINEFEED_TURN + 1)) visited=" $to " ;;"#, with: #"exit "${LINEFEED_FAILED_STATUS-0}" ;;"#)
}

extension WordPart {
    /// Whether the part changes with the time, itself or by one of the variables named.
    fileprivate func isDated(_ variables: Set<String>) -> Bool {
        switch self {
        case .literal, .home: return false
        case .date(let pattern, _): return pattern.day.map(variables.contains) ?? true
        case .parameter(let parameter, _):
            if variables.contains(parameter.name) { return true }
            switch parameter.operation {
            case .value: return false
            case .fallback(let parts), .alternative(let parts), .required(let parts):
                return parts.contains { $0.isDated(variables) }
            }
        }
    }
}

extension Pipeline {
    /// Whether a date in it needs more than a call of date(1).
    fileprivate var usesMoments: Bool {
        func uses(_ parts: [WordPart]) -> Bool {
            parts.contains { part in
                switch part {
                case .literal, .home: return false
                case .date(let pattern, _): return pattern.shellText.hasPrefix("$(moment")
                case .parameter(let parameter, _):
                    switch parameter.operation {
                    case .value: return false
                    case .fallback(let inner), .alternative(let inner), .required(let inner): return uses(inner)
                    }
                }
            }
        }
        func uses(_ command: PipelineCommand) -> Bool {
            guard case .words(let words) = command.form else { return false }
            return words.contains { uses($0.parts) }
        }
        if environment.contains(where: { uses($0.value.parts) }) { return true }
        if case .file(let text) = lock, uses(text.parts) { return true }
        return stages.contains { stage in
            switch stage.output {
            case .inherited: break
            case .file(let text), .append(let text): if uses(text.parts) { return true }
            }
            return (stage.load + stage.commands).contains(where: uses)
        }
    }
}
