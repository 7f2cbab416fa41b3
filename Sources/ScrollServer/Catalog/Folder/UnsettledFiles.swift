// New files that another program may still be writing.

import Platform

/// Files that have appeared and whose closing was not reported. Most are closed soon, which is; but one that got its
/// name by a hard link is not closed under that name (`ln`, `linkat` of a file without a name, Qt's QSaveFile). So a file
/// counts as finished, too, when its size and time stay as they are for a while.
struct UnsettledFiles {
    /// How long, in milliseconds: for a file with content, and for one that has none yet.
    static let (pause, emptyPause) = (400, 5000)

    private struct Seen {
        var count: Int
        var modified: FileTime
        /// When it was first seen like this, in milliseconds of the monotonic clock.
        var time: Int
    }

    /// By directory and name.
    private var files: [Int: [[UInt8]: Seen]] = [:]

    /// When to look at them again, in milliseconds of the monotonic clock; nil when there are none. O(files).
    var nextLook: Int? {
        files.values.lazy.flatMap(\.values).map { $0.time + Self.pause(ofCount: $0.count) }.min()
    }

    /// Notes what a file is like now.
    ///
    /// - Parameter now: in milliseconds of the monotonic clock.
    /// - Returns: whether it has been so for long enough; it is forgotten then.
    mutating func isSettled(_ name: [UInt8], in directory: Int, _ status: FileStatus, now: Int) -> Bool {
        guard let seen = files[directory]?[name], seen.count == status.count, seen.modified == status.modified else {
            files[directory, default: [:]][name] = Seen(count: status.count, modified: status.modified, time: now)
            return false
        }
        guard now - seen.time >= Self.pause(ofCount: seen.count) else { return false }
        forget(name, in: directory)
        return true
    }

    mutating func forget(_ name: [UInt8], in directory: Int) {
        guard files[directory]?.removeValue(forKey: name) != nil else { return }
        if files[directory]?.isEmpty == true { files[directory] = nil }
    }

    mutating func forget(_ directory: Int) { files[directory] = nil }

    /// Adds them to what is to be looked at.
    func add(to dirt: inout PendingNames) {
        for (directory, names) in files {
            for name in names.keys { dirt.add(name, in: directory, isSettled: false) }
        }
    }

    private static func pause(ofCount count: Int) -> Int { count > 0 ? pause : emptyPause }
}
