// Keeps a folder's items as the folder is, for as long as the program runs.

/// What the follower changes. Called on the follower's own thread, one call after the other.
enum FolderChange: Sendable {
    case put(directory: Int, name: [UInt8], finding: ItemStore.Finding)
    case remove(directory: Int, name: [UInt8])
    case removeDirectory(Int)
}

/// Looks again at what the system says has changed, and, where it cannot say, at everything from time to time.
///
/// An event only says which name to look at; what is there now decides. So it does not matter how events are joined,
/// doubled or ordered, and a look at everything is the same but for its cost. Confined to one thread.
final class FolderFollower {
    /// In milliseconds. Changes are gathered until none has come for `quiet`, and for `longest` at most.
    private static let (quiet, longest) = (50, 250)
    /// In milliseconds: how often a root that has gone is looked for.
    private static let returnInterval = 500

    /// Weakly, so that the folder goes when nobody else wants it.
    private weak var folder: FolderCollection?
    private let watch: any DirectoryWatch
    /// The directory of each watch, and the other way round.
    private var directories: [Int32: Int] = [:]
    private var watches: [Int: Int32] = [:]
    /// Whether some directory is not watched.
    private var isPartlyBlind = false
    private var isRootGone = false
    /// Milliseconds of the system's clock at which everything is to be looked at; only where the system does not tell.
    private var nextLook = 0
    private var progress = MeasuringProgress()
    /// How long to wait before the next headers are read, in milliseconds; nil when there are none to read.
    private var measuringPause: Int? = 0
    private var scan: FolderScan?
    private var dirt = FolderDirt()

    init(_ folder: FolderCollection, watch: any DirectoryWatch) {
        self.folder = folder
        self.watch = watch
    }

    /// A scan of the root that watches what it lists.
    func scanAll() {
        guard let folder else { return }
        let scan = FolderScan(folder.root, into: self)
        self.scan = scan
        scan.run()
    }

    /// Follows the folder until the watch is stopped or the folder has gone.
    func run() {
        while let events = watch.events(within: waitingTime) {
            guard let folder, !folder.isCancelled else { return }
            if !events.isEmpty {
                take(events, folder)
                gather(folder)
            } else if isRootGone {
                lookForRoot(folder)
            } else if isPartlyBlind, Self.now >= nextLook {
                dirt.addEverything()
            } else if measuringPause != nil {
                measure(folder)
            }
            if !isRootGone, !dirt.isEmpty { look(folder) }
        }
    }

    /// In milliseconds.
    private static var now: Int { Int(System.monotonicNanoseconds() / 1_000_000) }

    /// In milliseconds.
    private var waitingTime: Int {
        if isRootGone { return Self.returnInterval }
        let untilLook = isPartlyBlind ? max(nextLook - Self.now, 0) : 3_600_000
        return min(measuringPause ?? untilLook, untilLook)
    }

    private func look(_ folder: FolderCollection) {
        guard isRootThere(folder) else { return leave(folder) }
        let start = Self.now
        var dirt = FolderDirt()
        swap(&dirt, &self.dirt)
        if dirt.isEverything { dirt = FolderComparison(folder, scan: scan).dirt() }
        clean(dirt, folder)
        // At most a tenth of the time is spent looking.
        nextLook = Self.now + max(watch.interval, (Self.now - start) * 10)
        measuringPause = 0
    }

    /// Reads some headers, and leaves the disk to others for four times as long as that took.
    private func measure(_ folder: FolderCollection) {
        let start = Self.now
        measuringPause = folder.measureBehind(&progress) ? min(max(1, (Self.now - start) * 4), 500) : nil
    }

    // MARK: Gathering

    private func gather(_ folder: FolderCollection) {
        let end = System.monotonicNanoseconds() + UInt64(Self.longest) * 1_000_000
        while System.monotonicNanoseconds() < end {
            guard let events = watch.events(within: Self.quiet), !events.isEmpty else { return }
            take(events, folder)
        }
    }

    private func take(_ events: [WatchEvent], _ folder: FolderCollection) {
        for event in events {
            switch event.kind {
            case .overflow: dirt.addEverything()
            case .directory:
                // Only the root has no parent that tells what became of it.
                if directories[event.watch] == DirectoryTree.root, !isRootThere(folder) { dirt.addEverything() }
            case .ended:
                // Another directory may have its number on the disk, too.
                guard let directory = directories.removeValue(forKey: event.watch) else { continue }
                watches[directory] = nil
                scan?.forget([directory])
                if directory == DirectoryTree.root { dirt.addEverything() }
            case .appeared, .changed:
                guard let directory = directories[event.watch] else { continue }
                dirt.add(event.name, in: directory, isSettled: event.kind == .changed)
            }
        }
    }

    // MARK: The root

    private func isRootThere(_ folder: FolderCollection) -> Bool {
        guard let path = SystemPath(folder.root.path.utf8),
            let status = try? FileSystem.status(of: path, in: FileSystem.workingDirectory, followLink: true)
        else { return false }
        return status.kind == .directory && status.identity == scan?.identity(of: DirectoryTree.root)
    }

