// The checksum of a PNG chunk (PNG §5.5; the CRC of ISO 3309).

/// A running CRC-32, computed sixteen bytes at a time.
package struct CRC32: Sendable {
    private var state: UInt32 = 0xFFFF_FFFF

    package init() {}

    /// The checksum of the bytes seen so far.
    package var value: UInt32 { ~state }

    /// `tables[256 · k + b]` is the effect of byte b followed by k zero bytes.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 16 * 256)
        for byte in 0..<256 {
            var remainder = UInt32(byte)
            for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
            tables[byte] = remainder
        }
        for index in 256..<tables.count {
            let previous = tables[index - 256]
            tables[index] = previous >> 8 ^ tables[Int(previous & 0xFF)]
        }
        return tables
    }()

    /// Adds the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        state = unsafe Self.tables.withUnsafeBufferPointer { tables in
            var crc = state
            var offset = 0
            // Every index is 256 · k plus a masked byte, k < 16: inside the 4,096 entries.
            while bytes.count - offset >= 16 {
                let first = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
                let second = unsafe bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self).littleEndian
                let x = first ^ UInt64(crc)
                let a = unsafe tables[Int(x & 0xFF) &+ 3840] ^ tables[Int(x &>> 8 & 0xFF) &+ 3584]
                let b = unsafe tables[Int(x &>> 16 & 0xFF) &+ 3328] ^ tables[Int(x &>> 24 & 0xFF) &+ 3072]
                let c = unsafe tables[Int(x &>> 32 & 0xFF) &+ 2816] ^ tables[Int(x &>> 40 & 0xFF) &+ 2560]
                let d = unsafe tables[Int(x &>> 48 & 0xFF) &+ 2304] ^ tables[Int(x &>> 56) &+ 2048]
                let e = unsafe tables[Int(second & 0xFF) &+ 1792] ^ tables[Int(second &>> 8 & 0xFF) &+ 1536]
                let f = unsafe tables[Int(second &>> 16 & 0xFF) &+ 1280] ^ tables[Int(second &>> 24 & 0xFF) &+ 1024]
                let g = unsafe tables[Int(second &>> 32 & 0xFF) &+ 768] ^ tables[Int(second &>> 40 & 0xFF) &+ 512]
                let h = unsafe tables[Int(second &>> 48 & 0xFF) &+ 256] ^ tables[Int(second &>> 56)]
                crc = (a ^ b) ^ (c ^ d) ^ (e ^ f) ^ (g ^ h)
                offset += 16
            }
            while offset < bytes.count {
                crc = unsafe crc &>> 8 ^ tables[Int((crc ^ UInt32(bytes[offset])) & 0xFF)]
                offset += 1
            }
            return crc
        }
    }

    /// Adds the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) { unsafe bytes.withUnsafeBytes { unsafe update($0) } }

    /// Returns the checksum of `bytes` alone.
    package static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe checksum($0) }
    }

    /// Returns the checksum of `bytes` alone.
    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var crc = CRC32()
        unsafe crc.update(bytes)
        return crc.value
    }
}
