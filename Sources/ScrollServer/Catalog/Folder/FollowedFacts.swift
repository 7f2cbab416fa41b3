// Follows the table of facts of a folder's pictures.

import Charts
import Pixels
import Platform

/// Reads a table of facts again whenever it was written, and updates the folder.
///
/// If it cannot be read, as while another program writes it, the old facts stay until it changes again.
package struct FollowedFacts: Sendable {
    private let path: String
    /// The table's name for viewers, without its folder.
    private var name: Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }
    private let options: TableOptions
    private let mappings: [ForeignPath.Mapping]
    /// The table's stamp when it was last read.
    private var known: UInt64?
    private var isMissing = false

    /// Starts a thread that follows a table, which had this `stamp` when the folder read it.
    ///
    /// `options` tells how the table writes numbers and dates where it is ambiguous; `mappings` where the files of
    /// another computer's paths are. Throws the system's error when it refuses the table's folder or a thread.
    package static func follow(
        path: String, stamp: UInt64?, of folder: FolderCollection, options: TableOptions = TableOptions(),
        mappings: [ForeignPath.Mapping] = []
    ) throws(SystemError) -> FolderMonitor {
        let path = FileSystem.realPath(path) ?? path
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let facts = FollowedFacts(path: path, options: options, mappings: mappings, known: stamp)
        return try FolderMonitor(folder: parent, from: facts) { [weak folder] facts in
            guard let folder else { return false }
            facts.update(folder)
            return true
        }
    }

    private mutating func update(_ folder: FolderCollection) {
        guard let now = Self.stamp(path) else {
            isMissing = true
            return folder.noteFacts("'\(name)' is not there any more; what it said last holds")
        }
        if isMissing { folder.noteFacts(nil) }
        isMissing = false
        guard now != known else { return }
        known = now
        do throws(ImageError) {
            let joined = try JoinedFacts(
                path: path, root: folder.source, options: options, mappings: mappings, known: folder.joinedColumns)
            if joined.fields == folder.factFields {
                folder.join(joined)
                folder.noteFacts(nil)
            } else {
                folder.noteFacts("'\(name)' has other columns now, which are known after the next start")
            }
        } catch {
            folder.noteFacts("'\(name)' cannot be read just now (\(error.explanation)); what it said before holds")
        }
    }

    /// `FileStatus.stamp` of the table now; nil where there is none.
    package static func stamp(_ path: String) -> UInt64? { (try? FileSystem.status(of: path))?.stamp }
}
