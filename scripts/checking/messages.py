"""Writes GTFS-Realtime messages as the records of decode-rt, with the bindings from PyPI, which know no extensions."""
import json
import struct

from google.transit import gtfs_realtime_pb2

UNDEFINED = {0x81, 0x8D, 0x8F, 0x90, 0x9D}


def text(value):
    """Decodes a text; the bindings return bytes if it is not UTF-8."""
    if isinstance(value, bytes):
        value = "".join(chr(b) if b in UNDEFINED else bytes([b]).decode("cp1252") for b in value)
    return json.dumps(value, ensure_ascii=False)


def number(value, is_float):
    if is_float:
        for digits in range(1, 10):
            short = float("%.*g" % (digits, value))
            if struct.pack("<f", short) == struct.pack("<f", value):
                value = short
                break
    short = repr(value)
    return short[:-2] if short.endswith(".0") else short


def single(field, value):
    if field.message_type is not None:
        return "{" + ",".join(members(value)) + "}"
    if field.type == field.TYPE_FLOAT:
        return number(value, True)
    if field.type == field.TYPE_DOUBLE:
        return number(value, False)
    if field.type == field.TYPE_BOOL:
        return "true" if value else "false"
    if field.type == field.TYPE_STRING:
        return text(value)
    return str(value)


def member(field, message, name=None):
    """Returns the member of a field as a list, empty if the field is missing."""
    value = getattr(message, field.name)
    if field.is_repeated:
        if len(value) == 0:
            return []
        rendered = "[" + ",".join(single(field, element) for element in value) + "]"
    elif message.HasField(field.name):
        rendered = single(field, value)
    else:
        return []
    return ['"%s":%s' % (name or field.name, rendered)]


def members(message, skipping=()):
    """Returns the fields in the order in which the published definition declares them."""
    parts = []
    for field in message.DESCRIPTOR.fields:
        if field.name not in skipping:
            parts += member(field, message)
    return parts


def some(message, *names):
    parts = []
    for name in names:
        old, _, new = name.partition("=")
        parts += member(message.DESCRIPTOR.fields_by_name[old], message, new or None)
    return parts


def trip_and_vehicle(message):
    return some(
        message.trip, "trip_id", "route_id", "direction_id", "start_time", "start_date", "schedule_relationship"
    ) + some(message.vehicle, "id=vehicle_id", "label=vehicle_label", "license_plate", "wheelchair_accessible")


def stop_time_update(update):
    parts = some(update, "stop_sequence", "stop_id")
    for event in ("arrival", "departure"):
        names = [f"{n}={event}_{n}" for n in ("delay", "time", "uncertainty", "scheduled_time")]
        parts += some(getattr(update, event), *names)
    parts += some(update, "departure_occupancy_status", "schedule_relationship", "stop_time_properties")
    return "{" + ",".join(parts) + "}"


def rows(feed):
    yield ['"table":"feed_messages"'] + members(feed.header)
    stamp = some(feed.header, "timestamp=feed_timestamp")
    for entity in feed.entity:
        head = stamp + some(entity, "id=entity_id", "is_deleted")
        found = False
        if entity.HasField("trip_update"):
            found = True
            update = entity.trip_update
            parts = trip_and_vehicle(update) + some(update, "timestamp", "delay")
            if update.stop_time_update:
                stops = ",".join(stop_time_update(s) for s in update.stop_time_update)
                parts.append('"stop_time_updates":[%s]' % stops)
            parts += some(update, "trip_properties") + some(update.trip, "modified_trip")
            yield ['"table":"trip_updates"'] + head + parts
        if entity.HasField("vehicle"):
            found = True
            vehicle = entity.vehicle
            parts = trip_and_vehicle(vehicle)
            parts += some(vehicle.position, "latitude", "longitude", "bearing", "odometer", "speed")
            parts += some(
                vehicle, "current_stop_sequence", "stop_id", "current_status", "timestamp", "congestion_level"
            )
            parts += some(vehicle, "occupancy_status") or ['"occupancy_status":null']
            parts += some(vehicle, "occupancy_percentage", "multi_carriage_details")
            yield ['"table":"vehicle_positions"'] + head + parts + some(vehicle.trip, "modified_trip")
        for field, table in (
            ("alert", "alerts"), ("shape", "shapes_rt"), ("stop", "stops_rt"),
            ("trip_modifications", "trip_modifications"),
        ):
            if entity.HasField(field):
                found = True
                yield [f'"table":"{table}"'] + head + members(getattr(entity, field))
        if not found and entity.is_deleted:
            yield ['"table":"deleted_entities"'] + stamp + some(entity, "id=entity_id")


def lines(path):
    """Yields the records of a file, as lines."""
    feed = gtfs_realtime_pb2.FeedMessage()
    with open(path, "rb") as file:
        feed.ParseFromString(file.read())
    for parts in rows(feed):
        yield "{" + ",".join(parts) + "}\n"
