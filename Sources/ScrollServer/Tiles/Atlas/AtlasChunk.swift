// A stretch of the atlas's file, of which parts are mapped while they are looked at.

import Imaging
import Platform
import Synchronization

/// Pages of a file or of memory, unmapped with the last reference.
final class AtlasPages: Sendable {
    let byteCount: Int
    /// Not checked by the compiler: the pages of a file are only read; those of memory are written before anybody is told of
    /// what is in them.
    nonisolated(unsafe) let base: UnsafeMutableRawPointer
    /// The watch over a file's pages; nil for memory.
    private let guardPlace: Int?

    /// Maps a part of a file; nil where the system refuses.
    init?(_ descriptor: Int32, at offset: Int, byteCount: Int) {
        guard let base = try? FileSystem.map(descriptor, at: offset, byteCount: byteCount) else {
            return nil
        }
        guard let place = MappingGuard.watch(base, byteCount: byteCount) else {
            FileSystem.unmap(base, byteCount: byteCount)
            return nil
        }
        (self.base, self.byteCount, guardPlace) = (base, byteCount, place)
    }

    /// Pages of zeros, which take memory as they are written; nil where the system refuses.
    init?(byteCount: Int) {
        guard let base = try? FileSystem.mapZeros(byteCount: byteCount) else { return nil }
        (self.base, self.byteCount, guardPlace) = (base, byteCount, nil)
    }

    deinit {
        if let guardPlace { MappingGuard.forget(guardPlace) }
        FileSystem.unmap(base, byteCount: byteCount)
    }

    /// Whether a page could not be read, so that zeros stand there.
    var isDamaged: Bool {
        MappingGuard.isAnyDamaged && guardPlace.map { MappingGuard.isDamaged($0) } == true
    }
}

/// 4096 tiny pictures, those parts of them together that are looked at together.
///
/// ```
///  4096 records of 32 bytes │ levels of 1, 2 and 4 px: 64 bytes each │ 8 px: 192 bytes each │ 16 px: 768 bytes each
/// ```
final class AtlasChunk: Sendable {
    static let count = 4096
    /// All parts are whole pages, so that each can be mapped by itself.
    static let recordsByteCount = count * AtlasRecord.byteCount
    static let byteCount = count * (AtlasRecord.byteCount + TinyPicture.byteCount)

    /// Where a part begins in a chunk, in bytes.
    static func start(of part: AtlasRecord.Part) -> Int { recordsByteCount + count * part.start }

    /// Where it lies: a descriptor, held by `owner`, and the offset of its first byte; or memory.
    private enum Home {
        case file(OpenFile, offset: Int)
        case memory(AtlasPages)
    }

    private struct State: ~Copyable {
        var parts: [AtlasPages?] = [nil, nil, nil]
        var records: AtlasPages?
        /// When each part was looked at last, by the clock of the caller.
        var used: [UInt64] = [0, 0, 0]
        /// A bit for each part of each picture that has been compared with its checksum; made with the first of them.
        var checked: AtlasBits?
        /// Bytes that are not mapped any more since they turned out to be damaged.
        var dropped = 0
    }

    private let home: Home
    /// Guards which pages are mapped. Not held while they are read.
    private let state = Mutex(State())

    init(_ file: OpenFile, offset: Int) { home = .file(file, offset: offset) }

    /// A chunk in memory; nil where the system refuses.
    init?() {
        guard let pages = AtlasPages(byteCount: Self.byteCount) else { return nil }
        home = .memory(pages)
    }

    var isInMemory: Bool {
        if case .memory = home { return true }
        return false
    }

    /// What the parts of a chunk hold; keeps them mapped.
    struct Pixels {
        fileprivate let pages: AtlasPages
        fileprivate let start: Int
        fileprivate let part: AtlasRecord.Part
        fileprivate let checked: AtlasBits?

        /// Whether some of what was read may be zeros in the place of what cannot be read. To be asked afterwards.
        var isDamaged: Bool { pages.isDamaged }

        /// Whether a picture has been found sound before, and nothing speaks against it.
        func isKnownSound(_ place: Int) -> Bool {
            guard let checked else { return true }
            return checked.has(part.rawValue, place) && !pages.isDamaged
        }

        /// Where the part of the first picture begins; the others follow. Valid as long as this value.
        var base: UnsafeRawPointer { UnsafeRawPointer(pages.base + start) }
        /// For each picture of the chunk a bit for each part of it that has been found sound, bit `part.rawValue`; nil where all
        /// are. Valid as long as this value.
        var checkedBits: UnsafePointer<Atomic<UInt8>>? { checked?.pointer }

        /// The bytes of a part of one picture. `place` is 0 ..< 4096.
        func bytes(of place: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(
                start: pages.base + start + place * part.byteCount, count: part.byteCount)
        }
    }

