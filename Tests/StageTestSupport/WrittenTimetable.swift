/// A timetable written as records for tests: three stops on the equator, a hundredth of a degree apart (1.113 km), two
/// routes.
package struct WrittenTimetable {
    package var text = """
        {"table":"stops","stop_id":"A","stop_lat":0,"stop_lon":10}
        {"table":"stops","stop_id":"B","stop_lat":0,"stop_lon":10.01}
        {"table":"stops","stop_id":"C","stop_lat":0,"stop_lon":10.02}
        {"table":"routes","route_id":"R","route_type":3}
        {"table":"routes","route_id":"Q","route_type":3}

        """

    package init() {}

    package mutating func add(_ line: String) { text += line + "\n" }

    /// A service of calendar.txt.
    ///
    /// - Parameter weekdays: seven digits from Monday on.
    package mutating func calendar(_ id: String, _ weekdays: String, _ first: String, _ last: String) {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        let days = zip(names, weekdays).map { #""\#($0)":\#($1)"# }.joined(separator: ",")
        add(
            #"{"table":"calendar","service_id":"\#(id)",\#(days),"start_date":"\#(first)","end_date":"\#(last)"}"#)
    }

    package mutating func exception(_ id: String, _ date: String, _ type: Int) {
        add(#"{"table":"calendar_dates","service_id":"\#(id)","date":"\#(date)","exception_type":\#(type)}"#)
    }

    /// A trip that calls at stops a blank apart, each with its time: `A 08:00`, and columns of stop_times after that.
    package mutating func trip(
        _ id: String, _ route: String, _ service: String, _ calls: [String], direction: Int? = 0, extra: String = ""
    ) {
        let direction = direction.map { #","direction_id":\#($0)"# } ?? ""
        add(
            #"{"table":"trips","route_id":"\#(route)","service_id":"\#(service)","trip_id":"\#(id)"\#(direction)\#(extra)}"#
        )
        for (place, call) in calls.enumerated() {
            let words = call.split(separator: " ", maxSplits: 2).map(String.init)
            let time = words[1] + ":00"
            let rest = words.count > 2 ? "," + words[2] : ""
            add(
                #"{"table":"stop_times","trip_id":"\#(id)","stop_id":"\#(words[0])","stop_sequence":\#(place),"arrival_time":"\#(time)","departure_time":"\#(time)"\#(rest)}"#
            )
        }
    }

    package mutating func frequency(_ trip: String, _ start: String, _ end: String, _ headway: Int, exact: Int = 0) {
        add(
            #"{"table":"frequencies","trip_id":"\#(trip)","start_time":"\#(start):00","end_time":"\#(end):00","headway_secs":\#(headway),"exact_times":\#(exact)}"#
        )
    }
}
