// New files that another program may still be writing.

import Platform

/// New files whose closing was not reported.
///
/// Most are closed soon, which is reported; but a file named by a hard link is not closed under that name (`ln`,
/// `linkat` of a file without a name, Qt's QSaveFile). So a file also counts as finished when its size and time have
/// not changed for a while.
struct UnsettledFiles {
    /// How long they must not change, in milliseconds: a file with content, and one that has none yet.
    static let (pause, emptyPause) = (400, 5000)

    private struct Seen {
        var count: Int
        var modified: FileTime
        /// When it was first seen in this state, in milliseconds of the monotonic clock.
        var time: Int
    }

    /// By directory and name.
    private var files: [Int: [[UInt8]: Seen]] = [:]

    /// When to examine them again, in milliseconds of the monotonic clock; nil when there are none; O(files).
    var nextExamination: Int? {
        files.values.lazy.flatMap(\.values).map { $0.time + Self.pause(ofCount: $0.count) }.min()
    }

    /// Records a file's state, and returns whether it has not changed for long enough; the file is then forgotten.
    ///
    /// `now` is in milliseconds of the monotonic clock.
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

    /// Adds them to the names to examine.
    func add(to pendingNames: inout PendingNames) {
        for (directory, names) in files {
            for name in names.keys { pendingNames.add(name, in: directory, isSettled: false) }
        }
    }

    private static func pause(ofCount count: Int) -> Int { count > 0 ? pause : emptyPause }
}
