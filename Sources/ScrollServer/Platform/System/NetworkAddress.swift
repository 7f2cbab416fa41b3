// Numeric addresses of machines, and ranges of them.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An IPv4 or IPv6 address.
package struct NetworkAddress: Sendable, Hashable {
    /// 16 bytes; an IPv4 address as IPv6 maps it, `::ffff:a.b.c.d` (RFC 4291 §2.5.5.2), so that it is the same whichever
    /// kind of socket it was seen on.
    fileprivate let bytes: [UInt8]

    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// nil for a text that is no numeric address.
    package init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        // A zone (`fe80::1%eth0`) says by which way to reach the address, not which one it is.
        let plain = text.prefix { $0 != "%" }
        if inet_pton(AF_INET, String(plain), &four) == 1 {
            bytes = Self.mappedPrefix + withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, String(plain), &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    fileprivate var isMapped: Bool { bytes.starts(with: Self.mappedPrefix) }

    /// The network that one client has, which can choose among its addresses: for IPv6 the first 64 bits (RFC 6177
    /// §2), for IPv4 all of them. 0 for this machine.
    package var client: UInt64 {
        if isLoopback { return 0 }
        return (isMapped ? bytes[12...] : bytes[..<8]).reduce(1) { $0 << 8 | UInt64($1) }
    }

    /// Whether only this machine reaches it: `127.0.0.0/8` (RFC 1122 §3.2.1.3) and `::1` (RFC 4291 §2.5.3).
    package var isLoopback: Bool {
        isMapped ? bytes[12] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
}

/// Addresses that begin with the same bits, as `10.0.0.0/8` (RFC 4632 §3.1); a single one without the slash.
package struct NetworkRange: Sendable, Hashable {
    private let first: NetworkAddress
    /// Of the 16 bytes of an address.
    private let bitCount: Int

    /// nil for a text that is neither an address nor a range of them.
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
