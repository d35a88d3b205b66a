import TimeZones
import XCTest

@testable import Pipelines

/// The chain as a value: where it goes, without anything running.
final class ChainTests: XCTestCase {
    private func stage(
        _ name: String, next: PipelineStage.Link, onFailure: PipelineStage.FailureLink = .stop, hold: Int = 0
    ) -> PipelineStage {
        var stage = PipelineStage(name: name, line: 1)
        stage.next = next
        stage.onFailure = onFailure
        stage.hold = TimeSpan(seconds: hold)
        return stage
    }

    private func chain(_ stages: [PipelineStage], _ extent: Chain.Extent = .whole) -> Chain {
        Chain(Pipeline(name: "p", environment: [], lock: .none, stages: stages), extent: extent)
    }

    func testAChainEndsBehindItsLastStage() {
        var chain = chain([stage("a", next: .stage(1), hold: 2), stage("b", next: .end)])
        XCTAssertEqual(chain.stage.name, "a")
        XCTAssertEqual(chain.advance(after: 0), .go(to: 1, after: TimeSpan(seconds: 2)))
        XCTAssertEqual(chain.stage.name, "b")
        XCTAssertEqual(chain.advance(after: 0), .end(status: 0))
    }

    func testAFailureStopsGoesOnOrGoesElsewhere() {
        var stopping = chain([stage("a", next: .stage(1)), stage("b", next: .end)])
        XCTAssertEqual(stopping.advance(after: 65), .end(status: 65))
        var proceeding = chain([stage("a", next: .stage(1), onFailure: .proceed), stage("b", next: .end)])
        XCTAssertEqual(proceeding.advance(after: 65), .go(to: 1, after: .zero))
        XCTAssertNil(proceeding.failure)
        XCTAssertEqual(proceeding.advance(after: 0), .end(status: 0))
        var handling = chain([
            stage("a", next: .end, onFailure: .stage(1), hold: 3), stage("b", next: .stage(2)), stage("c", next: .end),
        ])
        XCTAssertEqual(handling.advance(after: 9), .go(to: 1, after: TimeSpan(seconds: 3)))
        XCTAssertEqual(handling.failure, Chain.Failure(stage: "a", status: 9))
        XCTAssertEqual(handling.advance(after: 0), .go(to: 2, after: .zero))
        XCTAssertNil(handling.failure)
        XCTAssertEqual(handling.advance(after: 0), .end(status: 0), "the failure was taken up")
    }

    func testTurnsAreCounted() {
        var chain = chain([stage("a", next: .stage(1)), stage("b", next: .stage(0), hold: 1)])
        for turn in 1...3 {
            XCTAssertEqual(chain.turn, turn)
            XCTAssertEqual(chain.advance(after: 0), .go(to: 1, after: .zero))
            XCTAssertEqual(chain.turn, turn)
            XCTAssertEqual(chain.advance(after: 0), .go(to: 0, after: TimeSpan(seconds: 1)))
        }
    }

    func testOneTurnEndsBeforeTheSecond() {
        let stages = [stage("a", next: .stage(1)), stage("b", next: .stage(0), onFailure: .stage(0), hold: 1)]
        var chain = chain(stages, .oneTurn)
        XCTAssertEqual(chain.advance(after: 0), .go(to: 1, after: .zero))
        XCTAssertEqual(chain.advance(after: 0), .end(status: 0))
        var failing = self.chain(stages, .oneTurn)
        _ = failing.advance(after: 0)
        XCTAssertEqual(failing.advance(after: 69), .end(status: 69), "nobody is left to take it up")
    }

    func testOneStageAlone() {
        let stages = [
            stage("a", next: .stage(1)), stage("b", next: .stage(2), onFailure: .stage(0)),
            stage("c", next: .end, onFailure: .proceed),
        ]
        var second = chain(stages, .only(1))
        XCTAssertEqual(second.stage.name, "b")
        XCTAssertEqual(second.advance(after: 0), .end(status: 0))
        var failing = chain(stages, .only(1))
        XCTAssertEqual(failing.advance(after: 5), .end(status: 5))
        var tolerant = chain(stages, .only(2))
        XCTAssertEqual(tolerant.advance(after: 5), .end(status: 0))
    }
}
