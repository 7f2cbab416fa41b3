// Decodes a JPEG with restart markers on several processors, a band of rows on each.

import Dispatch
import Pixels
import Synchronization

/// Decodes a JPEG with restart markers on several processors; its rows equal those of `JPEGDecoder` byte for byte.
///
/// The picture is cut at restart points into bands of MCU rows. While processors are idle, each decodes one band; the
/// rows are then returned in order. While none is idle, a single decoder continues alone.
///
/// A band decoded separately begins one MCU row early, because its first rows depend on the MCU row above. That costs a
/// sixteenth of the decoding time.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class JPEGBandDecoder: RowSource {
    /// Largest band, in bytes of rows, and most bands decoded at once.
    private static let (bandByteLimit, bandLimit) = (4 << 20, 4)
    /// Fewest, usual and most MCU rows in a band.
    private static let (fewestStrips, usualStrips, mostStrips) = (4, 16, 64)
    /// Approximate most bytes of memory that the bands of any picture take.
    package static let byteEstimate = bandByteLimit * bandLimit

    private let decoder: JPEGDecoder
    private let source: ByteSource
    private let idleCount: @Sendable () -> Int
    private let bands: [JPEGBand]
    private var nextBand = 0
    /// MCU rows left in the band that `decoder` decodes alone.
    private var ownStrips = 0..<0
    private var lanes: [JPEGLane] = []
    /// Lanes whose rows have not been returned yet, and the bytes of the first of them that have been.
    private var (readyLanes, givenByteCount) = (0..<0, 0)
    package private(set) var isPartial = false

    package var width: Int { decoder.width }
    package var height: Int { decoder.height }
    package var format: PixelFormat { decoder.format }

    /// Takes over a decoder that has not decoded anything yet.
    ///
    /// Nil where the picture has no restart markers, too few of them, or any that is missing or out of order.
    ///
    /// - Parameters:
    ///   - decoder: the decoder of the whole picture, with the colours that the file declares.
    ///   - source: the file that `decoder` reads.
    ///   - points: known restart points in order; nil to search for them, which reads the whole file once (about 2
    ///     GB/s).
    ///   - idleCount: returns how many further processors may be used now; called before each group of bands.
    package init?(
        _ decoder: JPEGDecoder, source: ByteSource, points: [RestartPoint]? = nil,
        idleCount: @escaping @Sendable () -> Int
    ) {
        let frame = decoder.frame
        let stripByteCount = frame.stripRowCount * decoder.width * decoder.format.channelCount
        let stripCount = min(
            min(max(Self.usualStrips, frame.mcusHigh / 32), Self.mostStrips),
            Self.bandByteLimit / max(1, stripByteCount))
        guard decoder.header.restartInterval > 0, stripCount >= Self.fewestStrips,
            let points = points ?? Self.points(of: decoder, source, spacing: stripCount)
        else { return nil }
        bands = JPEGBand.bands(points, frame: frame, stripCount: stripCount)
        guard bands.count >= Self.bandLimit,
            bands.allSatisfy({ $0.strips.count * stripByteCount <= 2 * Self.bandByteLimit })
        else { return nil }
        (self.decoder, self.source, self.idleCount) = (decoder, source, idleCount)
    }

    /// Finds the restart points where bands may begin; nil where the markers do not lead to the picture's end.
    private static func points(of decoder: JPEGDecoder, _ source: ByteSource, spacing: Int) -> [RestartPoint]? {
        // The search uses up a decoder of its own.
        guard let other = try? JPEGDecoder(source: source), var search = other.restartSearch(source) else { return nil }
        let (frame, interval) = (decoder.frame, decoder.header.restartInterval)
        var points: [RestartPoint] = []
        var strip = spacing - 1
        while true {
            // First MCU row that begins at a marker or less than a row after one; the MCUs between are decoded here.
            let marker = (strip * frame.mcusWide + interval - 1) / interval
            strip = (marker * interval + frame.mcusWide - 1) / frame.mcusWide
            guard strip < frame.mcusHigh - 1 else { break }
            guard let point = search.point(atOrBelow: frame.fullRows(ofStrip: strip).lowerBound) else { return nil }
            points.append(point)
            strip += spacing
        }
        return search.reachesEnd() ? points : nil
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        if readyLanes.isEmpty, ownStrips.isEmpty { try beginBands() }
        if let lane = readyLanes.first {
            // Return as much as `JPEGDecoder` does at once, which fits in the caches.
            let count = width * format.channelCount
            let end = givenByteCount + decoder.frame.stripRowCount * count
            let (given, isDone) = lanes[lane].give(givenByteCount..<end, to: &rows)
            givenByteCount = isDone ? 0 : end
            if isDone { readyLanes.removeFirst() }
            return given / count
        }
        guard !ownStrips.isEmpty else { return 0 }
        ownStrips.removeFirst()
        defer { if decoder.isPartial { isPartial = true } }
        return try decoder.readRows(into: &rows)
    }

    /// Decodes the next bands on idle processors, or sends `decoder` to the next band; does nothing at the end.
    private func beginBands() throws(ImageError) {
        let count = min(1 + max(0, idleCount()), Self.bandLimit, bands.count - nextBand)
        guard count > 0 else { return }
        let first = nextBand
        nextBand += count
        guard count > 1 else {
            try bands[first].enter(decoder, at: ownStrips.upperBound)
            ownStrips = bands[first].strips
            return
        }
        let (scale, inks) = (8 / decoder.frame.minimumBlockSize, decoder.inks)
        while lanes.count < count { lanes.append(JPEGLane()) }
        let (lanes, bands, source) = (lanes, bands, source)
        DispatchQueue.concurrentPerform(iterations: count) {
            lanes[$0].decode(bands[first + $0], source, scaleDenominator: scale, inks: inks)
        }
        for lane in lanes[..<count] where try lane.isPartial() { isPartial = true }
        readyLanes = 0..<count
    }
}

