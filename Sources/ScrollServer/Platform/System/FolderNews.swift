// Tells when files of one folder are written, by whatever program.

import Synchronization

/// A thread that looks at the files of a folder whenever the system reports a change in it, and tells of each whose
/// status is new. It tells of every file once at first. For folders of some hundred files: each look reads them all.
package final class FolderNews: Sendable {
    private let folder: String
    private let watch: any DirectoryWatch
    private let tell: @Sendable (_ name: String) -> Void

    /// Starts the thread.
    ///
    /// - Parameter tell: called on that thread with the name of a file that is new or was written.
    /// - Throws: the system's error when it refuses the folder or a thread.
    package init(folder: String, tell: @escaping @Sendable (_ name: String) -> Void) throws(SystemError) {
        self.folder = folder
        self.tell = tell
        watch = FileSystem.makeWatch()
        guard let path = SystemPath(folder.utf8) else { throw .missing("open", on: folder) }
        let descriptor = try FileSystem.open(path, in: FileSystem.workingDirectory, asDirectory: true)
        let isWatched = watch.add(descriptor) != nil
        System.close(descriptor)
        try System.startThread { [self] in run(isWatched: isWatched) }
    }

    /// Ends the thread soon after; does not wait for it.
    package func stop() { watch.stop() }

    private func run(isWatched: Bool) {
        var seen: [String: UInt64] = [:]
        repeat {
            for name in FileSystem.names(in: folder) {
                guard let status = try? FileSystem.status(of: "\(folder)/\(name)"), status.kind == .regular,
                    seen.updateValue(status.stamp, forKey: name) != status.stamp
                else { continue }
                tell(name)
            }
        } while watch.events(within: isWatched ? 3_600_000 : watch.interval) != nil
    }
}
