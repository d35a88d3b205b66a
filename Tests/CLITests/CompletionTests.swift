import TestSupport
import XCTest

@testable import linefeed

/// What the shells offer: the program's answers, and the scripts that ask for them.
final class CompletionTests: XCTestCase {
    /// The words that are offered, and how the shell takes them.
    private func offered(_ words: String...) -> (kind: String, words: [String]) {
        let lines = Completions.answer(words).split(separator: "\n").map(String.init)
        return (lines.first ?? "", lines.dropFirst().map { String($0.prefix { $0 != "\t" }) })
    }

    func testStages() {
        XCTAssertEqual(offered("st").words, ["stop-visits", "stringline", "store"])
        XCTAssertEqual(offered("help", "st").words, ["stages", "stop-visits", "stringline", "store"])
        XCTAssertEqual(offered("").words.count, Linefeed.stages.count + 2)
        XCTAssertEqual(offered("nonsense", "").words, [])
    }

    func testOptions() {
        XCTAssertEqual(offered("departures", "--ho").words, ["--horizon"])
        XCTAssertTrue(offered("departures", "-").words.contains("-n"))
        XCTAssertFalse(offered("schema", "--").words.contains("--where"))
    }

    func testKeysGoOnAfterACommaAndAreOfferedOnce() {
        let first = offered("occupancy-report", "--by", "ro")
        XCTAssertEqual(first.kind, "open")
        XCTAssertEqual(first.words, ["route_id"])
        XCTAssertEqual(offered("occupancy-report", "--by", "route_id,h").words, ["route_id,hour"])
        XCTAssertEqual(offered("occupancy-report", "--by", "hour,h").words, [])
        XCTAssertEqual(offered("occupancy-report", "--by=hour,ro").words, ["--by=hour,route_id"])
        // bash makes a word of its own of the sign.
        XCTAssertEqual(offered("occupancy-report", "--by", "=", "hour,ro").words, ["hour,route_id"])
        for stage in ["performance-report", "service-levels", "diff"] {
            XCTAssertTrue(offered(stage, "--by", "").words.contains("route_id"), stage)
        }
    }

    func testValuesOfEachKind() {
        XCTAssertEqual(offered("performance-report", "--of", "p").words, ["punctuality", "predictions"])
        XCTAssertEqual(offered("ingest", "--tables", "stops,stop_t").words, ["stops,stop_times"])
        XCTAssertEqual(offered("decode-rt", "--entities", "vehicle").words, ["vehicle_positions"])
        XCTAssertEqual(offered("schema", "board").words, ["boards"])
        XCTAssertEqual(offered("check", "--rules", "foreign").words, ["foreign_key_violation"])
        XCTAssertEqual(offered("map", "--format", "").words, ["html", "svg", "png"])
        XCTAssertEqual(offered("ingest", "--log-format", "j").words, ["json"])
        XCTAssertEqual(offered("service-levels", "--days", "sat").words, ["saturday"])
        XCTAssertEqual(offered("ingest", "").kind, "files")
        XCTAssertEqual(offered("ingest", "--split", "").kind, "folders")
        XCTAssertEqual(offered("departures", "--limit", "").words, [])
    }

    func testColumnsOfConditions() {
        let columns = offered("track", "--where", "vehicle_")
        XCTAssertEqual(columns.kind, "open")
        XCTAssertTrue(columns.words.contains("vehicle_id="))
        XCTAssertFalse(columns.words.contains("route_color="))
        for stage in Linefeed.stages {
            let page = HelpPage.page(of: stage)
            guard page.options.contains(where: { $0.mention == "--where" }) else { continue }
            XCTAssertFalse(offered(stage.name, "--where", "").words.isEmpty, stage.name)
            let known = Completions.tables(of: nil)
            for table in page.manual.tables.split(separator: " ") {
                XCTAssertTrue(known.contains(String(table)), "\(stage.name): \(table)")
            }
        }
    }

