// Keeps a folder's items in step with the folder on disk, for as long as the program runs.

import Pixels
import Platform

/// Examines the names for which the system reports a change.
///
/// In directories that the system cannot watch it searches for changes from time to time. An event only tells which
/// name to examine, so events may be merged, repeated or out of order, and comparing the whole folder gives the same
/// result at a higher cost. Used on one thread only.
final class FolderFollower {
    /// Milliseconds: events are gathered until none comes for `quiet`, for at most `longest`; a wait for one is
    /// `longestWait`.
    private static let (quiet, longest, longestWait) = (50, 250, 3_600_000)
    /// Milliseconds between two attempts to open a root that was deleted.
    private static let returnInterval = 500
    /// Milliseconds until unreadable entries are retried, doubled after each attempt that fails.
    private static let (firstRetry, lastRetry) = (500, 60_000)

    /// Weak: the thread that runs the follower must not keep the folder alive.
    private(set) weak var folder: FolderCollection?
    let watch: any DirectoryWatch
    /// From each watch to its directory, and below from each directory to its watch.
    var directories: [Int32: Int] = [:]
    var watches: [Int: Int32] = [:]
    /// Directories that could not be watched, and when to examine them next, in milliseconds of the monotonic clock.
    var unwatched = UnwatchedDirectories()
    private var nextSearch = 0
    var isRootGone = false
    /// When to compare the whole folder next, in milliseconds of the monotonic clock; used while `mayHaveTwins`.
    private var nextComparison = 0
    private var progress = MeasuringProgress()
    /// When to read the next headers, in milliseconds of the monotonic clock; nil when none is left to read.
    private var nextMeasuring: Int? = 0
    var scan: FolderScan?
    var pendingNames = PendingNames()
    var mounts = FolderMounts()
    var unsettled = UnsettledFiles()
    /// Whether links were found, whose targets may change without an event in their own names.
    var hasLinks = false
    /// Whether folders were added or removed, which may change where links lead.
    var hasChangedFolders = false
    /// Whether a file may have changed without an event here: it has other names, or lies outside the folder.
    var mayHaveTwins = false
    /// Directories that could not be read completely, for a temporary reason.
    var unread: Set<Int> = [] {
        didSet { if unread.count != oldValue.count { folder?.noteUnread(unread.count) } }
    }
    /// When to retry these directories and unreadable files; nil when there are none.
    private var nextRetry: Int?
    private var retryPause = firstRetry

    init(_ folder: FolderCollection, watch: any DirectoryWatch) {
        self.folder = folder
        self.watch = watch
    }

    /// Scans the whole folder, and watches each directory from before it is listed.
    func scanAll() {
        guard let folder else { return }
        // Read the mounts before any listing, so that a later mount counts as a change.
        mounts = FolderMounts(root: folder.root.path, watch.mounts)
        let scan = FolderScan(folder.root, into: self, known: folder.knownHeaders)
        self.scan = scan
        scan.run()
        note(scan, of: folder)
    }

    /// Follows the folder until the watch is stopped, or the collection is cancelled or freed.
    func run() {
        while let events = watch.events(within: waitingTime) {
            guard let folder, !folder.isCancelled else { return }
            if !events.isEmpty {
                collect(events, folder)
                gather(folder)
            }
            // Do all that is due in each round: events may come without a pause for hours.
            if folder.takeRetry() || nextRetry.map({ Self.now >= $0 }) == true { retry(folder) }
            if isRootGone {
                findRoot(folder)
            } else {
                if mayHaveTwins, Self.now >= nextComparison { pendingNames.addEverything() }
                if !unwatched.isEmpty, Self.now >= nextSearch { searchUnwatched(folder) }
                if let next = nextMeasuring, Self.now >= next { measure(folder) }
            }
            if let next = unsettled.nextExamination, Self.now >= next { unsettled.add(to: &pendingNames) }
            forgetLost(folder)
            if !isRootGone, !pendingNames.isEmpty { examinePendingNames(folder) }
            scheduleRetry(folder)
        }
    }

    /// The counts of all walks so far.
    var report: ScanReport { scan?.report ?? ScanReport() }

    /// The monotonic clock, in milliseconds.
    static var now: Int { Int(System.monotonicNanoseconds() / 1_000_000) }

    /// How long to wait for events, in milliseconds.
    private var waitingTime: Int {
        if isRootGone { return Self.returnInterval }
        let next = [
            mayHaveTwins ? nextComparison : nil, unwatched.isEmpty ? nil : nextSearch, nextMeasuring, nextRetry,
            unsettled.nextExamination, mounts.nextEnd,
        ].compactMap(\.self).min()
        return next.map { min(max($0 - Self.now, 0), Self.longestWait) } ?? Self.longestWait
    }

    // MARK: Retrying

