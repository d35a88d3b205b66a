extension Tables {
    /// The trip that a trip descriptor means if a detour modifies it; trip_id is absent then.
    public struct ModifiedTripSelector: MessageMembers {
        public static let columns = ModifiedTripSelector()
        public let modificationsID = text("modifications_id")
        public let affectedTripID = text("affected_trip_id")
        public let startTime = serviceTime("start_time")
        public let startDate = day("start_date")
    }

    /// Trips of a detour, with the shape that they follow.
    public struct SelectedTrips: MessageMembers {
        public static let columns = SelectedTrips()
        public let tripIDs = texts("trip_ids", .ifKnown)
        public let shapeID = text("shape_id")
    }

    /// One change of a detour: a span of stop times, and the stops that replace them.
    public struct Modification: MessageMembers {
        public static let columns = Modification()
        public let startStopSelector = message("start_stop_selector", StopSelector.self)
        public let endStopSelector = message("end_stop_selector", StopSelector.self)
        public let propagatedModificationDelay = whole("propagated_modification_delay")
        public let replacementStops = messages("replacement_stops", ReplacementStop.self, as: "replacement_stops")
        public let serviceAlertID = text("service_alert_id")
        public let lastModifiedTime = instant("last_modified_time")
    }

    /// A stop time of the original trip.
    public struct StopSelector: MessageMembers {
        public static let columns = StopSelector()
        public let stopSequence = whole("stop_sequence")
        public let stopID = text("stop_id")
    }

    /// A stop at which a detoured trip calls instead.
    public struct ReplacementStop: MessageMembers {
        public static let columns = ReplacementStop()
        public let travelTimeToStop = whole("travel_time_to_stop")
        public let stopID = text("stop_id")
    }

    /// A text in several languages.
    public struct TranslatedText: MessageMembers {
        public static let columns = TranslatedText()
        public let translation = messages("translation", Translation.self, as: "translation")

        public struct Translation: MessageMembers {
            public static let columns = Translation()
            public let text = text("text")
            public let language = text("language")
        }
    }
}
