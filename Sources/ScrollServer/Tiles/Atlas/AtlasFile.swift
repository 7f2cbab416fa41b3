// The atlas file, in the disk cache's folder.

import Platform
import Synchronization

/// A file of tiny pictures, to which new ones are appended.
///
/// When it has reached its limit, it is rewritten without unused pictures.
///
/// ```
///  "SSA3", zeros: 16384 bytes │ chunk │ chunk │ …
/// ```
/// A record is written after its pixels. So a killed program leaves no record without pixels, and checksums detect the
/// effects of a machine failure. Several programs may append to one file: each holds the lock of a file beside it while
/// doing so, and reads what others have added.
package final class AtlasFile: Sendable {
    private static let magic: [UInt8] = Array("SSA3".utf8)
    private static let headByteCount = FileSystem.pageByteCount
    private static let name = "atlas-3"
    /// The files of older versions, whose pictures are averages of linear light; they are removed.
    private static let oldNames = ["atlas-1", "atlas-1.lock", "atlas-2", "atlas-2.lock"]
    /// The disk space per picture in bytes.
    static let itemByteCount = AtlasChunk.byteCount / AtlasChunk.count
    /// How long to wait for another program, in milliseconds.
    private static let lockTimeout = 500

    private struct State {
        /// nil before `load`, and if there is no file.
        var file: OpenFile?
        /// The numbers of the file's chunks in the atlas.
        var chunks: [Int] = []
        /// The number of records read or written, from the first on.
        var count = 0
        var isWritable = true
        /// The number of pictures to refuse before searching for room again, which reads all records.
        var refusals = 0
    }

    /// What an atlas does with a file's content.
    struct Reader {
        /// Adds a new chunk, and returns its number.
        let addChunk: (AtlasChunk) -> Int
        let addEntry: (AtlasKey, AtlasEntry) -> Void
        /// Called with the chunks of a file that has been replaced.
        let dropChunks: ([Int]) -> Void
    }

    enum Outcome: Equatable {
        /// The numbers of the pictures.
        case written([UInt32])
        /// There is no more room for pictures.
        case full
        case failed
    }

    private let folder: String
    private var path: String { folder + "/" + Self.name }
    private var lockPath: String { path + ".lock" }
    /// The maximum number of pictures.
    let limit: Int
    /// Guards the state; held while the file is read or written, so callers may wait for the disk.
    private let state = Mutex(State())
    private let bytes = Atomic(0)
    /// How often all records were searched for unused pictures.
    private let searches = Atomic(0)

    /// Prepares a file in an existing folder, of at most `byteLimit` bytes on the disk.
    package init(folder: String, byteLimit: Int) {
        self.folder = folder
        limit = min(max(0, byteLimit - Self.headByteCount) / Self.itemByteCount, Int(UInt32.max) / 2)
    }

    /// The disk space of the file in bytes.
    var byteCount: Int { bytes.load(ordering: .relaxed) }
    var searchCount: Int { searches.load(ordering: .relaxed) }

    // MARK: Reading

    /// Reads the existing file.
    ///
    /// Blocks.
    func load(_ reader: Reader) {
        for name in Self.oldNames { FileSystem.remove(folder + "/" + name) }
        state.withLock { state in
            open(&state, reader)
            readNew(&state, reader)
        }
    }

    /// Opens the file at the path, if there is a valid one.
    private func open(_ state: inout State, _ reader: Reader) {
        reader.dropChunks(state.chunks)
        state = State(isWritable: state.isWritable)
        if let descriptor = try? FileSystem.openForWriting(path) {
            state.file = try? OpenFile(owning: descriptor)
        } else {
            state.file = try? OpenFile(path: path)
            state.isWritable = state.file == nil
        }
        let head = try? state.file?.bytes(at: 0, count: Self.magic.count)
        if state.file?.status.kind != .regular || head != Self.magic { state.file = nil }
    }

    /// Reads records that this or another program has added, up to the first that was never written.
    private func readNew(_ state: inout State, _ reader: Reader) {
        guard let file = state.file, let length = try? FileSystem.status(of: file.descriptor).count else { return }
        defer { bytes.store(Self.headByteCount + state.count * Self.itemByteCount, ordering: .relaxed) }
        let chunkCount = max(0, length - Self.headByteCount) / AtlasChunk.byteCount
        while state.count / AtlasChunk.count < chunkCount {
            let number = state.count / AtlasChunk.count
            addChunks(upTo: number, &state, file, reader)
            let first = state.count % AtlasChunk.count
            let start = Self.offset(ofChunk: number)
            guard
                let records = try? file.bytes(
                    at: start + first * AtlasRecord.byteCount,
                    count: (AtlasChunk.count - first) * AtlasRecord.byteCount)
            else { return }
            let whole = records.count / AtlasRecord.byteCount
            var isEnd = whole < AtlasChunk.count - first
            for position in 0..<whole {
                let bytes = records.span.extracting(AtlasRecord.range(of: position))
                if let record = AtlasRecord(bytes), let key = AtlasKey(value: record.key) {
                    let pictureNumber = state.chunks[number] << 12 | (first + position)
                    reader.addEntry(key, record.entry(pictureNumber: UInt32(truncatingIfNeeded: pictureNumber)))
                } else if AtlasRecord.isFree(bytes) {
                    isEnd = true
                    break
                }
                state.count += 1
            }
            if isEnd { return }
        }
    }

    private func addChunks(upTo number: Int, _ state: inout State, _ file: OpenFile, _ reader: Reader) {
        while state.chunks.count <= number {
            let chunk = AtlasChunk(file, offset: Self.offset(ofChunk: state.chunks.count))
            state.chunks.append(reader.addChunk(chunk))
        }
    }

    private static func offset(ofChunk number: Int) -> Int { headByteCount + number * AtlasChunk.byteCount }

    // MARK: Writing

    /// Appends pictures.
    ///
    /// Blocks.
    ///
    /// If not `waits`, it fails when another thread is reading or writing. `isUsed` tells which entries to keep if the
    /// file is full and must be rewritten.
    func append(
        _ pictures: [(key: AtlasKey, picture: TinyPicture)], waits: Bool, _ reader: Reader,
        isUsed: (AtlasKey, UInt32) -> Bool
    ) -> Outcome {
        guard limit > 0 else { return .full }
        func write(_ state: inout State) -> Outcome {
            guard state.isWritable else { return .failed }
            do throws(SystemError) {
                return try FileSystem.withLock(of: lockPath, timeout: Self.lockTimeout) { () throws(SystemError) in
                    try self.write(pictures, &state, reader, isUsed: isUsed)
                }
            } catch {
                if !error.isInUse {
                    // A full disk, or a deleted folder: existing pictures stay readable.
                    state.isWritable = false
                    Log.warning(
                        "mosaic thumbnails that cannot be kept",
                        "the pictures of mosaics cannot be kept in \(folder): \(error.reason)")
                }
                return .failed
            }
        }
        if waits { return state.withLock { write(&$0) } }
        return state.withLockIfAvailable { write(&$0) } ?? .failed
    }

    private func write(
        _ pictures: [(key: AtlasKey, picture: TinyPicture)], _ state: inout State, _ reader: Reader,
        isUsed: (AtlasKey, UInt32) -> Bool
    ) throws(SystemError) -> Outcome {
        // Another program may have replaced the file, or somebody has removed it.
        let there = try? FileSystem.status(of: path, followLink: false)
        if state.file == nil || there?.identity != state.file?.status.identity {
            open(&state, reader)
            if state.file == nil { try make(&state, reader, keeping: []) }
        }
        readNew(&state, reader)
        if state.count + pictures.count > limit {
            guard try makeRoom(for: pictures.count, &state, reader, isUsed: isUsed) else { return .full }
        }
        return .written(try put(pictures, &state, reader))
    }

    /// Writes pictures after the last record.
    private func put(
        _ pictures: [(key: AtlasKey, picture: TinyPicture)], _ state: inout State, _ reader: Reader
    ) throws(SystemError) -> [UInt32] {
        guard let file = state.file else { throw .missing("open", on: path) }
        var pictureNumbers: [UInt32] = []
        var rest = pictures[...]
        while !rest.isEmpty {
            let (number, first) = (state.count / AtlasChunk.count, state.count % AtlasChunk.count)
            let run = rest.prefix(AtlasChunk.count - first)
            let start = Self.offset(ofChunk: number)
            if try FileSystem.status(of: file.descriptor).count < start + AtlasChunk.byteCount {
                try FileSystem.extend(file.descriptor, to: start + AtlasChunk.byteCount)
            }
            addChunks(upTo: number, &state, file, reader)
            for part in AtlasRecord.Part.allCases {
                var bytes: [UInt8] = []
                bytes.reserveCapacity(run.count * part.byteCount)
                for one in run { bytes += one.picture.bytes[part.start..<part.start + part.byteCount] }
                try Self.write(
                    bytes, file, at: start + AtlasChunk.start(of: part) + first * part.byteCount)
            }
            var records: [UInt8] = []
            for one in run { AtlasRecord(one.key, one.picture).append(to: &records) }
            try Self.write(records, file, at: start + first * AtlasRecord.byteCount)
            for position in 0..<run.count {
                pictureNumbers.append(UInt32(truncatingIfNeeded: state.chunks[number] << 12 | (first + position)))
            }
            state.count += run.count
            rest = rest.dropFirst(run.count)
        }
        bytes.store(Self.headByteCount + state.count * Self.itemByteCount, ordering: .relaxed)
        return pictureNumbers
    }

    private static func write(_ bytes: [UInt8], _ file: OpenFile, at offset: Int) throws(SystemError) {
        try FileSystem.write(bytes.span, to: file.descriptor, at: offset)
    }

    /// Replaces the file, if there is one, by a new one that contains these of its pictures.
    private func make(_ state: inout State, _ reader: Reader, keeping kept: [Int]) throws(SystemError) {
        AtomicFile.sweep(folder)
        let temporary = AtomicFile.temporaryPath(in: folder)
        let descriptor = try FileSystem.create(temporary)
        let new = try OpenFile(owning: descriptor)
        _ = FileSystem.lock(descriptor)
        do throws(SystemError) {
            try Self.write(Self.magic + [UInt8](repeating: 0, count: 28), new, at: 0)
            let old = state
            state.file = new
            (state.chunks, state.count) = ([], 0)
            // A thousand at a time, to limit the memory.
            for start in stride(from: 0, to: kept.count, by: 1024) {
                let pictures = kept[start..<min(start + 1024, kept.count)].compactMap { Self.picture($0, of: old) }
                for (one, pictureNumber) in zip(pictures, try put(pictures, &state, reader)) {
                    reader.addEntry(
                        one.key,
                        AtlasEntry(pictureNumber: pictureNumber, one.picture))
                }
            }
            try FileSystem.rename(temporary, to: path)
            reader.dropChunks(old.chunks)
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
    }

    private static func picture(_ number: Int, of state: State) -> (key: AtlasKey, picture: TinyPicture)? {
        guard let file = state.file else { return nil }
        let start = offset(ofChunk: number / AtlasChunk.count)
        let position = number % AtlasChunk.count
        guard
            let found = try? file.bytes(at: start + position * AtlasRecord.byteCount, count: AtlasRecord.byteCount),
            let record = AtlasRecord(found.span), let key = AtlasKey(value: record.key)
        else { return nil }
        var bytes: [UInt8] = []
        for part in AtlasRecord.Part.allCases {
            guard
                let found = try? file.bytes(
                    at: start + AtlasChunk.start(of: part) + position * part.byteCount, count: part.byteCount)
            else { return nil }
            bytes += found
        }
        guard
            let picture = TinyPicture(
                bytes: bytes, hasAlpha: record.hasAlpha, isFromThumbnail: record.isFromThumbnail),
            AtlasRecord(key, picture) == record
        else { return nil }
        return (key, picture)
    }

    /// Rewrites the file with the used pictures, if these are at most two thirds of the limit.
    ///
    /// - Returns: false if there is no room.
    private func makeRoom(
        for count: Int, _ state: inout State, _ reader: Reader, isUsed: (AtlasKey, UInt32) -> Bool
    ) throws(SystemError) -> Bool {
        guard let file = state.file else { return false }
        guard state.refusals <= 0 else {
            state.refusals -= count
            return false
        }
        searches.add(1, ordering: .relaxed)
        var kept: [Int] = []
        for number in state.chunks.indices {
            let records = try file.bytes(at: Self.offset(ofChunk: number), count: AtlasChunk.recordsByteCount)
            let first = number * AtlasChunk.count
            for position in 0..<min(records.count / AtlasRecord.byteCount, max(0, state.count - first)) {
                guard let record = AtlasRecord(records.span.extracting(AtlasRecord.range(of: position))),
                    let key = AtlasKey(value: record.key),
                    isUsed(key, UInt32(truncatingIfNeeded: state.chunks[number] << 12 | position))
                else { continue }
                kept.append(first + position)
            }
        }
        guard kept.count <= limit / 3 * 2, kept.count + count <= limit else {
            // Which pictures are used changes slowly: searching for each new one would waste a processor.
            state.refusals = limit / 16
            return false
        }
        try make(&state, reader, keeping: kept)
        return true
    }
}
