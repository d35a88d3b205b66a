import NDJSON

extension RowWriter {
    /// Writes the present columns of a flat row, and null for a missing column that every row has, such as
    /// `occupancy_status`.
    func flat(_ table: UnsafePointer<FlatTable>, _ root: Int, checksRequired: Bool = true) {
        for position in 0..<table.pointee.groupCount {
            let group = table.pointee.groups + position
            let block = block(of: group.pointee.parent, in: root)
            if block < 0 { continue }
            let present = parser.slots[block].bits
            for place in 0..<group.pointee.count {
                let column = group.pointee.columns + place
                let index = column.pointee.index
                if present & 1 &<< UInt64(index) != 0 {
                    out.append(column.pointee.key.start, column.pointee.key.count)
                    if let layout = column.pointee.layout {
                        flatElements(layout, parser.slots[block + 1 + index])
                    } else {
                        value(column.pointee.field, parser.slots[block + 1 + index])
                    }
                } else if column.pointee.isAlwaysPresent {
                    out.append(column.pointee.key.start, column.pointee.key.count)
                    out.null()
                }
            }
        }
        if checksRequired { require(table, root) }
    }

    /// Tells which required fields of a flat row's message and its parts are not there.
    func require(_ table: UnsafePointer<FlatTable>, _ root: Int) {
        for position in 0..<table.pointee.requiredCount {
            let part = table.pointee.required + position
            let block = block(of: part.pointee.parent, in: root)
            if block >= 0 { required(block, part.pointee.plan) }
        }
    }

    func flatElements(_ layout: UnsafePointer<FlatTable>, _ list: Slot) {
        out.beginArray()
        var node = list.a
        while node >= 0 {
            let element = parser.slots[Int(node)]
            if node != list.a { out.append(UInt8(ascii: ",")) }
            let start = out.count
            flat(layout, Int(element.a))
            if options.writesUnknown { unknown(of: layout, Int(element.a), withEntity: false) }
            openObject(at: start)
            out.endObject()
            node = element.b
        }
        out.endArray()
    }
}
