import NDJSON
import Occupancy

/// Members of records that stand on the timetable and realtime.
extension RecordWriter {
    /// A member that is left out if there is no text.
    package func text(_ key: JSONKey, _ text: String?) {
        guard let text else { return }
        self.key(key)
        string(text)
    }

    /// A member that is left out if there is no number.
    package func integer(_ key: JSONKey, _ number: Int?) {
        guard let number else { return }
        self.key(key)
        integer(number)
    }

    /// How a status is shown to people: its level with symbol, colour and label; nothing if it has none.
    package func level(_ status: OccupancyStatus?) {
        guard let level = status?.level else { return }
        text(LevelKey.level, level.rawValue)
        text(LevelKey.symbol, level.symbol)
        text(LevelKey.color, level.color)
        text(LevelKey.label, level.label)
    }

    private enum LevelKey {
        static let level = JSONKey("occupancy_level")
        static let symbol = JSONKey("occupancy_symbol")
        static let color = JSONKey("occupancy_color")
        static let label = JSONKey("occupancy_label")
    }
}
