#pragma once
#include "gtfs-realtime.pb-c.h"

// Swift takes a constant of C for a value; this gives its address.
static inline const ProtobufCMessageDescriptor *linefeed_transit_realtime__feed_message_descriptor(void) {
    return &transit_realtime__feed_message__descriptor;
}
