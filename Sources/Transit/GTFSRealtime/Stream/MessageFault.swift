/// Where and why a message breaks off.
public struct MessageFault: Sendable {
    /// A stable name in lower_snake_case.
    public let code: String
    /// What is wrong, as a part of a sentence.
    public let reason: String
    /// Bytes from the start of the file, inflated, or in base64 lines from the start of the decoded message; nil where
    /// the fault is the file's or the line's as a whole.
    public let offset: Int?
    /// The line in base64 lines, counted from 1.
    public let line: Int?
    /// The entity of the message, counted from 1, that the fault lies within; nil for one outside of entities.
    public let entity: Int?
    /// Whether that entity alone is left out and the message goes on after it; else the message breaks off here.
    public let goesOn: Bool
    /// The number of whole entities of the message before it.
    public let entitiesBefore: Int
    /// False when not even a header or an entity of the message was read.
    public let hasMessage: Bool
}

extension WireFault.Reason {
    var code: String {
        switch self {
        case .truncated, .pastEnd: "truncated"
        case .badVarint: "bad_varint"
        case .fieldNumberZero: "field_number_zero"
        case .fieldNumberTooLarge: "field_number_too_large"
        case .wireType: "bad_wire_type"
        case .unbalancedGroup: "unbalanced_group"
        case .tooDeep, .messageTooDeep: "nested_too_deep"
        case .tooLarge, .tooManyFields: "entity_too_large"
        case .notAFeed: "not_a_feed"
        case .notBase64: "not_base64"
        case .outOfStep: "out_of_step"
        }
    }

    var text: String {
        switch self {
        case .truncated: "a field is cut off"
        case .pastEnd: "a field is longer than the remaining data"
        case .badVarint: "a varint has too many bytes"
        case .fieldNumberZero: "a field has the number 0"
        case .fieldNumberTooLarge: "a field has a number above 536870911, the maximum"
        case .wireType: "a field has a wire type that does not exist"
        case .unbalancedGroup: "a group has no start or no end"
        case .tooDeep: "groups are nested deeper than \(Wire.groupDepth)"
        case .messageTooDeep: "messages are nested deeper than \(Wire.messageDepth)"
        case .tooManyFields:
            "the entity has so many parts that reading it would take more than \(MessageParser.slotLimit >> 16) MiB"
        case .notBase64: "the line is not base64 from here on"
        case .outOfStep:
            "the data after a damaged entity is neither an entity with an id nor a header with version and timestamp, "
                + "so the length of the entity is uncertain"
        case .notAFeed: "the data has neither a header nor an entity"
        case .tooLarge: "a field is larger than \(FeedReader.fieldLimit >> 20) MiB"
        }
    }
}
