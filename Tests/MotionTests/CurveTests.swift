import Motion
import TestSupport
import XCTest

final class CurveTests: XCTestCase {
    /// What Chromium computes for the same easing; `scripts/browser-easings` made the figures.
    func testAgainstABrowser() throws {
        let path = Checkout.root + "/Tests/MotionTests/browser-easings.csv"
        let text = try XCTUnwrap(TemporaryFolder.text(of: path))
        var curves: Set<String> = []
        for line in text.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: ";").map(String.init)
            let curve = try XCTUnwrap(Curve(cells[0]), cells[0])
            let time = try XCTUnwrap(Double(cells[1]))
            // Chromium itself is 3.1e-6 off in the steepest curve, and less than 3e-7 in all others.
            let accuracy = cells[0] == "cubic-bezier(1,0,0,1)" ? 5e-6 : 1e-6
            XCTAssertEqual(
                curve.progress(at: time), try XCTUnwrap(Double(cells[2])), accuracy: accuracy, "\(line)")
            curves.insert(cells[0])
        }
        XCTAssertGreaterThan(curves.count, 10)
    }

    /// The same by halving alone, on curves that are upright, level, and doubled back in y.
    func testBeziersToAMillionth() throws {
        var random = SystemRandomNumberGenerator()
        var curves = [
            [0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1], [0.5, -3, 0.5, 4],
            [0, 0, 1, 1], [1, 5, 0, -5],
        ]
        for _ in 0..<500 {
            curves.append([
                .random(in: 0...1, using: &random), .random(in: -3...3, using: &random),
                .random(in: 0...1, using: &random), .random(in: -3...3, using: &random),
            ])
        }
        for points in curves {
            let bezier = try XCTUnwrap(CubicBezier(points[0], points[1], points[2], points[3]))
            for time in stride(from: 0.0, through: 1, by: 0.05) {
                func at(_ s: Double, _ a: Double, _ b: Double) -> Double {
                    3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
                }
                var (low, high) = (0.0, 1.0)
                for _ in 0..<200 {
                    let middle = (low + high) / 2
                    if at(middle, points[0], points[2]) < time { low = middle } else { high = middle }
                }
                let value = bezier.value(at: time)
                // Where the curve is upright any y between the two ends of the stretch is one of the curve's.
                let ends = [low, high].map { at($0, points[1], points[3]) }
                let slack = 1e-6 + abs(ends[0] - ends[1])
                let isUpright = points[0] == 1 && points[2] == 0
                if time > 0, time < 1, !(isUpright && abs(time - 0.5) < 0.01) {
                    XCTAssertEqual(value, ends[0], accuracy: slack, "\(points) \(time)")
                }
            }
        }
        XCTAssertEqual(CubicBezier.easeIn.value(at: 0), 0)
        XCTAssertEqual(CubicBezier.easeIn.value(at: 1), 1)
        XCTAssertNil(CubicBezier(-0.1, 0, 1, 1))
        XCTAssertNil(CubicBezier(0, .nan, 1, 1))
    }

    func testTheSlopeIsTheChange() {
        for bezier in [CubicBezier.easeIn, .easeOut, .easeInOut] {
            for time in stride(from: 0.05, to: 1, by: 0.05) {
                let change = (bezier.value(at: time + 1e-5) - bezier.value(at: time - 1e-5)) / 2e-5
                XCTAssertEqual(bezier.slope(at: time), change, accuracy: 1e-4)
            }
        }
    }

    func testForms() throws {
        XCTAssertEqual(Curve("linear"), .linear)
        XCTAssertEqual(Curve("ease-in-out"), .easeInOut)
        XCTAssertEqual(Curve("cubic-bezier(0.42, 0, 1, 1)"), .easeIn)
        XCTAssertEqual(Curve("spring(0.5,1)"), .spring(try XCTUnwrap(Spring(response: 0.5, dampingFraction: 1))))
        XCTAssertEqual(Curve("interactive-spring"), .spring(.interactive, blend: 0.25))
        XCTAssertEqual(Curve("interactive-spring(0.15,0.86,0.25)"), .interactiveSpring)
        XCTAssertEqual(
            Curve("interactive-spring(0.5, 1, 0)"), .spring(try XCTUnwrap(Spring(response: 0.5, dampingFraction: 1))))
        for text in [
            "", "ease", "spring", "spring()", "spring(0.5)", "spring(0,1)", "spring(1,-1)", "spring(1,1,1)",
            "cubic-bezier(2,0,1,1)", "cubic-bezier(0,0,1)", "spring(inf,1)", "spring(nan,1)", "Linear",
            "spring(0.5,1) ",
            "spring(1 2,1)", "interactive-spring()", "interactive-spring(0.5,1)", "interactive-spring(0.5,1,-0.1)",
            "interactive-spring(0,1,0.25)", "interactive-spring(0.5,1,0.25,0)",
        ] {
            XCTAssertNil(Curve(text), text)
        }
    }

    func testCurvesBeginAndEnd() throws {
        for curve in [Curve.linear, .easeIn, .easeOut, .easeInOut, .interactiveSpring] {
            let start = Movement(2.0)
            XCTAssertEqual(curve.movement(from: start, to: 5, duration: 3, at: 0), start)
            XCTAssertEqual(curve.movement(from: start, to: 5, duration: 3, at: -1), start)
            XCTAssertEqual(curve.movement(from: start, to: 5, duration: 3, at: 30).value, 5, accuracy: 1e-9)
        }
        XCTAssertEqual(Curve.linear.movement(from: Movement(2.0), to: 5, duration: 3, at: 1), Movement(3, velocity: 1))
        XCTAssertEqual(Curve.linear.movement(from: Movement(2.0), to: 5, duration: 0, at: 1e-9), Movement(5))
    }
}
