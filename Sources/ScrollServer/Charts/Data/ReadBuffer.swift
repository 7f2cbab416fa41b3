// Bytes of a file between the disk and the row reader.

import Platform

/// A stretch of a file: bytes are appended at its end and removed at its beginning.
///
/// ```
///  0 ..< count               bytes of the file
///  … capacity                room for more
///  … + paddingByteCount      line ends or earlier bytes, as `DecimalNumber` needs them
/// ```
struct ReadBuffer {
    private var memory: [UInt8]
    private let capacity: Int
    private(set) var count = 0

    /// - Parameter capacity: the most bytes that it holds.
    init(capacity: Int) {
        // One more byte, for a line end after all others.
        memory = [UInt8](repeating: 0x0A, count: capacity + 1 + DecimalNumber.paddingByteCount)
        self.capacity = capacity
    }

    /// Calls `body` with the bytes from the index `start` on, the room for more, and the padding.
    func read(from start: Int, _ body: (Span<UInt8>) -> Int) -> Int {
        let memory = memory
        return body(memory.span.extracting(start...))
    }

    /// Reads as many bytes from a file as there is room for, at most `limit`; returns their number, 0 at the file's
    /// end.
    ///
    /// `returnsEndLines` turns carriage returns into line ends.
    mutating func fill(
        from descriptor: Int32, at offset: Int, limit: Int, returnsEndLines: Bool = false
    ) throws(SystemError) -> Int {
        let range = count..<count + min(capacity - count, limit)
        var bytes = memory.mutableSpan
        var room = bytes._mutatingExtracting(range)
        let filled = try FileSystem.read(descriptor, at: offset, into: &room)
        if returnsEndLines {
            for index in 0..<filled where room[index] == 0x0D { room[index] = 0x0A }
        }
        count += filled
        return filled
    }

    /// The number of bytes up to and including the last line end.
    var lineByteCount: Int {
        memory[..<count].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    }

    /// Puts a line end after the bytes, where there is always room for one; `count` stays the same.
    mutating func closeLine() { memory[count] = 0x0A }

    /// Removes the first `used` bytes; the others move to the front.
    ///
    /// O(bytes that stay).
    mutating func removeFirst(_ used: Int) {
        precondition(used >= 0 && used <= count)
        let count = count
        if used > 0 {
            var bytes = memory.mutableSpan
            for index in used..<count { bytes[index - used] = bytes[index] }
        }
        self.count -= used
    }

    /// The number of bytes before the first line end; nil without one.
    var firstLineByteCount: Int? { memory[..<count].firstIndex(of: 0x0A) }
}