    /// The root has gone, and with it everything.
    private func leave(_ folder: FolderCollection) {
        apply([.removeDirectory(DirectoryTree.root)], to: folder)
        forget([DirectoryTree.root])
        isRootGone = true
        dirt = FolderDirt()
        lookForRoot(folder)
    }

    private func lookForRoot(_ folder: FolderCollection) {
        guard folder.reopenRoot() else { return }
        isRootGone = false
        isPartlyBlind = false
        dirt = FolderDirt()
        scanAll()
        flush()
    }

    // MARK: Looking

    /// Files found by a walk that are not yet among the folder's items.
    private var found: [FolderChange] = []

    private func clean(_ dirt: FolderDirt, _ folder: FolderCollection) {
        var changes: [FolderChange] = []
        var walks: [(name: [UInt8], directory: Int)] = []
        var gone: Set<Int> = []
        func remove(_ directory: Int) {
            gone.insert(directory)
            changes.append(.removeDirectory(directory))
        }
        for (directory, names) in dirt.names.sorted(by: { $0.key < $1.key }) {
            // What has gone itself is looked at by its name in its parent.
            guard let path = folder.path(ofDirectory: directory), let descriptor = try? folder.root.openDirectory(path)
            else { continue }
            defer { System.close(descriptor) }
            var listing = DirectoryListing()
            for name in names.keys { name.withUnsafeBytes { _ = listing.append($0, kind: .unknown) } }
            listing.sort()
            for place in 0..<listing.count {
                let name = listing.name(at: place)
                if names[[UInt8](name)] == false, Self.isBeingWritten(name, in: descriptor) { continue }
                let known = folder.directory(named: [UInt8](name), in: directory)
                switch FolderEntry.examine(name, kind: .unknown, in: descriptor, root: folder.root) {
                case .file(let finding):
                    if let known { remove(known) }
                    changes.append(.put(directory: directory, name: [UInt8](name), finding: finding))
                case .nothing:
                    if let known { remove(known) }
                    changes.append(.remove(directory: directory, name: [UInt8](name)))
                case .directory:
                    if let known {
                        if Self.identity(of: name, in: descriptor) == scan?.identity(of: known) { continue }
                        remove(known)
                    } else {
                        changes.append(.remove(directory: directory, name: [UInt8](name)))
                    }
                    walks.append(([UInt8](name), directory))
                }
            }
        }
        apply(changes, to: folder)
        // Only now, so that a directory that was moved is not taken for one that is there twice.
        for (name, parent) in walks where !gone.contains(parent) {
            guard let parentPath = folder.path(ofDirectory: parent),
                let directory = folder.appendDirectory(name[...], in: parent)
            else { continue }
            scan?.run(path: parentPath + name + [UInt8(ascii: "/")], directory: directory)
        }
        flush()
    }

    /// Whether a file that has just appeared has not been closed yet by who writes it. A second name of a file is never
    /// written, and nothing else says that it is there.
    private static func isBeingWritten(_ name: ArraySlice<UInt8>, in directory: Int32) -> Bool {
        guard let path = SystemPath(name),
            let status = try? FileSystem.status(of: path, in: directory, followLink: false)
        else { return false }
        return status.kind == .regular && status.linkCount == 1
    }

    private static func identity(of name: ArraySlice<UInt8>, in directory: Int32) -> FileIdentity? {
        guard let path = SystemPath(name) else { return nil }
        return try? FileSystem.status(of: path, in: directory, followLink: true).identity
    }

    private func apply(_ changes: [FolderChange], to folder: FolderCollection) {
        forget(folder.apply(changes))
    }

    private func forget(_ gone: [Int]) {
        for directory in gone {
            guard let watch = watches.removeValue(forKey: directory) else { continue }
            directories[watch] = nil
            self.watch.remove(watch)
        }
        scan?.forget(gone)
    }

    private func flush() {
        if let folder, !found.isEmpty { apply(found, to: folder) }
        found = []
    }
}

extension FolderFollower: FolderScanSink {
    /// Files found by a walk are added when there are this many.
    private static let foundLimit = 4096

    var isCancelled: Bool { folder?.isCancelled ?? true }

    func foundImage() { folder?.foundImage() }

    func willList(_ directory: Int, descriptor: Int32) {
        guard let watch = watch.add(descriptor) else {
            isPartlyBlind = true
            return
        }
        directories[watch] = directory
        watches[directory] = watch
    }

    func appendDirectory(_ name: ArraySlice<UInt8>, in parent: Int) -> Int? {
        folder?.appendDirectory(name, in: parent)
    }

    func append(_ files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)], in directory: Int) -> Bool {
        guard let folder else { return false }
        // What a first scan finds comes in its order; what a later walk finds belongs in between.
        if !folder.status.isComplete { return folder.append(files, in: directory) }
        for (name, finding) in files {
            found.append(.put(directory: directory, name: [UInt8](name), finding: finding))
        }
        if found.count >= Self.foundLimit { flush() }
        return true
    }
}
