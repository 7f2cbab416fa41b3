// Watches directories for changes: with inotify on Linux; there is no implementation for other systems.

import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A change in a watched directory.
package struct WatchEvent: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// The file `name` was created, and may still be being written.
        case appeared
        /// `name` was closed after writing, moved in or out, or deleted, or its times or permissions changed.
        case changed
        /// The directory itself was moved or deleted, or its attributes changed.
        case directory
        /// The watch has ended since the directory is gone, even if another one has its name now.
        case ended
        /// The system's queue overflowed: events of any directory may be missing.
        case overflow
        /// Something was mounted or unmounted: see `DirectoryWatch.mounts`.
        case mounts
    }

    package var kind: Kind
    /// The directory's watch, as `add` returned it; meaningless for `overflow` and `mounts`.
    package var watch: Int32 = -1
    /// The entry's name within the directory.
    package var name: [UInt8] = []
}

/// Reports changes in directories.
package protocol DirectoryWatch: AnyObject, Sendable {
    /// Milliseconds between two scans while some directory cannot be watched; slow scans are made less often.
    var interval: Int { get }
    /// Starts watching an open directory; nil if that is impossible, so that it must be scanned for changes.
    func add(_ directory: Int32) -> Int32?
    /// Why a directory could not be watched, and the remedy, without a full stop; nil if nobody need know.
    var failureReason: String? { get }
    func remove(_ watch: Int32)
    /// The current mounts. Blocks.
    var mounts: MountTable { get }
    /// Waits for events. Blocks.
    ///
    /// - Returns: the events; empty after the time or after `wake`; nil once `stop` has been called.
    func events(within milliseconds: Int) -> [WatchEvent]?
    /// Ends the current wait. Thread-safe.
    func wake()
    /// Ends all waiting for good. Thread-safe.
    func stop()
}

extension DirectoryWatch {
    package var interval: Int { 1000 }
    package var failureReason: String? { "this system reports no changes" }
    package var mounts: MountTable { MountTable() }
    package func wake() {}
}

/// A watch for systems that report no changes: `add` always returns nil.
package final class SilentWatch: DirectoryWatch {
    private let signal = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)
    package let failureReason: String?

    package init(failureReason: String? = "this system reports no changes") { self.failureReason = failureReason }

    package func add(_ directory: Int32) -> Int32? { nil }
    package func remove(_ watch: Int32) {}

    package func events(within milliseconds: Int) -> [WatchEvent]? {
        // Checked before waiting, too: a caller may ask again after it was told of the end.
        if !isStopped.load(ordering: .acquiring) {
            _ = signal.wait(timeout: .now() + .milliseconds(milliseconds))
        }
        return isStopped.load(ordering: .acquiring) ? nil : []
    }

    package func wake() { signal.signal() }

    package func stop() {
        isStopped.store(true, ordering: .releasing)
        signal.signal()
    }
}

extension FileSystem {
    /// Returns the best watch of this system.
    package static func makeWatch() -> any DirectoryWatch {
        #if os(Linux)
            return InotifyWatch()
                ?? SilentWatch(
                    failureReason: "all watches that the system gives to one user are in use; more can be had with "
                        + "sysctl fs.inotify.max_user_instances=1024")
        #else
            return SilentWatch()
        #endif
    }
}

