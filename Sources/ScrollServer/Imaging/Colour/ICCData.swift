// Numbers in an ICC profile.

/// The bytes of a profile or of one of its tags; reads beyond their end return nil.
struct ICCData {
    private let bytes: ArraySlice<UInt8>

    var count: Int { bytes.count }

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Returns the bytes from `offset` on, at most `count`; nil where `offset` lies beyond the end.
    func part(at offset: Int, count: Int = .max) -> ICCData? {
        guard (0...bytes.count).contains(offset), count >= 0 else { return nil }
        return ICCData(bytes.dropFirst(offset).prefix(count))
    }

    func byte(_ offset: Int) -> Int? {
        guard offset >= 0, offset < bytes.count else { return nil }
        return Int(bytes[bytes.startIndex + offset])
    }

    func uint16(_ offset: Int) -> Int? {
        guard let high = byte(offset), let low = byte(offset + 1) else { return nil }
        return high << 8 | low
    }

    func uint32(_ offset: Int) -> Int? {
        guard let high = uint16(offset), let low = uint16(offset + 2) else { return nil }
        return high << 16 | low
    }

    /// Reads a signed number with 16 fraction bits (ICC.1:2022 §4.6).
    func fixed(_ offset: Int) -> Double? {
        uint32(offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    }

    /// Reads a four-character signature.
    func signature(_ offset: Int) -> String? {
        guard offset >= 0, offset <= bytes.count - 4 else { return nil }
        return String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self)
    }
}
