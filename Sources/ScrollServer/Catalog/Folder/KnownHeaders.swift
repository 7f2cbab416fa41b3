// Headers of a folder's files that an earlier run of the program has read.

import Metadata
import Platform
import Synchronization
import Tiling

/// Headers by their files' stamps, cached on disk, so that a reopened folder can be searched at once.
///
/// A file that has changed has another stamp, so it is read again.
///
/// ```
///  magic 8 │ count 8 │ count × (stamp 8 │ offset << 24 | length 8 │ check 8), by stamps │ records
/// ```
/// The cache is not trusted: entries that are cut off or fail their check are ignored. All files are still opened and
/// examined; only their bytes are not read.
final class KnownHeaders: Sendable {
    /// Must change whenever the program reads other facts from headers than before.
    private static let version: UInt64 = 0x0010_5344_4148_5353
    /// Identifies the format and the local zone, in which times of videos are stored: another zone invalidates the
    /// cache.
    private static let magic: UInt64 = {
        var hash = StableHash()
        hash.add(version)
        for year in stride(from: 0, to: 150 * 31_556_952, by: 31_556_952 / 4) {
            hash.add(UInt64(bitPattern: Int64(ZoneOffsets.local.offset(at: year))))
        }
        return hash.value
    }()
    private static let headByteCount = 16
    private static let entryByteCount = 24
    /// Longer records, with hundreds of long keywords, are not cached.
    private static let longestRecord = 1 << 16
    /// Most bytes of all records.
    ///
    /// A record has some 60 to 200 bytes, so this is about half a million pictures; the rest of a larger folder is read
    /// again.
    static let byteLimit = 1 << 26
    /// The cache is written again when at least one header in this many was not in it.
    private static let missShare = 50

    private struct State {
        var file: OpenFile?
        /// Stamp, location and check of each record.
        var entries: [UInt64] = []
        var isRead = false
        /// Lookups that failed since the last write.
        var misses = 0
        /// Lookups that failed.
        var allMisses = 0

        mutating func miss() {
            misses += 1
            allMisses += 1
        }
    }

    private let path: String
    /// Guards the state; held while the cache is read, for which all scans must wait anyway.
    private let state = Mutex(State())
    /// Number of headers that had to be read so far.
    var missCount: Int { state.withLock { $0.allMisses } }

    /// Opens the cache of `source` in `folder`, which is created if it does not exist.
    init(folder: String, source: String) {
        path = "\(folder)/\(Base32.encode(StableHash.of(source.utf8), length: 13)).headers"
        try? FileSystem.makeFolder(folder)
    }

    // MARK: Looking up

    /// The header of the file with this stamp; nil where it must be read; O(log n), and a read of the cache.
    func header(stamp: UInt64) -> ImageHeader? {
        let found = state.withLock { state -> (OpenFile, UInt64, UInt64)? in
            if !state.isRead { Self.read(path, into: &state) }
            guard let file = state.file, let index = Self.index(of: stamp, in: state.entries) else {
                state.miss()
                return nil
            }
            return (file, state.entries[3 * index + 1], state.entries[3 * index + 2])
        }
        guard let (file, location, check) = found else { return nil }
        let (offset, length) = (Int(location >> 24), Int(location & 0xFF_FFFF))
        guard let record = try? file.bytes(at: offset, count: length), record.count == length,
            Self.check(record, stamp) == check, let header = ImageHeader(stored: record)
        else {
            state.withLock { $0.miss() }
            return nil
        }
        return header
    }

    private static func read(_ path: String, into state: inout State) {
        state.isRead = true
        guard let file = try? OpenFile(path: path), let head = try? file.bytes(at: 0, count: headByteCount) else {
            return
        }
        var reader = IndexReader(head)
        guard reader.number() == magic, let count = reader.integer(), count > 0,
            count <= (file.count - headByteCount) / entryByteCount,
            let table = try? file.bytes(at: headByteCount, count: count * entryByteCount),
            table.count == count * entryByteCount
        else { return }
        reader = IndexReader(table)
        state.entries.reserveCapacity(3 * count)
        while let number = reader.number() { state.entries.append(number) }
        state.file = file
    }

    private static func index(of stamp: UInt64, in entries: [UInt64]) -> Int? {
        let index = (0..<entries.count / 3).partitioningIndex { entries[3 * $0] >= stamp }
        return index < entries.count / 3 && entries[3 * index] == stamp ? index : nil
    }

    private static func check(_ record: [UInt8], _ stamp: UInt64) -> UInt64 {
        var hash = StableHash()
        hash.add(stamp)
        hash.add(record)
        return hash.value
    }

    // MARK: Caching

    /// Whether enough headers of a folder with `count` files are new to write the cache again.
    func isWorthKeeping(of count: Int) -> Bool {
        state.withLock { $0.misses > 0 && $0.misses >= count / Self.missShare }
    }

