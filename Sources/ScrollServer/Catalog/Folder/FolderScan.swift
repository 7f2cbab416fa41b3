// Walks a folder and reports its images in their final order, a batch at a time.

import Dispatch
import Synchronization

/// What receives the images that a scan finds. Called on the scan's own thread, one call after the other.
protocol FolderScanSink: AnyObject {
    /// Asked between batches.
    var isCancelled: Bool { get }
    /// A directory is about to be listed: whoever wants to know of what happens to it meanwhile begins to watch now.
    func willList(_ directory: Int, descriptor: Int32)
    /// An image is there for certain; called once, and possibly before it is its turn in `append`.
    func foundImage()
    /// - Returns: what to call the directory by; nil ends the scan.
    func appendDirectory(_ name: ArraySlice<UInt8>, in parent: Int) -> Int?
    /// - Returns: false ends the scan.
    func append(_ files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)], in directory: Int) -> Bool
}

/// Walks over a folder or parts of it: of each directory first its files, then its subdirectories, each in natural order,
/// so that what one walk reports never has to move.
///
/// Hidden entries are passed over. The first bytes of a file decide whether it is an image; a file that is named like
/// one and cannot be read is reported with the reason. Directories are recognised by device and inode, so links that
/// lead round in a circle end, and no directory is walked twice unless it was forgotten in between.
final class FolderScan {
    /// Files whose first bytes are read between two reports; the first reports are smaller.
    private static let batchCount = 512
    private static let firstBatchCount = 32
    /// Files opened at the same time.
    private static let threadCount = 4
    /// While a directory is still being listed, this many files named like images are tried, so that a large folder
    /// soon shows that it holds any.
    private static let earlyTryLimit = 32

    private let root: FolderRoot
    private let sink: any FolderScanSink
    private var visited: [FileIdentity: Int] = [:]
    private var identities: [Int: FileIdentity] = [:]
    private var hasFoundImage = false
    private var earlyTries = 0
    private var nextBatchCount = firstBatchCount

    init(_ root: FolderRoot, into sink: any FolderScanSink) {
        self.root = root
        self.sink = sink
    }

    /// A directory whose files are reported, and whose subdirectories are under way.
    private struct Frame {
        /// Relative to the root, with a slash at the end unless empty.
        let path: [UInt8]
        let directory: Int
        let subdirectories: DirectoryListing
        var next = 0
    }

    /// Which directory of the disk one of ours is; nil for those that were not walked.
    func identity(of directory: Int) -> FileIdentity? { identities[directory] }

    /// Directories that are not there any more, and may be walked again should they come back.
    func forget(_ directories: [Int]) {
        for directory in directories {
            if let identity = identities.removeValue(forKey: directory) { visited[identity] = nil }
        }
    }

    /// Blocks until all of a directory is reported, the sink ends it, or it is cancelled.
    ///
    /// - Parameter path: relative to the root, with a slash at the end unless empty.
    func run(path: [UInt8] = [], directory: Int = DirectoryTree.root) {
        var frames: [Frame] = []
        if let first = visit(path: path, directory: directory) { frames.append(first) }
        while let frame = frames.last, !sink.isCancelled {
            guard frame.next < frame.subdirectories.count else {
                frames.removeLast()
                continue
            }
            frames[frames.count - 1].next += 1
            let name = frame.subdirectories.name(at: frame.next)
            let path = frame.path + name + CollectionOfOne(UInt8(ascii: "/"))
            guard let directory = sink.appendDirectory(name, in: frame.directory) else { return }
            if let frame = visit(path: path, directory: directory) { frames.append(frame) }
        }
    }

    /// Reports the files of one directory.
    ///
    /// - Returns: what is left to do: its subdirectories. nil when there are none, or the scan is to end.
    private func visit(path: [UInt8], directory: Int) -> Frame? {
        // A directory that cannot be read, is gone, or lies outside is passed over: it is not an image.
        guard let descriptor = try? root.openDirectory(path) else { return nil }
        defer { System.close(descriptor) }
        guard let status = try? FileSystem.status(of: descriptor), visited[status.identity] == nil else { return nil }
        visited[status.identity] = directory
        identities[directory] = status.identity
        sink.willList(directory, descriptor: descriptor)
        guard let listing = list(descriptor) else { return nil }

        var subdirectories = DirectoryListing()
        var start = 0
        while start < listing.count {
            if sink.isCancelled { return nil }
            let end = min(start + nextBatchCount, listing.count)
            nextBatchCount = min(nextBatchCount * 2, Self.batchCount)
            var files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)] = []
            for (index, entry) in zip(start..<end, examine(listing, start..<end, in: descriptor)) {
                let name = listing.name(at: index)
                switch entry {
                case .file(let finding): files.append((name, finding))
                case .directory: name.withUnsafeBytes { _ = subdirectories.append($0, kind: .directory) }
                case .nothing: break
                }
            }
            if !files.isEmpty {
                noteImage()
                guard sink.append(files, in: directory) else { return nil }
            }
            start = end
        }
        guard subdirectories.count > 0 else { return nil }
        return Frame(path: path, directory: directory, subdirectories: subdirectories)
    }

    private func noteImage() {
        if !hasFoundImage { sink.foundImage() }
        hasFoundImage = true
    }

    /// The entries of a directory that are not hidden, in order. nil when cancelled.
    private func list(_ descriptor: Int32) -> DirectoryListing? {
        var listing = DirectoryListing()
        // Listing closes its descriptor; the other one stays, to open the files by.
        guard let dot = SystemPath(".".utf8),
            let list = try? FileSystem.open(dot, in: descriptor, asDirectory: true)
        else { return listing }
        var isCancelled = false
        // When listing fails part of the way, what it gave is kept.
        try? FileSystem.readDirectory(list) { name, kind in
            guard name.first != UInt8(ascii: ".") else { return true }
            guard listing.append(name, kind: kind) else { return false }
            if !hasFoundImage, earlyTries < Self.earlyTryLimit, kind == .regular, ImageFormat.isImageName(name) {
                earlyTries += 1
                let entry = FolderEntry.examine([UInt8](name)[...], kind: kind, in: descriptor, root: root)
                if case .file = entry { noteImage() }
            }
            if listing.count % 1024 == 0, sink.isCancelled { isCancelled = true }
            return !isCancelled
        }
        if isCancelled { return nil }
        listing.sort()
        return listing
    }

    /// Looks at some entries on a few threads, since each is a wait for the disk.
    private func examine(
        _ listing: DirectoryListing, _ range: Range<Int>, in descriptor: Int32
    ) -> [FolderEntry] {
        let root = root
        let threadCount = min(Self.threadCount, (range.count + 15) / 16)
        let sliceCount = (range.count + threadCount - 1) / threadCount
        // Guards the slices, each of which is written once.
        let slices = Mutex([[FolderEntry]](repeating: [], count: threadCount))
        DispatchQueue.concurrentPerform(iterations: threadCount) { slice in
            let start = range.lowerBound + slice * sliceCount
            let entries = (min(start, range.upperBound)..<min(start + sliceCount, range.upperBound)).map { index in
                FolderEntry.examine(
                    listing.name(at: index), kind: listing.kind(at: index), in: descriptor, root: root)
            }
            slices.withLock { $0[slice] = entries }
        }
        return slices.withLock { $0.flatMap { $0 } }
    }
}
