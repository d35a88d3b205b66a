import ArgumentParser
import StageKit
import Stages

/// A stage on the command line: its flags become the stage's options, with which it runs.
protocol StageCommand: ParsableCommand {
    /// - Parameter world: what the run finds around it.
    func run(in world: World) throws
}

extension StageCommand {
    func run() throws { try run(in: .process) }
}

extension World {
    /// What the process has: its clock, its environment, the network, and every kind of feed.
    static var process: World {
        var world = World()
        world.schedule = IngestedFeed()
        world.remote = Network.inputs()
        return world
    }
}
