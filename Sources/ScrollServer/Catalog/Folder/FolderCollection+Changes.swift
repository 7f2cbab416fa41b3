// What a scan and the follower change in a folder's items.

import Synchronization

extension FolderCollection {
    /// Changes made, or files listed, under the lock at a time: some 100 µs.
    private static let batchCount = 256

    func foundImage() { decide() }

    func appendDirectory(_ name: ArraySlice<UInt8>, in parent: Int) -> Int? {
        items.withLock { $0.appendDirectory(name, in: parent) }
    }

    /// Files that come behind all others.
    func append(_ files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)], in directory: Int) -> Bool {
        items.withLock { items in
            items.changing { items in
                files.allSatisfy { name, finding in items.append(name, in: directory, finding) }
            }
        }
    }

    /// Makes changes one after the other, in as few revisions as hold nobody up.
    ///
    /// - Returns: directories that are no more.
    func apply(_ changes: [FolderChange]) -> [Int] {
        var gone: [Int] = []
        var rest = changes[...]
        while !rest.isEmpty {
            rest = items.withLock { items in
                items.changing { items in Self.apply(rest, to: &items, gone: &gone) }
            }
        }
        return gone
    }

    /// - Returns: what is left to do.
    private static func apply(
        _ changes: ArraySlice<FolderChange>, to items: inout FolderItems, gone: inout [Int]
    ) -> ArraySlice<FolderChange> {
        var hint: Int?
        for (change, index) in zip(changes.prefix(batchCount), changes.indices) {
            switch change {
            case .put(let directory, let name, let finding):
                // Files come in order, often with none between them.
                if let index = items.put(name[...], in: directory, finding, near: hint) { hint = index + 1 }
            case .remove(let directory, let name):
                if items.store.directories.contains(directory) { items.remove(name[...], in: directory) }
            case .removeDirectory(let directory):
                guard items.store.directories.contains(directory) else { continue }
                guard let removed = items.removeDirectory(directory, limit: batchCount) else {
                    return changes[index...]
                }
                gone += removed
            }
        }
        return changes.dropFirst(batchCount)
    }

    /// Relative to the root, with a slash at the end; nil for a directory that is no more.
    func path(ofDirectory directory: Int) -> [UInt8]? {
        items.withLock { items in
            items.store.directories.contains(directory) ? items.store.directories.path(of: directory) : nil
        }
    }

    func directory(named name: [UInt8], in parent: Int) -> Int? {
        items.withLock { $0.store.directories.directory(named: name, in: parent) }
    }

    /// What is known of the files of one directory, by their names.
    func files(in directory: Int) -> [[UInt8]: (modified: FileTime, byteCount: Int)] {
        var files: [[UInt8]: (modified: FileTime, byteCount: Int)] = [:]
        var last: [UInt8]?
        repeat {
            last = items.withLock { items in
                // Only who asks changes a folder's files, so none is missed between two runs.
                let run = items.files(in: directory, behind: last, limit: Self.batchCount)
                for slot in run {
                    files[[UInt8](items.store.name(of: slot))] = (
                        items.store.modified(of: slot), items.store.byteCount(of: slot)
                    )
                }
                return run.last.map { [UInt8](items.store.name(of: $0)) }
            }
        } while last != nil
        return files
    }

    /// The directories in a directory, by their names.
    func directories(in directory: Int) -> [[UInt8]: Int] {
        items.withLock { items in
            let directories = items.store.directories
            return Dictionary(
                directories.children(of: directory).map { (directories.name(of: $0), $0) },
                uniquingKeysWith: { first, _ in first })
        }
    }
}
