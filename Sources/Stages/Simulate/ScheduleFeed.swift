import NDJSON
import TimeZones
import Zip

/// Writes the timetable as a GTFS Schedule archive.
///
/// Beyond the weeks that the simulation runs in, later weeks repeat the timetable with trips of their own until
/// stop_times.txt has the rows that were asked for. Every file is streamed, so memory does not grow with them.
struct ScheduleFeed {
    let timetable: CityTimetable
    let options: SimulateOptions
    /// The first and the last date of the weeks around the window, in days since 1970-01-01.
    let firstDay: Int
    let lastDay: Int
    /// Later weeks that have a timetable of their own.
    let copies: Int
    /// How often a later week runs each trip.
    let repeats: Int

    private static let mostCopies = 500
    private var city: City { timetable.city }

    init(timetable: CityTimetable, options: SimulateOptions) {
        self.timetable = timetable
        self.options = options
        let day = CivilTime.localDay(options.start)
        firstDay = day - 14 - CivilDate.weekday(daysSinceEpoch: day)
        lastDay = firstDay + 8 * 7 - 1
        var base = 0
        for service in [Service.weekday, .saturday, .sunday] {
            for route in timetable.city.routes.indices {
                for block in 0..<timetable.schedules[route].blocks {
                    timetable.forEachTrip(route: route, block: block, service: service) {
                        base += timetable.city.routes[route].patterns[$0.direction].stops.count
                    }
                }
            }
        }
        let wanted = max(0, options.stopTimes - base)
        // Trips are repeated first as often as they must be, and copied then as often as that takes: the other way round a
        // feed of 40 million rows would have 51.
        let most = base * ScheduleFeed.mostCopies
        repeats = max(1, (wanted + most - 1) / most)
        copies = (wanted + base * repeats - 1) / (base * repeats)
    }

    /// How hard its archive is compressed.
    static let level = 4

    /// Writes all files into `archive` and ends it.
    /// - Returns: the rows of trips.txt and of stop_times.txt.
    func write(into archive: ZipWriter) throws -> (trips: Int, stopTimes: Int) {
        var rows = CSVRows(archive)
        try writeAgency(&rows)
        try writeStops(&rows)
        try writeRoutes(&rows)
        try writeCalendar(&rows)
        try writeShapes(&rows)
        try writeTrips(&rows)
        let trips = rows.rows
        try writeStopTimes(&rows)
        let stopTimes = rows.rows
        try writeFrequencies(&rows)
        try rows.flush()
        try archive.finish()
        return (trips, stopTimes)
    }

    // MARK: The small files

    /// The bytes with which every feed begins: agency.txt.
    func opening() throws -> [UInt8] {
        var bytes: [UInt8] = []
        let archive = ZipWriter(level: ScheduleFeed.level) { bytes += $0 }
        var rows = CSVRows(archive)
        try writeAgency(&rows)
        try rows.flush()
        try archive.finish()
        // Up to the header of the next file (APPNOTE 4.3.7).
        let header: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
        let next = bytes.indices.dropFirst().first { bytes[$0...].starts(with: header) }
        return Array(bytes[..<(next ?? bytes.count)])
    }

    private func writeAgency(_ rows: inout CSVRows) throws {
        try rows.begin("agency.txt", "agency_id,agency_name,agency_url,agency_timezone,agency_lang,agency_phone")
        rows.writer.append("LT,\(CityNames.agency),https://transit.example.com/,\(CivilTime.zone),en,07 5550 0000")
        try rows.endRow()
        try rows.begin(
            "feed_info.txt",
            "feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date,feed_version")
        rows.writer.append("\(CityNames.agency),https://transit.example.com/,en,\(CivilTime.date(firstDay)),")
        rows.writer.append("\(CivilTime.date(lastDay + 7 * copies)),simulated-\(options.seed)")
        try rows.endRow()
    }

    private func writeStops(_ rows: inout CSVRows) throws {
        try rows.begin(
            "stops.txt",
            "stop_id,stop_code,stop_name,stop_lat,stop_lon,location_type,parent_station,wheelchair_boarding,platform_code"
        )
        for stop in city.stops {
            rows.cell(stop.id)
            rows.cell(stop.code ?? "")
            rows.cell(stop.name)
            rows.position(stop.place)
            rows.writer.append(stop.isStation ? "1," : "0,")
            if let parent = stop.parent { rows.text(city.stops[parent].id) }
            rows.comma()
            if let wheelchair = stop.wheelchair { rows.writer.integer(wheelchair) }
            rows.comma()
            rows.text(stop.platform ?? "")
            try rows.endRow()
        }
    }

