/// The chapters of docs/check-rules.md: every rule with its severity, condition, remedy and examples.
public enum RulesDocument {
    /// Markdown, from the first chapter's heading on.
    public static var text: String {
        RuleGroup.all.map(chapter).joined(separator: "\n")
    }

    private static func chapter(_ group: RuleGroup) -> String {
        let note = group.note.map { "\n\($0)\n" } ?? ""
        return "## \(group.title)\n\(note)" + group.rules.map { "\n" + section($0) }.joined()
    }

    private static func section(_ rule: Rule) -> String {
        let difference = rule.difference.map { "\nDifference: \($0)\n" } ?? ""
        return """
            ### \(rule.code)

            \(rule.severity.rawValue): \(rule.condition)

            Remedy: \(rule.remedy)
            \(difference)
            ```text
            breaks: \(rule.breaks)
            passes: \(rule.passes)
            ```

            """
    }
}
