// How far the clocks of a time zone are ahead of universal time.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A time zone: the offset of its clocks from universal time, in seconds, and when it changes.
package struct ZoneOffsets: Sendable {
    /// When the offset changes, in seconds since 1970-01-01T00:00:00Z, ascending.
    private var changes: [Int] = []
    /// The offset before the first change, and from each on.
    private var offsets: [Int]

    /// The zone of clocks that show universal time.
    package static let universal = ZoneOffsets(offset: 0)

    /// A zone whose clocks never change.
    package init(offset: Int) { offsets = [offset] }

    /// `offsets` must have one element more than `changes`, which must ascend.
    init(unchecked changes: [Int], _ offsets: [Int]) { (self.changes, self.offsets) = (changes, offsets) }

    /// Finds the changes between two moments: it asks every third day, and halves the days between two answers that
    /// differ. So an offset that lasts for less than three days may be missed; no zone has had one since 1970.
    ///
    /// - Parameter offset: the zone's offset at a moment, both in seconds.
    init(from start: Int, to end: Int, offset: (Int) -> Int) {
        var last = offset(start)
        offsets = [last]
        for moment in stride(from: start, to: end, by: 3 * 86_400) {
            let next = offset(moment)
            guard next != last else { continue }
            var (before, after) = (max(start, moment - 3 * 86_400), moment)
            while after - before > 1 {
                let middle = before + (after - before) / 2
                if offset(middle) == last { before = middle } else { after = middle }
            }
            changes.append(after)
            offsets.append(next)
            last = next
        }
    }

    /// The zone of this process: what `TZ` says, else what the machine is set to. Making it takes some milliseconds.
    package static let local: ZoneOffsets = {
        tzset()
        // 1900 to 2100.
        return ZoneOffsets(from: -2_208_988_800, to: 4_102_444_800) { seconds in
            var (time, parts) = (time_t(seconds), tm())
            return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
        }
    }()

    /// The offset at a moment, both in seconds. O(log changes).
    package func offset(at seconds: Int) -> Int {
        // The number of changes up to then.
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return offsets[low]
    }

    /// Makes this the zone of the process. Call it before `local` is asked for, and before other threads run.
    ///
    /// - Parameter name: as in the tz database, such as `Europe/Berlin` or `UTC`.
    /// - Returns: false where the machine knows no such zone.
    package static func choose(_ name: String) -> Bool {
        guard name == "UTC" || bytes(ofZone: name) != nil else { return false }
        setenv("TZ", ":\(name)", 1)
        return true
    }

    /// The file of a zone, which begins as all of them do (RFC 8536 §3.1); nil where there is none.
    static func bytes(ofZone name: String) -> [UInt8]? {
        let folder = System.environment("TZDIR") ?? "/usr/share/zoneinfo"
        let isName = name.utf8.allSatisfy { UInt8(ascii: "/") == $0 || ASCII.isToken($0) } && !name.contains("..")
        guard isName, !name.hasPrefix("/"), let path = SystemPath("\(folder)/\(name)".utf8),
            let file = try? OpenFile(
                owning: FileSystem.open(path, in: FileSystem.workingDirectory, followLink: true)),
            (44...100_000).contains(file.count),
            let bytes = try? file.bytes(at: 0, count: file.count), bytes.starts(with: Array("TZif".utf8))
        else { return nil }
        return bytes
    }
}
