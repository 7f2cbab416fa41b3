// Bytes of a file on their way to rows.

/// A stretch of a file, refilled at its end and used up at its beginning. Confined to one thread.
///
/// ```
///  0 ..< count               bytes of the file
///  … capacity                room for more
///  … + paddingByteCount      always readable, as `DecimalNumber` asks
/// ```
final class ReadBuffer {
    private let base: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private(set) var count = 0

    /// - Parameter capacity: bytes that it holds at most.
    init(capacity: Int) {
        // One more for a line end behind everything.
        let byteCount = capacity + 1 + DecimalNumber.paddingByteCount
        self.capacity = capacity
        base = .allocate(capacity: byteCount)
        base.initialize(repeating: 0x0A, count: byteCount)
    }

    deinit { base.deallocate() }

    var start: UnsafePointer<UInt8> { UnsafePointer(base) }
    var isFull: Bool { count == capacity }

    /// Reads from a file, as much as there is room for, up to `limit`.
    ///
    /// - Returns: how many bytes; 0 at the file's end.
    func fill(from descriptor: Int32, at offset: Int, limit: Int) throws(SystemError) -> Int {
        let room = UnsafeMutableRawBufferPointer(start: base + count, count: min(capacity - count, limit))
        let filled = try FileSystem.read(descriptor, at: offset, into: room)
        count += filled
        return filled
    }

    /// Bytes up to the last line end, with it.
    var lineByteCount: Int {
        var end = count
        while end > 0, base[end - 1] != 0x0A { end -= 1 }
        return end
    }

    /// Puts a line end behind the bytes, where there is always room for one.
    func closeLine() { base[count] = 0x0A }

    /// Forgets the first bytes; the others move to the front.
    func removeFirst(_ used: Int) {
        precondition(used >= 0 && used <= count)
        if used > 0, used < count { base.update(from: base + used, count: count - used) }
        count -= used
    }

    func removeAll() { count = 0 }
}
