// Classes and case of ASCII bytes, by the grammar of RFC 9110 §5.6 and RFC 3986.

/// Functions on single bytes and short texts of a protocol.
@usableFromInline package enum ASCII {
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var tab: UInt8 { 0x09 }

    @inlinable @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Whether a byte may occur in a token: `tchar` of RFC 9110 §5.6.2.
    @inlinable @inline(__always)
    package static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Whether a byte may occur in a field value (RFC 9110 §5.5): visible, `obs-text`, space or tab.
    @inlinable @inline(__always)
    package static func isFieldValue(_ byte: UInt8) -> Bool {
        byte >= 0x20 ? byte != 0x7F : byte == tab
    }

    /// The value of a hexadecimal digit in either case; nil for any other byte.
    @inlinable @inline(__always)
    package static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }

    /// Returns whether the bytes equal a word given in lower case, ignoring their case.
    @inlinable
    package static func equal(_ bytes: ArraySlice<UInt8>, _ lowercase: StaticString) -> Bool {
        guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
        for (offset, byte) in bytes.enumerated() where lowercased(byte) != lowercase.byte(at: offset) { return false }
        return true
    }

    /// Returns whether the bytes equal a text exactly.
    @inlinable
    package static func isExactly(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        for (offset, byte) in bytes.enumerated() where byte != text.byte(at: offset) { return false }
        return true
    }
}
