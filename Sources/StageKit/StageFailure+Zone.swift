import TimeZones

extension StageFailure {
    /// How a run ends that cannot have a zone: that zone files are missing is no fault of the data.
    public init(_ fault: ZoneFault, of option: String) {
        if case .noZoneFiles = fault {
            self.init(.serviceFailed, "\(option): \(fault)")
        } else {
            self.init(.dataUnusable, "\(option): \(fault)")
        }
    }
}
