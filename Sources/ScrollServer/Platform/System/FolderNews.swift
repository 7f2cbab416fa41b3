// Reports files that any program writes in one folder.

import Synchronization

/// A thread that rescans a folder whenever the system reports a change, and reports each file whose status is new.
///
/// At first it reports every file. Each scan reads the status of all files, so use it for at most some hundred.
package final class FolderNews: Sendable {
    private let folder: String
    private let watch: any DirectoryWatch
    private let tell: @Sendable (_ name: String) -> Void

    /// Starts the thread, which calls `tell` with the name of each new or changed file.
    ///
    /// - Throws: the system's error if it refuses the folder or a thread.
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

    /// Makes the thread end soon; does not wait for it.
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
