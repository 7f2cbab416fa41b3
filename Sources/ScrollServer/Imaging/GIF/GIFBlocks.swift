// The data sub-blocks of GIF (GIF89a §15): up to 255 bytes each, behind their number.

/// The bytes of sub-blocks, one behind the other. A value: a copy goes on by itself.
///
/// Memory: 8 KB of the file.
struct GIFBlocks {
    private static let byteCount = 1 << 13
    /// Bytes behind the data that a reader may load and must not use.
    private static let padding = 8

    private let source: ByteSource
    /// Offset in the file of what was not read yet.
    private var offset: Int
    /// Bytes to come of the sub-block at hand.
    private var remaining = 0
    /// Whether no more bytes come: the sub-blocks have ended, or the file has.
    private(set) var isEnded = false
    /// What is left of before, what was read, and eight bytes that do not matter.
    private(set) var bytes = [UInt8](repeating: 0, count: byteCount + 2 * padding)
    /// How many of `bytes` are data.
    private(set) var filled = 0
    /// The next of them.
    var position = 0

    /// - Parameter offset: where the first sub-block's length is.
    init(_ source: ByteSource, offset: Int) { (self.source, self.offset) = (source, offset) }

    /// Reads more. To be called once fewer than eight bytes are left.
    mutating func refill() {
        let rest = min(max(filled - position, 0), Self.padding)
        for place in 0..<rest { bytes[place] = bytes[position + place] }
        (filled, position) = (rest, 0)
        let (source, offset) = (source, offset)
        let count = bytes.withUnsafeMutableBytes {
            source.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: $0[rest..<rest + Self.byteCount]))
        }
        if count == 0 { isEnded = true }
        self.offset += count
        var place = rest
        while place < rest + count, !isEnded {
            if remaining == 0 {
                remaining = Int(bytes[place])
                place += 1
                if remaining == 0 { isEnded = true }
                continue
            }
            // The data moves over the lengths before it.
            let part = min(remaining, rest + count - place)
            let target = filled
            bytes.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[target...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: $0[place..<place + part]))
            }
            remaining -= part
            place += part
            filled += part
        }
    }
}
