// Deletion and return of a followed folder, and media that are mounted inside it or removed.

import Platform

extension FolderFollower {
    func isRootThere(_ folder: FolderCollection) -> Bool {
        guard let path = SystemPath(folder.root.path.utf8) else { return false }
        do throws(SystemError) {
            let status = try FileSystem.status(of: path, in: FileSystem.workingDirectory, followLink: true)
            return status.kind == .directory && status.identity == scan?.identity(of: DirectoryTree.root)
        } catch {
            // A file server that does not answer has not lost the folder.
            return !error.isAboutFile
        }
    }

    /// Removes all items, since the root was deleted, moved or replaced.
    func leave(_ folder: FolderCollection) {
        apply([.removeDirectory(DirectoryTree.root)], to: folder)
        forget([DirectoryTree.root])
        isRootGone = true
        pendingNames = PendingNames()
        unsettled = UnsettledFiles()
        findRoot(folder)
    }

    func findRoot(_ folder: FolderCollection) {
        guard folder.reopenRoot() else { return }
        isRootGone = false
        unwatched = UnwatchedDirectories()
        pendingNames = PendingNames()
        scanAll()
        flush()
    }

    // MARK: Media

    /// Handles a mount or unmount anywhere in the system.
    func noteMounts(_ folder: FolderCollection) {
        let changes = mounts.update(watch.mounts)
        for path in changes.mounted { addPendingName(at: path, folder) }
        for path in changes.unmounted {
            if let directory = folder.directory(at: path) {
                folder.markUnreadable(directory, .removedMedium)
                mounts.scheduleRemoval(directory, now: Self.now)
                // The same directory may return, even without an end of its watch.
                scan?.forget([directory])
            } else {
                addPendingName(at: path, folder)
            }
        }
        guard changes.isRootMoved || !isRootThere(folder) else { return }
        if isRootThere(folder) { mounts.keepRoot() }
        pendingNames.addEverything()
    }

    /// Whether the root's medium has just been removed, so that its pictures stay for a while.
    func isLostForNow(_ folder: FolderCollection) -> Bool {
        let (isLost, isNew) = mounts.isRootLost(watch.mounts, now: Self.now)
        if isNew { folder.markUnreadable(DirectoryTree.root, .removedMedium) }
        if isLost { pendingNames = PendingNames() }
        return isLost
    }

    /// Examines directories whose medium was removed some time ago, which removes them.
    func forgetLost(_ folder: FolderCollection) {
        let now = Self.now
        for directory in mounts.takeEnded(now: now) {
            if let path = folder.path(ofDirectory: directory) { addPendingName(at: Array(path.dropLast()), folder) }
        }
        if let end = mounts.rootEnd, now >= end { pendingNames.addEverything() }
    }

    /// Marks the entry at a path from the root to be examined again.
    private func addPendingName(at path: [UInt8], _ folder: FolderCollection) {
        let cut = path.lastIndex(of: UInt8(ascii: "/"))
        let parent = cut.map { folder.directory(at: Array(path[..<$0])) } ?? DirectoryTree.root
        if let parent { pendingNames.add(Array(path[(cut.map { $0 + 1 } ?? 0)...]), in: parent) }
    }
}
