import NDJSON

extension RowWriter {
    @inline(__always)
    func value(_ field: UnsafePointer<FieldPlan>, _ slot: Slot) {
        guard field.pointee.isRepeated else { return single(field, slot) }
        out.beginArray()
        var node = slot.a
        while node >= 0 {
            let element = parser.slots[Int(node)]
            if node != slot.a { out.append(UInt8(ascii: ",")) }
            single(field, element)
            node = element.b
        }
        out.endArray()
    }

    func single(_ field: UnsafePointer<FieldPlan>, _ slot: Slot) {
        switch field.pointee.kind {
        case .string: text(field, slot)
        case .uint32: out.unsigned(UInt64(UInt32(truncatingIfNeeded: slot.bits)))
        case .uint64: out.unsigned(slot.bits)
        case .int32: out.integer(Int64(Int32(truncatingIfNeeded: slot.bits)))
        case .int64: out.integer(Int64(bitPattern: slot.bits))
        case .bool: out.bool(slot.bits != 0)
        case .float: float(field, Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits)))
        case .double: double(field, Double(bitPattern: slot.bits))
        case .sint32:
            let bits = UInt32(truncatingIfNeeded: slot.bits)
            out.integer(Int64(Int32(bitPattern: bits >> 1) ^ -Int32(bits & 1)))
        case .sint64: out.integer(Int64(bitPattern: slot.bits >> 1) ^ -Int64(slot.bits & 1))
        case .fixed32: out.unsigned(slot.bits)
        case .fixed64: out.unsigned(slot.bits)
        case .sfixed32: out.integer(Int64(Int32(truncatingIfNeeded: slot.bits)))
        case .sfixed64: out.integer(Int64(bitPattern: slot.bits))
        case .bytes: quotedBase64(slot.text)
        case .message: object(Int(slot.a), field.pointee.message.unsafelyUnwrapped)
        case .enumeration:
            let number = Int32(truncatingIfNeeded: slot.bits)
            if options.namesEnumerations, let name = field.pointee.enumeration?.pointee.name(of: number) {
                out.append(name.start, name.count)
            } else {
                out.integer(Int64(number))
            }
        }
    }

    // MARK: Values that need care

    @inline(__always)
    func text(_ field: UnsafePointer<FieldPlan>, _ slot: Slot) {
        if !out.plainString(slot.start, Int(slot.a)) { carefulText(field, slot.text) }
    }

    @inline(never)
    func carefulText(_ field: UnsafePointer<FieldPlan>, _ bytes: UnsafeRawBufferPointer) {
        if JSONText.invalidUTF8(bytes) == nil { return out.string(bytes) }
        if options.isLossless { return base64(bytes) }
        findings.isNotUTF8(field: schema.fieldNames[Int(field.pointee.id)], value: bytes)
        scratch.removeAll()
        Windows1252.decode(bytes, into: scratch)
        out.string(scratch.bytes)
    }

    func base64(_ bytes: UnsafeRawBufferPointer) {
        out.beginObject()
        out.firstKey(Keys.base64)
        quotedBase64(bytes)
        out.endObject()
    }

    func quotedBase64(_ bytes: UnsafeRawBufferPointer) {
        out.append(UInt8(ascii: "\""))
        Base64.encode(bytes, into: out)
        out.append(UInt8(ascii: "\""))
    }

    @inline(__always)
    func float(_ field: UnsafePointer<FieldPlan>, _ value: Float) {
        if value.isFinite { return out.float(value) }
        let canonical = value.isNaN ? Float.nan : value
        notFinite(field, "\(value)", value.bitPattern == canonical.bitPattern, UInt64(value.bitPattern), 4)
    }

    func double(_ field: UnsafePointer<FieldPlan>, _ value: Double) {
        if value.isFinite { return out.double(value) }
        let canonical = value.isNaN ? Double.nan : value
        notFinite(field, "\(value)", value.bitPattern == canonical.bitPattern, value.bitPattern, 8)
    }

    /// Protobuf's JSON has names for the numbers that JSON lacks; a NaN of unusual bits is kept as its bytes.
    func notFinite(
        _ field: UnsafePointer<FieldPlan>, _ name: String, _ isCanonical: Bool, _ bits: UInt64, _ count: Int
    ) {
        guard options.isLossless else {
            findings.isNotFinite(field: schema.fieldNames[Int(field.pointee.id)], value: name)
            return out.null()
        }
        guard isCanonical else {
            return withUnsafeBytes(of: bits.littleEndian) {
                base64(UnsafeRawBufferPointer(rebasing: $0[0..<count]))
            }
        }
        out.string(name == "nan" ? "NaN" : name == "inf" ? "Infinity" : "-Infinity")
    }
}
