// Tiles and restart points on disk, so that they need not be made again after a restart.

import Pixels
import Platform
import Synchronization

/// A folder of encoded tiles with a limit in bytes; any file in it may be deleted at any time.
///
/// An entry is one file, named by a hash of its key. It is written under a temporary name and then renamed. It contains
/// its key and a checksum; an entry that does not match is deleted, and its tile made again. The file's modification
/// time is the time of last use, to the hour. If the folder cannot be written (read-only, full), the cache only reads.
///
/// ```
///  "SST2" | type, key length: 1 + 2 bytes | payload length: 4 | CRC-32 of the rest: 4 | colour: 4 | key | payload
/// ```
/// Numbers are big-endian. The colour is 0xRRGGBB, or 0xFFFFFFFF for none. "The rest" is the type and all that follows
/// the checksum.
package final class DiskCache: Sendable {
    private static let magic: [UInt8] = Array("SST2".utf8)
    private static let headerCount = 19
    private static let folderPrefix = "tiles-"
    private static let noColour = UInt32.max
    /// The content types that an entry's type stands for; restart points are not pictures.
    private static let mediaTypes = ["image/jpeg", "image/png", "application/octet-stream"]
    private static let pointsType = mediaTypes[2]
    /// The number of writes skipped after a failed one (a full disk, say) before the next attempt.
    private static let pause = 256

    private struct State {
        /// The bytes of all entries; nil until the folder has been counted.
        var byteCount: Int?
        var writesToSkip = 0
        var isSweeping = false
        /// Bytes written since the current walk through the folder began, which it may have missed.
        var writtenMeanwhile = 0
    }

    /// The folder of this version's entries.
    let folder: String
    /// The folder that contains the folders of this and other versions.
    package let parent: String
    /// The maximum number of bytes for the entries together with whatever shares the limit.
    let byteLimit: Int
    /// What shares the limit.
    private let others = Mutex(Others())
    /// Guards the running sum; not held during disk access.
    private let state = Mutex(State())

    /// A struct, since a closure that is a lock's whole value would be wrapped anew each time it is read.
    private struct Others {
        /// Returns the number of bytes of the limit that others use.
        var byteCount: @Sendable () -> Int = { 0 }
    }

    /// Makes a cache in `folder`, which is created if missing.
    ///
    /// - Throws: the system's error if it cannot be created.
    package init(folder: String, byteLimit: Int) throws(SystemError) {
        parent = folder
        self.folder = folder + "/" + Self.folderPrefix + String(EncodedTile.encoding)
        self.byteLimit = max(0, byteLimit)
        try FileSystem.makeFolder(self.folder)
    }

    /// Shares the limit with something else, whose current size `byteCount` returns.
    package func share(_ byteCount: @escaping @Sendable () -> Int) { others.withLock { $0.byteCount = byteCount } }

    /// The current maximum number of bytes for the entries.
    private var limit: Int { max(0, byteLimit - others.withLock { $0.byteCount }()) }

    /// Counts the entries; removes entries over the limit and those of other versions, and temporary files of crashes.
    ///
    /// Blocks. Call it once, in the background; nothing is evicted before.
    package func sweep() {
        for name in FileSystem.names(in: parent) {
            let number = name.dropFirst(Self.folderPrefix.count)
            guard name.hasPrefix(Self.folderPrefix), Int(number) != nil, "\(parent)/\(name)" != folder else { continue }
            for entry in entries(in: "\(parent)/\(name)") { FileSystem.remove(entry.path) }
        }
        let isFirst = state.withLock { state in
            defer { state.isSweeping = true }
            return !state.isSweeping
        }
        for subfolder in subfolders(in: folder) { AtomicFile.sweep(subfolder) }
        if isFirst { evict(keeping: limit) }
    }

    /// Returns the tile if there is a valid entry; a damaged one is deleted.
    ///
    /// Blocks.
    func tile(_ key: DiskKey) -> EncodedTile? {
        let path = path(of: key)
        guard let system = SystemPath(path.utf8), let file = try? OpenFile.open(system),
            let bytes = try? file.bytes(at: 0, count: file.count)
        else { return nil }
        guard let tile = Self.decode(bytes, key) else {
            remove(path, byteCount: file.count)
            return nil
        }
        if Int(System.unixSeconds()) - file.status.modified.seconds > 3600 { FileSystem.touch(path) }
        return tile
    }

    /// Returns a picture's restart points if there is a valid entry.
    ///
    /// Blocks.
    func points(_ key: DiskKey) -> [UInt8]? {
        tile(key).flatMap { $0.mediaType == Self.pointsType ? $0.bytes : nil }
    }

    /// Stores a picture's restart points like a tile.
    ///
    /// Blocks.
    func store(points: [UInt8], for key: DiskKey) {
        store(EncodedTile(bytes: points, mediaType: Self.pointsType, colour: nil), for: key)
    }

    /// Removes a picture's restart points.
    ///
    /// Blocks.
    func removePoints(_ key: DiskKey) {
        let path = path(of: key)
        if let status = status(path) { remove(path, byteCount: status.count) }
    }

    /// Stores a tile unless the disk refuses, and evicts old entries if the limit is exceeded.
    ///
    /// Blocks.
    func store(_ tile: EncodedTile, for key: DiskKey) {
        guard let type = Self.mediaTypes.firstIndex(of: tile.mediaType) else { return }
        let entry = Self.encode(tile, type: UInt8(type), key)
        let byteCount = entry.reduce(0) { $0 + $1.count }
        let limit = limit
        guard byteCount <= limit else { return }
        let isSkipped = state.withLock { state in
            guard state.writesToSkip > 0 else { return false }
            state.writesToSkip -= 1
            return true
        }
        if isSkipped { return }
        let path = path(of: key)
        let replaced = status(path)?.count ?? 0
        do throws(SystemError) {
            do throws(SystemError) {
                try AtomicFile.write(entry, to: path)
            } catch {
                // The folder is missing: this is its first entry, or the user has emptied the cache.
                try FileSystem.makeFolder(String(path.prefix(folder.count + 3)))
                try AtomicFile.write(entry, to: path)
            }
        } catch {
            Log.warning("tiles that cannot be kept on disk", "tiles cannot be kept in \(folder): \(error.reason)")
            state.withLock { $0.writesToSkip = Self.pause }
            return
        }
        let isFull = state.withLock { state -> Bool in
            if state.isSweeping { state.writtenMeanwhile += byteCount }
            guard let sum = state.byteCount else { return false }
            state.byteCount = max(0, sum + byteCount - replaced)
            guard sum + byteCount - replaced > limit, !state.isSweeping else { return false }
            state.isSweeping = true
            return true
        }
        // Evict a tenth more than needed, so that not every further entry costs a walk through the folder.
        if isFull { evict(keeping: limit - limit / 10) }
    }

    // MARK: Entries

    private func path(of key: DiskKey) -> String {
        let name = key.fileName
        return "\(folder)/\(name.prefix(2))/\(name)"
    }

    private static func encode(_ tile: EncodedTile, type: UInt8, _ key: DiskKey) -> [[UInt8]] {
        let name = Array(key.text.utf8)
        var header = magic
        header.append(type)
        header.append(contentsOf: bigEndian(name.count, 2))
        header.append(contentsOf: bigEndian(tile.bytes.count, 4))
        let colour = bigEndian(Int(tile.colour ?? noColour), 4)
        header.append(contentsOf: bigEndian(Int(checksum(type, colour[...], name[...], tile.bytes[...])), 4))
        header.append(contentsOf: colour)
        return [header, name, tile.bytes]
    }

    private static func decode(_ bytes: [UInt8], _ key: DiskKey) -> EncodedTile? {
        guard bytes.count >= headerCount, bytes.starts(with: magic), Int(bytes[4]) < mediaTypes.count else {
            return nil
        }
        let keyCount = number(bytes[5..<7])
        let payloadCount = number(bytes[7..<11])
        guard bytes.count == headerCount + keyCount + payloadCount else { return nil }
        let name = bytes[headerCount..<headerCount + keyCount]
        let payload = bytes[(headerCount + keyCount)...]
        let sum = checksum(bytes[4], bytes[15..<19], name, payload)
        guard name.elementsEqual(key.text.utf8), Int(sum) == number(bytes[11..<15]) else { return nil }
        let colour = UInt32(truncatingIfNeeded: number(bytes[15..<19]))
        return EncodedTile(
            bytes: Array(payload), mediaType: mediaTypes[Int(bytes[4])], colour: colour == noColour ? nil : colour)
    }

    private static func checksum(_ type: UInt8, _ parts: ArraySlice<UInt8>...) -> UInt32 {
        var sum = CRC32()
        sum.update([type].span)
        for part in parts { sum.update(part.span) }
        return sum.value
    }

    private static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    // MARK: Eviction

    private struct Found {
        let path: String
        let byteCount: Int
        let used: Int64
    }

    /// Removes the least recently used entries until at most `limit` bytes are left.
    ///
    /// The caller has set `isSweeping`; this clears it.
    private func evict(keeping limit: Int) {
        var isDone = false
        while !isDone {
            state.withLock { $0.writtenMeanwhile = 0 }
            var entries = entries(in: folder)
            var sum = entries.reduce(0) { $0 + $1.byteCount }
            if sum > limit {
                entries.sort { $0.used < $1.used }
                for entry in entries where sum > limit {
                    FileSystem.remove(entry.path)
                    sum -= entry.byteCount
                }
            }
            isDone = state.withLock { state in
                // Entries written meanwhile may be counted twice: too high a sum is safer than too low a one.
                state.byteCount = sum + state.writtenMeanwhile
                let isDone = sum + state.writtenMeanwhile <= limit || state.writtenMeanwhile == 0
                if isDone { state.isSweeping = false }
                return isDone
            }
        }
    }

    /// Returns the entries in a folder's subfolders; other files are not the cache's, and are left alone.
    private func entries(in folder: String) -> [Found] {
        var entries: [Found] = []
        for subfolder in subfolders(in: folder) {
            for name in FileSystem.names(in: subfolder) where isHexadecimal(name, count: 32) {
                let path = "\(subfolder)/\(name)"
                guard let status = status(path), status.kind == .regular else { continue }
                entries.append(Found(path: path, byteCount: status.count, used: status.modified.nanoseconds))
            }
        }
        return entries
    }

    /// Returns the subfolders with a version's entries, named by the first two digits of the entries' names.
    private func subfolders(in folder: String) -> [String] {
        FileSystem.names(in: folder).filter { isHexadecimal($0, count: 2) }.map { "\(folder)/\($0)" }
    }

    private func isHexadecimal(_ name: String, count: Int) -> Bool {
        name.utf8.count == count && name.utf8.allSatisfy { ASCII.hexadecimal($0) != nil }
    }

    private func status(_ path: String) -> FileStatus? { try? FileSystem.status(of: path, followLink: false) }

    private func remove(_ path: String, byteCount: Int) {
        FileSystem.remove(path)
        state.withLock { state in
            if let sum = state.byteCount { state.byteCount = max(0, sum - byteCount) }
        }
    }
}

/// Identifies a tile across restarts by the source of its bytes: a collection's name may mean another folder next time.
struct DiskKey: Sendable, Hashable {
    /// Unique for source, item, version and tile.
    let text: String

    /// Makes a key; `source` distinguishes items of different collections, such as the folder's path.
    init(source: String, _ key: TileKey) {
        let display = key.display.isEmpty ? "" : "\u{0}\(key.display)"
        text = "\(source)\u{0}\(key.item)\u{0}\(key.version)\u{0}\(key.level)/\(key.column)/\(key.row)\(display)"
    }

    /// 32 hexadecimal digits: two 64-bit FNV-1a hashes of the text, from different start values.
    var fileName: String {
        func hash(_ basis: UInt64) -> String {
            text.utf8.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }.digits(16, radix: 16)
        }
        return hash(0xCBF2_9CE4_8422_2325) + hash(0x9E37_79B9_7F4A_7C15)
    }
}
