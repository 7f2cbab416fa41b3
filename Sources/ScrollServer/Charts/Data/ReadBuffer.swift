// Bytes of a file between the disk and the row reader.

import Platform

/// A stretch of a file: bytes are appended at its end and removed at its beginning.
///
/// Confined to one thread.
///
/// ```
///  0 ..< count               bytes of the file
///  … capacity                room for more
///  … + paddingByteCount      always readable, as `DecimalNumber` needs
/// ```
@safe final class ReadBuffer {
    private let base: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private(set) var count = 0

    /// - Parameter capacity: the most bytes that it holds.
    init(capacity: Int) {
        // One more byte, for a line end after all others.
        let byteCount = capacity + 1 + DecimalNumber.paddingByteCount
        self.capacity = capacity
        unsafe base = .allocate(capacity: byteCount)
        unsafe base.initialize(repeating: 0x0A, count: byteCount)
    }

    deinit { unsafe base.deallocate() }

    var start: UnsafePointer<UInt8> { unsafe UnsafePointer(base) }
    var isFull: Bool { count == capacity }

    /// Reads as many bytes from a file as there is room for, at most `limit`; returns their number, 0 at the file's
    /// end.
    ///
    /// `returnsEndLines` turns carriage returns into line ends.
    func fill(
        from descriptor: Int32, at offset: Int, limit: Int, returnsEndLines: Bool = false
    ) throws(SystemError) -> Int {
        let room = unsafe UnsafeMutableRawBufferPointer(start: base + count, count: min(capacity - count, limit))
        let filled = try unsafe FileSystem.read(descriptor, at: offset, into: room)
        if returnsEndLines {
            for index in count..<count + filled where unsafe base[index] == 0x0D { unsafe base[index] = 0x0A }
        }
        count += filled
        return filled
    }

    /// The number of bytes up to and including the last line end.
    var lineByteCount: Int {
        var end = count
        while end > 0, unsafe base[end - 1] != 0x0A { end -= 1 }
        return end
    }

    /// Puts a line end after the bytes, where there is always room for one; `count` stays the same.
    func closeLine() { unsafe base[count] = 0x0A }

    /// Removes the first `used` bytes; the others move to the front.
    ///
    /// O(bytes that stay).
    func removeFirst(_ used: Int) {
        precondition(used >= 0 && used <= count)
        if used > 0, used < count { unsafe base.update(from: base + used, count: count - used) }
        count -= used
    }

    func removeAll() { count = 0 }
}
