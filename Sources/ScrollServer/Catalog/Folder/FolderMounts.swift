// The mounts inside a folder, including those just removed.

import Pixels
import Platform

extension ImageError {
    static let removedMedium = ImageError.unreadable("the medium that holds the file was removed")
}

/// The mounts inside a folder, and the directories whose medium was removed.
///
/// Pictures of these directories stay for a while with an error, so that viewers learn the reason.
struct FolderMounts {
    /// How long pictures of a removed medium stay, in milliseconds.
    static let pause = 10_000

    /// The root's absolute path, without links; empty where it is not known.
    private let root: [UInt8]
    /// The mount on which the root lies; nil where unknown.
    private var own: MountTable.Mount?
    /// The mounts below the root, by their paths from the root.
    private var inside: [[UInt8]: Int]
    private(set) var table: MountTable
    /// When each directory whose medium was removed is to be removed, in milliseconds of the monotonic clock.
    private var ends: [Int: Int] = [:]
    /// The same for the root.
    private(set) var rootEnd: Int?

    /// Starts with the mounts in and below the folder at `path`.
    init(root path: String = "", _ table: MountTable = MountTable()) {
        self.table = table
        root = path.isEmpty ? [] : FileSystem.realPath(path).map { Array($0.utf8) } ?? []
        own = table.mount(containing: root)
        inside = root.isEmpty ? [:] : table.inside(root)
    }

    /// The changes of mounts in the folder.
    struct MountChanges {
        /// Paths from the root.
        var mounted: [[UInt8]] = []
        var unmounted: [[UInt8]] = []
        /// Whether the root's own path leads to another mount.
        var isRootMoved = false
    }

    /// Records the present mounts, and returns the changes.
    mutating func update(_ table: MountTable) -> MountChanges {
        self.table = table
        guard !root.isEmpty else { return MountChanges() }
        var changes = MountChanges(isRootMoved: table.mount(containing: root)?.id != own?.id)
        let now = table.inside(root)
        for (path, id) in now where inside[path] != id { changes.mounted.append(path) }
        for path in inside.keys where now[path] == nil { changes.unmounted.append(path) }
        inside = now
        return changes
    }

    /// Whether the root's medium was removed, rather than the folder from the medium, and whether that is new.
    ///
    /// Ends when the medium returns or after `pause`. `now` is in milliseconds of the monotonic clock.
    mutating func isRootLost(_ table: MountTable, now: Int) -> (isLost: Bool, isNew: Bool) {
        let current = table.mount(containing: root)
        if let rootEnd {
            guard now < rootEnd, current?.id == own?.id else {
                self.rootEnd = nil
                return (false, false)
            }
            return (true, false)
        }
        // If something else is mounted at the same place, that is to be shown.
        guard let own, let current, !table.contains(own.id), current.path.count < own.path.count else {
            return (false, false)
        }
        self.own = current
        rootEnd = now + Self.pause
        return (true, true)
    }

    /// Notes that the root's path leads to the same folder through another mount.
    mutating func keepRoot() { own = table.mount(containing: root) }

    // MARK: Directories whose medium was removed

    /// When the next of them is to be removed, in milliseconds of the monotonic clock.
    var nextEnd: Int? { (Array(ends.values) + (rootEnd.map { [$0] } ?? [])).min() }

    mutating func scheduleRemoval(_ directory: Int, now: Int) { ends[directory] = now + Self.pause }

    mutating func forget(_ directory: Int) { ends[directory] = nil }

    /// Removes and returns the directories whose time is over.
    mutating func takeEnded(now: Int) -> [Int] {
        let ended = ends.filter { $0.value <= now }.map(\.key)
        for directory in ended { ends[directory] = nil }
        return ended
    }
}
