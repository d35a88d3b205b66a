/// Loops that never pause, which would spin.
enum Cycles {
    /// - Throws: `PipelineFault` at the link that closes a loop in which no stage holds or delays.
    static func check(_ stages: [PipelineStage]) throws(PipelineFault) {
        // Stages that pause cut every loop that goes through them; what remains must have none.
        var marks = [Mark](repeating: .new, count: stages.count)
        for start in stages.indices where marks[start] == .new { try visit(start, stages, &marks) }
    }

    private enum Mark { case new, open, done }

    private static func visit(_ index: Int, _ stages: [PipelineStage], _ marks: inout [Mark]) throws(PipelineFault) {
        marks[index] = .open
        let stage = stages[index]
        if stage.hold == .zero, stage.delay == .zero {
            for (target, line) in stage.links {
                if marks[target] == .open, stages[target].hold == .zero, stages[target].delay == .zero {
                    throw PipelineFault(
                        line: line,
                        "the loop from '\(stages[target].name)' to '\(stage.name)' never pauses; "
                            + "add hold to one of its stages")
                }
                if marks[target] == .new { try visit(target, stages, &marks) }
            }
        }
        marks[index] = .done
    }
}

extension Pipeline {
    /// Whether it may come back to a stage, and so has no end of its own.
    public var lasts: Bool {
        var reached = [Bool](repeating: false, count: stages.count)
        reached[0] = true
        var open = [0]
        while let index = open.popLast() {
            for (target, _) in stages[index].links where !reached[target] {
                reached[target] = true
                open.append(target)
            }
        }
        // What no link that is left leads to is taken away, again and again; a loop stays (A. B. Kahn, 1962).
        var links = [Int](repeating: 0, count: stages.count)
        for index in stages.indices where reached[index] {
            for (target, _) in stages[index].links { links[target] += 1 }
        }
        open = stages.indices.filter { reached[$0] && links[$0] == 0 }
        var left = reached.count { $0 }
        while let index = open.popLast() {
            left -= 1
            for (target, _) in stages[index].links {
                links[target] -= 1
                if links[target] == 0 { open.append(target) }
            }
        }
        return left > 0
    }
}

extension PipelineStage {
    /// The stages that may follow, with the line that says so.
    var links: [(target: Int, line: Int)] {
        var links: [(target: Int, line: Int)] = []
        if case .stage(let index) = next { links.append((index, nextLine ?? line)) }
        if case .stage(let index) = onFailure { links.append((index, onFailureLine ?? line)) }
        return links
    }
}
