// The images of a folder and of its subfolders.

import Dispatch
import Synchronization
import Tiling

/// A folder on disk, which is only ever read. Grows while a scan goes on, and changes as the folder does.
final class FolderCollection: ItemCollection {
    let id: String
    let name: String
    let kind = CollectionKind.folder
    var source: String { root.path }

    /// Another one once the folder has gone and come back.
    private let place: Mutex<FolderRoot>
    /// Tells what happens in the folder; nil when nobody wants to know.
    private let watch: (any DirectoryWatch)?
    /// Guards all that is known of the items. Never held while the disk is waited for, nor for longer than some hundred
    /// items take: event loops wait for it.
    let items = Mutex(FolderItems())
    /// Held while an order is made: by worker threads alone, one order after the other.
    private let making = Mutex(())
    /// Guards that only one scan is started.
    private let hasStarted = Mutex(false)
    private let isStopped = Atomic(false)
    /// Left once, when the first image is found or the scan ends without one.
    private let firstImage = DispatchGroup()
    /// Guards that `firstImage` is left once; the value says whether it was.
    private let isDecided = Mutex(false)
    /// Left when the scan has ended.
    private let scan = DispatchGroup()

    /// - Parameters:
    ///   - root: the folder's path, absolute or relative to the working directory.
    ///   - id: fit for a path segment of an URL.
    ///   - followsLinksOutside: whether links may lead out of the folder.
    ///   - watch: what tells of changes, which are then followed; nil to leave it at what a scan finds.
    /// - Throws: `unreadable` when it is no folder or may not be read.
    init(
        root: String, id: String, name: String, followsLinksOutside: Bool = false,
        watch: (any DirectoryWatch)? = nil
    ) throws(ImageError) {
        place = Mutex(try FolderRoot(path: root, followsLinksOutside: followsLinksOutside))
        self.id = id
        self.name = name
        self.watch = watch
    }

    deinit {
        watch?.stop()
    }

    /// The folder on disk.
    var root: FolderRoot { place.withLock { $0 } }

    // MARK: Scanning

    /// Begins the scan on a thread of its own, which follows the folder afterwards. Does nothing the second time.
    func start() {
        let isFirst = hasStarted.withLock { hasStarted in
            if hasStarted { return false }
            hasStarted = true
            // Within the lock, so that nobody who comes second waits for a group that nobody has entered.
            firstImage.enter()
            scan.enter()
            return true
        }
        guard isFirst else { return }
        // Weakly, and in two statements: the thread that follows the folder must not keep it, but end with it.
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
    /// - Returns: what is to follow it now; nil when nothing is.
    private static func scanned(_ folder: FolderCollection) -> FolderFollower? {
        let follower = FolderFollower(folder, watch: folder.watch ?? SilentWatch())
        follower.scanAll()
        folder.items.withLock { $0.isComplete = true }
        folder.decide()
        folder.scan.leave()
        return folder.watch == nil ? nil : follower
    }

    /// Ends the scan soon, and follows the folder no more; what has been found stays.
    func cancel() {
        isStopped.store(true, ordering: .relaxed)
        watch?.stop()
    }

    var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

    /// Blocks until an image is found, which may be a little before `status.count` counts it, or until the scan ends.
    ///
    /// - Returns: whether there is any item.
    func waitForFirstItem() -> Bool {
        start()
        firstImage.wait()
        return items.withLock { !$0.isComplete || $0.names.count > 0 }
    }

    /// Blocks until the scan has ended.
    func waitForScan() {
        start()
        scan.wait()
    }

    /// There is an image, or none to be found.
    func decide() {
        isDecided.withLock { isDecided in
            if !isDecided { firstImage.leave() }
            isDecided = true
        }
    }

    /// Opens the folder anew, which has gone.
    ///
    /// - Returns: whether it is there again.
    func reopenRoot() -> Bool {
        let old = root
        guard let new = try? FolderRoot(path: old.path, followsLinksOutside: old.followsLinksOutside) else {
            return false
        }
        place.withLock { $0 = new }
        return true
    }

    // MARK: Orders

    var orders: [ItemOrder.Key] { ItemOrder.Key.allCases }
    var groupings: [ItemGrouping] { ItemGrouping.allCases }

    func ordered(by key: ItemOrder.Key) -> (any CollectionView)? {
        if key == .name { return self }
        return items.withLock { $0.has(key) } ? FolderView(self, key: key) : nil
    }

    func makeOrder(_ key: ItemOrder.Key) {
        making.withLock { _ in
            var making = OrderMaking(key)
            guard items.withLock({ $0.begin(making) }) else { return }
            while items.withLock({ $0.walk(&making) }) {}
            making.sort()
            while items.withLock({ $0.catchUp(&making) }) {}
        }
    }
}