    /// Sets the time of the next retry, if there is anything to retry.
    private func scheduleRetry(_ folder: FolderCollection) {
        guard folder.status.pending > 0 else {
            (nextRetry, retryPause) = (nil, Self.firstRetry)
            return
        }
        if nextRetry == nil { nextRetry = Self.now + retryPause }
    }

    /// Retries what could not be read; the pause is reset only when something could be read now.
    private func retry(_ folder: FolderCollection) {
        nextRetry = nil
        let before = folder.status.pending
        if isRootGone {
            findRoot(folder)
        } else {
            let directories = unread
            unread = []
            var comparison = FolderComparison(folder, scan: scan)
            for directory in directories where !folder.isCancelled {
                if scan?.identity(of: directory) == nil {
                    // It was never walked.
                    walk(directory, folder)
                } else {
                    comparison.compare(directory)
                }
            }
            unread.formUnion(comparison.unread)
            reexamine(comparison.pendingNames, folder)
            var isBetter = true
            while isBetter, !folder.isCancelled { isBetter = folder.examinePending(limit: 64) }
        }
        let pending = folder.status.pending
        let isBetter = pending < before
        if isBetter { Log.info("\(folder.source): \(before - pending) more could be read, \(pending) are tried again") }
        retryPause = isBetter ? Self.firstRetry : min(retryPause * 2, Self.lastRetry)
        nextMeasuring = 0
    }

    private func walk(_ directory: Int, _ folder: FolderCollection) {
        guard let path = folder.path(ofDirectory: directory) else { return }
        scan?.run(path: path, directory: directory)
        flush()
    }

    private func examinePendingNames(_ folder: FolderCollection) {
        guard isRootThere(folder), mounts.rootEnd == nil else {
            if !isLostForNow(folder) { leave(folder) }
            return
        }
        let start = Self.now
        var pendingNames = PendingNames()
        swap(&pendingNames, &self.pendingNames)
        if pendingNames.isEverything {
            var comparison = FolderComparison(folder, scan: scan)
            comparison.compareAll()
            pendingNames = comparison.pendingNames
            unread.formUnion(comparison.unread)
            mayHaveTwins = false
            reexamine(pendingNames, folder)
        } else {
            reexamine(pendingNames, folder, findsTwins: true)
        }
        // Comparing takes at most a tenth of the time.
        nextComparison = Self.now + max(watch.interval, (Self.now - start) * 10)
        nextMeasuring = 0
    }

    /// Searches for unreported changes, for at most a fiftieth of the time.
    private func searchUnwatched(_ folder: FolderCollection) {
        let start = Self.now
        guard isRootThere(folder), mounts.rootEnd == nil else {
            nextSearch = start + watch.interval
            return pendingNames.addEverything()
        }
        unwatched.examine(folder, scan: scan, now: System.unixSeconds()) { (Self.now - start) * 50 >= watch.interval }
        unread.formUnion(unwatched.unread)
        if !unwatched.pendingNames.isEmpty {
            reexamine(unwatched.pendingNames, folder)
            nextMeasuring = 0
        }
        nextSearch = Self.now + max(watch.interval, (Self.now - start) * 50)
    }

    /// Reads some headers, then pauses for four times as long, 1 … 500 ms, so that other programs can use the disk.
    private func measure(_ folder: FolderCollection) {
        let start = Self.now
        let hasMore = folder.measureBehind(&progress)
        let end = Self.now
        nextMeasuring = hasMore ? end + min(max(1, (end - start) * 4), 500) : nil
        if !hasMore { folder.keepHeaders() }
    }

    // MARK: Gathering

    private func gather(_ folder: FolderCollection) {
        let end = System.monotonicNanoseconds() + UInt64(Self.longest) * 1_000_000
        while System.monotonicNanoseconds() < end {
            guard let events = watch.events(within: Self.quiet), !events.isEmpty else { return }
            collect(events, folder)
        }
    }

    private func collect(_ events: [WatchEvent], _ folder: FolderCollection) {
        for event in events {
            switch event.kind {
            case .overflow: pendingNames.addEverything()
            case .mounts: noteMounts(folder)
            case .directory:
                // The root has no parent directory whose watch would report that it was moved or deleted.
                if directories[event.watch] == DirectoryTree.root, !isRootThere(folder) { pendingNames.addEverything() }
            case .ended:
                // Forget it at once, since a new directory may get the same inode.
                guard let directory = directories.removeValue(forKey: event.watch) else { continue }
                watches[directory] = nil
                scan?.forget([directory])
                if directory == DirectoryTree.root { pendingNames.addEverything() }
            case .appeared, .changed:
                guard let directory = directories[event.watch] else { continue }
                if event.name == LeftOutFolders.marker {
                    // `.nomedia` shows or hides the whole folder, so that is examined by its own name.
                    if let (name, parent) = folder.nameAndParent(ofDirectory: directory) {
                        pendingNames.add(name, in: parent)
                    }
                    continue
                }
                pendingNames.add(event.name, in: directory, isSettled: event.kind == .changed)
            }
        }
    }

