// The records of a ZIP archive (PKWARE's APPNOTE.TXT 6.3.10) whose files are stored.

import Platform
import Tiling

/// Writes the records of one archive, whose sizes are known before its files are read.
///
/// A checksum follows each file's bytes in a data descriptor (§4.3.9). Sizes and offsets from 4 GiB on, and more than
/// 65,534 files, are written as ZIP64 (§4.3.14).
enum ZIPFormat {
    /// A file of the archive.
    struct Entry: Sendable {
        /// UTF-8, with `/` between folders; at most `longestName` bytes.
        let name: [UInt8]
        let byteCount: UInt64
        let modified: FileTime

        fileprivate var isLong: Bool { byteCount >= limit }
    }

    static let longestName = 4096
    /// Larger numbers have a field of 64 bits.
    private static let limit: UInt64 = 0xFFFF_FFFF

    /// The header before a file's bytes (§4.3.7).
    static func localHeader(_ entry: Entry) -> [UInt8] {
        var record = Record(0x0403_4B50)
        record.put(common: entry)
        // Checksum and sizes follow in the descriptor.
        record.put32(0)
        record.put32(0)
        record.put32(0)
        var extra = timeField(entry)
        if entry.isLong { extra.put(field: 1, numbers: [0, 0]) }
        record.put16(entry.name.count)
        record.put16(extra.bytes.count)
        record.bytes += entry.name
        record.bytes += extra.bytes
        return record.bytes
    }

    /// The descriptor after a file's bytes.
    static func descriptor(_ entry: Entry, checksum: UInt32) -> [UInt8] {
        var record = Record(0x0807_4B50)
        record.put32(UInt64(checksum))
        for _ in 0..<2 { if entry.isLong { record.put64(entry.byteCount) } else { record.put32(entry.byteCount) } }
        return record.bytes
    }

    /// The entry of the central directory (§4.3.12); `offset` is that of the local header.
    static func centralHeader(_ entry: Entry, checksum: UInt32, offset: UInt64) -> [UInt8] {
        var record = Record(0x0201_4B50)
        // Made by a program for Unix, version 4.5.
        record.put16(3 << 8 | 45)
        record.put(common: entry)
        record.put32(UInt64(checksum))
        record.put32(min(entry.byteCount, limit))
        record.put32(min(entry.byteCount, limit))
        var extra = timeField(entry)
        let long = (entry.isLong ? [entry.byteCount, entry.byteCount] : []) + (offset >= limit ? [offset] : [])
        if !long.isEmpty { extra.put(field: 1, numbers: long) }
        record.put16(entry.name.count)
        record.put16(extra.bytes.count)
        // Comment, disk, internal attributes.
        for _ in 0..<3 { record.put16(0) }
        // A regular file that all may read.
        record.put32(0o100644 << 16)
        record.put32(min(offset, limit))
        record.bytes += entry.name
        record.bytes += extra.bytes
        return record.bytes
    }

    /// The end of the archive (§4.3.14–16); `offset` and `byteCount` are those of the central directory.
    static func end(entryCount: Int, offset: UInt64, byteCount: UInt64) -> [UInt8] {
        var record = Record()
        let count = UInt64(max(0, entryCount))
        if count >= 0xFFFF || offset >= limit || byteCount >= limit {
            record.put32(0x0606_4B50)
            record.put64(44)
            record.put16(45)
            record.put16(45)
            record.put32(0)
            record.put32(0)
            record.put64(count)
            record.put64(count)
            record.put64(byteCount)
            record.put64(offset)
            record.put32(0x0706_4B50)
            record.put32(0)
            record.put64(offset + byteCount)
            record.put32(1)
        }
        record.put32(0x0605_4B50)
        record.put16(0)
        record.put16(0)
        for _ in 0..<2 { record.put16(Int(min(count, 0xFFFF))) }
        record.put32(min(byteCount, limit))
        record.put32(min(offset, limit))
        record.put16(0)
        return record.bytes
    }

    /// The time of change in whole seconds (Info-ZIP's field 0x5455), where 32 bits hold it.
    private static func timeField(_ entry: Entry) -> Record {
        var record = Record()
        guard let seconds = Int32(exactly: entry.modified.seconds) else { return record }
        record.put16(0x5455)
        record.put16(5)
        record.bytes.append(1)
        record.put32(UInt64(UInt32(bitPattern: seconds)))
        return record
    }

    /// Numbers in little-endian order.
    private struct Record {
        var bytes: [UInt8] = []

        init() {}
        init(_ signature: UInt64) { put32(signature) }

        mutating func put16(_ value: Int) { put(UInt64(UInt16(truncatingIfNeeded: value)), 2) }
        mutating func put32(_ value: UInt64) { put(value, 4) }
        mutating func put64(_ value: UInt64) { put(value, 8) }

        private mutating func put(_ value: UInt64, _ count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
        }

        /// An extra field of 64-bit numbers.
        mutating func put(field: Int, numbers: [UInt64]) {
            put16(field)
            put16(8 * numbers.count)
            for number in numbers { put64(number) }
        }

        /// What both headers of a file begin with: version, flags, method and time.
        mutating func put(common entry: Entry) {
            put16(entry.isLong ? 45 : 20)
            // A descriptor follows; the name is UTF-8.
            put16(1 << 3 | 1 << 11)
            put16(0)
            let clock = entry.modified.onClocks(of: .local).seconds
            let (day, second) = CivilDate.split(secondsSince1970: clock)
            let date = CivilDate(daysSince1970: day)
            // MS-DOS counts from 1980, in steps of two seconds.
            guard (1980...2107).contains(date.year) else {
                put16(0)
                put16(1 << 5 | 1)
                return
            }
            put16((second / 3600) << 11 | (second / 60 % 60) << 5 | second % 60 / 2)
            put16((date.year - 1980) << 9 | date.month << 5 | date.day)
        }
    }
}
