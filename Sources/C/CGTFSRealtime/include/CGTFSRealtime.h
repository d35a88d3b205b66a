#pragma once
#include "gtfs-realtime.pb-c.h"
#include "mercury.pb-c.h"
#include "nyct.pb-c.h"
#include "tfnsw.pb-c.h"

// Swift takes a constant of C for a value; these give the addresses.
#define LINEFEED_DESCRIPTOR(name)                                                      \
    static inline const ProtobufCMessageDescriptor *linefeed_##name##_descriptor(void) { \
        return &name##__descriptor;                                                    \
    }

LINEFEED_DESCRIPTOR(transit_realtime__feed_message)
LINEFEED_DESCRIPTOR(tfnsw__feed_entity_extension)
LINEFEED_DESCRIPTOR(tfnsw__vehicle_position_extension)
LINEFEED_DESCRIPTOR(tfnsw__position_extension)
LINEFEED_DESCRIPTOR(tfnsw__vehicle_descriptor_extension)
LINEFEED_DESCRIPTOR(tfnsw__stop_time_update_extension)
LINEFEED_DESCRIPTOR(nyct__feed_header_extension)
LINEFEED_DESCRIPTOR(nyct__trip_descriptor_extension)
LINEFEED_DESCRIPTOR(nyct__stop_time_update_extension)
LINEFEED_DESCRIPTOR(mercury__feed_header_extension)
LINEFEED_DESCRIPTOR(mercury__alert_extension)
LINEFEED_DESCRIPTOR(mercury__entity_selector_extension)