/// A range of MCU rows, and the restart point before it.
private struct JPEGBand: Sendable {
    var strips: Range<Int>
    /// The state before the MCU row above the band; nil for the picture's top.
    var point: RestartPoint?

    /// Cuts the picture one MCU row below each of the ordered points, where the band before is long enough.
    static func bands(_ points: [RestartPoint], frame: JPEGFrame, stripCount: Int) -> [JPEGBand] {
        var bands = [JPEGBand(strips: 0..<frame.mcusHigh, point: nil)]
        for case .jpeg(let point, let rows) in points {
            let last = bands.count - 1
            guard (0..<frame.mcusHigh - 1).contains(point.strip),
                point.strip + 1 >= bands[last].strips.lowerBound + stripCount
            else { continue }
            bands[last].strips = bands[last].strips.lowerBound..<point.strip + 1
            bands.append(JPEGBand(strips: point.strip + 1..<frame.mcusHigh, point: .jpeg(point, rows: rows)))
        }
        return bands
    }

    /// Moves a decoder that is at MCU row `strip` to the start of the band.
    func enter(_ decoder: JPEGDecoder, at strip: Int) throws(ImageError) {
        guard strip != strips.lowerBound else { return }
        guard let point, decoder.restart(at: point) else {
            throw .unavailable("what was kept of the places in it is damaged; it is read anew")
        }
        try decoder.passRows()
    }
}

/// A band's decoder and the rows that it decoded last.
private final class JPEGLane: Sendable {
    private struct State {
        var decoder: JPEGDecoder?
        /// MCU row that the decoder reads next.
        var strip = 0
        var rows: [UInt8] = []
        var error: ImageError?
    }

    /// Uncontended: one thread at a time uses a lane.
    private let state = Mutex(State())

    /// Decodes all rows that the band's MCU rows complete.
    func decode(_ band: JPEGBand, _ source: ByteSource, scaleDenominator: Int, inks: ColourConversion?) {
        state.withLock { state in
            state.rows.removeAll(keepingCapacity: true)
            do throws(ImageError) {
                if state.decoder == nil {
                    state.decoder = try JPEGDecoder(source: source, scaleDenominator: scaleDenominator)
                }
                guard let decoder = state.decoder else { return }
                decoder.inks = inks
                try band.enter(decoder, at: state.strip)
                let stripByteCount = decoder.frame.stripRowCount * decoder.width * decoder.format.channelCount
                state.rows.reserveCapacity((band.strips.count + 1) * stripByteCount)
                for _ in band.strips { _ = try decoder.readRows(into: &state.rows) }
                state.strip = band.strips.upperBound
            } catch {
                state.error = error
            }
        }
    }

    /// Whether data was missing or damaged.
    ///
    /// - Throws: the error that the decoder threw.
    func isPartial() throws(ImageError) -> Bool {
        let (error, isPartial) = state.withLock { ($0.error, $0.decoder?.isPartial == true) }
        if let error { throw error }
        return isPartial
    }

    /// Appends the given bytes of the rows, as far as they exist; `isDone` when none are left.
    func give(_ bytes: Range<Int>, to rows: inout [UInt8]) -> (byteCount: Int, isDone: Bool) {
        state.withLock { state in
            let part = bytes.clamped(to: 0..<state.rows.count)
            rows.append(contentsOf: state.rows[part])
            return (part.count, bytes.upperBound >= state.rows.count)
        }
    }
}