    private func writeRoutes(_ rows: inout CSVRows) throws {
        try rows.begin(
            "routes.txt",
            "route_id,agency_id,route_short_name,route_long_name,route_type,route_color,route_text_color,route_sort_order"
        )
        for (index, route) in city.routes.enumerated() {
            rows.cell(route.id)
            rows.writer.append("LT,")
            rows.cell(route.shortName)
            rows.cell(route.longName)
            rows.writer.append(route.isTrain ? "2," : "3,")
            rows.writer.append("\(route.color),\(route.textColor),\(index + 1)")
            try rows.endRow()
        }
    }

    private func writeCalendar(_ rows: inout CSVRows) throws {
        try rows.begin(
            "calendar.txt",
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date")
        for copy in 0...copies {
            let first = copy == 0 ? firstDay : lastDay + 1 + 7 * (copy - 1)
            let last = copy == 0 ? lastDay : first + 6
            for (service, days) in [
                (Service.weekday, ",1,1,1,1,1,0,0,"), (.saturday, ",0,0,0,0,0,1,0,"), (.sunday, ",0,0,0,0,0,0,1,"),
            ] {
                rows.writer.append(service.id)
                suffix(&rows, copy, 0)
                rows.writer.append(days + CivilTime.date(first) + "," + CivilTime.date(last))
                try rows.endRow()
            }
        }
        // A holiday in the fifth week runs as a Sunday; an event in the fourth has trips of its own.
        try rows.begin("calendar_dates.txt", "service_id,date,exception_type")
        let holiday = CivilTime.date(firstDay + 31)
        var exceptions = ["wd,\(holiday),2", "su,\(holiday),1"]
        if !timetable.eventTrips.isEmpty { exceptions.append("ev,\(CivilTime.date(firstDay + 26)),1") }
        for exception in exceptions {
            rows.writer.append(exception)
            try rows.endRow()
        }
    }

    private func writeShapes(_ rows: inout CSVRows) throws {
        try rows.begin("shapes.txt", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled")
        for route in city.routes {
            for (direction, pattern) in route.patterns.enumerated() {
                for (index, place) in pattern.path.places.enumerated() {
                    shapeID(&rows, route, direction)
                    rows.comma()
                    rows.position(place)
                    rows.writer.integer(index + 1)
                    rows.comma()
                    rows.writer.rounded(pattern.path.distances[index], decimals: 1)
                    try rows.endRow()
                }
            }
        }
    }

    private func writeFrequencies(_ rows: inout CSVRows) throws {
        guard let loop = city.routes.firstIndex(where: { $0.kind == .loop }) else { return }
        try rows.begin("frequencies.txt", "trip_id,start_time,end_time,headway_secs,exact_times")
        for service in [Service.weekday, .saturday, .sunday] {
            for band in timetable.schedules[loop].bands {
                rows.cell(city.routes[loop].id + "-" + service.id)
                rows.time(band.start)
                rows.time(band.end)
                rows.writer.integer(band.headway)
                rows.writer.append(",1")
                try rows.endRow()
            }
        }
    }

    // MARK: Trips and their stop times

    /// A trip of the archive: of the weeks around the window (copy 0), or of a later week.
    private struct Row {
        var trip: PlannedTrip
        var service: Service
        var copy = 0
        var repetition = 0
    }

    /// All trips in the order of both files.
    private func forEachRow(_ body: (Row) throws -> Void) rethrows {
        for copy in 0...copies {
            for repetition in 0..<(copy == 0 ? 1 : repeats) {
                for service in [Service.weekday, .saturday, .sunday] {
                    for route in city.routes.indices {
                        if city.routes[route].kind == .loop {
                            guard copy == 0 else { continue }
                            let trip = PlannedTrip(
                                route: route, direction: 0, block: 0, ordinal: 0, start: CityTimetable.loopStart,
                                isPeak: false)
                            try body(Row(trip: trip, service: service))
                        }
                        for block in 0..<timetable.schedules[route].blocks {
                            try timetable.forEachTrip(route: route, block: block, service: service) { trip in
                                var moved = trip
                                // A later week differs by a few minutes.
                                if copy > 0 { moved.start += (copy * 37 % 9 - 4) * 60 + repetition % 1440 * 5 }
                                try body(Row(trip: moved, service: service, copy: copy, repetition: repetition))
                            }
                        }
                    }
                }
            }
        }
        for trip in timetable.eventTrips { try body(Row(trip: trip, service: .event)) }
    }

    private func writeTrips(_ rows: inout CSVRows) throws {
        try rows.begin(
            "trips.txt",
            "route_id,service_id,trip_id,trip_headsign,direction_id,block_id,shape_id,wheelchair_accessible,bikes_allowed",
            atMost: rowBound(120))
        try forEachRow { row in
            let route = city.routes[row.trip.route]
            let isBlock = route.kind != .loop && row.service != .event
            rows.cell(route.id)
            rows.writer.append(row.service.id)
            suffix(&rows, row.copy, 0)
            rows.comma()
            tripID(&rows, row)
            rows.comma()
            rows.cell(route.patterns[row.trip.direction].headsign)
            rows.writer.integer(row.trip.direction)
            rows.comma()
            if isBlock {
                rows.text(route.id)
                rows.writer.append("-\(row.service.id)-\(row.trip.block + 1)")
                suffix(&rows, row.copy, row.repetition)
            }
            rows.comma()
            shapeID(&rows, route, row.trip.direction)
            rows.comma()
            rows.writer.integer(CityFleet.wheelchair(route: row.trip.route, block: row.trip.block, route.isTrain))
            rows.writer.append(route.isTrain ? ",1" : ",2")
            try rows.endRow()
        }
    }

    private func writeStopTimes(_ rows: inout CSVRows) throws {
        try rows.begin(
            "stop_times.txt",
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,shape_dist_traveled,timepoint",
            atMost: rowBound(96))
        let ids = city.stops.map { Array($0.id.utf8) }
        let distances = city.routes.map { $0.patterns.map { $0.distances.map(ScheduleFeed.metres) } }
        try forEachRow { row in
            let trip = row.trip
            let pattern = city.routes[trip.route].patterns[trip.direction]
            let times = timetable.times(trip)
            let last = pattern.stops.count - 1
            for index in 0...last {
                tripID(&rows, row)
                rows.comma()
                rows.time(trip.start + times.arrivals[index])
                rows.time(trip.start + times.departures[index])
                ids[pattern.stops[index]].withUnsafeBytes { rows.writer.append($0) }
                rows.comma()
                rows.writer.integer(index + 1)
                rows.writer.append(index == last ? ",1,0," : index == 0 ? ",0,1," : ",0,0,")
                distances[trip.route][trip.direction][index].withUnsafeBytes { rows.writer.append($0) }
                rows.writer.append(Operation.isTimepoint(index, last: last) ? ",1" : ",0")
                try rows.endRow()
            }
        }
    }

    private static func metres(_ distance: Double) -> [UInt8] {
        let writer = RecordWriter(capacity: 64)
        writer.rounded(distance, decimals: 1)
        return Array(writer.bytes)
    }

    /// A bound on a file's size from that of a row, to tell whether it may pass 4 GiB.
    private func rowBound(_ bytes: Int) -> Int { (options.stopTimes * 2 + 10_000_000) * bytes }

    private func tripID(_ rows: inout CSVRows, _ row: Row) {
        rows.text(city.routes[row.trip.route].id)
        rows.writer.append(UInt8(ascii: "-"))
        rows.writer.append(row.service.id)
        if city.routes[row.trip.route].kind != .loop {
            if row.service != .event {
                rows.writer.append(UInt8(ascii: "-"))
                rows.writer.integer(row.trip.block + 1)
            }
            rows.writer.append(UInt8(ascii: "-"))
            rows.writer.integer(row.trip.ordinal + 1)
        }
        suffix(&rows, row.copy, row.repetition)
    }

    /// Tells apart the ids of later weeks.
    private func suffix(_ rows: inout CSVRows, _ copy: Int, _ repetition: Int) {
        guard copy > 0 else { return }
        rows.writer.append("-w")
        rows.writer.integer(copy)
        guard repetition > 0 else { return }
        rows.writer.append("x")
        rows.writer.integer(repetition)
    }

    private func shapeID(_ rows: inout CSVRows, _ route: SimulatedRoute, _ direction: Int) {
        rows.text(route.id)
        rows.writer.append(direction == 0 ? "-0" : "-1")
    }
}
