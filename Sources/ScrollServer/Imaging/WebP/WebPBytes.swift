// Reads one part of a WebP file in blocks (a partition, or a lossless stream).

import Pixels

/// Holds a block of a part of the file; beyond the part's end there are zeros.
///
/// The bit readers (`VP8Bits`, `VP8LBits`) keep their place in the block and load eight bytes at a time.
struct WebPBytes {
    /// Zeros at the end of every block.
    static let padding = 16

    private let source: ByteSource
    /// File offset of the first byte not read into the block yet.
    private(set) var fileOffset: Int
    /// File offset of the part's end.
    private let end: Int
    /// Whether the file is truncated before the part's end.
    let isCut: Bool
    /// `filled` bytes, then zeros.
    private(set) var block: [UInt8]
    /// Bytes in the block: before the part's last block, as many as there is room for.
    private(set) var filled = 0

    /// Prepares to read `range`, offsets in the file, which may extend beyond its end.
    ///
    /// At most `blockByteCount` bytes are kept.
    init(_ source: ByteSource, range: Range<Int>, blockByteCount: Int) {
        self.source = source
        fileOffset = min(range.lowerBound, source.count)
        end = max(fileOffset, min(range.upperBound, source.count))
        isCut = range.upperBound > source.count
        block = [UInt8](repeating: 0, count: min(blockByteCount, end - fileOffset) + Self.padding)
    }

    /// Whether the last byte of the part is in the block.
    var isAtEnd: Bool { fileOffset >= end }

    /// Moves the bytes from `position` on to the start of the block, and reads as many more as fit.
    ///
    /// - Returns: the new place of the byte at `position`: 0, or beyond `filled` where it lies beyond the part's end.
    mutating func advance(to position: Int) -> Int {
        let rest = max(0, filled - position)
        let beyond = max(0, position - filled)
        let wanted = min(block.count - Self.padding - rest, end - fileOffset)
        let (source, offset) = (source, fileOffset)
        var bytes = block.mutableSpan
        for index in 0..<rest { bytes[index] = bytes[position + index] }
        var free = bytes._mutatingExtracting(rest..<rest + wanted)
        let read = source.read(at: offset, into: &free)
        for index in rest + read..<bytes.count { bytes[index] = 0 }
        // A failed read ends the part; `ByteSource.check()` reports it.
        fileOffset = read < wanted ? end : offset + read
        filled = rest + read
        return beyond
    }
}
