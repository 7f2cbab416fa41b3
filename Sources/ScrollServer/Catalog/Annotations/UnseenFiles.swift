// The files of a folder that have appeared, changed or been annotated since annotations were last moved.

import Platform

/// Ids of files, or all files of a folder where they are too many.
package struct UnseenFiles: Sendable {
    /// Most ids that are kept: 128 KiB.
    private static let mostIDs = 1 << 14

    /// nil for all files, as of a folder that was just opened.
    private(set) var ids: [UInt64]?
    /// Whether an annotated file was removed, so that one which had the same content may now have its annotations.
    private(set) var hasLostFiles = false

    var isEmpty: Bool { ids?.isEmpty == true && !hasLostFiles }
    /// Whether all files of the folder are to be looked at.
    var hasAll: Bool { ids == nil }

    /// No files.
    static let none = UnseenFiles(ids: [])

    mutating func add(_ more: [UInt64]) {
        guard let count = ids?.count else { return }
        if count + more.count <= Self.mostIDs { ids?.append(contentsOf: more) } else { ids = nil }
    }

    mutating func formUnion(_ other: UnseenFiles) {
        if let more = other.ids { add(more) } else { ids = nil }
    }

    mutating func noteLostFile() { hasLostFiles = true }

    /// Empties the set, and returns what was in it.
    mutating func take() -> UnseenFiles {
        defer { self = .none }
        return self
    }
}

/// A file of a folder, as the folder knows it.
package struct SeenFile: Sendable {
    var id: UInt64
    /// From the root of the file system.
    var path: [UInt8]
    var byteCount: Int
}

extension FolderItems {
    /// Notes that the content of a file may have changed.
    mutating func noteChangedFile(_ handle: UInt32) {
        annotations?.unseen?.add([store.id(of: handle)])
        if let key = annotatedKey(of: handle) { annotations?.store.noteChange(of: key) }
    }

    /// Notes that a file is about to be removed.
    mutating func noteGoneFile(_ handle: UInt32) {
        guard let key = annotatedKey(of: handle) else { return }
        annotations?.store.noteGone(key)
        annotations?.unseen?.noteLostFile()
    }

    /// The key of a file that shows an annotation; nil for any other.
    private mutating func annotatedKey(of handle: UInt32) -> FileKey? {
        guard facts.hasAnnotations, facts.annotationCode(row: Int(handle)) != 0 else { return nil }
        return annotations?.key(of: handle, in: store)
    }
}

/// A collection whose files appear, go and are moved.
package protocol FollowedCollection: ItemCollection {
    /// Whether the files are known, and some are to be looked at; O(1).
    var hasUnseenFiles: Bool { get }
    /// The files to be looked at, which are no longer in the set then.
    func takeUnseenFiles() -> UnseenFiles?
    /// Calls `body` outside the lock with the files of a set that `isWanted` chooses, in batches.
    ///
    /// `isWanted` gets the file's key, its length and the code of its annotation. `pause` is called between batches.
    func withFiles(
        _ files: UnseenFiles, pause: () -> Void, where isWanted: (FileKey, _ byteCount: Int, _ code: UInt32) -> Bool,
        _ body: ([SeenFile]) -> Void)
}

extension FolderCollection: FollowedCollection {
    /// Files examined while the lock is held once.
    private static let seenCount = 256

    package var followed: (any FollowedCollection)? { self }

    package var hasUnseenFiles: Bool {
        items.withLock { items in items.isScanned && items.annotations?.unseen?.isEmpty == false }
    }

    package func takeUnseenFiles() -> UnseenFiles? { items.withLock { $0.annotations?.unseen?.take() } }

    package func withFiles(
        _ files: UnseenFiles, pause: () -> Void, where isWanted: (FileKey, _ byteCount: Int, _ code: UInt32) -> Bool,
        _ body: ([SeenFile]) -> Void
    ) {
        var next = 0
        var isDone = false
        while !isDone, !isCancelled {
            pause()
            let found = items.withLock { items in
                // By rows, which stay where items are moved.
                let count = files.ids?.count ?? items.facts.rowCount
                let range = min(next, count)..<min(next + Self.seenCount, count)
                isDone = range.upperBound == count
                let handles = range.compactMap { index -> UInt32? in
                    guard let ids = files.ids else {
                        return items.facts.present.contains(index) ? UInt32(index) : nil
                    }
                    return items.store.handle(of: ids[index])
                }
                return items.seen(handles, where: isWanted)
            }
            if !found.isEmpty { body(found) }
            next += Self.seenCount
        }
    }
}

extension FolderItems {
    fileprivate mutating func seen(
        _ handles: [UInt32], where isWanted: (FileKey, _ byteCount: Int, _ code: UInt32) -> Bool
    ) -> [SeenFile] {
        guard var own = annotations else { return [] }
        // The set is not needed here, and would be copied.
        own.unseen = nil
        return handles.compactMap { handle in
            let key = own.key(of: handle, in: store)
            let (byteCount, code) = (store.byteCount(of: handle), facts.annotationCode(row: Int(handle)))
            guard store.stamp(of: handle) != 0, isWanted(key, byteCount, code) else { return nil }
            return SeenFile(id: store.id(of: handle), path: own.path(of: handle, in: store), byteCount: byteCount)
        }
    }
}