    // MARK: Examining

    /// Files that a walk found and that are not among the folder's items yet.
    var found: [FolderChange] = []

    /// Examines names that may have changed, and updates the folder.
    ///
    /// If `findsTwins`, a rewritten file makes its other names suspect, which have no event of their own.
    private func reexamine(_ pendingNames: PendingNames, _ folder: FolderCollection, findsTwins: Bool = false) {
        var changes: [FolderChange] = []
        var walks: [(name: [UInt8], directory: Int)] = []
        var gone: Set<Int> = []
        func remove(_ directory: Int) {
            gone.insert(directory)
            hasChangedFolders = hasChangedFolders || scan?.identity(of: directory) != nil
            changes.append(.removeDirectory(directory))
        }
        for (directory, names) in pendingNames.names.sorted(by: { $0.key < $1.key }) {
            // A removed directory is handled by its own name in its parent.
            guard scan?.leftOut.marked.contains(directory) != true, let path = folder.path(ofDirectory: directory)
            else { continue }
            let descriptor: Int32
            do throws(ImageError) {
                descriptor = try folder.root.openDirectory(path)
            } catch {
                if error.isTransient { unread.insert(directory) }
                continue
            }
            defer { System.close(descriptor) }
            // Ask only once for each name, since `isBeingWritten` forgets a file that has settled.
            let unfinished = Set(names.filter { !$1 && isBeingWritten($0, in: directory, descriptor) }.keys)
            var listing = DirectoryListing()
            let finished = names.keys.filter { !unfinished.contains($0) }
            // Hidden files are never items.
            for name in finished where name.first != UInt8(ascii: ".") { listing.append(name[...], kind: .unknown) }
            CompanionFiles.addThumbnails(to: &listing, in: descriptor)
            if folder.root.hidesPairedRaws { CompanionFiles.addRaws(to: &listing, in: descriptor) }
            listing.sort()
            if !folder.examineSidecars(finished, in: directory, descriptor) { unread.insert(directory) }
            let sidecars = folder.sidecarNames(in: directory)
            for index in 0..<listing.count {
                let name = [UInt8](listing.name(at: index))
                if names[name] != false { unsettled.forget(name, in: directory) }
                let known = folder.directory(named: name, in: directory)
                scan?.leftOut.remove(name, in: directory)
                switch FolderEntry.examine(
                    name[...], kind: .unknown, in: descriptor, root: folder.root, known: folder.knownHeaders,
                    sidecars: sidecars)
                {
                case .unavailable: unread.insert(directory)
                case .file(let finding):
                    let before = folder.known(name, in: directory)
                    if finding.error?.isTransient == true, before?.isSound == true {
                        // Keep the known facts until the file can be examined.
                        unread.insert(directory)
                        continue
                    }
                    if findsTwins, before?.stamp != finding.stamp {
                        mayHaveTwins = mayHaveTwins || hasLinks || before != nil && finding.hasOtherNames
                    }
                    hasLinks = hasLinks || finding.isLink
                    if let known { remove(known) }
                    changes.append(.put(directory: directory, name: name, finding: finding))
                case .leftOut:
                    if let known { remove(known) }
                    changes.append(.remove(directory: directory, name: name))
                    scan?.leftOut.add(name[...], in: directory)
                case .nothing:
                    hasLinks = hasLinks || FileSystem.status(ofEntry: name, in: descriptor)?.kind == .link
                    mayHaveTwins = mayHaveTwins || findsTwins && hasLinks
                    if let known { remove(known) }
                    changes.append(.remove(directory: directory, name: name))
                case .directory:
                    if let known {
                        if isWalked(known, as: name[...], in: descriptor, folder.root) { continue }
                        remove(known)
                    }
                    walks.append((name, directory))
                }
            }
        }
        apply(changes, to: folder)
        // After the removals, so that a moved directory is not taken for a second link to the same one.
        for (name, parent) in walks where !gone.contains(parent) { walk(name, in: parent, folder) }
        flush()
        if let scan { note(scan, of: folder) }
    }

    func apply(_ changes: [FolderChange], to folder: FolderCollection) {
        forget(folder.apply(changes))
    }

    func forget(_ gone: [Int]) {
        unread.subtract(gone)
        for directory in gone {
            mounts.forget(directory)
            unwatched.forget(directory)
            unsettled.forget(directory)
            guard let watch = watches.removeValue(forKey: directory) else { continue }
            directories[watch] = nil
            self.watch.remove(watch)
        }
        scan?.forget(gone)
    }

    func flush() {
        if let folder, !found.isEmpty { apply(found, to: folder) }
        found = []
    }
}