    /// Headers to be cached.
    struct Gathering {
        fileprivate var records: [(stamp: UInt64, start: Int, length: Int)] = []
        fileprivate var bytes: [UInt8] = []

        /// Adds a header; returns false when there is no more room.
        mutating func add(_ header: ImageHeader, stamp: UInt64) -> Bool {
            let record = header.stored
            guard record.count <= longestRecord else { return true }
            guard bytes.count + record.count <= byteLimit else { return false }
            records.append((stamp, bytes.count, record.count))
            bytes += record
            return true
        }
    }

    /// Replaces the cache; blocks.
    ///
    /// - Throws: the system's error; the old cache then stays.
    func keep(_ gathering: Gathering) throws(SystemError) {
        var writer = IndexWriter()
        // Other names of one file have the same stamp.
        let sorted = gathering.records.sorted { $0.stamp < $1.stamp }
        let records = sorted.indices.filter { $0 == 0 || sorted[$0 - 1].stamp != sorted[$0].stamp }.map { sorted[$0] }
        writer.put(Self.magic)
        writer.put(records.count)
        let base = Self.headByteCount + records.count * Self.entryByteCount
        for (stamp, start, length) in records {
            writer.put(stamp)
            writer.put(UInt64(base + start) << 24 | UInt64(length))
            writer.put(Self.check(Array(gathering.bytes[start..<start + length]), stamp))
        }
        try AtomicFile.write([writer.bytes, gathering.bytes], to: path)
        state.withLock { $0.misses = 0 }
    }

    /// Frees the cached headers, since all files have been examined.
    func close() {
        state.withLock { state in
            (state.file, state.entries, state.isRead) = (nil, [], true)
        }
    }
}

// MARK: - Records

extension ImageHeader {
    /// The header as bytes: see `init(stored:)`.
    fileprivate var stored: [UInt8] {
        var writer = IndexWriter()
        writer.put(format.rawValue)
        writer.put(UInt8(clamping: orientation))
        writer.put(UInt64(UInt32(clamping: width)) << 32 | UInt64(UInt32(clamping: height)))
        writer.put(taken?.value ?? 0)
        writer.put(copySide)
        writer.put(storedTiles?.code ?? 0)
        writer.put(UInt8((hasDeepSamples ? 1 : 0) | (hasChannels ? 2 : 0)))
        guard let facts else { return writer.bytes }
        let properties = PictureFacts.properties.map(\.property)
        var mask: UInt64 = 0
        for (index, property) in properties.enumerated() where facts[property] != nil { mask |= 1 << UInt64(index) }
        writer.put(mask)
        for property in properties where facts[property] != nil {
            switch property {
            case .text(let path): writer.put(facts[keyPath: path] ?? "")
            case .number(let path): writer.put(facts[keyPath: path] ?? 0)
            case .words(let path): writer.put(facts[keyPath: path])
            }
        }
        writer.put(facts.latitude ?? .nan)
        writer.put(facts.longitude ?? .nan)
        writer.put(facts.takenSource.rawValue)
        return writer.bytes
    }

    /// Reads the bytes of `stored`; nil for anything else.
    fileprivate init?(stored bytes: [UInt8]) {
        var reader = IndexReader(bytes)
        guard let format = reader.byte().flatMap({ MediaFormat(rawValue: $0) }),
            let orientation = reader.byte(), (1...8).contains(orientation),
            let size = reader.number(), size >> 32 > 0, size & 0xFFFF_FFFF > 0, let taken = reader.number(),
            let copySide = reader.integer(), (0...Int(UInt16.max)).contains(copySide), let tiles = reader.byte(),
            let samples = reader.byte()
        else { return nil }
        self.init(
            format: format, width: Int(size >> 32), height: Int(size & 0xFFFF_FFFF), orientation: Int(orientation))
        self.taken = CaptureTime(value: taken)
        self.copySide = copySide
        storedTiles = StoredTiles(code: tiles)
        (hasDeepSamples, hasChannels) = (samples & 1 != 0, samples & 2 != 0)
        if reader.isAtEnd { return }
        guard let mask = reader.number() else { return nil }
        var facts = PictureFacts()
        for (index, (_, property)) in PictureFacts.properties.enumerated() where mask >> UInt64(index) & 1 == 1 {
            switch property {
            case .text(let path):
                guard let text = reader.text() else { return nil }
                facts[keyPath: path] = text
            case .number(let path):
                guard let number = reader.double() else { return nil }
                facts[keyPath: path] = number
            case .words(let path):
                guard let words = reader.texts() else { return nil }
                facts[keyPath: path] = words
            }
        }
        guard let latitude = reader.double(), let longitude = reader.double(),
            let source = reader.byte().flatMap({ DateSource(rawValue: $0) }), reader.isAtEnd
        else { return nil }
        if !latitude.isNaN { (facts.latitude, facts.longitude) = (latitude, longitude) }
        facts.setTaken(self.taken, zone: nil, from: source)
        self.facts = facts
    }
}
