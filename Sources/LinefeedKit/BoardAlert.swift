import DeparturesStage

/// A service alert that a departure board lists, with its texts in one language.
public struct BoardAlert: Sendable, Equatable, Identifiable {
    /// The `entity_id` of the alert.
    public let id: String
    /// Whether the alert is about the board's stop, its station or its platforms. If not, the alert is about some of
    /// the departures.
    public let isAboutStop: Bool
    /// `Alert.Cause` of GTFS-Realtime; nil if the message gives none.
    public let cause: Int?
    /// `Alert.Effect` of GTFS-Realtime; nil if the message gives none.
    public let effect: Int?
    /// `Alert.SeverityLevel` of GTFS-Realtime: 1 is UNKNOWN_SEVERITY, 4 is SEVERE; nil if the message gives none.
    public let severity: Int?
    /// The header, at most 300 characters long; nil if the alert has no header in this language.
    public let header: String?
    /// The description, at most 4,000 characters long; nil if the alert has no description in this language.
    public let description: String?
    /// An `http` or `https` address with more information.
    public let url: String?
    /// The BCP 47 tag of the texts' language; nil if the alert names none.
    public let language: String?
    /// The start of the period in which the alert is in force, in POSIX seconds; nil if the period has no start.
    public let activeFrom: Int?
    /// The end of the period in which the alert is in force, in POSIX seconds; nil if the period has no end.
    public let activeUntil: Int?

    init(_ note: BoardAlerts.Note) {
        id = note.alert.id
        isAboutStop = note.isOfStop
        cause = note.alert.cause
        effect = note.alert.effect
        severity = note.alert.severity
        header = note.wording.header
        description = note.wording.description
        url = note.wording.url
        language = note.wording.language
        activeFrom = note.period?.start
        activeUntil = note.period?.end
    }
}
