import NDJSON

/// What is missing and what is unknown.
extension RowWriter {
    @inline(__always)
    func required(_ block: Int, _ plan: UnsafePointer<MessagePlan>) {
        let missing = plan.pointee.required & ~parser.slots[block].bits
        if missing != 0 { report(missing, plan) }
    }

    @inline(never)
    func report(_ missing: UInt64, _ plan: UnsafePointer<MessagePlan>) {
        var rest = missing
        while rest != 0 {
            let field = plan.pointee.fields[rest.trailingZeroBitCount]
            rest &= rest - 1
            findings.isMissing(field: schema.fieldNames[Int(field.id)])
        }
    }

    /// Writes `unknown_fields` of one message where it has any.
    func unknown(_ block: Int, _ plan: UnsafePointer<MessagePlan>) {
        guard parser.slots[block].a >= 0 else { return }
        out.key(Keys.unknownFields)
        out.beginArray()
        unknownElements(block, path: nil)
        out.endArray()
    }

    /// Writes `unknown_fields` of a flat row: those of its message, of the entity and of the parts that were
    /// flattened into it, which a path names.
    func unknown(of table: UnsafePointer<FlatTable>, _ root: Int, withEntity: Bool = true) {
        let start = out.count
        out.key(Keys.unknownFields)
        out.beginArray()
        let empty = out.count
        for position in 0..<table.pointee.partCount {
            let part = table.pointee.parts + position
            let block = block(of: part.pointee.parent, in: root)
            if block >= 0 { unknownElements(block, path: part.pointee.parent < 0 ? nil : part.pointee.path) }
        }
        if withEntity { unknownElements(0, path: RowWriter.entityPath) }
        if out.count == empty { return out.truncate(to: start) }
        out.endArray()
    }

    static let entityPath: KeyText = {
        let text: StaticString = "\"entity\""
        return KeyText(start: UnsafeRawPointer(text.utf8Start), count: text.utf8CodeUnitCount)
    }()

    func unknownElements(_ block: Int, path: KeyText?) {
        var node = parser.slots[block].a
        while node >= 0 {
            let value = parser.slots[Int(node)]
            out.separator()
            unknownObject(tag: parser.slots[Int(node) + 1].bits, value.text, path: path)
            node = value.b
        }
    }

    func unknownObject(tag: UInt64, _ value: UnsafeRawBufferPointer, path: KeyText?) {
        out.beginObject()
        unknownMembers(tag: tag, value)
        if let path {
            out.key(Keys.path)
            out.append(path.start, path.count)
        }
        out.endObject()
    }

    /// Calls `body` with each unknown field of the entity itself, where the reader keeps them.
    public func forEachUnknownField(_ body: (_ tag: UInt64, _ value: UnsafeRawBufferPointer) throws -> Void) rethrows {
        var node = parser.slots[0].a
        while node >= 0 {
            let value = parser.slots[Int(node)]
            try body(parser.slots[Int(node) + 1].bits, value.text)
            node = value.b
        }
    }

    /// Writes the members of an `unknown_fields` row for a field of the entity at hand.
    public func unknownFieldOfEntity(tag: UInt64, _ value: UnsafeRawBufferPointer) {
        out.append(stamp.bytes)
        entityID()
        unknownMembers(tag: tag, value)
    }

    /// Writes the members of an `unknown_fields` row for a field of the message itself.
    public func strayField(tag: UInt64, _ value: UnsafeRawBufferPointer) {
        out.append(stamp.bytes)
        unknownMembers(tag: tag, value)
    }

    private func unknownMembers(tag: UInt64, _ value: UnsafeRawBufferPointer) {
        out.member(Keys.number)
        out.unsigned(tag >> 3)
        out.key(Keys.wireType)
        out.unsigned(tag & 7)
        out.key(Keys.bytes)
        quotedBase64(value)
    }
}
