import IngestStage
import StageKit

extension World {
    /// One where `--feed` may name a zip, a folder or a store.
    package static var withFeeds: World { reading(IngestedFeed()) }

    package static func reading(_ reader: any ScheduleReader) -> World {
        var world = World()
        world.schedule = reader
        return world
    }
}
