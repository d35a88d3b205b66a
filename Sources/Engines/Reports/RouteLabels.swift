/// What routes are called in tables and pictures, so that two routes of one name can be told apart: `10 (tram)`,
/// `10 (Harbour line)`, or by their ids where nothing else differs.
package struct RouteLabels {
    package struct Route {
        let id: String
        let name: String
        let mode: String?
        let longName: String?

        /// - Parameters:
        ///   - name: the short name; nil where there is none.
        ///   - mode: in a word, `bus`.
        package init(id: String, name: String?, mode: String?, longName: String?) {
            self.id = id
            self.name = name ?? longName ?? id
            self.mode = mode
            self.longName = name == nil ? nil : longName
        }
    }

    private var labels: [String: String] = [:]

    /// - Parameter routes: those that one table or picture shows, each once.
    package init(_ routes: [Route]) {
        for namesakes in Dictionary(grouping: routes, by: \.name).values {
            func isAlone(_ value: String?, _ kind: (Route) -> String?) -> Bool {
                value != nil && namesakes.count { kind($0) == value } == 1
            }
            for route in namesakes {
                let mark =
                    namesakes.count == 1
                    ? nil
                    : isAlone(route.mode, \.mode)
                        ? route.mode : isAlone(route.longName, \.longName) ? route.longName : route.id
                labels[route.id] = mark.map { "\(route.name) (\($0))" } ?? route.name
            }
        }
    }

    /// What a route is called; nil for one that was not among those shown.
    package func label(_ id: String) -> String? { labels[id] }
}
