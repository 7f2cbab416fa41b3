// How a follower examines single entries: links, new or removed folders, files still being written.

import Pixels
import Platform

extension FolderFollower {
    /// Records what a walk found, and whether links must be checked for changes without events.
    func note(_ scan: FolderScan, of folder: FolderCollection) {
        hasLinks = hasLinks || scan.hasLinks
        folder.noteLeftOut(scan.leftOut.count)
        // Nothing outside the folder is watched.
        if hasLinks, hasChangedFolders || folder.root.followsLinksOutside { mayHaveTwins = true }
        hasChangedFolders = false
    }

    /// Returns whether an entry still leads to the walked directory, and `.nomedia` was neither added nor removed.
    func isWalked(_ directory: Int, as name: ArraySlice<UInt8>, in parent: Int32, _ root: FolderRoot) -> Bool {
        guard let path = SystemPath(name), let scan,
            let opened = try? FileSystem.open(path, in: parent, asDirectory: true)
        else { return false }
        defer { System.close(opened) }
        guard let status = try? FileSystem.status(of: opened), status.identity == scan.identity(of: directory) else {
            return false
        }
        let isMarked = !root.listsAllFolders && LeftOutFolders.isMarked(opened)
        return isMarked == scan.leftOut.marked.contains(directory)
    }

    /// Walks a new directory; if it is listed elsewhere, adds an item that says where.
    func walk(_ name: [UInt8], in parent: Int, _ folder: FolderCollection) {
        guard let scan, let parentPath = folder.path(ofDirectory: parent) else { return }
        let path = parentPath + name + [UInt8(ascii: "/")]
        if let other = (try? folder.root.status(of: path)).flatMap({ scan.directory($0.identity) }) {
            guard let otherPath = folder.path(ofDirectory: other) else { return }
            var finding = ItemStore.Finding(error: .link(to: otherPath, isLeftOut: scan.leftOut.marked.contains(other)))
            finding.isLink = true
            return apply([.put(directory: parent, name: name, finding: finding)], to: folder)
        }
        apply([.remove(directory: parent, name: name)], to: folder)
        guard let directory = folder.appendDirectory(name[...], in: parent) else { return }
        scan.run(path: path, directory: directory)
        hasChangedFolders = hasChangedFolders || scan.identity(of: directory) != nil
    }

    /// Whether another program may still be writing a new file.
    ///
    /// A hard-linked file counts as finished, and so does one that has not changed for a while.
    func isBeingWritten(_ name: [UInt8], in directory: Int, _ descriptor: Int32) -> Bool {
        guard let status = FileSystem.status(ofEntry: name, in: descriptor), status.kind == .regular,
            status.linkCount == 1
        else {
            unsettled.forget(name, in: directory)
            return false
        }
        return !unsettled.isSettled(name, in: directory, status, now: Self.now)
    }
}
