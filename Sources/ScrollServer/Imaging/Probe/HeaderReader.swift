// Reads the few bytes of a file that its header takes, in blocks, and never more than a bound.

/// Numbers at any offset of a file, fetched a block at a time.
///
/// Every read is checked against the file's end and against the budget, so a header that lies about its lengths or
/// sends its reader round in circles ends in an error.
struct HeaderReader {
    /// Bytes that one header may cost.
    static let budget = 1 << 20
    private static let blockCount = 1024

    /// Of the file, in bytes.
    let count: Int
    /// Whether a read failed only because the rest of the file was not at hand.
    private(set) var isStarved = false

    private let source: ByteSource?
    private var block: [UInt8]
    private var blockStart = 0
    private var budget = Self.budget
    /// Reads from the block cost nothing in bytes, but a loop over them must end as well.
    private var stepsLeft = 1 << 20

    /// Reads what it needs from `source`.
    init(_ source: ByteSource) {
        self.source = source
        count = source.count
        block = []
    }

    /// Has only the first bytes of a file that is `count` bytes long; `isStarved` tells when those were not enough.
    init(prefix: [UInt8], count: Int) {
        source = nil
        self.count = max(count, prefix.count)
        block = prefix
    }

    mutating func byte(_ offset: Int) throws(ImageError) -> Int {
        let place = offset - blockStart
        if place >= 0, place < block.count, stepsLeft > 0 {
            stepsLeft -= 1
            return Int(block[place])
        }
        try fetch(offset, count: 1)
        return Int(block[offset - blockStart])
    }

    mutating func uint16(_ offset: Int, littleEndian: Bool = false) throws(ImageError) -> Int {
        let (first, second) = (try byte(offset), try byte(offset + 1))
        return littleEndian ? second << 8 | first : first << 8 | second
    }

    mutating func uint32(_ offset: Int, littleEndian: Bool = false) throws(ImageError) -> Int {
        let first = try uint16(offset, littleEndian: littleEndian)
        let second = try uint16(offset + 2, littleEndian: littleEndian)
        return littleEndian ? second << 16 | first : first << 16 | second
    }

    /// Values that an offset or a length in a file cannot have are held at `Int.max`.
    mutating func uint64(_ offset: Int, littleEndian: Bool = false) throws(ImageError) -> Int {
        let first = try uint32(offset, littleEndian: littleEndian)
        let second = try uint32(offset + 4, littleEndian: littleEndian)
        let (high, low) = littleEndian ? (second, first) : (first, second)
        return high < 1 << 31 ? high << 32 | low : .max
    }

    /// Whether the bytes from `offset` on are those of `text`; false where the file ends before.
    mutating func matches(_ text: StaticString, at offset: Int) throws(ImageError) -> Bool {
        guard offset >= 0, count - offset >= text.utf8CodeUnitCount else { return false }
        for place in 0..<text.utf8CodeUnitCount {
            // Within the string's own count.
            if try byte(offset + place) != Int(text.utf8Start[place]) { return false }
        }
        return true
    }

    /// Up to `limit` bytes from `offset` on, cut where the file ends.
    mutating func bytes(at offset: Int, limit: Int) throws(ImageError) -> [UInt8] {
        let wanted = min(limit, count - offset)
        guard offset >= 0, wanted > 0 else { return [] }
        if offset < blockStart || offset + wanted > blockStart + block.count { try fetch(offset, count: wanted) }
        let start = offset - blockStart
        return [UInt8](block[start..<min(start + wanted, block.count)])
    }

    /// Replaces the block by one that holds `wanted` bytes from `offset` on, and some more.
    private mutating func fetch(_ offset: Int, count wanted: Int) throws(ImageError) {
        guard stepsLeft > 0 else { throw .damaged("its header goes round in circles", offset: max(offset, 0)) }
        guard offset >= 0, offset <= count - wanted else {
            throw .damaged("the file ends inside its header", offset: count)
        }
        guard let source else {
            isStarved = true
            throw .damaged("only the first bytes were read", offset: offset)
        }
        let size = max(wanted, min(Self.blockCount, count - offset))
        guard size <= budget else {
            throw .damaged("its header takes more than \(Self.budget >> 20) MiB", offset: offset)
        }
        budget -= size
        block = source.bytes(at: offset, count: size)
        blockStart = offset
        guard block.count >= wanted else {
            throw .damaged("the file ends inside its header", offset: offset + block.count)
        }
    }
}
