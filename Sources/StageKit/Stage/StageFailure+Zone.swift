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
        self.init(status, "\(option): \(fault)" + StageFailure.nearZones(fault))
    }

    /// The zone that was likely meant by an unknown name: one of nearly the same name, or of that city.
    private static func nearZones(_ fault: ZoneFault) -> String {
        let known: [String]
        let wanted: String
        switch fault {
        case .unknown(let name, let folder): (wanted, known) = (name, Zone.names(in: folder))
        case .notAName(let name): (wanted, known) = (name, Zone.usualFolder.map(Zone.names) ?? [])
        default: return ""
        }
        let underscored = wanted.replacing(" ", with: "_")
        let near =
            known.first { $0.lowercased() == underscored.lowercased() }
            ?? known.first { $0.split(separator: "/").last?.lowercased() == underscored.lowercased() }
            ?? NearestNames.near(underscored, among: known)
        return near.map { "; did you mean '\($0)'?" } ?? ""
    }
}
