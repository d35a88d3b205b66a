import TimeZones

extension StageFailure {
    /// The failure of a run that cannot load a time zone. Missing or unreadable zone files are a fault of the system,
    /// not of the data.
    public init(_ fault: ZoneFault, of option: String) {
        let status: ExitStatus =
            switch fault {
            case .noZoneFiles: .serviceFailed
            case .noAccess: .ioFailed
            case .notAName, .unknown, .unreadable: .dataUnusable
            }
        self.init(status, "\(option): \(fault)")
    }
}
