// Being told by the system what happens in directories: inotify on Linux, nothing elsewhere.

import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Something that happened in a directory that is watched.
struct WatchEvent: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// `name` is new there, and may still be being written.
        case appeared
        /// `name` was written to its end, moved there or away, deleted, or its times or permissions are others.
        case changed
        /// The directory itself was moved or deleted, or its own attributes are others.
        case directory
        /// The watch is over: what was watched is no more, whatever has its name by now.
        case ended
        /// There were more events than the system holds: any of them may be missing, of any directory.
        case overflow
    }

    var kind: Kind
    /// What `add` gave for the directory; meaningless for `overflow`.
    var watch: Int32 = -1
    /// The entry's name within the directory.
    var name: [UInt8] = []
}

/// What tells of changes in directories.
protocol DirectoryWatch: AnyObject, Sendable {
    /// In milliseconds: how often to look at everything when some directory cannot be watched, unless that takes long.
    var interval: Int { get }
    /// Begins to watch an open directory. nil when that cannot be: then only a look at it tells.
    func add(_ directory: Int32) -> Int32?
    func remove(_ watch: Int32)
    /// Waits for events. Blocks.
    ///
    /// - Returns: none when the time is over first; nil once `stop` has been called.
    func events(within milliseconds: Int) -> [WatchEvent]?
    /// Ends the waiting, for good. Safe on any thread.
    func stop()
}

extension DirectoryWatch {
    var interval: Int { 1000 }
}

/// Where the system tells nothing.
final class SilentWatch: DirectoryWatch {
    private let stopped = DispatchSemaphore(value: 0)

    func add(_ directory: Int32) -> Int32? { nil }
    func remove(_ watch: Int32) {}

    func events(within milliseconds: Int) -> [WatchEvent]? {
        guard stopped.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return [] }
        stopped.signal()
        return nil
    }

    func stop() { stopped.signal() }
}

extension FileSystem {
    /// What this system has for it.
    static func makeWatch() -> any DirectoryWatch {
        #if os(Linux)
            return InotifyWatch() ?? SilentWatch()
        #else
            return SilentWatch()
        #endif
    }
}

#if os(Linux)
    /// inotify(7).
    private final class InotifyWatch: DirectoryWatch {
        /// IN_ATTRIB and IN_MOVE_SELF of the directory itself come without a name.
        private static let mask = UInt32(
            IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_MOVE_SELF
                | IN_DELETE_SELF | IN_ONLYDIR)
        private static let bufferByteCount = 1 << 16

        private let descriptor: Int32
        /// Written to in order to end the waiting.
        private let pipe: (reading: Int32, writing: Int32)

        init?() {
            descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            guard let pipe = try? System.makePipe() else {
                System.close(descriptor)
                return nil
            }
            self.pipe = pipe
        }

        deinit {
            for descriptor in [descriptor, pipe.reading, pipe.writing] { System.close(descriptor) }
        }

        func add(_ directory: Int32) -> Int32? {
            // By what is open rather than by a path, which may lead elsewhere by now, or be too long.
            let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(directory)", Self.mask)
            return watch >= 0 ? watch : nil
        }

        func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

        func stop() {
            var byte: UInt8 = 0
            _ = write(pipe.writing, &byte, 1)
        }

        func events(within milliseconds: Int) -> [WatchEvent]? {
            var polled = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
            if count > 0, polled[1].revents != 0 { return nil }
            return count > 0 ? readEvents() : []
        }

        private func readEvents() -> [WatchEvent] {
            var events: [WatchEvent] = []
            let header = MemoryLayout<inotify_event>.size
            withUnsafeTemporaryAllocation(byteCount: Self.bufferByteCount, alignment: 8) { buffer in
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                var offset = 0
                // Each event is its header and `len` bytes of name, padded with NULs; both are checked against what was
                // read, though the system never cuts an event in two.
                while count - offset >= header {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let end = offset + header + Int(event.len)
                    guard end <= count else { break }
                    let name = buffer[offset + header..<end].prefix { $0 != 0 }
                    events.append(Self.event(event, name: [UInt8](name)))
                    offset = end
                }
            }
            return events
        }

        private static func event(_ event: inotify_event, name: [UInt8]) -> WatchEvent {
            let mask = event.mask
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { return WatchEvent(kind: .overflow) }
            if mask & UInt32(IN_IGNORED) != 0 { return WatchEvent(kind: .ended, watch: event.wd) }
            if name.isEmpty { return WatchEvent(kind: .directory, watch: event.wd) }
            // A folder is there at once; a file's writer will say when it is done.
            let isAppearing = mask & UInt32(IN_CREATE) != 0 && mask & UInt32(IN_ISDIR) == 0
            return WatchEvent(kind: isAppearing ? .appeared : .changed, watch: event.wd, name: name)
        }
    }
#endif
