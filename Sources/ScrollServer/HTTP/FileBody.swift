// A part of an open file as the body of a response.

/// Bytes of an open file that are sent from the kernel's cache, without a copy through this program.
///
/// The file stays open as long as a body refers to it. A file that shrinks while it is sent ends the connection: the
/// length is promised by then.
struct FileBody: Sendable {
    let file: OpenFile
    /// First byte and number of bytes; within the file as it was when opened.
    let offset: Int
    let count: Int

    /// The whole file.
    init(_ file: OpenFile) {
        self.init(file, offset: 0, count: file.count)
    }

    /// A part of it, cut to what the file holds.
    init(_ file: OpenFile, offset: Int, count: Int) {
        self.file = file
        self.offset = min(max(offset, 0), file.count)
        self.count = min(max(count, 0), file.count - self.offset)
    }

    /// A part of this part.
    func part(_ range: Range<Int>) -> FileBody {
        let inside = range.clamped(to: 0..<count)
        return FileBody(file, offset: offset + inside.lowerBound, count: inside.count)
    }
}

extension FileBody {
    /// Bytes sent in one go, before other work gets its turn on the thread.
    private static let slice = 8 << 20

    /// Sends to a non-blocking socket until it takes no more, a slice is sent, or all of it. May block on the disk.
    ///
    /// - Returns: the bytes sent, and what happened then: `.bytes` when it can go on at once.
    func send(to descriptor: Int32) -> (count: Int, then: System.Transfer) {
        let wanted = min(count, Self.slice)
        var sent = 0
        while sent < wanted {
            let outcome = System.sendFile(
                file.descriptor, offset: offset + sent, count: wanted - sent, to: descriptor)
            guard case .bytes(let part) = outcome else { return (sent, outcome) }
            sent += part
        }
        return (sent, .bytes(sent))
    }
}