    /// The pixels of a part; nil where they cannot be mapped. Blocks while pages are read.
    ///
    /// - Parameter time: a number that grows with every look.
    /// - Returns: the pixels, and how many bytes were mapped for this.
    func pixels(_ part: AtlasRecord.Part, at time: UInt64) -> (pixels: Pixels, mapped: Int)? {
        switch home {
        case .memory(let pages):
            return (Pixels(pages: pages, start: Self.start(of: part), part: part, checked: nil), 0)
        case .file(let file, let offset):
            return state.withLock { state in
                state.used[part.rawValue] = time
                let checked = state.checked ?? AtlasBits(count: Self.count)
                state.checked = checked
                if let pages = state.parts[part.rawValue] {
                    return (Pixels(pages: pages, start: 0, part: part, checked: checked), 0)
                }
                let byteCount = Self.count * part.byteCount
                guard
                    let pages = AtlasPages(
                        file.descriptor, at: offset + Self.start(of: part), byteCount: byteCount)
                else { return nil }
                state.parts[part.rawValue] = pages
                defer { state.dropped = 0 }
                return (
                    Pixels(pages: pages, start: 0, part: part, checked: checked), byteCount - state.dropped
                )
            }
        }
    }

    /// The parts that are mapped, with the time of the last look.
    var mapped: [(part: AtlasRecord.Part, used: UInt64)] {
        state.withLock { state in
            AtlasRecord.Part.allCases.compactMap { part in
                state.parts[part.rawValue] == nil ? nil : (part, state.used[part.rawValue])
            }
        }
    }

    /// Gives the pages of a part back, once nobody reads them.
    ///
    /// - Returns: how many bytes were mapped.
    func release(_ part: AtlasRecord.Part) -> Int {
        state.withLock { state in
            guard let pages = state.parts[part.rawValue] else { return 0 }
            state.parts[part.rawValue] = nil
            state.records = nil
            return pages.byteCount
        }
    }

    /// Whether a part of a picture is what was written, and that for this key, if one is given. Compared once in a run.
    func isSound(_ place: Int, _ pixels: Pixels, for key: AtlasKey? = nil) -> Bool {
        guard case .file(let file, let offset) = home, let checked = pixels.checked else { return true }
        let bit = pixels.part.rawValue
        guard !pixels.isDamaged else {
            drop(pixels)
            return false
        }
        if checked.has(bit, place) { return true }
        let records = state.withLock { state in
            if state.records == nil {
                state.records = AtlasPages(file.descriptor, at: offset, byteCount: Self.recordsByteCount)
            }
            return state.records
        }
        guard let records,
            let record = AtlasRecord(
                UnsafeRawBufferPointer(
                    start: records.base + place * AtlasRecord.byteCount, count: AtlasRecord.byteCount)),
            key.map({ $0.value == record.key }) ?? true,
            record.checksums[bit] == CRC32.checksum(pixels.bytes(of: place)),
            !records.isDamaged, !pixels.isDamaged
        else {
            if records?.isDamaged == true || pixels.isDamaged { drop(pixels) }
            return false
        }
        checked.set(bit, place)
        return true
    }

    /// Ends the use of pages that cannot be read: the file may be another one by now, and is looked at anew.
    private func drop(_ pixels: Pixels) {
        state.withLock { state in
            guard state.parts[pixels.part.rawValue] === pixels.pages || state.records?.isDamaged == true
            else { return }
            if state.parts[pixels.part.rawValue] === pixels.pages {
                state.parts[pixels.part.rawValue] = nil
                state.dropped += pixels.pages.byteCount
            }
            (state.records, state.checked) = (nil, nil)
        }
    }

    /// Writes a picture into a chunk in memory, at a place that nobody knows of yet.
    func write(_ picture: TinyPicture, at place: Int) {
        guard case .memory(let pages) = home else { return }
        picture.bytes.withUnsafeBytes { bytes in
            for part in AtlasRecord.Part.allCases {
                let from = UnsafeRawBufferPointer(rebasing: bytes[part.start..<part.start + part.byteCount])
                let to = pages.base + Self.start(of: part) + place * part.byteCount
                UnsafeMutableRawBufferPointer(start: to, count: part.byteCount).copyMemory(from: from)
            }
        }
    }
}

/// Eight bits for each of so many places, set and read by any thread.
final class AtlasBits: Sendable {
    /// Not checked by the compiler: the memory is released with this object alone, and its bytes are atomic.
    nonisolated(unsafe) private let bytes: UnsafeMutablePointer<Atomic<UInt8>>
    private let count: Int

    /// `count` bytes, which live as long as this object.
    var pointer: UnsafePointer<Atomic<UInt8>> { UnsafePointer(bytes) }

    init(count: Int) {
        self.count = count
        bytes = .allocate(capacity: count)
        for place in 0..<count { (bytes + place).initialize(to: Atomic(0)) }
    }

    deinit {
        bytes.deinitialize(count: count)
        bytes.deallocate()
    }

    func has(_ bit: Int, _ place: Int) -> Bool {
        precondition(place < count)
        return bytes[place].load(ordering: .relaxed) & 1 << bit != 0
    }

    func set(_ bit: Int, _ place: Int) {
        precondition(place < count)
        bytes[place].bitwiseOr(1 << bit, ordering: .relaxed)
    }
}
