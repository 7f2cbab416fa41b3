// Recognizes the content of a file under another path.

import Platform

/// A file's length, and a hash of its beginning and its end.
///
/// Pictures that differ have other headers or other compressed pixels at their end.
package struct FileContent: Hashable, Sendable {
    /// Bytes at the beginning, and at the end, that are hashed.
    private static let partByteCount = 1 << 15

    let byteCount: UInt64
    let hash: UInt64

    /// Stands for a content that is not known.
    static let unknown = FileContent(byteCount: .max, hash: 0)

    init(byteCount: UInt64, hash: UInt64) { (self.byteCount, self.hash) = (byteCount, hash) }

    /// Reads a file; blocks.
    ///
    /// - Throws: the system's error; EIO for what is no regular file, and for one that changes meanwhile.
    init(path: [UInt8]) throws(SystemError) {
        guard let path = SystemPath(path) else { throw .damaged("open") }
        let file = try OpenFile(owning: try FileSystem.open(path, in: FileSystem.workingDirectory))
        guard file.status.kind == .regular else { throw .damaged("open") }
        let count = file.count
        let start = max(count - Self.partByteCount, min(count, Self.partByteCount))
        var hash = StableHash.mix(UInt64(count))
        for part in [0..<min(count, Self.partByteCount), start..<count] {
            let bytes = try file.bytes(at: part.lowerBound, count: part.count)
            guard bytes.count == part.count else { throw .damaged("read") }
            var reader = IndexReader(bytes)
            while let word = reader.number() { hash = StableHash.mix(hash ^ word) }
            while let byte = reader.byte() { hash = StableHash.mix(hash ^ UInt64(byte)) }
        }
        guard try file.isUnchanged() else { throw .damaged("read") }
        self.init(byteCount: UInt64(count), hash: hash)
    }
}

/// Where an annotated file is, and what it contains.
package struct FilePlace: Sendable {
    let key: FileKey
    /// From the root of the file system.
    let path: [UInt8]
    /// The number of bytes of the path that lead to the mount with the file; 0 where that is not known.
    let mountByteCount: Int
    let content: FileContent

    init(path: [UInt8], content: FileContent, mounts: MountTable) {
        self.init(
            key: FileKey(path: path), path: path, mountByteCount: Self.mountByteCount(of: path, mounts),
            content: content)
    }

    init(key: FileKey, path: [UInt8], mountByteCount: Int, content: FileContent) {
        (self.key, self.path, self.content) = (key, path, content)
        self.mountByteCount = mountByteCount
    }

    /// The last part of the path.
    var name: [UInt8] { Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]) }

    private static func mountByteCount(of path: [UInt8], _ mounts: MountTable) -> Int {
        mounts.mount(containing: path)?.path.count ?? 0
    }

    /// Whether there is no file any more at the path, on a disk that is still there; blocks.
    func isGone(_ mounts: MountTable) -> Bool {
        // The files of a disk that was taken out are not gone.
        guard Self.mountByteCount(of: path, mounts) == mountByteCount, let path = SystemPath(path) else { return false }
        do throws(SystemError) {
            _ = try FileSystem.status(of: path, in: FileSystem.workingDirectory, followLink: false)
            return false
        } catch {
            return error.isMissing
        }
    }
}

/// A record of a journal: annotated files with their paths and contents.
enum PlaceRecord {
    private static let version: UInt8 = 1
    /// Most files of one record.
    static let largestCount = 1024

    static func bytes(_ places: some Collection<FilePlace>) -> [UInt8] {
        var writer = IndexWriter()
        writer.put(version)
        writer.put(places.count)
        for place in places {
            for word in [place.key.high, place.key.low, place.content.byteCount, place.content.hash] {
                writer.put(word)
            }
            writer.put(place.mountByteCount)
            writer.put(place.path)
        }
        return writer.bytes
    }

    /// Calls `body` with each file of a record that `bytes` made.
    ///
    /// - Returns: false for any other bytes; `body` may have been called with the files before the damage.
    static func read(_ bytes: [UInt8], _ body: (FilePlace) -> Void) -> Bool {
        var reader = IndexReader(bytes)
        guard reader.byte() == version, let count = reader.count(each: 48) else { return false }
        for _ in 0..<count {
            guard let high = reader.number(), let low = reader.number(), let byteCount = reader.number(),
                let hash = reader.number(), let mount = reader.integer(), let path = reader.block()
            else { return false }
            body(
                FilePlace(
                    key: FileKey(high: high, low: low), path: path, mountByteCount: mount,
                    content: FileContent(byteCount: byteCount, hash: hash)))
        }
        return reader.isAtEnd
    }
}
