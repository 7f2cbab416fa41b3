// Numeric addresses of machines, and ranges of them.

/// An IPv4 or IPv6 address.
package struct NetworkAddress: Sendable, Hashable {
    /// The 16 bytes of an IPv6 address; an IPv4 address is mapped to `::ffff:a.b.c.d` (RFC 4291 §2.5.5.2).
    ///
    /// So it is equal whichever kind of socket reported it.
    fileprivate let bytes: [UInt8]

    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Returns nil if the text is no numeric address.
    package init?(_ text: String) {
        // A zone (`fe80::1%eth0`) names the interface, not the address.
        guard let bytes = System.numericAddress(String(text.prefix { $0 != "%" })) else { return nil }
        self.bytes = bytes.count == 4 ? Self.mappedPrefix + bytes : bytes
    }

    fileprivate var isMapped: Bool { bytes.starts(with: Self.mappedPrefix) }

    /// Identifies the network of one client, which can choose among its addresses; 0 for this machine.
    ///
    /// The first 64 bits of an IPv6 address (RFC 6177 §2), all of an IPv4 address.
    package var client: UInt64 {
        if isLoopback { return 0 }
        return (isMapped ? bytes[12...] : bytes[..<8]).reduce(1) { $0 << 8 | UInt64($1) }
    }

    /// Whether this is a loopback address: `127.0.0.0/8` (RFC 1122 §3.2.1.3) or `::1` (RFC 4291 §2.5.3).
    package var isLoopback: Bool {
        isMapped ? bytes[12] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
}

/// Addresses with a common prefix, such as `10.0.0.0/8` (RFC 4632 §3.1); without the slash, a single address.
package struct NetworkRange: Sendable, Hashable {
    private let first: NetworkAddress
    /// The length of the prefix in bits, within the 16 bytes of an address.
    private let bitCount: Int

    /// Returns nil if the text is neither an address nor a range.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let address = NetworkAddress(parts[0]) else { return nil }
        first = address
        let width = address.isMapped && !parts[0].contains(":") ? 32 : 128
        guard parts.count > 1 else {
            bitCount = 128
            return
        }
        guard let bits = Int(parts[1]), (0...width).contains(bits), parts[1].utf8.allSatisfy({ $0 >= 0x30 }) else {
            return nil
        }
        bitCount = bits + 128 - width
    }

    package func contains(_ address: NetworkAddress) -> Bool {
        let (whole, rest) = (bitCount / 8, bitCount % 8)
        guard first.bytes[..<whole] == address.bytes[..<whole] else { return false }
        return rest == 0 || (first.bytes[whole] ^ address.bytes[whole]) >> (8 - UInt8(rest)) == 0
    }
}
