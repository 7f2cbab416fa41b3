// Walks a folder and reports its images in their final order, in batches.

import Metadata
import Pixels
import Platform

/// Walks a folder or a part of it: in each directory first its files, then its subdirectories, both in natural order.
///
/// So the files of one walk are reported in their final order. Hidden entries are skipped. The first bytes of a file
/// decide whether it is an image; an unreadable file named like an image is reported with the reason. Directories are
/// identified by device and inode: a cycle of links ends, and no directory is walked twice unless it was forgotten in
/// between. A link to a folder that is listed itself is an item, which says where.
final class FolderScan {
    /// Files whose first bytes are read between two reports; batches grow from the first size to the second.
    private static let batchCount = 512
    private static let firstBatchCount = 32
    /// In a longer listing the first files are reported before all of it is sorted, which takes a second for a million.
    private static let longListing = 1 << 14
    /// Threads that open files.
    private static let threadCount = 4
    /// While a large directory is being listed, at most this many files named like images are examined early, so that
    /// the first image is known soon.
    private static let earlyTryLimit = 32

    private let root: FolderRoot
    /// Unowned, since it owns the scan.
    private unowned let sink: FolderFollower
    /// Counts of files found and entries skipped, for the log.
    private(set) var report = ScanReport()
    /// Whether any links were found.
    private(set) var hasLinks = false
    /// Folders that are not listed.
    var leftOut = LeftOutFolders()
    private var visited: [FileIdentity: Int] = [:]
    private var identities: [Int: FileIdentity] = [:]
    private var hasFoundImage = false
    private var earlyTries = 0
    private var nextBatchCount = firstBatchCount

    private let known: KnownHeaders?

    /// Prepares a scan that reports to `sink`; `known` has cached headers.
    init(_ root: FolderRoot, into sink: FolderFollower, known: KnownHeaders? = nil) {
        (self.root, self.sink, self.known) = (root, sink, known)
    }

    /// A directory whose files are reported and whose subdirectories are being walked.
    private struct Frame {
        /// The path from the root, with a slash at the end unless empty.
        let path: [UInt8]
        let directory: Int
        var subdirectories = DirectoryListing()
        var next = 0
    }

    /// Device and inode of a directory; nil when it was not walked.
    func identity(of directory: Int) -> FileIdentity? { identities[directory] }

    /// Returns the walked directory with this device and inode; nil for none.
    func directory(_ identity: FileIdentity) -> Int? { visited[identity] }

    /// Forgets removed directories, so that they are walked again if they return.
    func forget(_ directories: [Int]) {
        for directory in directories {
            leftOut.forget(directory)
            if let identity = identities.removeValue(forKey: directory) { visited[identity] = nil }
        }
    }

    /// Walks a directory and all below it; blocks until it is done, or the sink ends or cancels it.
    ///
    /// `path` is from the root, with a slash at the end unless empty.
    func run(path: [UInt8] = [], directory: Int = DirectoryTree.root) {
        root.keepingOpen { walk(path, directory) }
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
            if let other = (try? root.status(of: path)).flatMap({ visited[$0.identity] }) {
                // Only folders that are reached by links, or are mounted twice, have been walked before.
                reportWalked(name, as: other, in: frame.directory)
                continue
            }
            guard let directory = sink.folder?.appendDirectory(name, in: frame.directory) else { return }
            if let frame = visit(path: path, directory: directory) { frames.append(frame) }
        }
    }

    /// Reports an entry that leads to a directory which was walked under another path.
    private func reportWalked(_ name: ArraySlice<UInt8>, as other: Int, in directory: Int) {
        guard let path = sink.folder?.path(ofDirectory: other) else { return }
        var finding = ItemStore.Finding(error: .link(to: path, isLeftOut: leftOut.marked.contains(other)))
        finding.isLink = true
        sink.appendOutOfOrder(name, finding, in: directory)
    }

    /// Reports the files of one directory.
    ///
    /// - Returns: a frame for its subdirectories; nil when there are none, or the scan must end.
    private func visit(path: [UInt8], directory: Int) -> Frame? {
        // Skip a directory that may not be read, was removed, or lies outside the folder.
        let descriptor: Int32
        do throws(ImageError) {
            descriptor = try root.openDirectory(path)
        } catch {
            report.skip(String(decoding: path, as: UTF8.self), error.explanation)
            if error.isTransient { sink.couldNotRead(directory) }
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
        if directory != DirectoryTree.root, !root.listsAllFolders, LeftOutFolders.isMarked(descriptor) {
            leftOut.mark(directory)
            return nil
        }
        guard var listing = list(descriptor, directory) else { return nil }
        // Before the files, to which sidecars belong.
        sink.folder?.setSidecars(listing.sidecars, in: directory)

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

    /// Reports the files among the entries from `start` on, and collects subdirectories in `frame`.
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
                hasLinks = hasLinks || listing.kind(at: index) == .link
                switch entry {
                case .file(let finding):
                    files.append((name, finding))
                    if let error = finding.error, error.isRefusal {
                        report.skip(String(decoding: frame.path + name, as: UTF8.self), error.explanation)
                    }
                case .directory: frame.subdirectories.append(name, kind: .directory)
                case .nothing: report.noteOther(frame.path + name)
                case .leftOut: leftOut.add(name, in: frame.directory)
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
        var hasNotes = false
        // If listing fails half-way, the names listed so far are kept.
        let isWhole: Void? = try? FileSystem.list(descriptor) { name, kind in
            hasNotes = hasNotes || PicasaNotes.isName(name)
            guard name.first != UInt8(ascii: ".") else { return true }
            guard listing.append(name, kind: kind) else { return false }
            if !hasFoundImage, earlyTries < Self.earlyTryLimit, kind == .regular, MediaFormat.isMediaName(name) {
                earlyTries += 1
                let entry = FolderEntry.examine(name, kind: kind, in: descriptor, root: root, known: known)
                if case .file = entry { noteImage() }
            }
            if listing.count % 1024 == 0, sink.isCancelled { isCancelled = true }
            return !isCancelled
        }
        if isCancelled { return nil }
        if isWhole == nil { sink.couldNotRead(directory) }
        if hasNotes {
            do throws(SystemError) {
                listing.sidecars.notes = try PicasaNotes.read(in: descriptor)
            } catch {
                sink.couldNotRead(directory)
            }
        }
        return listing
    }

    /// Examines entries on a few threads, since each entry waits for the disk.
    private func examine(
        _ listing: DirectoryListing, _ range: Range<Int>, in descriptor: Int32
    ) -> [FolderEntry] {
        let (root, known) = (root, known)
        return Parallel.map(range.count, minimumRun: 16, mostRuns: Self.threadCount) { run in
            run.map { place in
                let index = range.lowerBound + place
                return FolderEntry.examine(
                    listing.name(at: index), kind: listing.kind(at: index), in: descriptor, root: root,
                    known: known, sidecars: listing.sidecars)
            }
        }.flatMap(\.self)
    }
}
