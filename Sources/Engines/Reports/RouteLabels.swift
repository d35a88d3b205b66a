/// Labels of routes in tables and pictures that distinguish routes with the same name: `10 (tram)`, `10 (Harbour
/// line)`, or the id if nothing else differs.
package struct RouteLabels {
    package struct Route {
        let id: String
        let name: String
        let mode: String?
        let longName: String?

        /// - Parameters:
        ///   - name: the short name; nil without one.
        ///   - mode: the mode as a word, such as `bus`.
        package init(id: String, name: String?, mode: String?, longName: String?) {
            self.id = id
            self.name = name ?? longName ?? id
            self.mode = mode
            self.longName = name == nil ? nil : longName
        }
    }

    private var labels: [String: String] = [:]

    /// - Parameter routes: the routes of one table or picture, each once.
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

    /// Returns the label of a route; nil for a route that is not shown.
    package func label(_ id: String) -> String? { labels[id] }
}
