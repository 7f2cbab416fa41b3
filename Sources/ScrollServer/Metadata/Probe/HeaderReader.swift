// Reads the few bytes of a file's header in blocks, up to a limit.

import Pixels

/// Reads numbers at any offset of a file, a block at a time.
///
/// Every read is checked against the file's end and against the budget. A header with false lengths, or with offsets
/// that form a loop, therefore ends in an error (`ImageError.damaged`).
package struct HeaderReader {
    /// The most bytes read from the file for one header.
    static let budget = 1 << 20
    private static let blockCount = 1024

    /// Length of the file in bytes.
    let count: Int
    /// Whether a read failed only because it lay beyond the given prefix.
    private(set) var needsMoreThanPrefix = false

    /// The file; nil for a reader that has only a prefix.
    let source: ByteSource?
    private var block: [UInt8]
    private var blockStart = 0
    private var budget: Int
    private let limit: Int
    /// Bytes that may still be taken from blocks.
    ///
    /// Such reads cost no budget, but a loop over them must end too.
    private var stepsLeft: Int

    /// Creates a reader that fetches bytes from `source` when needed.
    package init(_ source: ByteSource) { self.init(source, budget: Self.budget) }

    /// Creates a reader that fetches at most `budget` bytes from `source`.
    init(_ source: ByteSource, budget: Int) {
        (self.budget, stepsLeft, limit) = (budget, budget, budget)
        self.source = source
        count = source.count
        block = []
    }

    /// Creates a reader of the first bytes of a file of `count` bytes.
    ///
    /// `needsMoreThanPrefix` then tells whether they were too few.
    init(prefix: [UInt8], count: Int) {
        (budget, stepsLeft, limit) = (Self.budget, Self.budget, Self.budget)
        source = nil
        self.count = max(count, prefix.count)
        block = prefix
    }

    /// Reads the byte at `offset`, 0...255.
    ///
    /// - Throws: `ImageError.damaged` beyond the file's end or the budget, as the functions for longer numbers do.
    mutating func byte(_ offset: Int) throws(ImageError) -> Int {
        let index = offset - blockStart
        if index >= 0, index < block.count, stepsLeft > 0 {
            stepsLeft -= 1
            return Int(block[index])
        }
        try fetch(offset, count: 1)
        return Int(block[offset - blockStart])
    }

    /// Stops early where a later read at `offset` would lie beyond the prefix: all reads before would be wasted.
    mutating func require(through offset: Int) throws(ImageError) {
        guard source == nil, offset >= blockStart + block.count, offset < count else { return }
        needsMoreThanPrefix = true
        throw .damaged("only the first bytes were read", offset: offset)
    }

    /// Bytes that were read from the file so far.
    package var readByteCount: Int { limit - budget }

    /// Returns the source; throws where there is only a prefix, because more of the file is needed than this reads.
    mutating func mustReadSource() throws(ImageError) -> ByteSource {
        if let source { return source }
        needsMoreThanPrefix = true
        throw .damaged("only the first bytes were read", offset: blockStart + block.count)
    }

    /// Reads the unsigned 16-bit number at `offset`, big-endian by default.
    mutating func uint16(_ offset: Int, littleEndian: Bool = false) throws(ImageError) -> Int {
        let (first, second) = (try byte(offset), try byte(offset + 1))
        return littleEndian ? second << 8 | first : first << 8 | second
    }

    /// Reads the unsigned 32-bit number at `offset`, big-endian by default.
    mutating func uint32(_ offset: Int, littleEndian: Bool = false) throws(ImageError) -> Int {
        let first = try uint16(offset, littleEndian: littleEndian)
        let second = try uint16(offset + 2, littleEndian: littleEndian)
        return littleEndian ? second << 16 | first : first << 16 | second
    }

    /// Reads a 64-bit number, big-endian by default.
    ///
    /// Values of 2⁶³ and above, which no offset or length can have, become `Int.max`.
    mutating func uint64(_ offset: Int, littleEndian: Bool = false) throws(ImageError) -> Int {
        let first = try uint32(offset, littleEndian: littleEndian)
        let second = try uint32(offset + 4, littleEndian: littleEndian)
        let (high, low) = littleEndian ? (second, first) : (first, second)
        return high < 1 << 31 ? high << 32 | low : .max
    }

    /// Whether the bytes at `offset` are those of `text`; false where the file ends first.
    mutating func matches(_ text: String, at offset: Int) throws(ImageError) -> Bool {
        guard offset >= 0, count - offset >= text.utf8.count else { return false }
        var position = offset
        for character in text.utf8 {
            if try byte(position) != Int(character) { return false }
            position += 1
        }
        return true
    }

    /// Reads up to `limit` bytes from `offset` on, clamped to the file's end.
    mutating func bytes(at offset: Int, limit: Int) throws(ImageError) -> [UInt8] {
        let wanted = min(limit, count - offset)
        guard offset >= 0, wanted > 0 else { return [] }
        if offset < blockStart || offset + wanted > blockStart + block.count { try fetch(offset, count: wanted) }
        let start = offset - blockStart
        return [UInt8](block[start..<min(start + wanted, block.count)])
    }

    /// Replaces the block by one that has at least `wanted` bytes from `offset` on.
    private mutating func fetch(_ offset: Int, count wanted: Int) throws(ImageError) {
        guard stepsLeft > 0 else { throw .damaged("its header goes round in circles", offset: max(offset, 0)) }
        guard offset >= 0, offset <= count - wanted else {
            throw .damaged("the file ends inside its header", offset: count)
        }
        guard let source else {
            needsMoreThanPrefix = true
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
