// Time zones by their names, from the system's files (RFC 8536).

import Synchronization

extension ZoneOffsets {
    /// Guards the zones read so far; each file is read once.
    private static let known = Mutex<[String: ZoneOffsets]>([:])
    /// The maximum number of zones kept, more than the tz database has names.
    private static let knownLimit = 700

    /// Returns the zone with a name of the tz database, such as `Europe/Berlin`; nil if the machine knows no such zone.
    ///
    /// The first call for a name reads a file of some kilobytes.
    package static func named(_ name: String) -> ZoneOffsets? {
        if let zone = known.withLock({ $0[name] }) { return zone }
        guard name.utf8.count <= 60, let bytes = bytes(ofZone: name), let zone = ZoneFile(bytes)?.offsets else {
            return name == "UTC" ? universal : nil
        }
        known.withLock { if $0.count < knownLimit { $0[name] = zone } }
        return zone
    }

    /// Makes a zone from `changes` (seconds since 1970, ascending) and offsets, one more than changes; nil otherwise.
    init?(changes: [Int], offsets: [Int]) {
        guard offsets.count == changes.count + 1, zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return nil
        }
        self.init(unchecked: changes, offsets)
    }
}

/// A parsed file of the tz database.
struct ZoneFile {
    let offsets: ZoneOffsets

    /// Parses a file's bytes; nil if they are not valid.
    init?(_ bytes: [UInt8]) {
        var reader = ByteWords(bytes)
        guard let first = Header(&reader) else { return nil }
        // Versions from 2 on repeat the table with times of 8 bytes, then give the rule for later changes.
        let isLong = first.version >= 2
        if isLong {
            reader.skip(first.byteCount(timeSize: 4))
            guard let second = Header(&reader), let table = Table(&reader, second, timeSize: 8) else { return nil }
            var (changes, offsets) = (table.changes, table.offsets)
            if let rule = ZoneRule(reader.line()) {
                // The rule applies from the last listed change to the year 2100.
                let start = (changes.last ?? Int.min / 2) + 1
                for (change, offset) in rule.changes(years: 1970...2100) where change > start {
                    guard offset != offsets.last else { continue }
                    changes.append(change)
                    offsets.append(offset)
                }
            }
            guard let zone = ZoneOffsets(changes: changes, offsets: offsets) else { return nil }
            self.offsets = zone
        } else {
            guard let table = Table(&reader, first, timeSize: 4),
                let zone = ZoneOffsets(changes: table.changes, offsets: table.offsets)
            else { return nil }
            offsets = zone
        }
    }

    /// The header (RFC 8536 §3.1).
    private struct Header {
        let version: Int
        let utcCount, standardCount, leapCount, timeCount, typeCount, letterCount: Int

        init?(_ reader: inout ByteWords) {
            guard reader.bytes(4) == Array("TZif".utf8), let version = reader.bytes(1)?.first, reader.bytes(15) != nil,
                let utc = reader.word(4), let standard = reader.word(4), let leap = reader.word(4),
                let time = reader.word(4), let type = reader.word(4), let letter = reader.word(4),
                [utc, standard, leap, time, type, letter].allSatisfy({ (0...100_000).contains($0) }), type > 0
            else { return nil }
            self.version = version == 0 ? 1 : Int(version) - 0x30
            (utcCount, standardCount, leapCount) = (utc, standard, leap)
            (timeCount, typeCount, letterCount) = (time, type, letter)
        }

        func byteCount(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + letterCount + leapCount * (timeSize + 4) + standardCount
                + utcCount
        }
    }

    /// The changes of one table.
    private struct Table {
        var changes: [Int] = []
        var offsets: [Int] = []

        init?(_ reader: inout ByteWords, _ header: Header, timeSize: Int) {
            var times: [Int] = []
            for _ in 0..<header.timeCount {
                guard let time = reader.word(timeSize) else { return nil }
                times.append(time)
            }
            guard let kinds = reader.bytes(header.timeCount) else { return nil }
            var types: [Int] = []
            for _ in 0..<header.typeCount {
                guard let offset = reader.word(4), reader.bytes(2) != nil, abs(offset) < 100_000 else { return nil }
                types.append(offset)
            }
            reader.skip(
                header.letterCount + header.leapCount * (timeSize + 4) + header.standardCount + header.utcCount)
            offsets = [types[0]]
            for (time, kind) in zip(times, kinds) {
                guard types.indices.contains(Int(kind)) else { return nil }
                let offset = types[Int(kind)]
                guard offset != offsets.last, time > changes.last ?? Int.min else { continue }
                changes.append(time)
                offsets.append(offset)
            }
        }
    }
}

/// Reads big-endian numbers and lines of a file.
private struct ByteWords {
    private let all: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { all = bytes }

    mutating func skip(_ count: Int) { position = min(all.count, position + max(0, count)) }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= all.count - position else { return nil }
        defer { position += count }
        return Array(all[position..<position + count])
    }

    /// Reads a signed number of `size` bytes, at most 8.
    mutating func word(_ size: Int) -> Int? {
        guard let bytes = bytes(size), let first = bytes.first else { return nil }
        var value: UInt64 = first & 0x80 == 0 ? 0 : .max
        for byte in bytes { value = value << 8 | UInt64(byte) }
        return Int(Int64(bitPattern: value))
    }

    /// Returns the text between the next two line feeds; empty if there is none.
    func line() -> String {
        let rest = all[position...]
        guard rest.first == 0x0A, let end = rest.dropFirst().firstIndex(of: 0x0A) else { return "" }
        return String(decoding: rest.dropFirst()[..<end], as: UTF8.self)
    }
}
