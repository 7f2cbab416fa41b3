// Offsets of a time zone's clocks from universal time.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A time zone: the offset of its clocks from universal time, in seconds, and when it changes.
package struct ZoneOffsets: Sendable {
    /// When the offset changes, in seconds since 1970-01-01T00:00:00Z, ascending.
    private var changes: [Int] = []
    /// The offset before the first change, then the offset after each change.
    private var offsets: [Int]

    /// The zone of clocks that show universal time.
    package static let universal = ZoneOffsets(offset: 0)

    /// A zone whose clocks never change.
    package init(offset: Int) { offsets = [offset] }

    /// Makes a zone without checks: `changes` must ascend, and `offsets` must have one element more.
    init(unchecked changes: [Int], _ offsets: [Int]) { (self.changes, self.offsets) = (changes, offsets) }

    /// Finds the changes from `start` to `end` by sampling `offset` every third day and bisecting where it differs.
    ///
    /// In seconds. Offsets that last less than three days may be missed; no zone has had one since 1970.
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

    /// The zone of this process: from `TZ`, else the machine's setting.
    ///
    /// Computing it takes some milliseconds.
    package static let local: ZoneOffsets = {
        tzset()
        // 1900 to 2100.
        return ZoneOffsets(from: -2_208_988_800, to: 4_102_444_800) { seconds in
            System.localOffset(at: seconds) ?? 0
        }
    }()

    /// Returns the offset at a moment, both in seconds.
    ///
    /// O(log changes).
    package func offset(at seconds: Int) -> Int {
        offsets[changes.partitioningIndex { $0 > seconds }]
    }

    /// Makes this the zone of the process; call it before `local` is used and before other threads run.
    ///
    /// - Parameter name: a name of the tz database, such as `Europe/Berlin` or `UTC`.
    /// - Returns: false if the machine knows no such zone.
    package static func choose(_ name: String) -> Bool {
        guard name == "UTC" || bytes(ofZone: name) != nil else { return false }
        System.setEnvironment("TZ", to: ":\(name)")
        return true
    }

    /// Returns the zone's file, after checking its magic bytes (RFC 8536 §3.1); nil if there is none.
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
