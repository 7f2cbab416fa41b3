// Where a decoder's bytes come from: memory, or an open file read in blocks.

/// The encoded bytes of one image, readable at any offset.
///
/// A file is read with positioned reads and never mapped: if it is cut short while it is read, a read returns fewer
/// bytes and no signal is raised. A decoder holds only the block of the file that it works on.
struct ByteSource: Sendable {
    /// Length in bytes when the source was opened. Later reads may find less.
    let count: Int
    private let readAt: @Sendable (Int, UnsafeMutableRawBufferPointer) -> Int

    /// A source whose bytes `read(offset, buffer)` fetches.
    ///
    /// `read` fills the start of the buffer and returns the number of bytes it stored there: fewer than the buffer
    /// holds only at the end, 0 beyond the end or when reading fails.
    init(count: Int, read: @escaping @Sendable (Int, UnsafeMutableRawBufferPointer) -> Int) {
        self.count = count
        readAt = read
    }

    /// A source over bytes in memory.
    init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { offset, buffer in
            guard offset >= 0, offset < bytes.count else { return 0 }
            return bytes.withUnsafeBytes { all in
                let part = UnsafeRawBufferPointer(rebasing: all[offset...].prefix(buffer.count))
                buffer.copyMemory(from: part)
                return part.count
            }
        }
    }

    /// Fills the start of `buffer` with the bytes from `offset` on.
    ///
    /// - Returns: the number of bytes read, at most `buffer.count`; 0 at the end or when the source cannot be read.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, !buffer.isEmpty else { return 0 }
        return min(max(readAt(offset, buffer), 0), buffer.count)
    }

    /// `count` bytes from `offset` on, or fewer where the source ends first or cannot be read.
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        let wanted = min(count, max(self.count - offset, 0))
        guard wanted > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            filled = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
