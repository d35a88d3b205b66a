/// When the trips of a feed run.
extension FeedChecker {
    /// The first and the last day of each service that has trips; nil if a calendar is unreadable or both are missing.
    var serviceSpans: [(service: Int, first: Int, last: Int)]? {
        guard isWhole(["calendar", "calendar_dates"]), seen.contains("calendar") || seen.contains("calendar_dates")
        else {
            return nil
        }
        var services: Set<Int> = []
        for trip in 0..<feed.trips.count where !feed.trips[trip].service.isNone {
            services.insert(feed.trips[trip].service.index)
        }
        guard !services.contains(where: { feed.uncertainServices.contains(IDSpace.ID($0)) }) else { return nil }
        return services.sorted().compactMap { service in
            feed.calendar.days(of: service).map { (service, $0.first, $0.last) }
        }
    }

    /// The first and the last day on which a trip may run, in days since 1970-01-01; nil if the days are not known.
    var serviceWindow: (first: Int, last: Int)? {
        guard let spans = serviceSpans, let first = spans.map(\.first).min(), let last = spans.map(\.last).max() else {
            return nil
        }
        return (first, last)
    }
}
