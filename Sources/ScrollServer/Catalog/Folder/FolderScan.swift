// Walks a folder and reports its images in their final order, a batch at a time.

import Dispatch
import Imaging
import Platform
import Synchronization

/// Receives the images that a scan finds. All calls come from the scan's own thread, one after the other.
protocol FolderScanSink: AnyObject {
    /// Whether the scan must end; read between batches.
    var isCancelled: Bool { get }
    /// A directory is about to be listed. The sink watches it from now on, so that no change is missed.
    func willList(_ directory: Int, descriptor: Int32)
    /// An image was found. Called once, possibly before `append` gets its turn to report that image.
    func foundImage()
    /// A subdirectory is about to be walked.
    ///
    /// - Returns: the directory's number; nil ends the scan.
    func appendDirectory(_ name: ArraySlice<UInt8>, in parent: Int) -> Int?
    /// A part of a directory could not be read, for a reason that may pass.
    func couldNotRead(_ directory: Int)
    /// Files of one directory, in order; a directory's files may come in several calls.
    ///
    /// - Returns: false ends the scan.
    func append(_ files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)], in directory: Int) -> Bool
}

/// Walks a folder or a part of it: in each directory first its files, then its subdirectories, both in natural order.
/// So the files of one walk are reported in their final order.
///
/// Hidden entries are skipped. The first bytes of a file decide whether it is an image; a file that is named like an
/// image and cannot be read is reported with the reason. Directories are identified by device and inode: a circle of
/// links ends, and no directory is walked twice unless it was forgotten in between.
final class FolderScan {
    /// Files whose first bytes are read between two reports; batches grow from the first size to the other.
    private static let batchCount = 512
    private static let firstBatchCount = 32
    /// Of a longer listing the first files are reported before all of it is sorted, which takes a second for a million.
    private static let longListing = 1 << 14
    /// Threads that open files.
    private static let threadCount = 4
    /// While a large directory is being listed, up to this many files named like images are examined before the
    /// listing is complete, so that the first image is soon known.
    private static let earlyTryLimit = 32

    private let root: FolderRoot
    private let sink: any FolderScanSink
    /// What was found and what was left out, for the log.
    private(set) var report = ScanReport()
    private var visited: [FileIdentity: Int] = [:]
    private var identities: [Int: FileIdentity] = [:]
    private var hasFoundImage = false
    private var earlyTries = 0
    private var nextBatchCount = firstBatchCount

    private let known: KnownHeaders?

    /// - Parameter known: headers that need not be read.
    init(_ root: FolderRoot, into sink: any FolderScanSink, known: KnownHeaders? = nil) {
        (self.root, self.sink, self.known) = (root, sink, known)
    }

    /// A directory whose files are reported and whose subdirectories are being walked.
    private struct Frame {
        /// From the root, with a slash at the end unless empty.
        let path: [UInt8]
        let directory: Int
        var subdirectories = DirectoryListing()
        var next = 0
    }

    /// Device and inode of a directory; nil when it was not walked.
    func identity(of directory: Int) -> FileIdentity? { identities[directory] }

    /// Forgets directories that were removed, so that they are walked again if they come back.
    func forget(_ directories: [Int]) {
        for directory in directories {
            if let identity = identities.removeValue(forKey: directory) { visited[identity] = nil }
        }
    }

    /// Walks a directory and all below it. Blocks until it is done, or the sink ends or cancels it.
    ///
    /// - Parameter path: from the root, with a slash at the end unless empty.
    func run(path: [UInt8] = [], directory: Int = DirectoryTree.root) {
        root.holding { walk(path, directory) }
    }

