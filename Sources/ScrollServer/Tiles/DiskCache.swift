// Tiles on disk, so that a second start decodes nothing.

import Synchronization

/// A folder of encoded tiles, bounded in bytes, in which everything may be deleted at any time.
///
/// An entry is one file, named by a hash of its key. It is written under a temporary name and renamed, and it carries its
/// key and a checksum: what does not match is thrown away and made anew. The time of last use is kept as the file's
/// modification time, to the hour. Where the folder cannot be written (read-only, full) the cache carries on without.
///
/// ```
///  "SST2" | type, key length: 1 + 2 bytes | payload length: 4 | CRC-32 of the rest: 4 | colour: 4 | key | payload
/// ```
/// The colour is 0xRRGGBB, 0xFFFFFFFF where there is none; "the rest" is the type and what follows the checksum.
final class DiskCache: Sendable {
    /// Raise when the same source would give other bytes: a new codec, another tile size.
    static let encoderVersion = 2
    private static let magic: [UInt8] = Array("SST2".utf8)
    private static let headerCount = 19
    private static let folderPrefix = "tiles-"
    private static let noColour = UInt32.max
    private static let mediaTypes = ["image/jpeg", "image/png"]
    /// A failed write (a full disk) is tried again after this many others were left out.
    private static let pause = 256

    private struct State {
        /// nil until the folder has been counted.
        var byteCount: Int?
        var writesToSkip = 0
        var isSweeping = false
        /// Bytes written since the walk through the folder began, which it may not have seen.
        var writtenMeanwhile = 0
    }

    /// The folder of this version's entries.
    let folder: String
    /// The folder in which it and other versions' stand.
    let parent: String
    /// The most its entries may take together, in bytes.
    let byteLimit: Int
    /// Guards the running sum. Never held while the disk is waited for.
    private let state = Mutex(State())

    /// A cache in `folder`, which is made where it is missing.
    ///
    /// - Throws: the system's reason when it cannot be made.
    init(folder: String, byteLimit: Int) throws(SystemError) {
        parent = folder
        self.folder = folder + "/" + Self.folderPrefix + String(Self.encoderVersion)
        self.byteLimit = max(0, byteLimit)
        try FileSystem.makeFolder(self.folder)
    }

    /// Counts what is there and removes what is too much, left over from a crash, or another version's. Blocks; call it
    /// once, in the background, before which nothing is evicted.
    func sweep() {
        for name in FileSystem.names(in: parent) {
            let number = name.dropFirst(Self.folderPrefix.count)
            guard name.hasPrefix(Self.folderPrefix), Int(number) != nil, "\(parent)/\(name)" != folder else { continue }
            for entry in entries(in: "\(parent)/\(name)") { FileSystem.remove(entry.path) }
        }
        let isFirst = state.withLock { state in
            defer { state.isSweeping = true }
            return !state.isSweeping
        }
        for shelf in shelves(in: folder) { AtomicFile.sweep(shelf) }
        if isFirst { evict(keeping: byteLimit) }
    }

    /// The tile, if a sound entry is there. Blocks.
    func tile(_ key: DiskKey) -> EncodedTile? {
        let path = path(of: key)
        guard let system = SystemPath(path.utf8), let (file, status) = try? OpenFile.open(system) else { return nil }
        guard let bytes = try? file.bytes(at: 0, count: file.count), let tile = Self.decode(bytes, key) else {
            remove(path, byteCount: file.count)
            return nil
        }
        if Int(System.unixSeconds()) - status.modified.seconds > 3600 { FileSystem.touch(path) }
        return tile
    }

    /// Keeps a tile, if the disk allows. Blocks.
    func store(_ tile: EncodedTile, for key: DiskKey) {
        guard let type = Self.mediaTypes.firstIndex(of: tile.mediaType) else { return }
        let entry = Self.encode(tile, type: UInt8(type), key)
        let byteCount = entry.reduce(0) { $0 + $1.count }
        guard byteCount <= byteLimit else { return }
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
                // The first entry of a shelf, or somebody emptied the cache while we run.
                try FileSystem.makeFolder(String(path.prefix(folder.count + 3)))
                try AtomicFile.write(entry, to: path)
            }
        } catch {
            state.withLock { $0.writesToSkip = Self.pause }
            return
        }
        let isFull = state.withLock { state -> Bool in
            if state.isSweeping { state.writtenMeanwhile += byteCount }
            guard let sum = state.byteCount else { return false }
            state.byteCount = max(0, sum + byteCount - replaced)
            guard sum + byteCount - replaced > byteLimit, !state.isSweeping else { return false }
            state.isSweeping = true
            return true
        }
        // A tenth more than needed, so that not every entry from now on costs a walk through the folder.
        if isFull { evict(keeping: byteLimit - byteLimit / 10) }
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
        withUnsafeBytes(of: type) { sum.update($0) }
        for part in parts { part.withUnsafeBytes { sum.update($0) } }
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

    /// Walks the folder and removes the entries that were not used for longest until `limit` bytes are left. `isSweeping`
    /// is set before and ends here.
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
                // Some of what was written meanwhile may be counted twice: better too much than too little.
                state.byteCount = sum + state.writtenMeanwhile
                let isDone = sum + state.writtenMeanwhile <= byteLimit || state.writtenMeanwhile == 0
                if isDone { state.isSweeping = false }
                return isDone
            }
        }
    }

    /// The entries on the shelves of a folder; files that are not named like ours are somebody else's.
    private func entries(in folder: String) -> [Found] {
        var entries: [Found] = []
        for shelf in shelves(in: folder) {
            for name in FileSystem.names(in: shelf) where isHexadecimal(name, count: 32) {
                let path = "\(shelf)/\(name)"
                guard let status = status(path), status.kind == .regular else { continue }
                entries.append(Found(path: path, byteCount: status.count, used: status.modified.nanoseconds))
            }
        }
        return entries
    }

    /// The folders in which the entries of a version are, by the first digits of their names.
    private func shelves(in folder: String) -> [String] {
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

/// Names a tile across restarts: not by a collection's name, which another folder may have another time, but by where
/// its bytes come from.
struct DiskKey: Sendable, Equatable {
    /// Unique for source, item, version and tile.
    let text: String

    /// - Parameter source: what makes items of different collections different, such as the folder's path.
    init(source: String, _ key: TileKey) {
        text = "\(source)\u{0}\(key.item)\u{0}\(key.version)\u{0}\(key.level)/\(key.column)/\(key.row)"
    }

    /// 32 hexadecimal digits: two 64-bit FNV-1a hashes of the text, the second with another basis.
    var fileName: String {
        func hash(_ basis: UInt64) -> UInt64 {
            text.utf8.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        func hex(_ value: UInt64) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return hex(hash(0xCBF2_9CE4_8422_2325)) + hex(hash(0x9E37_79B9_7F4A_7C15))
    }
}
