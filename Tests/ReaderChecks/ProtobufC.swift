import Glibc

/// libprotobuf-c, which reads and writes GTFS-Realtime messages independently of the tested readers.
///
/// The library is loaded on first use, so only tests need it. Its descriptors are made from a table that is written
/// independently of the reader's, so a wrong number or type in either of them is found.
package struct ProtobufC: @unchecked Sendable {
    /// The library; nil if it is not installed.
    package static let library = ProtobufC()

    /// The messages of the specification: number and type of each field, by number; `*` marks a repeated field.
    private static let messages = """
        FeedMessage 1:FeedHeader 2:FeedEntity*
        FeedHeader 1:string 2:enum 3:uint64 4:string
        FeedEntity 1:string 2:bool 3:TripUpdate 4:VehiclePosition 5:Alert 6:Shape 7:Stop 8:TripModifications
        TripUpdate 1:TripDescriptor 2:TripUpdate.StopTimeUpdate* 3:VehicleDescriptor 4:uint64 5:int32 \
            6:TripUpdate.TripProperties
        TripUpdate.StopTimeEvent 1:int32 2:int64 3:int32 4:int64
        TripUpdate.StopTimeUpdate 1:uint32 2:TripUpdate.StopTimeEvent 3:TripUpdate.StopTimeEvent 4:string 5:enum \
            6:TripUpdate.StopTimeUpdate.StopTimeProperties 7:enum
        TripUpdate.StopTimeUpdate.StopTimeProperties 1:string 2:string 3:enum 4:enum
        TripUpdate.TripProperties 1:string 2:string 3:string 4:string 5:string 6:string
        VehiclePosition 1:TripDescriptor 2:Position 3:uint32 4:enum 5:uint64 6:enum 7:string 8:VehicleDescriptor \
            9:enum 10:uint32 11:VehiclePosition.CarriageDetails*
        VehiclePosition.CarriageDetails 1:string 2:string 3:enum 4:int32 5:uint32
        Alert 1:TimeRange* 2:TimeRange* 3:TimeRange* 5:EntitySelector* 6:enum 7:enum 8:TranslatedString \
            10:TranslatedString 11:TranslatedString 12:TranslatedString 13:TranslatedString 14:enum 15:TranslatedImage \
            16:TranslatedString 17:TranslatedString 18:TranslatedString
        TimeRange 1:uint64 2:uint64
        Position 1:float 2:float 3:float 4:double 5:float
        TripDescriptor 1:string 2:string 3:string 4:enum 5:string 6:uint32 7:TripDescriptor.ModifiedTripSelector
        TripDescriptor.ModifiedTripSelector 1:string 2:string 3:string 4:string
        VehicleDescriptor 1:string 2:string 3:string 4:enum
        EntitySelector 1:string 2:string 3:int32 4:TripDescriptor 5:string 6:uint32
        TranslatedString.Translation 1:string 2:string
        TranslatedString 1:TranslatedString.Translation*
        TranslatedImage.LocalizedImage 1:string 2:string 3:string
        TranslatedImage 1:TranslatedImage.LocalizedImage*
        Shape 1:string 2:string
        Stop 1:string 2:TranslatedString 3:TranslatedString 4:TranslatedString 5:TranslatedString 6:float 7:float \
            8:string 9:TranslatedString 11:string 12:string 13:enum 14:string 15:TranslatedString
        TripModifications.Modification 1:StopSelector 2:StopSelector 3:int32 4:ReplacementStop* 5:string 6:uint64
        TripModifications.SelectedTrips 1:string* 2:string
        TripModifications 1:TripModifications.SelectedTrips* 2:string* 3:string* 4:TripModifications.Modification*
        StopSelector 1:uint32 2:string
        ReplacementStop 1:int32 2:string
        """

    private typealias Unpack =
        @convention(c) (UnsafeRawPointer, UnsafeRawPointer?, Int, UnsafePointer<UInt8>) -> UnsafeMutableRawPointer?
    private typealias Free = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer?) -> Void
    private typealias PackedSize = @convention(c) (UnsafeMutableRawPointer) -> Int
    private typealias Pack = @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<UInt8>) -> Int

    private let feedMessage: UnsafeRawPointer
    private let unpack: Unpack
    private let free: Free
    private let packedSize: PackedSize
    private let pack: Pack

    private init?() {
        guard let handle = dlopen("libprotobuf-c.so.1", RTLD_NOW) else { return nil }
        func symbol<Function>(_ name: String, _ type: Function.Type) -> Function {
            guard let address = dlsym(handle, "protobuf_c_message_" + name) else {
                preconditionFailure("libprotobuf-c has no function \(name)")
            }
            return unsafeBitCast(address, to: type)
        }
        unpack = symbol("unpack", Unpack.self)
        free = symbol("free_unpacked", Free.self)
        packedSize = symbol("get_packed_size", PackedSize.self)
        pack = symbol("pack", Pack.self)
        feedMessage = ProtobufC.descriptor(of: "FeedMessage")
    }

    /// Whether the library reads the bytes as a FeedMessage.
    package func accepts(_ bytes: [UInt8]) -> Bool { repacked(bytes) != nil }

    /// A message as the library writes it after reading it; nil if it does not read it.
    package func repacked(_ bytes: [UInt8]) -> [UInt8]? {
        guard let message = unpack(feedMessage, nil, bytes.count, bytes) else { return nil }
        defer { free(message, nil) }
        var packed = [UInt8](repeating: 0, count: packedSize(message))
        let count = pack(message, &packed)
        precondition(count == packed.count, "libprotobuf-c announced \(packed.count) bytes and wrote \(count)")
        return packed
    }

    // MARK: Descriptors

    /// Makes the descriptors of all messages as the library's header declares them (64 bits), and returns one.
    private static func descriptor(of wanted: Substring) -> UnsafeRawPointer {
        let lines = messages.split(separator: "\n").map { $0.split(separator: " ") }
        let places = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], room(120)) })
        for line in lines {
            guard let place = places[line[0]] else { continue }
            let fields = room(72 * line.count)
            let ranges = room(8 * (line.count + 1))
            var rangeCount = 0
            var last = -1
            for (index, text) in line.dropFirst().enumerated() {
                let parts = text.split(whereSeparator: { $0 == ":" || $0 == "*" })
                guard parts.count == 2, let number = Int(parts[0]), number > last else {
                    preconditionFailure("not a field: \(text)")
                }
                if number != last + 1 || index == 0 {
                    ranges.storeBytes(of: Int32(number), toByteOffset: 8 * rangeCount, as: Int32.self)
                    ranges.storeBytes(of: UInt32(index), toByteOffset: 8 * rangeCount + 4, as: UInt32.self)
                    rangeCount += 1
                }
                last = number
                let message = places[parts[1]]
                guard let type = message == nil ? types[parts[1]] : 16 else {
                    preconditionFailure("not a type: \(text)")
                }
                let field = fields + 72 * index
                // The structure of a message begins with 24 bytes of the library's own. Each field has a count or a
                // presence flag in 8 bytes, and its value in 8.
                let offset = UInt32(24 + 16 * index)
                field.storeBytes(of: strdup("\(line[0]).\(number)"), as: UnsafeMutablePointer<CChar>?.self)
                field.storeBytes(of: UInt32(number), toByteOffset: 8, as: UInt32.self)
                field.storeBytes(of: text.hasSuffix("*") ? 2 : 1, toByteOffset: 12, as: UInt32.self)
                field.storeBytes(of: type, toByteOffset: 16, as: UInt32.self)
                field.storeBytes(of: offset, toByteOffset: 20, as: UInt32.self)
                field.storeBytes(of: offset + 8, toByteOffset: 24, as: UInt32.self)
                field.storeBytes(of: message, toByteOffset: 32, as: UnsafeMutableRawPointer?.self)
            }
            // A last range tells how many fields there are.
            let count = UInt32(line.count - 1)
            ranges.storeBytes(of: count, toByteOffset: 8 * rangeCount + 4, as: UInt32.self)
            place.storeBytes(of: 0x28AA_EEF9, as: UInt32.self)
            place.storeBytes(of: strdup(String(line[0])), toByteOffset: 8, as: UnsafeMutablePointer<CChar>?.self)
            place.storeBytes(of: 24 + 16 * Int(count), toByteOffset: 40, as: Int.self)
            place.storeBytes(of: count, toByteOffset: 48, as: UInt32.self)
            place.storeBytes(of: fields, toByteOffset: 56, as: UnsafeMutableRawPointer.self)
            place.storeBytes(of: UInt32(rangeCount), toByteOffset: 72, as: UInt32.self)
            place.storeBytes(of: ranges, toByteOffset: 80, as: UnsafeMutableRawPointer.self)
        }
        guard let place = places[wanted] else { preconditionFailure("no message \(wanted)") }
        return UnsafeRawPointer(place)
    }

    /// Zeroed memory, which is never given back.
    private static func room(_ count: Int) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        return memory
    }

    private static let types: [Substring: UInt32] = [
        "int32": 0, "int64": 3, "uint32": 6, "uint64": 8, "float": 10, "double": 11, "bool": 12, "enum": 13,
        "string": 14,
    ]
}
