import Geometry
import Motion
import TestSupport
import XCTest

/// The code in the articles of Motion.docc, run.
final class ArticleTests: XCTestCase {
    func testMovingVehicles() {
        var path: [Coordinate] = []
        func draw(_ position: Coordinate) { path.append(position) }

        let target = SphereCenter(Coordinate(latitude: -27.4698, longitude: 153.0251))
        let start = Movement(target.offset(of: Coordinate(latitude: -27.4710, longitude: 153.0234)))
        let way = Transition(start, curve: .spring(.interactive), duration: 0.3, begin: 0)
        for frame in 0...60 {
            let rest = way.remaining(at: Double(frame) / 60)
            draw(target.position(at: rest.value))
        }
        XCTAssertEqual(path[0].latitude, -27.4710, accuracy: 1e-9)
        XCTAssertEqual(path[60].longitude, 153.0251, accuracy: 1e-6)

        let next = SphereCenter(Coordinate(latitude: -27.4681, longitude: 153.0270))
        let moving = target.moved(way.remaining(at: 0.1), to: next)
        let onward = Transition(moving, curve: .spring(.interactive), duration: 0.3, begin: 0.1)
        XCTAssertEqual(next.position(at: onward.remaining(at: 2).value).longitude, 153.0270, accuracy: 1e-6)
    }

    func testLifeOfVehicles() {
        var (isStale, isDone) = (false, false)

        var fleet = Fleet<String>()
        let entry = fleet.enter("bus-1")
        let update = fleet.update("bus-1")
        if let entry { isStale = !fleet.complete("bus-1", generation: entry) }
        if let update { isDone = fleet.complete("bus-1", generation: update) }
        XCTAssertTrue(isStale)
        XCTAssertTrue(isDone)
    }

    func testChainsAndKeyframes() throws {
        let chain = try Chain([
            Stage("grow", load: Appearance(scale: 0.3, opacity: 0), perform: Appearance(), next: "rest"),
            Stage("rest", perform: Appearance(scale: 0.9), options: Options(duration: 2, curve: .easeInOut)),
        ])
        let executor = Executor(chain, from: Appearance())
        let size = executor.value(at: 1.5).scale
        let stage = executor.inspect(at: 1.5).stage
        XCTAssertTrue((0.9...1).contains(size), "\(size)")
        XCTAssertEqual(stage, "rest")

        let track = KeyframeTrack(
            from: 0.0,
            [
                Keyframe(10, duration: 1),
                Keyframe(4, duration: 0.5, .linear),
                Keyframe(0, duration: 1, .spring(nil)),
            ])
        let height = track.value(at: 1.25)
        let speed = track.movement(at: 1.25).velocity
        XCTAssertEqual(height, 7, accuracy: 1e-9)
        XCTAssertEqual(speed, -12, accuracy: 1e-9)
    }

    func testArticlesShowThisCode() throws {
        let source = try XCTUnwrap(TemporaryFolder.text(of: #filePath))
        for name in ["MovingVehicles", "ChainsAndKeyframes"] {
            let path = Checkout.root + "/Sources/Base/Motion/Motion.docc/\(name).md"
            let article = try XCTUnwrap(TemporaryFolder.text(of: path))
            XCTAssertFalse(ArticleCode.blocks(in: article).isEmpty, name)
            XCTAssertEqual(ArticleCode.missing(in: article, from: [source]), [], name)
        }
    }
}
