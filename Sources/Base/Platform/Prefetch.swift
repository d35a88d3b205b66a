import CProcess

/// Asks the processor to load the memory at an address that will be needed soon, and does not wait for it. The address need
/// not be valid.
@inlinable @inline(__always)
public func prefetch(_ address: UnsafeRawPointer) { linefeed_prefetch(address) }
