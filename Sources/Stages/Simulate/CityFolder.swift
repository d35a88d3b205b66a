import Platform
import StageKit
import Zip

/// The folder that gets a city's files, in which nothing of anybody else's may be replaced.
enum CityFolder {
    /// How many names are looked at for one that is not a city's.
    private static let mostNames = 100_000

    /// Sees that all that lies in a folder was made here: files of a city's names, beside a feed that begins as all of
    /// them do. Hidden names do not count, nor do links, which nothing is written through.
    /// - Throws: `StageFailure` with status 73 for a file of another's.
    static func check(_ folder: String, _ scenario: Scenario, _ options: SimulateOptions) throws {
        let path = folder.hasSuffix("/") ? folder : folder + "/"
        let names = (Platform.names(in: folder) ?? []).prefix(mostNames).filter {
            !$0.hasPrefix(".") && !OutputFile.isLink(path + $0)
        }
        var foreign = names.filter { !isOurs($0) }
        // Names alone do not show who wrote the files.
        if foreign.isEmpty, !names.isEmpty, try !isFeedOurs(path + "feed.zip", scenario, options) { foreign = names }
        guard let first = foreign.min() else { return }
        throw StageFailure(
            .outputUncreatable,
            "\(folder) has files that simulate did not write, such as \(Finding.quoted(first)) (nothing was written); "
                + "name an empty or a new folder with --out, or add --force")
    }

    private static func isOurs(_ name: String) -> Bool {
        if name == "feed.zip" || name == "truth.ndjson" { return true }
        for start in ["vehicles-", "trip-updates-"] where name.hasPrefix(start) && name.hasSuffix(".pb") {
            let time = name.dropFirst(start.count).dropLast(3)
            return !time.isEmpty && time.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        return false
    }

    /// Whether a feed begins with the agency of all cities, as it is written here.
    private static func isFeedOurs(_ path: String, _ scenario: Scenario, _ options: SimulateOptions) throws -> Bool {
        guard FileStatus(path)?.isRegular == true else { return false }
        let opening = try ScheduleFeed(timetable: scenario.timetable, options: options).opening()
        let input = try InputFile(path, inflates: false)
        var head = [UInt8](repeating: 0, count: opening.count)
        var filled = 0
        while filled < head.count {
            let count = try head.withUnsafeMutableBytes {
                try input.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            if count == 0 { return false }
            filled += count
        }
        return head == opening
    }
}
