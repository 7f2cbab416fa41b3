// Reports changes that any program makes in one folder.

import Synchronization

/// A thread that checks a folder at first, and then whenever the system reports a change in it.
package final class FolderMonitor: Sendable {
    private let watch: any DirectoryWatch
    private let stopped = Atomic(false)

    /// Starts the thread, which calls `check` with `state` until it returns false.
    ///
    /// - Throws: the system's error if it refuses the folder or a thread.
    package init<State: Sendable>(
        folder: String, from state: State, check: @escaping @Sendable (inout State) -> Bool
    ) throws(SystemError) {
        let watch = FileSystem.makeWatch()
        self.watch = watch
        guard let path = SystemPath(folder.utf8) else { throw .missing("open", on: folder) }
        let descriptor = try FileSystem.open(path, in: FileSystem.workingDirectory, asDirectory: true)
        let isWatched = watch.add(descriptor) != nil
        System.close(descriptor)
        try System.startThread {
            var state = state
            while check(&state), watch.events(within: isWatched ? 3_600_000 : watch.interval) != nil {}
        }
    }

    /// Starts a thread that calls `onChange` with the name of each file whose status is new; at first with every name.
    ///
    /// Each check reads the status of all files, so use it for at most some hundred.
    ///
    /// - Throws: the system's error if it refuses the folder or a thread.
    package convenience init(
        folder: String, onChange: @escaping @Sendable (_ name: String) -> Void
    ) throws(SystemError) {
        try self.init(folder: folder, from: [String: UInt64]()) { seen in
            for name in FileSystem.names(in: folder) {
                guard let status = try? FileSystem.status(of: "\(folder)/\(name)"), status.kind == .regular,
                    seen.updateValue(status.stamp, forKey: name) != status.stamp
                else { continue }
                onChange(name)
            }
            return true
        }
    }

    /// Whether it has been stopped.
    package var isStopped: Bool { stopped.load(ordering: .acquiring) }

    /// Makes the thread end soon; does not wait for it.
    package func stop() {
        stopped.store(true, ordering: .releasing)
        watch.stop()
    }
}
