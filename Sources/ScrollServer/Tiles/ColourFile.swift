// The file of colours, in the disk cache's folder; it is read whole at the start.

import Synchronization

/// A file of colours. New ones are appended; the file is rewritten when it has grown too long or is damaged.
///
/// A record is an entry of `ColourTable` and its checksum. A record that does not match (the last one before a crash,
/// say) is skipped. Two programs may append to the same file: each appends whole records, and reads the other's at its
/// next start.
///
/// ```
///  "SSC1" + 8 zeros | entry: 8 bytes | CRC-32 of the entry: 4 | entry …
/// ```
/// Numbers are big-endian.
final class ColourFile: Sendable {
    static let recordByteCount = 12
    private static let head: [UInt8] = Array("SSC1".utf8) + [UInt8](repeating: 0, count: 8)
    /// In bytes, 1.5 times what a full table needs, so that the file is not rewritten all the time.
    private static let greatestLimit = ColourTable.limit * 3 / 2 * recordByteCount

    private struct State {
        /// The file's length as far as this program knows; nil if the file must be rewritten before anything is
        /// appended.
        var byteCount: Int?
        /// Set once rewriting has failed: nothing is written any more.
        var isGivenUp = false
    }

    private let folder: String
    private var path: String { folder + "/colours-1" }
    /// The most bytes that the file may take.
    let byteLimit: Int
    /// Guards the state and the file, which is written while the lock is held: callers may have to wait for the disk.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folder: an existing folder.
    ///   - byteLimit: the most bytes; a file that would exceed it is rewritten with the table's entries, or not
    ///     written.
    init(folder: String, byteLimit: Int) {
        self.folder = folder
        self.byteLimit = min(max(0, byteLimit), Self.greatestLimit)
    }

    /// The valid entries, oldest first; empty if there is no such file. Blocks.
    func load() -> [UInt64] {
        AtomicFile.sweep(folder)
        guard let bytes = FileSystem.contents(of: path, atMost: max(byteLimit, Self.greatestLimit)),
            bytes.starts(with: Self.head)
        else {
            return []
        }
        let rest = bytes.count - Self.head.count
        var entries: [UInt64] = []
        entries.reserveCapacity(rest / Self.recordByteCount)
        bytes.withUnsafeBytes { bytes in
            for start in stride(
                from: Self.head.count, through: bytes.count - Self.recordByteCount, by: Self.recordByteCount)
            {
                let entry = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
                let sum = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt32.self))
                if entry != 0, sum == Self.checksum(entry) { entries.append(entry) }
            }
        }
        let isSound = entries.count * Self.recordByteCount == rest
        state.withLock { $0.byteCount = isSound ? bytes.count : nil }
        return entries
    }

    /// Appends entries; does nothing once writing has failed for good. Blocks.
    ///
    /// - Returns: whether the caller must call `rewrite`.
    func append(_ entries: [UInt64]) -> Bool {
        let bytes = entries.flatMap(Self.record)
        return state.withLock { state in
            guard !state.isGivenUp else { return false }
            guard let byteCount = state.byteCount, byteCount + bytes.count <= byteLimit,
                (try? FileSystem.append(bytes, to: path)) != nil
            else {
                state.byteCount = nil
                return true
            }
            state.byteCount = byteCount + bytes.count
            return false
        }
    }

    /// Replaces the file by one with these entries, or as many of the last ones as fit in two thirds of `byteLimit`.
    /// Readers see the old file or the whole new one. Blocks.
    func rewrite(_ entries: [UInt64]) {
        state.withLock { state in
            // Two thirds of the limit, to leave room for appending.
            let count = max(0, byteLimit / 3 * 2 - Self.head.count) / Self.recordByteCount
            guard count > 0, !state.isGivenUp else { return }
            let records = entries.suffix(count).flatMap(Self.record)
            guard (try? AtomicFile.write([Self.head, records], to: path)) != nil else {
                state.isGivenUp = true
                return
            }
            state.byteCount = Self.head.count + records.count
        }
    }

    private static func record(_ entry: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(recordByteCount)
        withUnsafeBytes(of: entry.bigEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: checksum(entry).bigEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }

    private static func checksum(_ entry: UInt64) -> UInt32 {
        var sum = CRC32()
        withUnsafeBytes(of: entry.bigEndian) { sum.update($0) }
        return sum.value
    }
}
