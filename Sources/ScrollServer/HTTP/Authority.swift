// Host and port (RFC 3986 §3.2), as used in Host, Origin and absolute targets.

import Platform

/// A host with an optional port.
struct Authority: Sendable, Equatable {
    /// Lower case; an IPv6 address includes its brackets.
    let host: String
    let port: Int?

    /// Returns nil if the text is neither `host` nor `host:port`.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard Self.isValid(bytes[...]) else { return nil }
        let hostCount = Self.hostCount(bytes[...])
        host = text.prefix(hostCount).lowercased()
        port = Int(text.dropFirst(hostCount + 1))
    }

    /// Whether the host is a numeric address, which DNS cannot redirect to another machine.
    var isNumeric: Bool {
        if host.first == "[" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Returns whether the bytes are `uri-host [ ":" port ]`: a non-empty name by RFC 3986, and a port from 0 to 65535.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        let count = hostCount(bytes)
        guard count > 0 else { return false }
        let rest = bytes.dropFirst(count)
        if rest.isEmpty { return true }
        let port = rest.dropFirst()
        guard rest.first == 0x3A, port.count <= 5 else { return false }
        var number = 0
        for byte in port {
            guard 0x30...0x39 ~= byte else { return false }
            number = number * 10 + Int(byte - 0x30)
        }
        return number <= 65535
    }

    /// Returns the length in bytes of the host at the beginning; 0 if there is none.
    private static func hostCount(_ bytes: ArraySlice<UInt8>) -> Int {
        if bytes.first == 0x5B {
            let inside = bytes.dropFirst().prefix { ASCII.hexadecimal($0) != nil || $0 == 0x3A || $0 == 0x2E }
            guard !inside.isEmpty, bytes.dropFirst(1 + inside.count).first == 0x5D else { return 0 }
            return inside.count + 2
        }
        return bytes.prefix(while: isNameByte).count
    }

    /// Returns whether a byte is `unreserved`, `sub-delims` or `%` of RFC 3986 §2.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x2D, 0x2E, 0x5F, 0x7E, 0x21, 0x24...0x2A, 0x2B, 0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}
