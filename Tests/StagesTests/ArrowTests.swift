import TestSupport
import XCTest

/// Dependencies point one way; a turned arrow fails here.
final class ArrowTests: XCTestCase {
    /// What each module may import of ours and of the system.
    private static let allowed: [String: Set<String>] = [
        "NDJSON": ["Glibc"],
        "Addresses": [],
        "StageKit": ["Glibc", "Addresses", "NDJSON", "TimeZones", "CZlib", "CProcess"],
        "TimeZones": ["Glibc"],
        "YAML": ["CYAML"],
        "Pipelines": ["Glibc", "Addresses", "YAML", "TimeZones"],
        "GTFSSchedule": ["Glibc", "Hashing", "NDJSON", "TimeZones", "CZlib"],
        "GTFSRealtime": ["Glibc", "NDJSON", "CGTFSRealtime", "CProtobufC"],
        "Occupancy": ["Glibc", "Hashing", "NDJSON"],
        "Geometry": ["Glibc", "NDJSON"],
        "MapPage": [],
        "FeedStore": ["Glibc", "Hashing", "NDJSON", "GTFSRealtime", "GTFSSchedule", "TimeZones", "CSQLite"],
        "MapTiles": ["Glibc", "Geometry", "CCairo", "CPNG"],
        "Stages": [
            "Glibc", "NDJSON", "StageKit", "TimeZones", "GTFSSchedule", "GTFSRealtime", "Occupancy", "Geometry",
            "FeedStore", "Addresses", "HTTP", "Hashing", "Pipelines", "CProcess",
            "MapPage", "MapTiles",
        ],
        "Hashing": ["Glibc"],
        "HTTP": ["Glibc", "Addresses", "Hashing", "TimeZones", "CCurl", "CZlib"],
        // Options are typed by the noun they are about.
        "linefeed": [
            "Glibc", "StageKit", "Stages", "GTFSRealtime", "GTFSSchedule", "HTTP", "TimeZones", "ArgumentParser",
        ],
    ]

    private func swiftFiles(_ folder: String) -> [String] {
        Checkout.names(in: folder).flatMap { name -> [String] in
            let path = folder + "/" + name
            return name.hasSuffix(".swift") ? [path] : swiftFiles(path)
        }
    }

    private func imports(_ path: String) -> [String] {
        (TemporaryFolder.text(of: path) ?? "").split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), place < 3, place + 1 < words.count, !line.hasPrefix("//")
            else { return nil }
            return words[place + 1].split(separator: ".").first.map(String.init)
        }
    }

    func testImportsFollowTheArrows() {
        let modules = Checkout.names(in: Checkout.root + "/Sources").filter { $0 != "C" }
        XCTAssertEqual(Set(modules), Set(ArrowTests.allowed.keys))
        for module in modules {
            let files = swiftFiles(Checkout.root + "/Sources/" + module)
            XCTAssertFalse(files.isEmpty, module)
            for file in files {
                for name in imports(file) {
                    XCTAssertTrue(ArrowTests.allowed[module, default: []].contains(name), "\(file) imports \(name)")
                }
            }
        }
    }

    func testCallsThatLoseDataStayOutOfTheSources() {
        for file in swiftFiles(Checkout.root + "/Sources") {
            let text = TemporaryFolder.text(of: file) ?? ""
            for call in ["print(", "FileHandle", "JSONEncoder", "JSONDecoder", "DateFormatter", "fatalError(", "try!"] {
                for line in text.split(separator: "\n") where line.contains(call) {
                    let before = line[..<line.firstRange(of: call)!.lowerBound]
                    if before.contains("//") || before.last?.isLetter == true { continue }
                    XCTFail("\(file): \(line)")
                }
            }
        }
    }
}
