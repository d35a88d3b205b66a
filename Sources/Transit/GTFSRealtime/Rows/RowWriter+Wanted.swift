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
        let start = out.count
        text(schema.entity.pointee.fields, parser.slots[1])
        if wantedID >= 0 { scanned.note(wantedID, from: start) } else { out.truncate(to: start) }
    }

    private func values(of table: UnsafePointer<FlatTable>, _ root: Int, _ scanned: ScannedRows) {
        for position in 0..<table.pointee.groupCount {
            let group = table.pointee.groups + position
            let block = block(of: group.pointee.parent, in: root)
            if block < 0 { continue }
            let present = parser.slots[block].bits
            for place in 0..<group.pointee.count {
                let column = group.pointee.columns + place
                let slot = parser.slots[block + 1 + column.pointee.index]
                let isPresent = present & 1 &<< UInt64(column.pointee.index) != 0
                let wanted = column.pointee.wanted
                if wanted < 0 {
                    if isPresent { look(at: column, slot) }
                    continue
                }
                guard isPresent || column.pointee.isAlwaysPresent else { continue }
                let start = out.count
                if isPresent {
                    write(column, slot, wanted, scanned)
                } else {
                    out.null()
                    scanned.note(wanted, from: start, .null)
                }
            }
        }
    }

    /// Writes a value and notes it. Most values are texts, enumerations and numbers without a fraction, of which the kind is
    /// known.
    @inline(__always)
    private func write(_ column: UnsafePointer<FlatColumn>, _ slot: Slot, _ wanted: Int, _ scanned: ScannedRows) {
        let start = out.count
        let field = column.pointee.field
        if !field.pointee.isRepeated {
            switch field.pointee.kind {
            case .string where out.plainString(slot.start, Int(slot.a)):
                return scanned.note(wanted, from: start, .string)
            case .uint32:
                out.unsigned(UInt64(UInt32(truncatingIfNeeded: slot.bits)))
                return scanned.note(wanted, from: start, .number)
            case .uint64:
                out.unsigned(slot.bits)
                return scanned.note(wanted, from: start, .number)
            case .enumeration where !options.namesEnumerations:
                out.integer(Int64(Int32(truncatingIfNeeded: slot.bits)))
                return scanned.note(wanted, from: start, .number)
            default: break
            }
        }
        write(column, slot)
        scanned.note(wanted, from: start)
    }

    /// Tells what writing a value would tell. Numbers without a fraction have nothing to be told.
    @inline(__always)
    private func look(at column: UnsafePointer<FlatColumn>, _ slot: Slot) {
        let field = column.pointee.field
        switch field.pointee.kind {
        case .uint32, .uint64, .int32, .int64, .bool, .sint32, .sint64, .fixed32, .fixed64, .sfixed32, .sfixed64,
            .enumeration:
            return
        case .float where !field.pointee.isRepeated:
            if Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits)).isFinite { return }
        case .double where !field.pointee.isRepeated:
            if Double(bitPattern: slot.bits).isFinite { return }
        default: break
        }
        let start = out.count
        write(column, slot)
        out.truncate(to: start)
    }

    @inline(__always)
    private func write(_ column: UnsafePointer<FlatColumn>, _ slot: Slot) {
        if let layout = column.pointee.layout {
            flatElements(layout, slot)
        } else {
            value(column.pointee.field, slot)
        }
    }
}
