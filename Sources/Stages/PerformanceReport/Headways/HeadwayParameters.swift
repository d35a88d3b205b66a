import Reports

extension HeadwayCount {
    static let parameters: [PerformanceParameter] = [bunched, gapped, longest]

    fileprivate static let bunched = PerformanceParameter.share("bunched", HeadwayRules().bunched)
    fileprivate static let gapped = PerformanceParameter.share("gapped", HeadwayRules().gapped)
    fileprivate static let longest = PerformanceParameter.seconds("max_headway", HeadwayRules().longest)
}

extension PerformanceParameters {
    package var bunched: Double {
        get { share(HeadwayCount.bunched) }
        set { self[HeadwayCount.bunched] = .number(newValue, decimals: -1) }
    }

    package var gapped: Double {
        get { share(HeadwayCount.gapped) }
        set { self[HeadwayCount.gapped] = .number(newValue, decimals: -1) }
    }

    /// Seconds.
    package var longestHeadway: Int {
        get { seconds(HeadwayCount.longest) }
        set { self[HeadwayCount.longest] = .integer(newValue) }
    }

    var headways: HeadwayRules {
        var rules = HeadwayRules()
        (rules.bunched, rules.gapped, rules.longest) = (bunched, gapped, longestHeadway)
        return rules
    }
}
