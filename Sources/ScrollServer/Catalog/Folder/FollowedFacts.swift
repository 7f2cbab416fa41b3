// Follows the table of facts of a folder's pictures.

import Charts
import Imaging
import Platform

/// A thread that reads a table of facts again whenever it was written, and updates the folder.
///
/// If it cannot be read, as while another program writes it, the old facts stay until it changes again.
package final class FollowedFacts: Sendable {
    private let path: String
    /// The table's name for viewers, without its folder.
    private var name: Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }
    private let wishes: TableOptions
    private let mappings: [ForeignPath.Mapping]
    private let watch: any DirectoryWatch

    /// Starts the thread, for a table with this `stamp` when the folder read it.
    ///
    /// `wishes` tells how the table writes numbers and dates where it is ambiguous; `mappings` where the files of
    /// another computer's paths are. Throws the system's error when it refuses the table's folder or a thread.
    package init(
        path: String, stamp: UInt64?, of folder: FolderCollection, wishes: TableOptions = TableOptions(),
        mappings: [ForeignPath.Mapping] = []
    ) throws(SystemError) {
        self.path = FileSystem.realPath(path) ?? path
        (self.wishes, self.mappings) = (wishes, mappings)
        watch = FileSystem.makeWatch()
        let parent = self.path.lastIndex(of: "/").map { String(self.path[...$0]) } ?? "."
        guard let parentPath = SystemPath(parent.utf8) else { throw .missing("open", on: parent) }
        let descriptor = try FileSystem.open(parentPath, in: FileSystem.workingDirectory, asDirectory: true)
        let isWatched = watch.add(descriptor) != nil
        System.close(descriptor)
        try System.startThread { [self, weak folder] in run(stamp, isWatched: isWatched) { folder } }
    }

    /// Ends the thread soon; does not wait for it.
    package func stop() { watch.stop() }

    private func run(_ stamp: UInt64?, isWatched: Bool, _ folder: () -> FolderCollection?) {
        var known = stamp
        var isLost = false
        repeat {
            guard let folder = folder() else { return }
            guard let now = Self.stamp(path) else {
                isLost = true
                folder.noteFacts("'\(name)' is not there any more; what it said last holds")
                continue
            }
            if isLost { folder.noteFacts(nil) }
            isLost = false
            guard now != known else { continue }
            known = now
            do throws(ImageError) {
                let joined = try JoinedFacts(
                    path: path, root: folder.source, wishes: wishes, mappings: mappings, known: folder.joinedColumns)
                if joined.fields == folder.factFields {
                    folder.join(joined)
                    folder.noteFacts(nil)
                } else {
                    folder.noteFacts("'\(name)' has other columns now, which are known after the next start")
                }
            } catch {
                folder.noteFacts("'\(name)' cannot be read just now (\(error.explanation)); what it said before holds")
            }
        } while watch.events(within: isWatched ? 3_600_000 : watch.interval) != nil
    }

    /// `FileStatus.stamp` of the table now; nil where there is none.
    package static func stamp(_ path: String) -> UInt64? { (try? FileSystem.status(of: path))?.stamp }
}
