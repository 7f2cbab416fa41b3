/// A unit of the network abstraction layer: its header's fields and its payload (H.265, 7.3.1).
struct NALUnit {
    /// `nal_unit_type`.
    let type: Int
    /// `nuh_layer_id`; only layer 0 is decoded.
    let layer: Int
    /// Header and payload without the bytes that prevent emulation.
    let bytes: [UInt8]

    /// Bytes of the header, which the payload follows.
    static let headerLength = 2

    /// Reads a unit from a range of bytes, or gives nil where it is shorter than its header.
    init?(_ source: [UInt8], in range: Range<Int>) {
        guard range.count >= Self.headerLength, range.lowerBound >= 0, range.upperBound <= source.count else {
            return nil
        }
        let first = source[range.lowerBound]
        type = Int(first >> 1 & 63)
        layer = Int(first & 1) << 5 | Int(source[range.lowerBound + 1] >> 3)
        bytes = Self.withoutEmulationPrevention(source, in: range)
    }

    /// Whether the unit holds a segment of a slice.
    var isSlice: Bool { type <= 9 || (16...21).contains(type) }
    /// Whether the picture is one at which decoding can begin (IRAP).
    var isRandomAccess: Bool { (16...23).contains(type) }
    /// Whether the picture needs no earlier one and restarts the order count (IDR).
    var isInstantRefresh: Bool { type == 19 || type == 20 }

    static let sequenceParameterSet = 33
    static let pictureParameterSet = 34

    /// Removes each 3 that follows two zero bytes (7.4.2).
    private static func withoutEmulationPrevention(_ source: [UInt8], in range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var start = range.lowerBound
        var index = range.lowerBound + 2
        while index < range.upperBound {
            let byte = source[index]
            if byte > 3 {
                index += 3
            } else if byte == 3, source[index - 1] == 0, source[index - 2] == 0, index - 2 >= start {
                bytes += source[start..<index]
                start = index + 1
                index += 3
            } else {
                index += 1
            }
        }
        bytes += source[start..<range.upperBound]
        return bytes
    }
}
