// Computes the duration of a fragmented film.

import Pixels

/// Adds up the fragments of a movie (ISO/IEC 14496-12 §8.8), whose header has no duration.
///
/// If the header does have it (`mehd`), that is used. Else the index at the file's end (`mfra`) leads to the last
/// fragment, which tells its start time; without an index, all fragments are visited, as far as the reader's budget
/// goes.
struct MovieFragments {
    private struct Track {
        /// Units per second.
        var scale: Int
        /// Default duration of a sample, where its fragment has none.
        var sampleDuration: Int
        var start: Int?
        var end = 0
    }

    /// Most fragments visited: each is a read of 1 KiB.
    private static let fragmentLimit = 900
    private static let boxLimit = 64
    /// Most samples of a fragment whose durations are added up one by one.
    private static let sampleLimit = 1 << 16

    private var tracks: [Int: Track] = [:]

    /// Returns the duration in seconds; nil where the movie has no fragments, or too many, or a damaged one.
    static func duration(of movie: ISOBox, _ reader: inout HeaderReader) -> Double? {
        guard let extends = try? movie.child("mvex", &reader) else { return nil }
        if let told = try? headerDuration(of: movie, extends, &reader) { return told }
        guard var fragments = try? MovieFragments(movie, extends, &reader) else { return nil }
        let empty = fragments
        // The last fragment only tells the end if fragments have start times.
        if (try? fragments.readIndexed(&reader)) != true {
            fragments = empty
            guard (try? fragments.readAll(from: movie.end, &reader)) == true else { return nil }
        }
        return fragments.tracks.values.compactMap { track in
            track.start.map { Double(max(0, track.end - $0)) / Double(track.scale) }
        }.max()
    }

    /// Reads `mehd`, which counts in the movie's time units.
    private static func headerDuration(
        of movie: ISOBox, _ extends: ISOBox, _ reader: inout HeaderReader
    ) throws(ImageError) -> Double? {
        guard let box = try extends.child("mehd", &reader), let header = try movie.child("mvhd", &reader) else {
            return nil
        }
        let scale = try reader.uint32(header.start + (reader.byte(header.start) == 1 ? 20 : 12))
        let isWide = try reader.byte(box.start) == 1
        let duration = isWide ? try reader.uint64(box.start + 4) : try reader.uint32(box.start + 4)
        guard scale > 0, duration > 0, duration < (isWide ? .max : 0xFFFF_FFFF) else { return nil }
        return Double(duration) / Double(scale)
    }

    /// Reads the tracks of the movie (`tkhd`, `mdhd`, `trex`).
    private init(_ movie: ISOBox, _ extends: ISOBox, _ reader: inout HeaderReader) throws(ImageError) {
        for box in try Self.boxes(of: movie, &reader) where box.type == ISOBox.code("trak") {
            guard let header = try box.child("tkhd", &reader), let media = try box.child("mdia", &reader),
                let times = try media.child("mdhd", &reader)
            else { continue }
            let id = try reader.uint32(header.start + (reader.byte(header.start) == 1 ? 20 : 12))
            let scale = try reader.uint32(times.start + (reader.byte(times.start) == 1 ? 20 : 12))
            if scale > 0 { tracks[id] = Track(scale: scale, sampleDuration: 0) }
        }
        for box in try Self.boxes(of: extends, &reader) where box.type == ISOBox.code("trex") {
            tracks[try reader.uint32(box.start + 4)]?.sampleDuration = try reader.uint32(box.start + 12)
        }
    }

    private static func boxes(of parent: ISOBox, _ reader: inout HeaderReader) throws(ImageError) -> [ISOBox] {
        var boxes = parent.boxes(limit: boxLimit)
        return try boxes.all(&reader)
    }

    // MARK: Fragments

