/// The chapters of docs/check-rules.md: every rule with its severity, condition, remedy and examples.
public enum RulesDocument {
    /// Markdown, from the first chapter's heading on.
    public static var text: String {
        RuleGroup.all.map(chapter).joined(separator: "\n") + "\n" + unreported
    }

    private static var unreported: String {
        """
        ## Codes that check does not report

        The canonical validator also has these codes:

        | code | why check does not report it |
        |---|---|

        """ + UnreportedCodes.all.map { "| `\($0.code)` | \($0.reason) |\n" }.joined()
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
