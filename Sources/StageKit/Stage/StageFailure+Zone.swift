import TimeZones

extension StageFailure {
    /// How a run ends that cannot have a zone: that zone files are missing or cannot be read is no fault of the data.
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
