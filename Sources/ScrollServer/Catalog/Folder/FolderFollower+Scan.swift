// What the scan of a folder reports to its follower.

import Platform

/// What a scan reports, in calls from its own thread.
extension FolderFollower {
    /// Files found by a walk are added to the items in batches of this size.
    private static let foundLimit = 4096

    /// Whether the scan must end; read between batches.
    var isCancelled: Bool { folder?.isCancelled ?? true }

    /// Called once, when the first image was found, perhaps before `append` reports that image.
    func foundImage() { folder?.releaseFirstItemWaiters() }

    /// Called when a part of a directory could not be read, for a temporary reason.
    func couldNotRead(_ directory: Int) { unread.insert(directory) }

    /// Watches a directory, before it is listed, so that no change is missed.
    func willList(_ directory: Int, descriptor: Int32) {
        let number = watch.add(descriptor)
        let network = mounts.table.network { try? FileSystem.resolvedPath(of: descriptor) }
        let gap = network.map { "the system does not report what other computers change on a file system '\($0)'" }
        if let failureReason = number == nil ? watch.failureReason : gap {
            if unwatched.isEmpty { folder?.noteUnwatched(failureReason) }
            unwatched.add(directory, try? FileSystem.status(of: descriptor), now: System.unixSeconds())
        }
        guard let number else { return }
        directories[number] = directory
        watches[directory] = number
    }

    /// Reports an entry of a folder that was walked elsewhere, perhaps after entries that sort later.
    func appendOutOfOrder(_ name: ArraySlice<UInt8>, _ finding: ItemStore.Finding, in directory: Int) {
        found.append(.put(directory: directory, name: [UInt8](name), finding: finding))
    }

    /// Reports files of one directory, in order and perhaps in several calls.
    ///
    /// - Returns: false ends the scan.
    func append(_ files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)], in directory: Int) -> Bool {
        guard let folder else { return false }
        hasLinks = hasLinks || files.contains { $0.finding.isLink }
        // The first scan finds files in their final order; those of a later walk are inserted where they belong.
        if !folder.items.withLock({ $0.isScanned }) { return folder.append(files, in: directory) }
        for (name, finding) in files { appendOutOfOrder(name, finding, in: directory) }
        if found.count >= Self.foundLimit { flush() }
        return true
    }
}
