/// Compares pathways with the locations that they connect.
struct PathwayChecks {
    private let checker: FeedChecker
    private let feed: CheckedFeed
    private let book: NoticeBook
    private let pathways: [SideTables.Pathway]
    private let file: String
    private let stopsFile: String

    init(_ checker: FeedChecker) {
        self.checker = checker
        feed = checker.feed
        book = checker.book
        pathways = checker.side.pathways
        file = checker.file("pathways")
        stopsFile = checker.file("stops")
    }

    func run() {
        guard !pathways.isEmpty else { return }
        for pathway in pathways { check(pathway) }
        checkNodes()
        checkLevels()
        if checker.isWhole(["pathways", "stops"]) { checkReachability() }
    }

    private func stopID(_ id: IDSpace.ID) -> (name: String, value: NoticeSample.Value) {
        ("stop_id", .text(feed.stopIDs.text(id)))
    }

    private func line(_ id: IDSpace.ID) -> Int? { feed.stop(id).line > 0 ? feed.stop(id).line : nil }

    private func check(_ pathway: SideTables.Pathway) {
        let name: (name: String, value: NoticeSample.Value) = ("pathway_id", .text(pathway.id))
        if pathway.from == pathway.to, !pathway.from.isNone {
            book.add(.pathwayLoop, file: file, line: pathway.line, [name, stopID(pathway.from)])
        }
        for end in [pathway.from, pathway.to] where feed.stopIDs.isDefined(end) {
            let stop = feed.stop(end)
            if stop.type == 1 {
                book.add(.pathwayToWrongLocationType, file: file, line: pathway.line, [name, stopID(end)])
            } else if stop.type == 0, feed.stopIDs.has(end, CheckedFeed.isParent) {
                book.add(.pathwayToPlatformWithBoardingAreas, file: file, line: pathway.line, [name, stopID(end)])
            }
        }
        let ends = pathway.from == pathway.to ? [pathway.from] : [pathway.from, pathway.to]
        for end in ends where feed.stopIDs.isDefined(end) && feed.stop(end).isOutsidePathways {
            book.add(
                .pathwayToStopWithAccessOutsideOfStationPathways, file: file, line: pathway.line, [name, stopID(end)])
        }
    }

    private func checkNodes() {
        var neighbours: [IDSpace.ID: Set<UInt32>] = [:]
        for pathway in pathways where !pathway.from.isNone && !pathway.to.isNone {
            neighbours[pathway.from, default: []].insert(pathway.to.number)
            neighbours[pathway.to, default: []].insert(pathway.from.number)
        }
        for number in feed.stops.indices where feed.stops[number].isRow && feed.stops[number].type == 3 {
            let id = IDSpace.ID(number)
            if neighbours[id]?.count == 1 {
                book.add(.pathwayDanglingGenericNode, file: stopsFile, line: line(id), [stopID(id)])
            }
        }
    }

    private func checkLevels() {
        var ends: Set<UInt32> = []
        for pathway in pathways where pathway.mode == 5 { ends.formUnion([pathway.from.number, pathway.to.number]) }
        for number in ends.sorted() {
            let id = IDSpace.ID(number)
            guard feed.stopIDs.isDefined(id), !feed.stop(id).hasLevel else { continue }
            book.add(.missingLevelId, file: stopsFile, line: line(id), [stopID(id)])
        }
    }

    // MARK: Reachability

    private func checkReachability() {
        var stations: Set<UInt32> = []
        for pathway in pathways {
            for end in [pathway.from, pathway.to] {
                if let station = station(of: end) { stations.insert(station.number) }
            }
        }
        let entered = search { $0.isBidirectional ? .both : .onward }
        let left = search { $0.isBidirectional ? .both : .back }
        for number in feed.stops.indices where feed.stops[number].isRow {
            let id = IDSpace.ID(number)
            let type = feed.stops[number].type
            guard type == 3 || type == 4 || (type == 0 && !feed.stopIDs.has(id, CheckedFeed.isParent)),
                let station = station(of: id), stations.contains(station.number)
            else { continue }
            let (hasEntrance, hasExit) = (entered.contains(id.number), left.contains(id.number))
            guard !hasEntrance || !hasExit else { continue }
            book.add(
                .pathwayUnreachableLocation, file: stopsFile, line: line(id),
                [
                    stopID(id), ("has_entrance", .text(hasEntrance ? "true" : "false")),
                    ("has_exit", .text(hasExit ? "true" : "false")),
                ])
        }
    }

    /// The station that a location is in: its parent, or its parent's.
    private func station(of id: IDSpace.ID) -> IDSpace.ID? {
        var id = id
        // A boarding area is two steps from its station; what refers to itself has none.
        for _ in 0..<4 {
            guard feed.stopIDs.isDefined(id) else { return nil }
            let stop = feed.stop(id)
            if stop.type == 1 { return id }
            guard !stop.parent.isNone else { return nil }
            id = stop.parent
        }
        return nil
    }

    private enum Way {
        case onward, back, both
    }

    /// The locations that are met from all entrances, along pathways in the ways that they are open.
    private func search(_ way: (SideTables.Pathway) -> Way) -> Set<UInt32> {
        var next: [UInt32: [UInt32]] = [:]
        for pathway in pathways where !pathway.from.isNone && !pathway.to.isNone {
            let way = way(pathway)
            if way != .back { next[pathway.from.number, default: []].append(pathway.to.number) }
            if way != .onward { next[pathway.to.number, default: []].append(pathway.from.number) }
        }
        var queue = feed.stops.indices.filter { feed.stops[$0].isRow && feed.stops[$0].type == 2 }.map { UInt32($0) }
        var met = Set(queue)
        while let place = queue.popLast() {
            for other in next[place] ?? [] where met.insert(other).inserted { queue.append(other) }
        }
        return met
    }
}
