extension Rule {
    /// Rules of realtime.
    public static let realtime: [Rule] = []
}
