import NDJSON

/// Rows for a reader in the same process, which wants some of their values and no line.
extension RowWriter {
    /// Whether a table's rows are made of their wanted values alone.
    public func isFlat(_ table: RealtimeTable) -> Bool { table == .stopTimeUpdates || tables[table.rawValue] != nil }

    /// Writes the wanted values of the row of one payload. Everything else is looked at for what must be told.
    public func wantedPayload(_ table: RealtimeTable) {
        guard let scanned, let flat = tables[table.rawValue] else { return }
        wantedPrefix(scanned)
        if parser.slots[0].bits & 2 != 0, wantedDeletion >= 0 {
            let start = out.count
            out.bool(parser.slots[2].bits != 0)
            scanned.note(wantedDeletion, from: start)
        }
        required(0, schema.entity)
        let block = payloadBlock(table)
        values(of: flat, block, scanned)
        require(flat, block)
        guard hasEntityExtension else { return }
        let start = out.count
        writeEntityExtensions()
        out.truncate(to: start)
    }

    /// Writes the wanted values of a `stop_time_updates` row.
    public func wantedStopTimeUpdate(_ block: Int) {
        guard let scanned else { return }
        wantedPrefix(scanned)
        values(of: stopTimeContext, payloadBlock(.tripUpdates), scanned)
        values(of: stopTimeUpdate, block, scanned)
        require(stopTimeUpdate, block)
    }

    @inline(__always)
    private func wantedPrefix(_ scanned: ScannedRows) {
        if wantedStamp >= 0, stamp.count > 0 {
            let start = out.count
            out.append(UnsafeRawBufferPointer(rebasing: stamp.bytes[Keys.feedTimestamp.count...]))
            scanned.note(wantedStamp, from: start, .number)
        }
        guard parser.slots[0].bits & 1 != 0 else { return }
        let id = parser.slots[1]
        if wantedID < 0, JSONText.isPlain(id.start, Int(id.a)) { return }
        let start = out.count
        text(schema.entity.pointee.fields, id)
        if wantedID >= 0 { scanned.note(wantedID, from: start) } else { out.truncate(to: start) }
    }

    private func values(of table: UnsafePointer<FlatTable>, _ root: Int, _ scanned: ScannedRows) {
        for position in 0..<table.pointee.groupCount {
            let group = table.pointee.groups + position
            let block = block(of: group.pointee.parent, in: root)
            if block < 0 { continue }
            let slots = parser.slots + (block + 1)
            let present = parser.slots[block].bits
            let columns = group.pointee.wanted
            for place in 0..<group.pointee.wantedCount {
                let column = columns + place
                let index = column.pointee.index
                if present & 1 &<< UInt64(index) != 0 {
                    write(column, slots[index], scanned)
                } else if column.pointee.isAlwaysPresent {
                    let start = out.count
                    out.null()
                    scanned.note(column.pointee.place, from: start, .null)
                }
            }
        }
    }

    /// Writes a value and notes it, or checks it. Most values are texts, enumerations and numbers without a fraction, of
    /// which the kind is known.
    @inline(__always)
    private func write(_ wanted: UnsafePointer<WantedColumn>, _ slot: Slot, _ scanned: ScannedRows) {
        let start = out.count
        let place = wanted.pointee.place
        switch wanted.pointee.work {
        case .text:
            guard out.plainString(slot.start, Int(slot.a)) else { break }
            return scanned.note(place, from: start, .string)
        case .uint32:
            out.unsigned(UInt64(UInt32(truncatingIfNeeded: slot.bits)))
            return scanned.note(place, from: start, .number)
        case .uint64:
            out.unsigned(slot.bits)
            return scanned.note(place, from: start, .number)
        case .number:
            out.integer(Int64(Int32(truncatingIfNeeded: slot.bits)))
            return scanned.note(place, from: start, .number)
        case .checkText: if JSONText.isPlain(slot.start, Int(slot.a)) { return }
        case .checkFloat: if Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits)).isFinite { return }
        case .checkDouble: if Double(bitPattern: slot.bits).isFinite { return }
        case .any, .checkAny: break
        }
        writeAny(wanted.pointee.column, slot)
        if place >= 0 { scanned.note(place, from: start) } else { out.truncate(to: start) }
    }

    @inline(never)
    private func writeAny(_ column: UnsafePointer<FlatColumn>, _ slot: Slot) {
        if let layout = column.pointee.layout {
            flatElements(layout, slot)
        } else {
            value(column.pointee.field, slot)
        }
    }
}
