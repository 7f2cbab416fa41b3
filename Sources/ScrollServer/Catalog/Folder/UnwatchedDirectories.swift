// Directories for which the system reports no changes.

import Pixels
import Platform

/// Finds changes in directories that the system cannot watch.
///
/// A name that is added, removed or replaced changes the times of its directory: one `stat` a directory finds it. A
/// file written in place changes only its own times: files shown last are examined each time, the others in turn.
struct UnwatchedDirectories {
    /// Number of files examined each time, from the first one that was shown last.
    private static let shownCount = 256
    /// Files examined between two readings of the clock.
    private static let batchCount = 128
    /// Seconds for which a directory's times may stay the same although it changes: FAT has steps of two seconds.
    private static let coarsest: Int64 = 2

    /// `FileStatus.stamp` of each directory before its last listing; 0 where that may hide a change.
    private var stamps: [Int: UInt64] = [:]
    /// The index by name of the next file to examine.
    private var next = 0
    /// The names that have changed, after `examine`.
    private(set) var pendingNames = PendingNames()
    /// Directories that could not be read completely now, after `examine`.
    private(set) var unread: Set<Int> = []

    var isEmpty: Bool { stamps.isEmpty }

    /// Records a directory that is about to be listed; `now` is in seconds since 1970.
    mutating func add(_ directory: Int, _ status: FileStatus?, now: Int64) {
        stamps[directory] = status.map { Self.stamp($0, now: now) } ?? 0
    }

    mutating func forget(_ directory: Int) { stamps[directory] = nil }

    private static func stamp(_ status: FileStatus, now: Int64) -> UInt64 {
        (0...coarsest).contains(now - status.modified.nanoseconds / 1_000_000_000) ? 0 : status.stamp
    }

    /// Examines all directories, and some files until `isOver`; blocks.
    mutating func examine(
        _ folder: FolderCollection, scan: FolderScan?, now: Int64, until isOver: () -> Bool
    ) {
        pendingNames = PendingNames()
        unread = []
        let root = folder.root
        root.keepingOpen {
            examineDirectories(folder, root, scan, now)
            examineFiles(folder, root, isOver)
        }
    }

    private mutating func examineDirectories(
        _ folder: FolderCollection, _ root: FolderRoot, _ scan: FolderScan?, _ now: Int64
    ) {
        var comparison = FolderComparison(folder, scan: scan)
        var changedNotes: [(name: [UInt8], directory: Int)] = []
        for (directory, known) in stamps {
            if let name = nameOfChangedNotes(folder, root, directory) { changedNotes.append((name, directory)) }
            // A removed or unreachable directory is found by its name in its parent.
            guard let path = folder.path(ofDirectory: directory), let status = try? root.status(of: path),
                known == 0 || status.stamp != known
            else { continue }
            stamps[directory] = Self.stamp(status, now: now)
            comparison.compare(directory)
        }
        pendingNames = comparison.pendingNames
        for (name, directory) in changedNotes { pendingNames.add(name, in: directory) }
        unread = comparison.unread
    }

    /// Returns the name of the directory's `.picasa.ini` if its contents have changed; otherwise nil.
    private func nameOfChangedNotes(_ folder: FolderCollection, _ root: FolderRoot, _ directory: Int) -> [UInt8]? {
        guard let notes = folder.sidecarNames(in: directory)?.notes, let path = folder.path(ofDirectory: directory),
            let status = try? root.status(of: path + notes.name), status.stamp != notes.stamp
        else { return nil }
        return notes.name
    }

    private mutating func examineFiles(_ folder: FolderCollection, _ root: FolderRoot, _ isOver: () -> Bool) {
        if let first = folder.firstShown { examineFiles(folder, root, first..<first + Self.shownCount) }
        let start = next
        repeat {
            let end = next + Self.batchCount
            if examineFiles(folder, root, next..<end) {
                next = end
            } else {
                next = 0
                return
            }
        } while !isOver() && next != start
    }

    /// Examines the files at some indices by name; returns whether there are files behind these.
    @discardableResult
    private mutating func examineFiles(_ folder: FolderCollection, _ root: FolderRoot, _ range: Range<Int>) -> Bool {
        let (files, count) = folder.files(at: range)
        for file in files where stamps[file.directory] != nil {
            examineSidecar(of: file, root)
            do throws(ImageError) {
                let status = try root.status(of: file.path)
                guard status.stamp != file.stamp, status.kind == .regular else { continue }
            } catch {
                // A link that led nowhere before has only its error to compare, which is known.
                if error.isTransient || file.stamp == 0 { continue }
            }
            pendingNames.add(file.name, in: file.directory)
        }
        return range.upperBound < count
    }

    private mutating func examineSidecar(of file: FolderCollection.KnownFile, _ root: FolderRoot) {
        guard file.sidecars != nil,
            let directory = try? root.openDirectory(Array(file.path.dropLast(file.name.count)))
        else { return }
        defer { System.close(directory) }
        let sidecar = Sidecar.find(file.sidecars, beside: file.name[...], in: directory)
        if sidecar?.stamp != file.sidecar { pendingNames.add(file.name, in: file.directory) }
    }
}
