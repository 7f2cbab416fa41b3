// Reads one part of a WebP file in blocks (a partition, or a lossless stream).

/// Holds a block of a part of the file; beyond the part's end there are zeros.
///
/// The bit readers (`VP8Bits`, `VP8LBits`) keep their place in the block and load eight bytes at a time. They never
/// load from beyond `filled`, and eight bytes after that are always there.
@safe final class WebPBytes {
    /// Bytes that a reader may load from `filled` on.
    private static let padding = 16

    private let source: ByteSource
    /// File offset of the first byte not read into the buffer yet.
    private(set) var fileOffset: Int
    /// File offset of the part's end.
    private let end: Int
    /// Whether the file is truncated before the part's end.
    let isCut: Bool
    private let capacity: Int
    /// The memory of `buffer`.
    private let memory: UnsafeMutableRawPointer
    private let buffer: UnsafeMutableRawBufferPointer
    /// Bytes in the buffer.
    private(set) var filled = 0

    /// Prepares to read `range`, offsets in the file, which may extend beyond its end.
    ///
    /// At most `blockByteCount` bytes are kept.
    init(_ source: ByteSource, range: Range<Int>, blockByteCount: Int) {
        self.source = source
        fileOffset = min(range.lowerBound, source.count)
        end = max(fileOffset, min(range.upperBound, source.count))
        isCut = range.upperBound > source.count
        capacity = min(blockByteCount, end - fileOffset)
        unsafe memory = .allocate(byteCount: capacity + Self.padding, alignment: 16)
        unsafe buffer = unsafe UnsafeMutableRawBufferPointer(start: memory, count: capacity + Self.padding)
        unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { unsafe memory.deallocate() }

    /// The start of the buffer: `filled` bytes, then zeros.
    var base: UnsafeRawPointer { unsafe UnsafeRawPointer(memory) }

    /// Whether the last byte of the part is in the buffer.
    var isAtEnd: Bool { fileOffset >= end }

    /// Moves the bytes from `position` on to the start of the buffer, and reads as many more as fit.
    ///
    /// - Returns: the new place of the byte at `position`: 0, or beyond `filled` where it lies beyond the part's end.
    func advance(to position: Int) -> Int {
        let rest = max(0, filled - position)
        let beyond = max(0, position - filled)
        if rest > 0, position > 0 {
            unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[position..<position + rest]))
        }
        let wanted = min(capacity - rest, end - fileOffset)
        var read = 0
        if wanted > 0 {
            read = unsafe source.read(
                at: fileOffset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[rest..<rest + wanted]))
        }
        // A failed read ends the part; `ByteSource.check()` reports it.
        fileOffset = read < wanted ? end : fileOffset + read
        filled = rest + read
        for index in filled..<filled + Self.padding { unsafe buffer[index] = 0 }
        return beyond
    }
}
