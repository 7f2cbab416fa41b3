// Counts the sample values of pictures with more values than a screen has levels.

import Catalog
import Imaging
import Metadata
import Pixels
import Platform
import Synchronization
import Tiling

/// The sample values of a picture.
package struct SampleSurvey: Sendable {
    package let samples: DeepSamples
    /// One for gray, three for red, green and blue, else as many as can be shown together; nil for a channel without a
    /// finite value.
    package let channels: [SampleCounts?]
    /// Whether every pixel was looked at.
    package let isComplete: Bool
    /// The names and the colours, 0xRRGGBB, of channels that can be shown together; empty for gray and RGB.
    package var names: [String] = []
    package var colours: [UInt32] = []

    package var bits: Int { samples.bits }
    package var kind: DeepSamples.Kind { samples.kind }
    /// The window that shows what is shown without one: from 0 to the greatest number of the kind, or 1 for floats.
    package var stored: SampleWindow? { SampleWindow(minimum: 0, maximum: samples.greatest) }
}

/// Counts sample values, each picture's once while it is used.
///
/// A picture of up to 16 million pixels is decoded whole, or a smaller copy in its file. Of a larger one that can be
/// opened anywhere, parts at equal distances are decoded; of others, the first 128 million pixels. Admitted by memory.
/// Thread-safe.
package final class SampleCounter: Sendable {
    package typealias Finish = @Sendable (Result<SampleSurvey, ImageError>) -> Void

    private struct Entry {
        let key: TileKey
        let survey: SampleSurvey
    }

    /// Whether a client that has asked waits no more.
    private final class Request: Sendable {
        let isLeft = Atomic(false)
    }

    private static let limit = 64
    /// Pictures with more pixels are decoded in parts, if they can be, of so many pixels together.
    private static let (partPixels, partSum) = (1 << 24, 1 << 22)
    /// Most pixels decoded of others.
    private static let wholePixels = 1 << 27
    /// A copy in the file with so many pixels stands for the picture.
    private static let copyPixels = 1 << 20
    /// Parts in each direction.
    private static let partCount = 8
    /// Work that takes more bytes waits until no other is under way.
    private static let byteLimit = 64 << 20

    private let pool: WorkerPool
    private let gate = MemoryGate(byteLimit: byteLimit)
    /// Guards the entries, the last used at the end; not held while a file is read.
    private let entries = Mutex<[Entry]>([])

    /// Counts on threads of `pool`.
    package init(pool: WorkerPool) { self.pool = pool }

    /// Counts the samples of an item that has deep ones, or channels; `finish` is called once, on any thread, unless
    /// the request is cancelled before the work begins.
    ///
    /// Work that has begun ends soon after it is cancelled, with an error. Never blocks.
    package func request(
        _ item: ItemSummary, of collection: any ItemCollection, finish: @escaping Finish
    ) -> Cancellation {
        guard let size = item.size, let format = item.format?.decoded else {
            finish(.failure(.changed))
            return .none
        }
        let key = TileKey(
            collection: collection.id, item: item.id, version: item.version, level: 0, column: 0, row: 0)
        if let survey = known(key) {
            finish(.success(survey))
            return .none
        }
        let cost = Self.byteEstimate(size, format)
        let chain = CancellationChain()
        let request = Request()
        chain.add(Cancellation { request.isLeft.store(true, ordering: .relaxed) })
        chain.add(
            gate.enter(cost) { [self] in
                let work = pool.submit { [self] in
                    let result = result(key, item, collection, format) { !request.isLeft.load(ordering: .relaxed) }
                    gate.leave(cost)
                    finish(result)
                }
                guard let work else {
                    gate.leave(cost)
                    return finish(.failure(.unavailable("the server is stopping")))
                }
                chain.add(Cancellation { [gate] in if work.cancel() { gate.leave(cost) } })
            })
        return chain.cancellation
    }

    private static func byteEstimate(_ size: PixelSize, _ format: MediaFormat) -> Int {
        let decoder =
            format.byteEstimate(width: size.width, height: size.height)
            ?? TIFFDecoder.byteEstimate(width: size.width, height: size.height)
        return decoder + 3 * SampleTally.channelByteCount
    }

    private func known(_ key: TileKey) -> SampleSurvey? {
        entries.withLock { entries in
            guard let index = entries.lastIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.survey
        }
    }

    /// Returns the counts, which another request may have made meanwhile; blocks.
    private func result(
        _ key: TileKey, _ item: ItemSummary, _ collection: any ItemCollection, _ format: MediaFormat,
        isWanted: () -> Bool
    ) -> Result<SampleSurvey, ImageError> {
        if let survey = known(key) { return .success(survey) }
        do throws(ImageError) {
            guard case .file(let source, _) = try collection.content(ofItem: item.id, version: item.version) else {
                throw .changed
            }
            let survey = try source.checked { () throws(ImageError) in
                try Self.survey(source, format, isWanted: isWanted)
            }
            entries.withLock { entries in
                entries.append(Entry(key: key, survey: survey))
                if entries.count > Self.limit { entries.removeFirst() }
            }
            return .success(survey)
        } catch {
            return .failure(error)
        }
    }

    // MARK: Decoding

    /// Reads a file; `isWanted` is asked again and again, and ends it.
    static func survey(
        _ source: ByteSource, _ format: MediaFormat, isWanted: () -> Bool = { true }
    ) throws(ImageError) -> SampleSurvey {
        let tally = SampleTally()
        var samples = DeepSamples(bits: 16, kind: .unsigned, greatest: 65_535)
        var isComplete = true
        switch format {
        case .tiff:
            if let channels = try TIFFChannels(source) { return try survey(channels, isWanted) }
            let file = try TIFFFile(source: source)
            samples = file.samples
            isComplete = try count(file, in: tally, isWanted)
        case .png:
            let decoder = try PNGDecoder(source: source)
            decoder.tally = tally
            isComplete = try read(decoder, isWanted)
        default:
            guard let picture = try SequentialPicture(source, format, tally: tally), let own = picture.samples else {
                throw .unsupported("a picture without sample values")
            }
            samples = own
            isComplete = try read(picture.decoder, isWanted)
        }
        return SampleSurvey(samples: samples, channels: tally.counts, isComplete: isComplete)
    }

    /// Reads each channel as a picture of its own.
    private static func survey(
        _ channels: TIFFChannels, _ isWanted: () -> Bool
    ) throws(ImageError) -> SampleSurvey {
        var counts: [SampleCounts?] = []
        var (isComplete, first) = (true, TIFFFile?.none)
        for channel in 0..<channels.count {
            guard let file = try channels.file(of: channel, window: nil) else { break }
            let tally = SampleTally()
            if try !count(file, in: tally, isWanted) { isComplete = false }
            counts.append(tally.counts.first ?? nil)
            first = first ?? file
        }
        guard let first else { throw .unsupported("a TIFF without channels") }
        return SampleSurvey(
            samples: first.samples, channels: counts, isComplete: isComplete, names: channels.names,
            colours: channels.colours)
    }

    /// Reads rows from the top; false where not all are read.
    private static func read(_ decoder: some RowSource, _ isWanted: () -> Bool) throws(ImageError) -> Bool {
        var decoder = decoder
        var rows: [UInt8] = []
        var pixelCount = 0
        while pixelCount < wholePixels {
            try goOn(isWanted)
            rows.removeAll(keepingCapacity: true)
            let count = try decoder.readRows(into: &rows)
            if count == 0 { return !decoder.isPartial }
            pixelCount += count * decoder.width
        }
        return false
    }

    /// - Throws: where nobody waits for the result any more.
    private static func goOn(_ isWanted: () -> Bool) throws(ImageError) {
        guard isWanted() else { throw .unavailable("nobody waits for it any more") }
    }

    private static func count(
        _ file: TIFFFile, in tally: SampleTally, _ isWanted: () -> Bool
    ) throws(ImageError) -> Bool {
        let pixelCount = file.width * file.height
        let copy = file.overviews.last { $0.width * $0.height >= copyPixels }
        if pixelCount > partPixels, let copy, copy.width * copy.height <= partPixels {
            let decoder = try file.decoder(of: copy)
            decoder.tally = tally
            _ = try read(decoder, isWanted)
            return false
        }
        guard pixelCount > partPixels, file.supportsRandomAccess else {
            let decoder = try file.decoder()
            decoder.tally = tally
            return try read(decoder, isWanted)
        }
        // Of tiles each part is one; strips have only rows.
        let across = file.isTiled ? (file.width - 1) / file.chunkWidth + 1 : 1
        let down = (file.height - 1) / file.chunkHeight + 1
        let (columnCount, lineCount) = (min(partCount, across), min(partCount, down))
        let side = min(file.chunkWidth, file.width)
        let most = max(1, partSum / (columnCount * lineCount) / side)
        for place in 0..<columnCount * lineCount {
            let line = place / columnCount * (down - 1) / max(1, lineCount - 1)
            let left = place % columnCount * (across - 1) / max(1, columnCount - 1) * side
            try goOn(isWanted)
            let decoder = try file.decoder()
            decoder.tally = tally
            try read(
                decoder, from: line * file.chunkHeight, rowCount: file.isTiled ? min(file.chunkHeight, most) : most,
                columns: left..<min(file.width, left + side))
        }
        return false
    }

    private static func read(
        _ decoder: TIFFDecoder, from top: Int, rowCount: Int, columns: Range<Int>
    ) throws(ImageError) {
        guard var part = TIFFLevelRows(decoder, width: decoder.width, height: decoder.height) else { return }
        part.begin(at: top, columns: columns)
        var rows: [UInt8] = []
        var pixelCount = 0
        while part.row < min(part.height, top + rowCount), pixelCount < partPixels {
            rows.removeAll(keepingCapacity: true)
            let count = try part.readRows(into: &rows)
            if count == 0 { return }
            pixelCount += count * part.width
        }
    }
}
