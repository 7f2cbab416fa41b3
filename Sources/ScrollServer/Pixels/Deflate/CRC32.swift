// The checksum of a PNG chunk (PNG §5.5; the CRC of ISO 3309).

import Platform

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

    /// Adds the next bytes; cost: about 0.3 ns per byte.
    package mutating func update(_ bytes: Span<UInt8>) {
        let tables = Self.tables.span
        // With the count known, the compiler drops the checks of all indices: 256 · k plus a byte.
        precondition(tables.count == 4096)
        var crc = state
        var offset = 0
        while bytes.count - offset >= 16 {
            let x = bytes.load(at: offset, as: UInt64.self).littleEndian ^ UInt64(crc)
            let y = bytes.load(at: offset + 8, as: UInt64.self).littleEndian
            let a = tables[Int(x & 0xFF) &+ 3840] ^ tables[Int(x &>> 8 & 0xFF) &+ 3584]
            let b = tables[Int(x &>> 16 & 0xFF) &+ 3328] ^ tables[Int(x &>> 24 & 0xFF) &+ 3072]
            let c = tables[Int(x &>> 32 & 0xFF) &+ 2816] ^ tables[Int(x &>> 40 & 0xFF) &+ 2560]
            let d = tables[Int(x &>> 48 & 0xFF) &+ 2304] ^ tables[Int(x &>> 56) &+ 2048]
            let e = tables[Int(y & 0xFF) &+ 1792] ^ tables[Int(y &>> 8 & 0xFF) &+ 1536]
            let f = tables[Int(y &>> 16 & 0xFF) &+ 1280] ^ tables[Int(y &>> 24 & 0xFF) &+ 1024]
            let g = tables[Int(y &>> 32 & 0xFF) &+ 768] ^ tables[Int(y &>> 40 & 0xFF) &+ 512]
            let h = tables[Int(y &>> 48 & 0xFF) &+ 256] ^ tables[Int(y &>> 56)]
            crc = (a ^ b) ^ (c ^ d) ^ (e ^ f) ^ (g ^ h)
            offset += 16
        }
        for index in offset..<bytes.count {
            crc = crc &>> 8 ^ tables[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
        }
        state = crc
    }

    /// Returns the checksum of `bytes` alone.
    package static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }
}
