/// Texts for the effects of alerts, for alerts without a text of their own.
public enum AlertWords {
    /// By the number of Alert.Effect.
    public static let effects = [
        1: "No service", 2: "Reduced service", 3: "Significant delays", 4: "Detour", 5: "Additional service",
        6: "Modified service", 7: "Service change", 8: "Service alert", 9: "Stop moved", 10: "No effect on service",
        11: "Accessibility issue",
    ]

    public static func effect(_ number: Int?) -> String { number.flatMap { effects[$0] } ?? "Service alert" }
}
