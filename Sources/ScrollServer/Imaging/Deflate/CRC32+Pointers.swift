// Checksums of memory behind pointers, until no other module passes any.

extension CRC32 {
    /// Adds the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe update(Span<UInt8>(_unsafeBytes: bytes))
    }

    /// Returns the checksum of `bytes` alone.
    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        unsafe checksum(Span<UInt8>(_unsafeBytes: bytes))
    }
}
