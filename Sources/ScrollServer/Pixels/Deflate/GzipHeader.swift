// The header of a gzip member (RFC 1952 §2.3).

/// Finds where the compressed data of a gzip member begin.
package enum GzipHeader {
    /// Why the data were not found.
    package enum Fault: Error, Equatable, Sendable {
        /// The bytes end inside the header.
        case cut
        /// The bytes are no header.
        case damaged
    }

    /// The first two bytes of each member.
    package static let signature: [UInt8] = [0x1F, 0x8B]
    /// Most bytes of a header that are read; names and comments are far shorter.
    package static let byteLimit = 1 << 16

    /// Returns how many bytes the header at the start of `bytes` has; its checksum is not compared.
    ///
    /// - Throws: `Fault`; also for a name that does not end within the bytes.
    package static func byteCount(_ bytes: [UInt8]) throws(Fault) -> Int {
        guard bytes.count >= 10, bytes.starts(with: signature), bytes[2] == 8 else { throw .damaged }
        let flags = bytes[3]
        var index = 10
        if flags & 4 != 0 {
            guard bytes.count >= index + 2 else { throw .cut }
            index += 2 + Int(bytes[index]) + Int(bytes[index + 1]) << 8
        }
        // The name and the comment end with a zero.
        for flag in [UInt8(8), 16] where flags & flag != 0 {
            guard index < bytes.count, let end = bytes[index...].firstIndex(of: 0) else { throw .damaged }
            index = end + 1
        }
        return flags & 2 == 0 ? index : index + 2
    }
}
