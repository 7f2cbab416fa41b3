// How the scan and the follower change a folder's items.

import Pixels
import Platform
import Synchronization

extension FolderCollection {
    /// Changes made, or files listed, while the lock is held once: some 100 µs.
    private static let batchCount = 256

    func noteUnread(_ count: Int) { items.withLock { $0.unreadDirectories = count } }

    /// Sets how many folders are not listed, for the collection's notice.
    func noteLeftOut(_ count: Int) { leftOutCount.withLock { $0 = count } }

    /// Returns a directory's name and its parent; nil for the root, and for a removed directory.
    func nameAndParent(ofDirectory directory: Int) -> (name: [UInt8], parent: Int)? {
        items.withLock { items in
            let directories = items.store.directories
            guard directory != DirectoryTree.root, directories.contains(directory) else { return nil }
            return (directories.name(of: directory), directories.parent(of: directory))
        }
    }

    /// Reports, in the log and in the collection's notice, that the system reports no changes of some directories.
    ///
    /// Viewers are not told where the folder lies.
    func noteUnwatched(_ failureReason: String) {
        func notice(of folder: String) -> String {
            "Changes in \(folder) are looked for, and may show seconds late: \(failureReason)"
        }
        unwatched.withLock { $0 = notice(of: "'\(name)'") }
        Log.warning("folders whose changes the system does not report", notice(of: source))
    }

    /// The stamp of the file of this name, and whether its item has no error; nil when there is no such item.
    func known(_ name: [UInt8], in directory: Int) -> (stamp: UInt64, isSound: Bool)? {
        items.withLock { items in
            guard items.store.directories.contains(directory),
                let handle = items.store.handle(named: name[...], in: directory)
            else { return nil }
            return (items.store.stamp(of: handle), items.store.error(of: handle) == nil)
        }
    }

    func appendDirectory(_ name: ArraySlice<UInt8>, in parent: Int) -> Int? {
        items.withLock { $0.appendDirectory(name, in: parent) }
    }

    /// Appends files that come behind all others; returns false when the store is full.
    func append(_ files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)], in directory: Int) -> Bool {
        items.withLock { items in
            items.changing { items in
                files.allSatisfy { name, finding in items.append(name, in: directory, finding) }
            }
        }
    }

    /// Makes changes in the given order.
    ///
    /// The lock is released after each batch, so that event loops do not wait for long; each batch is one revision.
    ///
    /// - Returns: the numbers of the directories that were removed.
    func apply(_ changes: [FolderChange]) -> [Int] {
        var gone: [Int] = []
        if !changes.isEmpty { Log.debug("\(source): \(changes.count) files or folders have changed") }
        var rest = changes[...]
        while !rest.isEmpty {
            rest = items.withLock { items in
                items.changing { items in Self.apply(rest, to: &items, gone: &gone) }
            }
        }
        return gone
    }

    /// Makes the first `batchCount` changes.
    ///
    /// - Returns: the changes that are still to be made.
    private static func apply(
        _ changes: ArraySlice<FolderChange>, to items: inout FolderItems, gone: inout [Int]
    ) -> ArraySlice<FolderChange> {
        var hint: Int?
        for (change, index) in zip(changes.prefix(batchCount), changes.indices) {
            switch change {
            case .put(let directory, let name, let finding):
                // Files come sorted, so the next one often belongs right behind this one.
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

    package func noteUndecodable(item id: String, version: String, _ error: ImageError) {
        items.withLock { items in items.changing { $0.noteUndecodable(id, version: version, error) } }
    }

    /// The path from the root, with a slash at the end; empty for the root, nil for a directory that was removed.
    func path(ofDirectory directory: Int) -> [UInt8]? {
        items.withLock { items in
            items.store.directories.contains(directory) ? items.store.directories.path(of: directory) : nil
        }
    }

    func directory(named name: [UInt8], in parent: Int) -> Int? {
        items.withLock { $0.store.directories.directory(named: name, in: parent) }
    }

    /// The directory at a path from the root, without a slash at the end; nil when it is not known.
    func directory(at path: [UInt8]) -> Int? {
        items.withLock { items in
            var directory = DirectoryTree.root
            for name in path.split(separator: UInt8(ascii: "/")) {
                guard let next = items.store.directories.directory(named: Array(name), in: directory) else {
                    return nil
                }
                directory = next
            }
            return directory
        }
    }

    /// Sets the error of all files in a directory and below it, keeping their other facts.
    func markUnreadable(_ directory: Int, _ error: ImageError) {
        var next: Int? = 0
        while let start = next {
            next = items.withLock { items in
                items.changing { $0.markUnreadable(directory, error, from: start, limit: Self.batchCount) }
            }
        }
    }

    /// The stamp of each file of one directory, by name.
    func files(in directory: Int) -> [[UInt8]: UInt64] {
        var files: [[UInt8]: UInt64] = [:]
        var last: [UInt8]?
        repeat {
            last = items.withLock { items in
                // The calling thread alone changes the items, so no file is missed between two batches.
                let run = items.files(in: directory, behind: last, limit: Self.batchCount)
                for handle in run {
                    files[[UInt8](items.store.name(of: handle))] = items.store.stamp(of: handle)
                }
                return run.last.map { [UInt8](items.store.name(of: $0)) }
            }
        } while last != nil
        return files
    }

    /// The known facts of a file.
    struct KnownFile {
        var directory: Int
        var name: [UInt8]
        /// The path from the root.
        var path: [UInt8]
        var stamp: UInt64
        /// The stamp of its sidecar when that was read; nil without one.
        var sidecar: Sidecar.Stamp?
        /// Its possible sidecars in the last listing of its directory.
        var sidecars: SidecarNames.Found?
    }

    /// The files at some indices by name, and the folder's file count.
    func files(at range: Range<Int>) -> (files: [KnownFile], count: Int) {
        items.withLock { items in
            let store = items.store
            let files = items.names.handles(in: range.clamped(to: 0..<items.names.count)).map { handle in
                KnownFile(
                    directory: store.directory(of: handle), name: [UInt8](store.name(of: handle)),
                    path: store.path(of: handle), stamp: store.stamp(of: handle), sidecar: items.sidecars[handle],
                    sidecars: items.sidecars(of: handle))
            }
            return (files, items.names.count)
        }
    }

    /// The index by name of the first item in the range shown last; nil for none.
    var firstShown: Int? {
        items.withLock { items in items.focus.flatMap { items.names.handles.index(of: $0) } }
    }

    /// The subdirectories of a directory, by name.
    func directories(in directory: Int) -> [[UInt8]: Int] {
        items.withLock { items in
            let directories = items.store.directories
            return Dictionary(
                directories.children(of: directory).map { (directories.name(of: $0), $0) },
                uniquingKeysWith: { first, _ in first })
        }
    }
}
