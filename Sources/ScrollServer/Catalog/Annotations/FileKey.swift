// The identity of a file, by its path.

import Platform

/// A 128-bit hash of the path of a file from the root of the file system, the same in every run of the program.
package struct FileKey: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Takes a whole path.
    package init(path: some Sequence<UInt8>) {
        var start = Start()
        start.add(path)
        self = start.key
    }

    /// Only one word is hashed again: both are well mixed.
    package func hash(into hasher: inout Hasher) { hasher.combine(low) }

    /// The hash of the beginning of a path, which files of one folder share.
    struct Start: Sendable {
        private var first = StableHash()
        private var second: UInt64 = 0x243F_6A88_85A3_08D3

        mutating func add(_ bytes: some Sequence<UInt8>) {
            first.add(bytes)
            for byte in bytes { second = ((second << 5 | second >> 59) ^ UInt64(byte)) &* 0x517C_C1B7_2722_0A95 }
        }

        /// The key of the path that was added.
        var key: FileKey {
            let (one, two) = (first.value, StableHash.mix(second))
            return FileKey(high: StableHash.mix(one ^ two << 1), low: one &+ StableHash.mix(two))
        }
    }
}

/// The keys of the files of a collection, which are often computed for neighbours.
struct FileKeys: Sendable {
    /// Where a path of the collection leads, from the root of the file system.
    private let locate: @Sendable (_ path: [UInt8]) -> [UInt8]
    /// The directory whose file was last asked for, by the hash of its path.
    private var latest: (directory: UInt64, start: FileKey.Start)?

    init(locate: @escaping @Sendable (_ path: [UInt8]) -> [UInt8]) { self.locate = locate }

    /// Takes the path of the collection's folder, links resolved, without a slash at its end.
    init(root: [UInt8]) {
        self.init { $0.isEmpty ? root : root + [UInt8(ascii: "/")] + $0 }
    }

    /// The path of a file in the store, from the root of the file system.
    func path(of handle: UInt32, in store: ItemStore) -> [UInt8] { locate(store.path(of: handle)) }

    /// The key of a file in the store; O(length of the name) for neighbours.
    mutating func key(of handle: UInt32, in store: ItemStore) -> FileKey {
        let (directory, name) = (store.directory(of: handle), store.name(of: handle))
        // A path of another computer may have backslashes, so that it is a name here.
        if directory == DirectoryTree.root, name.first == UInt8(ascii: "/") || ForeignPath.isLikely(Array(name)) {
            return FileKey(path: locate(Array(name)))
        }
        let hash = store.directories.hash(of: directory).value
        var start: FileKey.Start
        if let latest, latest.directory == hash {
            start = latest.start
        } else {
            let path = store.directories.path(of: directory)
            start = FileKey.Start()
            start.add(locate(Array(path.dropLast())))
            start.add(CollectionOfOne(UInt8(ascii: "/")))
            latest = (hash, start)
        }
        start.add(name)
        return start.key
    }
}
