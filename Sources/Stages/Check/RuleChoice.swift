/// Which rules a run looks at, which of them it counts without reporting them, and how much each matters.
struct RuleChoice {
    /// nil for all.
    private let codes: Set<String>?
    private let ignored: Set<String>
    private let severities: [String: Severity]

    init(_ options: CheckOptions) {
        codes = options.rules.isEmpty ? nil : RuleChoice.codes(options.rules)
        ignored = RuleChoice.codes(options.ignored)
        var severities: [String: Severity] = [:]
        for (name, severity) in options.severities {
            for rule in Rule.all(named: name) { severities[rule.code] = severity }
        }
        self.severities = severities
    }

    private static func codes(_ names: [String]) -> Set<String> {
        Set(names.flatMap { Rule.all(named: $0).map(\.code) })
    }

    /// Whether breaches of a rule are looked for.
    func wants(_ rule: Rule) -> Bool { codes?.contains(rule.code) ?? true }

    /// Whether breaches of a rule are counted and not reported.
    func ignores(_ rule: Rule) -> Bool { ignored.contains(rule.code) }

    /// How much a breach of a rule matters in this run.
    func severity(of rule: Rule) -> Severity { severities[rule.code] ?? rule.severity }
}
