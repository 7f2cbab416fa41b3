// What is mounted inside a folder, and what was and has just gone.

import Imaging
import Platform

extension ImageError {
    static let removedMedium = ImageError.unreadable("the medium that holds the file was removed")
}

/// The mounts that a folder is made of, and the directories whose medium has gone: their pictures stay for a while, with
/// the reason why they cannot be shown, so that who looks at them learns it.
struct FolderMounts {
    /// How long they stay, in milliseconds.
    static let pause = 10_000

    /// The root, absolute, without links; empty where it is not known.
    private let root: [UInt8]
    /// The mount on which the root lies; nil where the system does not tell.
    private var own: MountTable.Mount?
    /// By their paths from the root, the mounts below it.
    private var inside: [[UInt8]: Int]
    private(set) var table: MountTable
    /// By directory, when those are removed whose medium has gone, in milliseconds of the monotonic clock.
    private var ends: [Int: Int] = [:]
    /// The same for the root.
    private(set) var rootEnd: Int?

    /// - Parameter path: the root's path.
    init(root path: String = "", _ table: MountTable = MountTable()) {
        self.table = table
        root = path.isEmpty ? [] : FileSystem.realPath(path).map { Array($0.utf8) } ?? []
        own = table.holder(of: root)
        inside = root.isEmpty ? [:] : table.inside(root)
    }

    /// What has changed in the folder.
    struct News {
        /// Paths from the root.
        var mounted: [[UInt8]] = []
        var unmounted: [[UInt8]] = []
        /// Whether the root's own path leads to another mount.
        var isRootMoved = false
    }

    /// Takes over what is mounted now.
    mutating func update(_ table: MountTable) -> News {
        self.table = table
        guard !root.isEmpty else { return News() }
        var news = News(isRootMoved: table.holder(of: root)?.id != own?.id)
        let now = table.inside(root)
        for (path, id) in now where inside[path] != id { news.mounted.append(path) }
        for path in inside.keys where now[path] == nil { news.unmounted.append(path) }
        inside = now
        return news
    }

    /// Whether the medium on which the root lay has gone, rather than the folder from the medium; also that it has come
    /// back ends this.
    ///
    /// - Parameter now: in milliseconds of the monotonic clock.
    mutating func isRootLost(_ table: MountTable, now: Int) -> (isLost: Bool, isNew: Bool) {
        let current = table.holder(of: root)
        if let rootEnd {
            guard now < rootEnd, current?.id == own?.id else {
                self.rootEnd = nil
                return (false, false)
            }
            return (true, false)
        }
        // Where something else is mounted at the same place, that is what is to be shown.
        guard let own, let current, !table.contains(own.id), current.place.count < own.place.count else {
            return (false, false)
        }
        self.own = current
        rootEnd = now + Self.pause
        return (true, true)
    }

    /// The root's path leads to the same folder by another mount.
    mutating func keepRoot() { own = table.holder(of: root) }

    // MARK: Directories whose medium has gone

    /// When the next of them is to be removed, in milliseconds of the monotonic clock.
    var nextEnd: Int? { (Array(ends.values) + (rootEnd.map { [$0] } ?? [])).min() }

    mutating func scheduleRemoval(_ directory: Int, now: Int) { ends[directory] = now + Self.pause }

    mutating func forget(_ directory: Int) { ends[directory] = nil }

    /// Those whose time is over; they are forgotten.
    mutating func takeEnded(now: Int) -> [Int] {
        let ended = ends.filter { $0.value <= now }.map(\.key)
        for directory in ended { ends[directory] = nil }
        return ended
    }
}
