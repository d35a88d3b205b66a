import StageKit

/// What is asked for, in the form in which it is asked of rows.
final class SelectChoice {
    /// The values of an option, and which of them occurred.
    final class Values {
        let option: String
        let what: String
        private let asked: [String]
        private var isMet: [String: Bool]
        /// Names near the first value that is asked for; an id of millions is compared with none.
        private var nearest: NearestNames?
        private var compared = 0
        private static let mostCompared = 20_000

        init(_ option: String, _ what: String, _ values: [String]) {
            self.option = option
            self.what = what
            asked = values
            isMet = Dictionary(ListOption.ids(values).map { ($0, false) }, uniquingKeysWith: { first, _ in first })
            nearest = values.first.map { NearestNames($0) }
        }

        var isEmpty: Bool { isMet.isEmpty }

        /// Whether an id is one of them; any is where none is asked for.
        func takes(_ id: UnsafeRawBufferPointer?) -> Bool {
            guard !isMet.isEmpty else { return true }
            guard let id else { return false }
            let text = String(decoding: id, as: UTF8.self)
            guard isMet[text] != nil else {
                if compared < Values.mostCompared {
                    compared += 1
                    nearest?.see(text)
                }
                return false
            }
            isMet[text] = true
            return true
        }

        var unmet: [String] { ListOption.unmet(asked) { isMet[$0] ?? false }.sorted() }
        var nearestWords: String { nearest?.words(none: "it has none") ?? "" }
        var isWhollyUnmet: Bool { !isMet.isEmpty && !isMet.values.contains(true) }
    }

    let routes: Values
    let agencies: Values
    let trips: Values
    let stops: Values
    let area: Area?

    /// - Throws: `StageFailure` where the file of an area cannot be read, or has no polygon.
    init(_ options: SelectOptions, _ context: StageContext) throws {
        routes = Values("--route", "route", options.routes)
        agencies = Values("--agency", "agency", options.agencies)
        trips = Values("--trip", "trip", options.trips)
        stops = Values("--stop", "stop", options.stops)
        let polygons = try options.area.map { try AreaFile.polygons($0, context) }
        area = polygons == nil && options.box == nil ? nil : Area(box: options.box, polygons: polygons)
    }

    /// Says which values nothing has.
    /// - Throws: `StageFailure` with status 65 where that is all of an option's.
    func report(_ context: StageContext) throws {
        for values in [routes, agencies, trips, stops] where !values.unmet.isEmpty {
            let names = values.unmet.prefix(5).map(Finding.quoted).joined(separator: ", ")
            let sentence =
                "\(values.option): the feed has no \(values.what) \(names)\(values.unmet.count > 5 ? ", …" : "")"
            guard !values.isWhollyUnmet else {
                throw context.unusable("\(values.what)_not_found", "\(sentence); \(values.nearestWords)")
            }
            context.diagnostics.report(Finding(.surprise, "\(values.what)_not_found", message: sentence))
        }
    }
}