    // MARK: Shells

    func testScriptsAreReadByTheirShells() {
        XCTAssertEqual(Shell("bash -n completions/linefeed.bash").status, 0)
        for (shell, file) in [("zsh", "_linefeed"), ("fish", "linefeed.fish")]
        where Shell("command -v \(shell)").status == 0 {
            XCTAssertEqual(Shell("\(shell) -n completions/\(file)").status, 0, shell)
        }
        for (shell, file) in [("bash", "linefeed.bash"), ("zsh", "_linefeed"), ("fish", "linefeed.fish")] {
            let script = Shell("linefeed --generate-completion-script \(shell)")
            XCTAssertEqual(script.output, TemporaryFolder.text(of: "\(Checkout.root)/completions/\(file)"), shell)
        }
        XCTAssertEqual(Shell("linefeed --generate-completion-script csh").status, 64)
    }

    private func bash(_ words: String, at folder: TemporaryFolder) -> [String] {
        Shell(
            """
            . '\(Checkout.root)/completions/linefeed.bash'
            COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _linefeed; printf '%s\\n' "${COMPREPLY[@]}"
            """, in: folder.path
        ).lines
    }

    func testBash() {
        let folder = TemporaryFolder()
        folder.write("", "feed one.zip")
        XCTAssertEqual(bash("linefeed help sch", at: folder), ["schema"])
        XCTAssertEqual(bash("linefeed schema boar", at: folder), ["boards"])
        XCTAssertEqual(bash("linefeed occupancy-report --by route_id,h", at: folder), ["route_id,hour"])
        XCTAssertEqual(bash("linefeed track --where = vehicle_i", at: folder), ["vehicle_id="])
        XCTAssertEqual(bash("linefeed ingest fee", at: folder), ["feed one.zip"])
    }

    func testFish() throws {
        try XCTSkipIf(Shell("command -v fish").status != 0, "no fish here")
        let folder = TemporaryFolder()
        func fish(_ line: String) -> [String] {
            Shell(
                "fish -c 'source \(Checkout.root)/completions/linefeed.fish; complete -C \"\(line)\"'", in: folder.path
            )
            .lines.map { String($0.prefix { $0 != "\t" }) }
        }
        XCTAssertEqual(fish("linefeed help sch"), ["schema"])
        XCTAssertEqual(fish("linefeed departures --hor"), ["--horizon"])
        XCTAssertEqual(fish("linefeed occupancy-report --by route_id,h"), ["route_id,hour"])
    }

    func testZsh() throws {
        try XCTSkipIf(Shell("command -v zsh").status != 0, "no zsh here")
        let folder = TemporaryFolder()
        // A shell in a pseudo terminal: zsh completes nowhere else.
        func zsh(_ line: String, _ wanted: String) -> Bool {
            Shell(
                """
                cat >line.zsh <<'END'
                zmodload zsh/zpty
                zpty -b shell 'TERM=dumb PS1= zsh -f -i'
                zpty -w shell 'PATH=\(Shell.products):$PATH; autoload -Uz compinit && compinit -D -u'
                zpty -w shell 'source \(Checkout.root)/completions/_linefeed; print rea""dy'
                zpty -r shell answer '*ready*'
                zpty -n -w shell $'\(line)\\t'
                for _ in {1..100}; do
                    zpty -rt shell part && whole+=$part
                    [[ $whole == *$1* ]] && break
                    sleep 0.1
                done
                print -r -- "$whole"
                END
                zsh -f line.zsh "$WANTED"
                """, in: folder.path, environment: ["TERM": "dumb", "WANTED": wanted]
            ).output.contains(wanted)
        }
        XCTAssertTrue(zsh("linefeed help sch", "linefeed help schema"))
        XCTAssertTrue(zsh("linefeed occupancy-report --by route_id,h", "--by route_id,hour"))
    }
}
