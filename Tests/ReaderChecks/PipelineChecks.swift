import Pipelines
import YAML

extension ReaderCheck {
    static let pipeline = ReaderCheck(
        "pipeline", longest: 2048,
        allowance: Allowance().with {
            $0.bytes = (8 << 20, 20_000)
            $0.calls = (20_000, 3000)
            $0.microseconds = (2_000_000, 2000)
        },
        seeds: {
            [
                """
                name: all
                env:
                  A: ${A:-x}
                  B: $A-y
                lock: $B.lock
                stages:
                  - name: one
                    load: [mkdir -p d, "true"]
                    run: echo $B %Y{date:%Y-%m-%d}
                    output: d/$A
                    delay: 1s
                    duration: ${LIMIT:-2m}
                    retries: 3
                    backoff: 500ms
                    hold: 15s
                    next: one
                    on_failure: two
                    quiet: true
                  - name: two
                    shell: true
                    pipe: ["echo $x | cat", cat]
                    append: log
                    on_failure: continue
                """,
                "stages: [{name: a, run: 'linefeed ingest \"x y\" ~/z*'}]", "stages:\n- {run: [a, b]}\n",
                "a: &x 1\nb: *x\n", "stages: [{name: a, run: \"echo ${X:?needed} ${HOME+y}\", next: a}]",
                "\"\\u00e9\": |\n  text\n  more\n? [a]\n: b\n",
            ].map { [UInt8]($0) }
        }
    ) { bytes in
        let bytes = Array(bytes)
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 2
        do {
            let node = try YAMLReader.read(bytes)
            // The same document in its plainest form.
            let plain = [UInt8](flow(node))
            let again: YAMLNode
            do { again = try YAMLReader.read(plain) } catch {
                throw CheckFault("\(error) of \(String(decoding: plain, as: UTF8.self))")
            }
            try require(isSame(node, again), "\(node) became \(again)")
        } catch let fault as YAMLFault {
            try require(!fault.reason.isEmpty, "no reason")
        }
        let surroundings = Surroundings(
            environment: ["HOME": "/home/x", "A": "a b", "PATH": "/bin"], settings: [("S", "set")],
            instant: 1_772_434_800)
        let pipeline: Pipeline
        do throws(PipelineFault) {
            pipeline = try PipelineReader.read(bytes, fallbackName: "file", in: surroundings)
        } catch {
            try require(!error.reason.isEmpty, "no reason")
            try require((error.line ?? 1) >= 1 && (error.line ?? 1) <= lines, "line \(error.line ?? 0) of \(lines)")
            return
        }
        try requireEqual(Set(pipeline.stages.map(\.name)).count, pipeline.stages.count, "names of stages")
        for (index, stage) in pipeline.stages.enumerated() {
            try requireEqual(pipeline.index(of: stage.name), index, "the place of \(stage.name)")
        }
        do {
            let status = try PipelineReader.read(bytes, fallbackName: "file", in: surroundings, isForStatus: true)
            try requireEqual(status.name, pipeline.name, "its name for the status")
            try requireEqual(status.lock, pipeline.lock, "its lock for the status")
        } catch let fault as PipelineFault { throw CheckFault("\(fault), only where the status is asked for") }
        let script = ShellScript(
            pipeline, [("S", "set")], extent: .whole, lock: "x.lock", folder: "."
        ).text
        try require(script.hasPrefix("#!/usr/bin/env bash\n"), "a script of another kind")
        var chain = Chain(pipeline)
        for turn in 0..<50 {
            _ = chain.stage.name
            if case .end = chain.advance(after: Int32(turn % 3 == 0 ? 1 : 0)) { break }
        }
        for word in [pipeline.name, String(decoding: bytes.prefix(40), as: UTF8.self)] {
            try requireEqual(unquoted(word.shellWord), word, "a word of the shell: \(word.shellWord)")
        }
    }

    /// What a shell makes of a word without expansions.
    private static func unquoted(_ word: String) -> String? {
        var result = String.UnicodeScalarView()
        var isInside = false
        var isEscaped = false
        for scalar in word.unicodeScalars {
            if isEscaped {
                result.append(scalar)
                isEscaped = false
            } else if scalar == "'" {
                isInside.toggle()
            } else if scalar == "\\", !isInside {
                isEscaped = true
            } else {
                guard isInside || !" \t\n$`\"*?[#~&|;<>(){}!".unicodeScalars.contains(scalar) else { return nil }
                result.append(scalar)
            }
        }
        return isInside || isEscaped ? nil : String(result)
    }

    /// A document as one line, every text in double quotes but for plain ones of harmless letters.
    private static func flow(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let text, let isPlain):
            if isPlain, text.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) {
                return text.isEmpty ? "~" : text
            }
            return quoted(text)
        case .sequence(let nodes): return "[" + nodes.map(flow).joined(separator: ", ") + "]"
        case .mapping(let members):
            return "{" + members.map { "? " + quoted($0.key) + " : " + flow($0.value) }.joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16)
                result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
        return result + "\""
    }

    private static func isSame(_ one: YAMLNode, _ other: YAMLNode) -> Bool {
        switch (one.content, other.content) {
        // A plain text that may need quotes got some.
        case (.scalar(let text, let isPlain), .scalar(let again, let isPlainAgain)):
            (text == again || (text.isEmpty && isPlain && again == "~")) && (isPlain || !isPlainAgain)
        case (.sequence(let nodes), .sequence(let again)):
            nodes.count == again.count && Swift.zip(nodes, again).allSatisfy { isSame($0, $1) }
        case (.mapping(let members), .mapping(let again)):
            members.map(\.key) == again.map(\.key)
                && Swift.zip(members, again).allSatisfy { isSame($0.value, $1.value) }
        default: false
        }
    }
}
