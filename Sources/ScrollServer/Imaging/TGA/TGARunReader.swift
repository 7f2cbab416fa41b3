// Run-length packets of TGAs (Truevision TGA File Format Specification 2.0, "Run-length encoded images").

/// Reads the pixels of packets in sequence, from any place; a packet may continue in the next row.
///
/// Memory: 64 KiB of the file.
struct TGARunReader {
    /// A place between two pixels.
    struct Place {
        /// Offset of the next packet; within a packet, of its next pixel.
        var offset: Int
        /// Pixels of the packet that remain.
        var remaining = 0
        /// Whether the remaining pixels are equal.
        var isRun = false
    }

    private static let blockByteCount = 1 << 16

    var place: Place
    private let source: ByteSource
    private let pixelByteCount: Int
    private var block: [UInt8] = []
    private var blockOffset = 0

    init(_ header: TGAHeader, _ source: ByteSource) {
        self.source = source
        place = Place(offset: header.dataOffset)
        pixelByteCount = header.pixelByteCount
    }

    /// Appends the next `count` stored pixels to `stored`, unless it is nil.
    ///
    /// - Returns: whether all of them are in the file.
    private mutating func read(_ count: Int, into stored: inout [UInt8]?) -> Bool {
        var missing = count
        while missing > 0 {
            if place.remaining == 0 {
                guard let head = index(of: place.offset, count: 1).map({ block[$0] }) else { return false }
                place = Place(offset: place.offset + 1, remaining: Int(head & 0x7F) + 1, isRun: head & 0x80 != 0)
            }
            let taken = min(missing, place.remaining)
            let byteCount = place.isRun ? pixelByteCount : taken * pixelByteCount
            guard place.offset + byteCount <= source.count else { return false }
            if stored != nil {
                guard let index = index(of: place.offset, count: byteCount) else { return false }
                let bytes = block[index..<index + byteCount]
                for _ in 0..<(place.isRun ? taken : 1) { stored?.append(contentsOf: bytes) }
            }
            place.remaining -= taken
            if !place.isRun || place.remaining == 0 { place.offset += byteCount }
            missing -= taken
        }
        return true
    }

    /// Returns the next `count` stored pixels; nil where the file ends first.
    mutating func pixels(_ count: Int) -> [UInt8]? {
        var stored: [UInt8]? = []
        stored?.reserveCapacity(count * pixelByteCount)
        return read(count, into: &stored) ? stored : nil
    }

    /// Skips `count` pixels.
    ///
    /// - Returns: whether all of them are in the file.
    mutating func skip(_ count: Int) -> Bool {
        var nothing: [UInt8]?
        return read(count, into: &nothing)
    }

    /// Returns where `count` bytes of the file, at most 512, are in the block; nil where the file ends first.
    private mutating func index(of offset: Int, count: Int) -> Int? {
        let index = offset - blockOffset
        if index >= 0, index + count <= block.count { return index }
        block = source.bytes(at: offset, count: Self.blockByteCount)
        blockOffset = offset
        return block.count >= count ? 0 : nil
    }
}
