// One part of a WebP file as a buffer of bytes, read in blocks (a partition, or a lossless stream).

/// Holds a block of a part of the file; what lies beyond the part's end are zeros.
///
/// The readers of bits (`VP8Bits`, `VP8LBits`) hold the place in the block and load eight bytes at a time; they never load from
/// beyond `filled`, and eight bytes more than those are always there.
final class WebPBytes {
    /// Bytes that a reader may load from `filled` on.
    private static let padding = 16

    private let source: ByteSource
    /// File offset of the first byte that has not been read into the buffer.
    private(set) var fileOffset: Int
    /// File offset of the part's end.
    private let end: Int
    /// Whether the file ends before the part does: it was cut short.
    let isCut: Bool
    private let capacity: Int
    /// The memory of `buffer`.
    private let memory: UnsafeMutableRawPointer
    private let buffer: UnsafeMutableRawBufferPointer
    /// Bytes in the buffer.
    private(set) var filled = 0

    /// - Parameters:
    ///   - range: the part, as offsets in the file; what lies beyond the file's end is not there.
    ///   - blockByteCount: the most bytes held.
    init(_ source: ByteSource, range: Range<Int>, blockByteCount: Int) {
        self.source = source
        fileOffset = min(range.lowerBound, source.count)
        end = max(fileOffset, min(range.upperBound, source.count))
        isCut = range.upperBound > source.count
        capacity = min(blockByteCount, end - fileOffset)
        memory = .allocate(byteCount: capacity + Self.padding, alignment: 16)
        buffer = UnsafeMutableRawBufferPointer(start: memory, count: capacity + Self.padding)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { memory.deallocate() }

    /// The start of the buffer: `filled` bytes and the zeros after them.
    var base: UnsafeRawPointer { UnsafeRawPointer(memory) }

    /// Whether the last byte of the part is in the buffer.
    var isAtEnd: Bool { fileOffset >= end }

    /// Makes the bytes from `position` on the first of the buffer, and reads as many more as it can hold.
    ///
    /// - Returns: where the byte at `position` is now: 0, or beyond `filled` where it lies beyond the part's end.
    func advance(to position: Int) -> Int {
        let rest = max(0, filled - position)
        let beyond = max(0, position - filled)
        if rest > 0, position > 0 {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[position..<position + rest]))
        }
        let wanted = min(capacity - rest, end - fileOffset)
        var read = 0
        if wanted > 0 {
            read = source.read(
                at: fileOffset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[rest..<rest + wanted]))
        }
        // A read that failed ends the part; `ByteSource.check()` tells.
        fileOffset = read < wanted ? end : fileOffset + read
        filled = rest + read
        for index in filled..<filled + Self.padding { buffer[index] = 0 }
        return beyond
    }
}
