/// VehicleDescriptor.WheelchairAccessible in the words of the timetable.
package enum WheelchairAccess {
    /// The value of `trips.wheelchair_accessible` that says the same: 2 (accessible) is 1, 3 (inaccessible) is 2; nil for
    /// any other.
    package static func asScheduled(_ realtime: Int?) -> Int? {
        switch realtime {
        case 2: 1
        case 3: 2
        default: nil
        }
    }
}
