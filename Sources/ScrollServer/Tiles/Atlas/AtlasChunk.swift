// A section of the atlas file; parts of it are mapped while they are used.

import Pixels
import Platform
import Synchronization

/// 4096 tiny pictures, stored so that parts used together are adjacent.
///
/// ```
///  4096 records of 32 bytes │ levels of 1, 2 and 4 px: 64 bytes each │ 8 px: 192 bytes each │ 16 px: 768 bytes each
/// ```
final class AtlasChunk: Sendable {
    static let count = 4096
    /// All parts are whole pages, so that each can be mapped separately.
    static let recordsByteCount = count * AtlasRecord.byteCount
    static let byteCount = count * (AtlasRecord.byteCount + TinyPicture.byteCount)

    /// Returns the offset of a part in a chunk, in bytes.
    static func start(of part: AtlasRecord.Part) -> Int { recordsByteCount + count * part.start }

    /// Where the chunk is: an open file with the offset of the chunk's first byte, or memory.
    private enum Home {
        case file(OpenFile, offset: Int)
        case memory(AtlasPages)
    }

    private struct State: ~Copyable {
        var parts: [AtlasPages?] = [nil, nil, nil]
        var records: AtlasPages?
        /// When each part was last used, by the caller's clock.
        var used: [UInt64] = [0, 0, 0]
        /// A bit for each part of each picture that has been verified; created when first needed.
        var checked: AtlasBits?
        /// The number of bytes unmapped because they were damaged.
        var dropped = 0
    }

    private let home: Home
    /// Guards which pages are mapped; not held while they are read.
    private let state = Mutex(State())

    init(_ file: OpenFile, offset: Int) { home = .file(file, offset: offset) }

    /// Makes a chunk in memory; nil if the system refuses.
    init?() {
        guard let pages = AtlasPages(byteCount: Self.byteCount) else { return nil }
        home = .memory(pages)
    }

    /// One part of a chunk, which it keeps mapped.
    struct Pixels {
        let pages: AtlasPages
        /// The offset of the first picture's part in the pages, in bytes; the others follow.
        let start: Int
        let part: AtlasRecord.Part
        /// For each picture a bit `part.rawValue` per verified part; nil if all are sound.
        let checked: AtlasBits?

        /// Whether some of the bytes may be zeros because they could not be read; check it after reading.
        var isDamaged: Bool { pages.isDamaged }

        /// Returns whether a picture has been verified before, and no page is damaged.
        func isKnownSound(_ position: Int) -> Bool {
            guard let checked else { return true }
            return checked.has(part.rawValue, position) && !pages.isDamaged
        }

        /// Returns the bytes of one picture's part; `position` is in 0 ..< 4096.
        func bytes(of position: Int) -> [UInt8] {
            pages.bytes(at: start + position * part.byteCount, count: part.byteCount)
        }

        /// Calls `body` with the bytes of one picture's part; `position` is in 0 ..< 4096.
        func withBytes<Result>(of position: Int, _ body: (Span<UInt8>) -> Result) -> Result {
            pages.withBytes(at: start + position * part.byteCount, count: part.byteCount, body)
        }
    }

    /// Returns the pixels of a part and the number of bytes newly mapped; nil if they cannot be mapped.
    ///
    /// Blocks while pages are read. `time` must increase with every call.
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

    /// The mapped parts, with the time of their last use.
    var mapped: [(part: AtlasRecord.Part, used: UInt64)] {
        state.withLock { state in
            AtlasRecord.Part.allCases.compactMap { part in
                state.parts[part.rawValue] == nil ? nil : (part, state.used[part.rawValue])
            }
        }
    }

    /// Unmaps the pages of a part once nobody reads them.
    ///
    /// - Returns: the number of bytes that were mapped.
    func release(_ part: AtlasRecord.Part) -> Int {
        state.withLock { state in
            guard let pages = state.parts[part.rawValue] else { return 0 }
            state.parts[part.rawValue] = nil
            state.records = nil
            return pages.byteCount
        }
    }

    /// Returns whether a picture's part matches its checksum, and its record the key, if given.
    ///
    /// Each is compared only once per run.
    func isSound(_ position: Int, _ pixels: Pixels, for key: AtlasKey? = nil) -> Bool {
        guard case .file(let file, let offset) = home, let checked = pixels.checked else { return true }
        let bit = pixels.part.rawValue
        guard !pixels.isDamaged else {
            drop(pixels)
            return false
        }
        if checked.has(bit, position) { return true }
        let records = state.withLock { state in
            if state.records == nil {
                state.records = AtlasPages(file.descriptor, at: offset, byteCount: Self.recordsByteCount)
            }
            return state.records
        }
        guard let records,
            let record = records.withBytes(
                at: position * AtlasRecord.byteCount, count: AtlasRecord.byteCount, { AtlasRecord($0) }),
            key.map({ $0.value == record.key }) ?? true,
            record.checksums[bit] == pixels.withBytes(of: position, { CRC32.checksum($0) }),
            !records.isDamaged, !pixels.isDamaged
        else {
            if records?.isDamaged == true || pixels.isDamaged { drop(pixels) }
            return false
        }
        checked.set(bit, position)
        return true
    }

    /// Stops using pages that cannot be read; they are mapped again, since the file may have been replaced.
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

    /// Writes a picture into a chunk in memory, at a position that is not published yet.
    func write(_ picture: TinyPicture, at position: Int) {
        guard case .memory(let pages) = home else { return }
        for part in AtlasRecord.Part.allCases {
            let bytes = picture.bytes.span.extracting(part.start..<part.start + part.byteCount)
            pages.write(bytes, at: Self.start(of: part) + position * part.byteCount)
        }
    }
}