#if os(Linux)
    /// Watches with inotify(7).
    private final class InotifyWatch: DirectoryWatch {
        /// The events to report; those of the directory itself (IN_ATTRIB, IN_MOVE_SELF) have no name.
        private static let mask = UInt32(
            IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_MOVE_SELF
                | IN_DELETE_SELF | IN_ONLYDIR)
        private static let bufferByteCount = 1 << 16

        private let descriptor: Int32
        /// The mount table, polled only for changes (proc_pid_mountinfo(5)); −1 if there is none.
        private let mountTable: Int32
        /// A byte in this pipe ends the wait; for good if `isStopped`.
        private let pipe: (reading: Int32, writing: Int32)
        private let isStopped = Atomic(false)
        /// The errno of the last directory that could not be watched.
        private let failure = Atomic(0)

        init?() {
            descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            guard let pipe = try? System.makePipe() else {
                System.close(descriptor)
                return nil
            }
            self.pipe = pipe
            mountTable =
                SystemPath(MountTable.path.utf8).flatMap {
                    try? FileSystem.open($0, in: FileSystem.workingDirectory)
                } ?? -1
        }

        deinit {
            let all = [descriptor, pipe.reading, pipe.writing, mountTable]
            for descriptor in all where descriptor >= 0 { System.close(descriptor) }
        }

        func add(_ directory: Int32) -> Int32? {
            // Use the descriptor: the path may name another directory by now, or be too long.
            let watch = FileSystem.addWatch(of: "/proc/self/fd/\(directory)", to: descriptor, Self.mask)
            if watch < 0 { failure.store(Int(errno), ordering: .relaxed) }
            return watch >= 0 ? watch : nil
        }

        var failureReason: String? {
            let code = Int32(truncatingIfNeeded: failure.load(ordering: .relaxed))
            guard code == ENOSPC else { return SystemError(call: "inotify_add_watch", code: code).explanation }
            return "the system watches no more folders for one user; more can be had with "
                + "sysctl fs.inotify.max_user_watches=1048576"
        }

        func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

        func wake() { System.wake(pipe.writing) }

        func stop() {
            isStopped.store(true, ordering: .releasing)
            wake()
        }

        func events(within milliseconds: Int) -> [WatchEvent]? {
            var polled = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
                // poll(2) ignores descriptors below 0.
                pollfd(fd: mountTable, events: Int16(POLLPRI), revents: 0),
            ]
            let count = System.wait(&polled, milliseconds: Int32(clamping: milliseconds))
            if isStopped.load(ordering: .acquiring) { return nil }
            if count > 0, polled[1].revents != 0 { System.drain(pipe.reading) }
            var events = count > 0 && polled[0].revents != 0 ? readEvents() : []
            if count > 0, polled[2].revents & Int16(POLLPRI) != 0 { events.append(WatchEvent(kind: .mounts)) }
            return events
        }

        var mounts: MountTable { MountTable.read() }

        private func readEvents() -> [WatchEvent] {
            var buffer = [UInt8](repeating: 0, count: Self.bufferByteCount)
            guard case .bytes(let count) = System.read(descriptor, into: &buffer) else { return [] }
            let bytes = buffer.span
            var events: [WatchEvent] = []
            let header = MemoryLayout<inotify_event>.size
            var offset = 0
            // An event is a header and `len` bytes of name, padded with NULs. Both are checked against the bytes
            // read, although the system never splits an event.
            while count - offset >= header {
                // Fields of 4 bytes: watch, mask, cookie, length of the name (inotify(7)).
                let (watch, mask) = (
                    bytes.load(at: offset, as: Int32.self), bytes.load(at: offset + 4, as: UInt32.self)
                )
                let end = offset + header + Int(bytes.load(at: offset + 12, as: UInt32.self))
                guard end <= count else { break }
                events.append(Self.event(watch, mask, name: Array(buffer[offset + header..<end].prefix { $0 != 0 })))
                offset = end
            }
            return events
        }

        private static func event(_ watch: Int32, _ mask: UInt32, name: [UInt8]) -> WatchEvent {
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { return WatchEvent(kind: .overflow) }
            if mask & UInt32(IN_IGNORED) != 0 { return WatchEvent(kind: .ended, watch: watch) }
            if name.isEmpty { return WatchEvent(kind: .directory, watch: watch) }
            // A new folder is complete at once; a new file is followed by IN_CLOSE_WRITE when it is written.
            let isAppearing = mask & UInt32(IN_CREATE) != 0 && mask & UInt32(IN_ISDIR) == 0
            return WatchEvent(kind: isAppearing ? .appeared : .changed, watch: watch, name: name)
        }
    }
#endif