    private func walk(_ path: [UInt8], _ directory: Int) {
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
    /// - Returns: a frame for its subdirectories; nil when there are none, or the scan must end.
    private func visit(path: [UInt8], directory: Int) -> Frame? {
        // A directory that may not be read, was removed, or lies outside the folder is skipped.
        let descriptor: Int32
        do throws(ImageError) {
            descriptor = try root.openDirectory(path)
        } catch {
            report.leaveOut(String(decoding: path, as: UTF8.self), error.explanation)
            if error.isPassing { sink.couldNotRead(directory) }
            return nil
        }
        defer { System.close(descriptor) }
        guard let status = try? FileSystem.status(of: descriptor) else {
            sink.couldNotRead(directory)
            return nil
        }
        guard visited[status.identity] == nil else { return nil }
        visited[status.identity] = directory
        identities[directory] = status.identity
        report.directories += 1
        sink.willList(directory, descriptor: descriptor)
        guard var listing = list(descriptor, directory) else { return nil }

        var frame = Frame(path: path, directory: directory)
        var early = 0
        if listing.count > Self.longListing {
            let first = listing.first(Self.batchCount)
            early = first.count
            guard examine(first, from: 0, in: descriptor, &frame) else { return nil }
        }
        listing.sort()
        guard examine(listing, from: early, in: descriptor, &frame), frame.subdirectories.count > 0 else { return nil }
        return frame
    }

    /// Reports the files among the entries from `start` on; what is to be walked comes into `frame`.
    ///
    /// - Returns: false when the scan must end.
    private func examine(
        _ listing: DirectoryListing, from start: Int, in descriptor: Int32, _ frame: inout Frame
    ) -> Bool {
        var start = start
        while start < listing.count {
            if sink.isCancelled { return false }
            let end = min(start + nextBatchCount, listing.count)
            nextBatchCount = min(nextBatchCount * 2, Self.batchCount)
            var files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)] = []
            for (index, entry) in zip(start..<end, examine(listing, start..<end, in: descriptor)) {
                let name = listing.name(at: index)
                switch entry {
                case .file(let finding):
                    files.append((name, finding))
                    if let error = finding.error {
                        report.leaveOut(String(decoding: frame.path + name, as: UTF8.self), error.explanation)
                    }
                case .directory: name.withUnsafeBytes { _ = frame.subdirectories.append($0, kind: .directory) }
                case .nothing: report.others += 1
                case .unavailable: sink.couldNotRead(frame.directory)
                }
            }
            if !files.isEmpty {
                noteImage()
                guard sink.append(files, in: frame.directory) else { return false }
            }
            start = end
        }
        return true
    }

    private func noteImage() {
        if !hasFoundImage { sink.foundImage() }
        hasFoundImage = true
    }

    /// The entries of a directory that are not hidden, as the system lists them; nil when cancelled.
    private func list(_ descriptor: Int32, _ directory: Int) -> DirectoryListing? {
        var listing = DirectoryListing()
        var isCancelled = false
        // If listing fails half-way, the names listed so far are kept.
        let isWhole: Void? = try? FileSystem.list(descriptor) { name, kind in
            guard name.first != UInt8(ascii: ".") else { return true }
            guard listing.append(name, kind: kind) else { return false }
            if !hasFoundImage, earlyTries < Self.earlyTryLimit, kind == .regular, MediaFormat.isMediaName(name) {
                earlyTries += 1
                let entry = FolderEntry.examine(
                    [UInt8](name)[...], kind: kind, in: descriptor, root: root, known: known)
                if case .file = entry { noteImage() }
            }
            if listing.count % 1024 == 0, sink.isCancelled { isCancelled = true }
            return !isCancelled
        }
        if isCancelled { return nil }
        if isWhole == nil { sink.couldNotRead(directory) }
        return listing
    }

    /// Examines entries on a few threads, since each one waits for the disk.
    private func examine(
        _ listing: DirectoryListing, _ range: Range<Int>, in descriptor: Int32
    ) -> [FolderEntry] {
        let (root, known) = (root, known)
        let threadCount = min(Self.threadCount, (range.count + 15) / 16)
        let sliceCount = (range.count + threadCount - 1) / threadCount
        // Guards the slices; each thread writes one of them.
        let slices = Mutex([[FolderEntry]](repeating: [], count: threadCount))
        DispatchQueue.concurrentPerform(iterations: threadCount) { slice in
            let start = range.lowerBound + slice * sliceCount
            let entries = (min(start, range.upperBound)..<min(start + sliceCount, range.upperBound)).map { index in
                FolderEntry.examine(
                    listing.name(at: index), kind: listing.kind(at: index), in: descriptor, root: root,
                    known: known, sidecars: .listed(listing.sidecars))
            }
            slices.withLock { $0[slice] = entries }
        }
        return slices.withLock { $0.flatMap { $0 } }
    }
}
