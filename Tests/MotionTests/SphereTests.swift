import Geometry
import Motion
import XCTest

final class SphereTests: XCTestCase {
    private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    /// The position as a vector of length 1, in which nothing is projected.
    private func vector(_ place: Coordinate) -> SIMD3<Double> {
        let (latitude, longitude) = (radians(place.latitude), radians(place.longitude))
        return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
    }

    private func places(_ random: inout SystemRandomNumberGenerator) -> Coordinate {
        Coordinate(latitude: .random(in: -89...89, using: &random), longitude: .random(in: -180...180, using: &random))
    }

    func testThereAndBack() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let (center, place) = (places(&random), places(&random))
            let sphere = SphereCenter(center)
            let offset = sphere.offset(of: place)
            // Another formula for the arc: by the vectors.
            let dot = (vector(center) * vector(place)).sum()
            XCTAssertEqual(offset.magnitude, acos(max(-1, min(1, dot))), accuracy: 1e-6)
            let back = sphere.position(at: offset)
            let error = vector(back) - vector(place)
            XCTAssertEqual((error * error).sum().squareRoot(), 0, accuracy: 1e-12, "\(center) \(place)")
        }
    }

    /// A metre stays a metre near the place, in any direction, and so does less.
    func testSmallOffsetsAreNotLost() {
        let center = Coordinate(latitude: 59.3293, longitude: 18.0686)
        let sphere = SphereCenter(center)
        for step in [1e-3, 1e-6, 1e-9] {
            let east = sphere.offset(of: Coordinate(latitude: center.latitude, longitude: center.longitude + step))
            XCTAssertEqual(east.east / (radians(step) * cos(radians(center.latitude))), 1, accuracy: 1e-6)
            let north = sphere.offset(of: Coordinate(latitude: center.latitude + step, longitude: center.longitude))
            XCTAssertEqual(north.north / radians(step), 1, accuracy: 1e-5)
            XCTAssertEqual(north.east, 0, accuracy: 1e-18)
        }
        XCTAssertEqual(sphere.offset(of: center), .zero)
        XCTAssertEqual(sphere.position(at: .zero), center)
    }

    func testAcrossTheAntimeridianIsAShortWay() {
        let sphere = SphereCenter(Coordinate(latitude: -18, longitude: 179.99))
        let offset = sphere.offset(of: Coordinate(latitude: -18, longitude: -179.99))
        XCTAssertEqual(SphereCenter.metres(offset), 2115, accuracy: 5)
        XCTAssertGreaterThan(offset.east, 0)
        for share in [0.0, 0.3, 0.5, 0.7, 1] {
            let place = sphere.position(at: offset.scaled(by: share))
            XCTAssertTrue((-180...180).contains(place.longitude))
            XCTAssertGreaterThan(abs(place.longitude), 179.98)
        }
    }

    /// Wherever a vehicle is sent on its way, on the globe its position and its velocity go on as they were.
    func testANewTargetKeepsPositionAndVelocity() {
        var random = SystemRandomNumberGenerator()
        for round in 0..<2000 {
            // Ways of a few kilometres, of continents, and none.
            let reach = [0.02, 1, 40][round % 3]
            let center = Coordinate(
                latitude: .random(in: -70...70, using: &random), longitude: .random(in: -180...180, using: &random))
            func near() -> Coordinate {
                SphereCenter(center).position(
                    at: SphereOffset(
                        east: radians(.random(in: -reach...reach, using: &random)),
                        north: radians(.random(in: -reach...reach, using: &random))))
            }
            let (old, new) = (SphereCenter(near()), SphereCenter(round % 7 == 0 ? center : near()))
            let movement = Movement(
                round % 5 == 0 ? .zero : old.offset(of: near()),
                velocity: SphereOffset(
                    east: .random(in: -0.001...0.001, using: &random),
                    north: .random(in: -0.001...0.001, using: &random)))
            let moved = old.moved(movement, to: new)
            let before = vector(old.position(at: movement.value))
            let after = vector(new.position(at: moved.value))
            XCTAssertEqual(((before - after) * (before - after)).sum().squareRoot(), 0, accuracy: 1e-12)
            // The velocity as the difference of two positions around it.
            func velocity(_ sphere: SphereCenter, _ movement: Movement<SphereOffset>) -> SIMD3<Double> {
                let step = 1e-2
                let ahead = vector(sphere.position(at: movement.value + movement.velocity.scaled(by: step)))
                let behind = vector(sphere.position(at: movement.value - movement.velocity.scaled(by: step)))
                return (ahead - behind) / (2 * step)
            }
            let difference = velocity(old, movement) - velocity(new, moved)
            XCTAssertEqual((difference * difference).sum().squareRoot(), 0, accuracy: 2e-8, "\(round)")
        }
    }

    // MARK: Angles

    func testTheShortWayRound() {
        for (from, to, turn) in [
            (350.0, 10.0, 20.0), (10, 350, -20), (0, 180, 180), (180, 0, 180), (90, 90, 0), (-10, 370, 20), (720, 1, 1),
            (0, -1e-20, 0),
        ] {
            XCTAssertEqual(Angle.turn(from: from, to: to), turn, accuracy: 1e-9, "\(from) \(to)")
        }
        XCTAssertEqual(Angle.interpolated(from: 350, to: 10, 0.25), 355)
        XCTAssertEqual(Angle.interpolated(from: 350, to: 10, 0.75), 5)
        XCTAssertEqual(Angle.normalized(-1e-20), 0)
        for _ in 0..<1000 {
            let (from, to) = (Double.random(in: -1000...1000), Double.random(in: -1000...1000))
            let turn = Angle.turn(from: from, to: to)
            XCTAssertTrue(turn > -180 && turn <= 180)
            XCTAssertEqual(Angle.normalized(from + turn), Angle.normalized(to), accuracy: 1e-9)
        }
    }

    // MARK: Letting go

    func testTheRestingPointIsTheSumOfTheWay() throws {
        let slow = Deceleration.normal
        let point = slow.restingPoint(from: 100, velocity: 800)
        // Millisecond after millisecond.
        var (value, velocity) = (100.0, 800.0)
        for _ in 0..<20_000 {
            value += velocity / 1000
            velocity *= slow.rate
        }
        XCTAssertEqual(point, value, accuracy: 1)
        XCTAssertEqual(slow.value(from: 100, velocity: 800, at: 60), point, accuracy: 1e-9)
        XCTAssertEqual(slow.value(from: 100, velocity: 800, at: 0), 100)
        XCTAssertEqual(slow.restingPoint(from: 100, velocity: 800, in: 0...200), 200)
        XCTAssertEqual(slow.restingPoint(from: 100, velocity: -800, in: 0...200), 0)
        XCTAssertNil(Deceleration(rate: 1))
        XCTAssertNil(Deceleration(rate: 0))
    }

    func testStagger() {
        let stagger = Stagger(interval: 0.05)
        XCTAssertEqual([0, 1, 2].map(stagger.delay), [0, 0.05, 0.1])
        XCTAssertEqual(Stagger(interval: -1).delay(at: 3), 0)
    }
}
