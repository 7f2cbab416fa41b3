// The source of a decoder's bytes: memory, or an open file read in blocks.

import Platform
import Synchronization

/// The encoded bytes of one image, readable at any offset.
///
/// A file is read with positioned reads and never mapped: if it is truncated meanwhile, a read fails and no signal is
/// raised. A decoder holds only one block of the file.
///
/// A decoder that runs out of bytes shows the picture as far as it goes, which is right for a truncated file, but wrong
/// for one that could not be read. So a source remembers the first failed read, and returns no byte after it.
/// **Whatever was made from a source is valid only if `check()` passes afterwards.**
package struct ByteSource: Sendable {
    /// Length in bytes when the source was opened.
    package let count: Int
    private let readAt: Read
    private let isUnchanged: @Sendable () throws(SystemError) -> Bool
    private let failure: Failure

    /// Fills the start of a span with the bytes from an offset on, and returns the number of bytes; 0 only at the end.
    package typealias Read = @Sendable (Int, inout MutableSpan<UInt8>) throws(SystemError) -> Int

    /// The first failure, shared by all copies of a source.
    private final class Failure: Sendable {
        /// The first error; nil until a read fails.
        ///
        /// One thread decodes, but others may have copies of the source: hence the mutex.
        let error = Mutex<ImageError?>(nil)
    }

    /// Creates a source whose bytes `read` fetches.
    ///
    /// - Parameters:
    ///   - count: the source's length in bytes. A read that returns nothing before that end is a failure: the file has
    ///     become shorter.
    ///   - isUnchanged: whether the file is still the one that was opened, byte for byte.
    ///   - read: reads some bytes, at least one before the end.
    package init(
        count: Int, isUnchanged: @escaping @Sendable () throws(SystemError) -> Bool = { true },
        read: @escaping Read
    ) {
        self.count = count
        self.isUnchanged = isUnchanged
        readAt = read
        failure = Failure()
    }

    /// Returns the same source, which calls `count` with 1 before each read and with -1 after it.
    ///
    /// Both share the state of failed reads.
    package func counting(_ count: @escaping @Sendable (Int) -> Void) -> ByteSource {
        let read = readAt
        return ByteSource(of: self, count: self.count) { (offset, buffer) throws(SystemError) in
            count(1)
            defer { count(-1) }
            return try read(offset, &buffer)
        }
    }

    /// Returns a part of the source as a source whose offsets count from its start.
    ///
    /// `range` is clamped to the source. Both share the state of failed reads.
    package func part(_ range: Range<Int>) -> ByteSource {
        let range = range.clamped(to: 0..<count)
        let read = readAt
        return ByteSource(of: self, count: range.count) { (offset, buffer) throws(SystemError) in
            try read(range.lowerBound + offset, &buffer)
        }
    }

    /// Returns `prefix` followed by a part of the source, as a source.
    ///
    /// `range` is clamped to the source. Both share the state of failed reads.
    package func part(_ range: Range<Int>, behind prefix: [UInt8]) -> ByteSource {
        let range = range.clamped(to: 0..<count)
        let read = readAt
        return ByteSource(of: self, count: prefix.count + range.count) { (offset, buffer) throws(SystemError) in
            guard offset < prefix.count else { return try read(range.lowerBound + offset - prefix.count, &buffer) }
            let count = min(prefix.count - offset, buffer.count)
            buffer.copy(prefix.span, offset..<offset + count, to: 0)
            return count
        }
    }

    private init(
        of whole: ByteSource, count: Int,
        read: @escaping Read
    ) {
        (self.count, readAt, isUnchanged, failure) = (count, read, whole.isUnchanged, whole.failure)
    }

    /// Creates a source over bytes in memory.
    package init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { offset, buffer in
            guard offset >= 0, offset < bytes.count else { return 0 }
            let count = min(bytes.count - offset, buffer.count)
            buffer.copy(bytes.span, offset..<offset + count, to: 0)
            return count
        }
    }

    /// Fills the start of `bytes` with the bytes from `offset` on.
    ///
    /// - Returns: the number of bytes read: `bytes.count`, or fewer at the end, or where this or an earlier read has
    ///   failed, which only `check()` tells.
    package func read(at offset: Int, into bytes: inout MutableSpan<UInt8>) -> Int {
        guard offset >= 0, offset < count, failure.error.withLock({ $0 == nil }) else { return 0 }
        let wanted = min(bytes.count, count - offset)
        var filled = 0
        do throws(SystemError) {
            while filled < wanted {
                var rest = bytes._mutatingExtracting(filled..<wanted)
                let read = try readAt(offset + filled, &rest)
                guard read > 0 else {
                    note(.changed)
                    return 0
                }
                filled += min(read, wanted - filled)
            }
        } catch {
            note(.unavailable(error.explanation))
            return 0
        }
        return filled
    }

    /// Reads `count` bytes from `offset` on, or fewer where the source ends first or cannot be read.
    package func bytes(at offset: Int, count: Int) -> [UInt8] {
        let wanted = min(count, max(self.count - offset, 0))
        guard wanted > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: wanted)
        var span = bytes.mutableSpan
        let filled = read(at: offset, into: &span)
        bytes.removeLast(wanted - filled)
        return bytes
    }

    /// Checks that every read so far returned what the file contains.
    ///
    /// Costs a system call for a file.
    ///
    /// - Throws: `unavailable` where a read failed, `changed` where the file is no longer the one that was opened.
    package func check() throws(ImageError) {
        if let error = failure.error.withLock({ $0 }) { throw error }
        do throws(SystemError) {
            if try isUnchanged() { return }
        } catch {
            note(.unavailable(error.explanation))
            throw .unavailable(error.explanation)
        }
        note(.changed)
        throw .changed
    }

    /// Returns the result of `make`, or the source's error if a read failed meanwhile.
    ///
    /// The decoder's own error would then not be about the file.
    package func checked<Made>(_ make: () throws(ImageError) -> Made) throws(ImageError) -> Made {
        let made: Result<Made, ImageError>
        do throws(ImageError) { made = .success(try make()) } catch { made = .failure(error) }
        try check()
        return try made.get()
    }

    private func note(_ error: ImageError) {
        failure.error.withLock { $0 = $0 ?? error }
    }
}
