// Colours on disk, beside the cache's tiles: one file, read as a whole at the start.

import Synchronization

/// A file of colours to which new ones are added, and which is written anew when it has grown too long or is damaged.
///
/// A record is an entry of `ColourTable` and its checksum; one that does not match, such as the last of a crash, is left
/// out. Two programs may add to the same file: each adds whole records, and finds the other's when it starts.
///
/// ```
///  "SSC1" + 8 zeros | entry: 8 bytes | CRC-32 of the entry: 4 | entry …
/// ```
final class ColourFile: Sendable {
    static let recordByteCount = 12
    private static let head: [UInt8] = Array("SSC1".utf8) + [UInt8](repeating: 0, count: 8)
    /// Half as much again as a table has room for, so that it is not written anew all the time.
    private static let greatestLimit = ColourTable.limit * 3 / 2 * recordByteCount

    private struct State {
        /// Of the file, as far as this program knows; nil where it is not to be added to before it is written anew.
        var byteCount: Int?
        /// Whether it cannot be written at all.
        var isGivenUp = false
    }

    private let folder: String
    private var path: String { folder + "/colours-1" }
    /// The most the file may take, in bytes.
    let byteLimit: Int
    /// Guards the file as well, which is written under this lock: for threads that may wait for the disk.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folder: exists.
    ///   - byteLimit: beyond which the file is written anew, with what the table holds, or not at all.
    init(folder: String, byteLimit: Int) {
        self.folder = folder
        self.byteLimit = min(max(0, byteLimit), Self.greatestLimit)
    }

    /// The entries that are sound, oldest first. Blocks.
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

    /// Adds entries. Blocks. Where it cannot, it carries on without.
    ///
    /// - Returns: whether the file has to be written anew.
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

    /// Writes these entries alone, as many as there is room for: readers see the old file or the whole new one. Blocks.
    func rewrite(_ entries: [UInt64]) {
        state.withLock { state in
            // Two thirds of the room, so that there is some to add to.
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
