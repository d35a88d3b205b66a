/// VehicleDescriptor.WheelchairAccessible, converted to the values of the timetable.
package enum WheelchairAccess {
    /// Returns the equal value of `trips.wheelchair_accessible`: 2 (accessible) is 1, 3 (inaccessible) is 2; nil for
    /// other values.
    package static func asScheduled(_ realtime: Int?) -> Int? {
        switch realtime {
        case 2: 1
        case 3: 2
        default: nil
        }
    }
}
