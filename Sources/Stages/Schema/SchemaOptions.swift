import StageKit

/// What `schema` is asked to print.
public struct SchemaOptions: StageOptions {
    /// A table's name; nil for all tables.
    public var table: String?

    public init() {}

    public var problem: String? { nil }
}