    /// Reads the first and last fragment of each track in the index at the file's end.
    ///
    /// - Returns: false where there is no index, or a fragment has no start time.
    private mutating func readIndexed(_ reader: inout HeaderReader) throws(ImageError) -> Bool {
        // `mfro`: 16 bytes; the last four are the byte count of `mfra`.
        guard reader.count > 16, try reader.matches("mfro", at: reader.count - 12) else { return false }
        let byteCount = try reader.uint32(reader.count - 4)
        guard byteCount > 16, byteCount <= reader.count else { return false }
        let index = try ISOBox.read(at: reader.count - byteCount, within: reader.count, &reader)
        guard index.type == ISOBox.code("mfra") else { return false }
        var offsets: Set<Int> = []
        for box in try Self.boxes(of: index, &reader) where box.type == ISOBox.code("tfra") {
            let isWide = try reader.byte(box.start) == 1
            let lengths = try reader.byte(box.start + 11)
            let count = try reader.uint32(box.start + 12)
            let numbers = (lengths >> 4 & 3) + (lengths >> 2 & 3) + (lengths & 3) + 3
            let entryByteCount = (isWide ? 16 : 8) + numbers
            guard count > 0, count <= (box.end - box.start - 16) / entryByteCount else { continue }
            for number in [0, count - 1] {
                let entryStart = box.start + 16 + number * entryByteCount
                offsets.insert(isWide ? try reader.uint64(entryStart + 8) : try reader.uint32(entryStart + 4))
            }
        }
        guard !offsets.isEmpty else { return false }
        for offset in offsets.sorted() {
            guard offset < reader.count else { return false }
            let box = try ISOBox.read(at: offset, within: reader.count, &reader)
            guard box.type == ISOBox.code("moof"), try read(box, &reader) else { return false }
        }
        return true
    }

    /// Reads all fragments; false where there are too many.
    private mutating func readAll(from start: Int, _ reader: inout HeaderReader) throws(ImageError) -> Bool {
        var boxes = ISOBox(reader).boxes(from: start)
        var count = 0
        // A file that is still being written, or is truncated, ends within a box.
        while let box = try? boxes.next(&reader) {
            guard box.type == ISOBox.code("moof") else { continue }
            count += 1
            guard count <= Self.fragmentLimit else { return false }
            _ = try read(box, &reader)
        }
        return !reader.needsMoreThanPrefix
    }

    /// Reads a fragment; returns whether each of its parts has a start time.
    private mutating func read(_ fragment: ISOBox, _ reader: inout HeaderReader) throws(ImageError) -> Bool {
        var isTimed = true
        for part in try Self.boxes(of: fragment, &reader) where part.type == ISOBox.code("traf") {
            guard let header = try part.child("tfhd", &reader) else { continue }
            let flags = try reader.uint32(header.start) & 0xFF_FFFF
            let id = try reader.uint32(header.start + 4)
            guard var track = tracks[id] else { continue }
            var duration = track.sampleDuration
            if flags & 8 != 0 {
                duration = try reader.uint32(header.start + 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0))
            }
            var time = track.end
            if let box = try part.child("tfdt", &reader) {
                time = try reader.byte(box.start) == 1 ? reader.uint64(box.start + 4) : reader.uint32(box.start + 4)
                guard time < 1 << 53 else { throw .damaged("a fragment that begins at \(time)", offset: box.start) }
            } else {
                isTimed = false
            }
            track.start = min(track.start ?? time, time)
            for run in try Self.boxes(of: part, &reader) where run.type == ISOBox.code("trun") {
                time += try length(of: run, sampleDuration: duration, &reader)
                guard time < 1 << 53 else { throw .damaged("a fragment that ends at \(time)", offset: run.start) }
            }
            track.end = max(track.end, time)
            tracks[id] = track
        }
        return isTimed
    }

    /// Returns the duration of a run in the track's units: below 2⁶⁴, as both factors have at most 32 bits.
    private func length(
        of run: ISOBox, sampleDuration: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> Int {
        let flags = try reader.uint32(run.start) & 0xFF_FFFF
        let count = try reader.uint32(run.start + 4)
        guard flags & 0x100 != 0 else {
            let (length, isTooMuch) = count.multipliedReportingOverflow(by: sampleDuration)
            guard !isTooMuch, length < 1 << 53 else {
                throw .damaged("\(count) samples of \(sampleDuration) units", offset: run.start)
            }
            return length
        }
        let first = run.start + 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
        let step = 4 * [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }
        guard count <= Self.sampleLimit, first <= run.end, count <= (run.end - first) / step else {
            throw .damaged("a fragment of \(count) samples", offset: run.start)
        }
        var length = 0
        for sample in 0..<count { length += try reader.uint32(first + sample * step) }
        return length
    }
}
