// A part of an open file as the body of a response.

import Platform

/// Bytes of an open file, which the kernel sends without copying them through this program.
///
/// The file stays open as long as a body refers to it. If it shrinks while it is sent, the connection is closed, since
/// the head has announced its length.
package struct FileBody: Sendable {
    let file: OpenFile
    /// The first byte and the number of bytes, both within the file's size when it was opened.
    let offset: Int
    let count: Int

    /// Makes a body of the whole file.
    init(_ file: OpenFile) {
        self.init(file, offset: 0, count: file.count)
    }

    /// Makes a body of a part of the file, clamped to the file's size.
    init(_ file: OpenFile, offset: Int, count: Int) {
        self.file = file
        self.offset = min(max(offset, 0), file.count)
        self.count = min(max(count, 0), file.count - self.offset)
    }

    /// Returns a part of this part, clamped to it.
    func part(_ range: Range<Int>) -> FileBody {
        let inside = range.clamped(to: 0..<count)
        return FileBody(file, offset: offset + inside.lowerBound, count: inside.count)
    }
}

extension FileBody {
    /// The maximum number of bytes sent per call, so that other files get a turn on the thread.
    private static let slice = 8 << 20

    /// Sends to a non-blocking socket until it is full, or a slice or the rest is sent.
    ///
    /// May wait for the disk.
    ///
    /// - Returns: the number of bytes sent, and the outcome: `.bytes` if the next call can continue at once.
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
