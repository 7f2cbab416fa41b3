// The images of a folder and of its subfolders.

import Dispatch
import Pixels
import Platform
import Synchronization

/// A folder on disk, used read-only.
///
/// Items appear while the scan runs, and change when the folder does.
package final class FolderCollection: ItemCollection {
    package let id: String
    package let name: String
    package let kind = CollectionKind.folder
    package var source: String { root.path }

    /// Replaced when the folder was deleted and has been created again.
    private let currentRoot: Mutex<FolderRoot>
    package let factFields: [FactField]
    /// Reports changes on disk; nil when the folder is not followed after the scan.
    private let watch: (any DirectoryWatch)?
    /// Guards the items.
    ///
    /// Event loops wait for this lock, so it is never held while a thread waits for the disk, nor for longer than some
    /// hundred items take.
    let items: Mutex<FolderItems>
    /// Why changes may be noticed late; nil where the system reports all of them.
    let unwatched = Mutex<String?>(nil)
    /// Why the table of facts differs from the one on disk; nil where it does not.
    let factsFailure = Mutex<String?>(nil)
    /// Number of folders that are not listed: system folders, and those with `.nomedia`.
    let leftOutCount = Mutex(0)
    private var leftOutNotice: String? {
        let count = leftOutCount.withLock { $0 }
        guard count > 0 else { return nil }
        return (count == 1 ? "1 folder is" : "\(count) folders are")
            + " left out: system folders such as @eaDir, or with a file .nomedia; start with --all-folders to list them"
    }
    /// That the folder has tables; nil where a table of facts was given, which may be one of them.
    private var tableNotice: String? {
        factFields.count > FactField.ofPictures.count ? nil : scanReport.withLock { $0?.tableNotice }
    }
    package var notice: String? {
        let known = [unwatched.withLock { $0 }, factsFailure.withLock { $0 }, leftOutNotice, tableNotice]
            .compactMap { $0 }
        let parts = known + items.withLock { $0.joinedNotices }
        return parts.isEmpty ? nil : parts.joined(separator: ". ")
    }
    /// The headers cached by earlier runs; nil without a cache.
    let knownHeaders: KnownHeaders?
    let locks = WorkerLocks()
    /// Ranks pictures by appearance; nil until it is available.
    let ranking = Mutex<(any ItemRanking)?>(nil)
    /// When groups of alike pictures were found, and of what.
    let alike = Mutex(AlikeSearch())
    /// Whether files are to be compared, and what is known of their bytes.
    let duplicates = Mutex(DuplicateSearch())
    /// Whether the scan was started: prevents a second one.
    private let hasStarted = Mutex(false)
    private let isStopped = Atomic(false)
    /// Releases its waiters once: when the first image is found, or when the scan ends without one.
    private let firstImage = DispatchGroup()
    /// Whether `firstImage` was left; it must be left exactly once.
    private let firstItemWaitersAreReleased = Mutex(false)
    /// Releases its waiters when the scan has ended.
    private let scan = DispatchGroup()
    /// Counts of the scan apart from pictures; nil until it has ended.
    package let scanReport = Mutex<ScanReport?>(nil)

    /// Opens a folder, whose `root` is absolute or relative to the working directory; `id` must fit a URL path segment.
    ///
    /// Links may leave the folder if `followsLinksOutside`; raw files beside a picture of the same name are hidden if
    /// `hidesPairedRaws`. System folders, and those with `.nomedia`, are listed if `listsAllFolders`. `watch` reports
    /// changes to follow after the scan; nil: none. Files are dated in `zone`. `joined` is a table of facts of the
    /// files. `cache` is a folder for cached headers; nil: no cache. Throws `unreadable` when `root` is not a folder or
    /// may not be read.
    package init(
        root: String, id: String, name: String, followsLinksOutside: Bool = false, hidesPairedRaws: Bool = false,
        listsAllFolders: Bool = false,
        watch: (any DirectoryWatch)? = nil, zone: ZoneOffsets = .local, joined: JoinedFacts? = nil,
        cache: String? = nil
    ) throws(ImageError) {
        items = Mutex(FolderItems(zone: zone, joined: joined))
        factFields = joined?.fields ?? FactField.ofPictures
        let folder = try FolderRoot(
            path: root, followsLinksOutside: followsLinksOutside, hidesPairedRaws: hidesPairedRaws,
            listsAllFolders: listsAllFolders)
        currentRoot = Mutex(folder)
        knownHeaders = cache.map { KnownHeaders(folder: $0, source: folder.path) }
        self.id = id
        self.name = name
        self.watch = watch
    }

    deinit {
        watch?.stop()
    }

    /// The folder on disk.
    var root: FolderRoot { currentRoot.withLock { $0 } }

    // MARK: Scanning

    /// Starts a thread that scans the folder and then follows it; a second call does nothing.
    package func start() {
        let isFirst = hasStarted.withLock { hasStarted in
            if hasStarted { return false }
            hasStarted = true
            // Entered within the lock: a second caller must not wait on a group that is still empty.
            firstImage.enter()
            scan.enter()
            return true
        }
        guard isFirst else { return }
        // A weak reference, in two statements: the thread must not keep the folder alive while it follows it.
        let run: @Sendable () -> Void = { [weak self] in
            let follower = self.flatMap { Self.scanned($0) }
            follower?.run()
        }
        do throws(SystemError) {
            try System.startThread(run)
        } catch {
            DispatchQueue(label: "folder scan", qos: .userInitiated).async(execute: run)
        }
    }

    /// Scans the folder.
    ///
    /// - Returns: the follower to run next; nil when the folder is not followed.
    private static func scanned(_ folder: FolderCollection) -> FolderFollower? {
        let follower = FolderFollower(folder, watch: folder.watch ?? SilentWatch(failureReason: nil))
        follower.scanAll()
        follower.flush()
        folder.items.withLock { $0.isScanned = true }
        folder.scanReport.withLock { $0 = follower.report }
        let status = folder.status
        Log.info(follower.report.text(of: folder.source, count: status.count, pending: status.pending))
        folder.releaseFirstItemWaiters()
        folder.scan.leave()
        return folder.watch == nil ? nil : follower
    }

    /// Ends the scan soon and stops following the folder; items found so far stay.
    package func cancel() {
        isStopped.store(true, ordering: .relaxed)
        watch?.stop()
    }

    package var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

    /// Blocks until the scan finds an image or ends; `status.count` may count the image slightly later.
    ///
    /// - Returns: false if the scan has ended without an item, and nothing is left to retry.
    package func waitForFirstItem() -> Bool {
        start()
        firstImage.wait()
        return items.withLock { !$0.isScanned || $0.names.count > 0 || $0.unreadDirectories > 0 }
    }

    /// Starts the scan if necessary, and blocks until it has ended.
    package func waitForScan() {
        start()
        scan.wait()
    }

    /// Releases the waiters for the first image: an image was found, or the scan has ended.
    func releaseFirstItemWaiters() {
        firstItemWaitersAreReleased.withLock { firstItemWaitersAreReleased in
            if !firstItemWaitersAreReleased { firstImage.leave() }
            firstItemWaitersAreReleased = true
        }
    }

    // MARK: Retrying

    /// Whether the follower is asked to retry now what could not be read.
    private let isRetryWanted = Atomic(false)

    package var isScanning: Bool { items.withLock { !$0.isScanned || $0.unreadDirectories > 0 } }

    package var footer: CollectionFooter? {
        let (isScanned, unread) = items.withLock { ($0.isScanned, $0.unreadDirectories) }
        if !isScanned { return CollectionFooter(.loading) }
        guard unread > 0 else { return nil }
        let what = unread == 1 ? "A folder" : "\(unread) folders"
        return CollectionFooter(.failed, message: "\(what) cannot be read just now; this is tried again")
    }

    package func fetchNextPage() {
        isRetryWanted.store(true, ordering: .relaxed)
        watch?.wake()
    }

    /// Whether a retry has been requested since the last call.
    func takeRetry() -> Bool { isRetryWanted.exchange(false, ordering: .relaxed) }

    /// Reopens the folder after it was deleted.
    ///
    /// - Returns: whether a folder is at its path again.
    func reopenRoot() -> Bool {
        guard let new = try? root.reopened() else { return false }
        currentRoot.withLock { $0 = new }
        return true
    }

    // MARK: Orders

    package var groupings: [ItemGrouping] { ItemGrouping.allCases }

    package func ordered(by key: ItemOrder.Key) -> (any CollectionView)? {
        if key == .name { return self }
        return items.withLock { $0.has(key) } ? FolderView(self, key: key) : nil
    }

    package func makeOrder(_ key: ItemOrder.Key) {
        guard orders.contains(key) else { return }
        locks.making.withLock { _ in
            if key.isVisual, !items.withLock({ $0.has(key) }) { rankAll(by: key) }
            var making = OrderBuilder(key)
            guard items.withLock({ $0.begin(making) }) else { return }
            while items.withLock({ $0.walk(&making) }) {}
            making.sort()
            while items.withLock({ $0.catchUp(&making) }) {}
        }
    }
}
