// Decodes JPEG files from the top, a strip of rows at a time.

import Pixels

/// Decodes a JPEG strip by strip, in memory proportional to its width.
///
/// Reads sequential and progressive pictures with Huffman or arithmetic coding and 8 or 12 bits per sample, and
/// lossless ones with Huffman coding in one scan; 1, 3 or 4 components. Other sample sizes are converted to 8 bits.
///
/// The scans of a picture are decoded side by side. Rows are gray for one component and RGB otherwise.
///
/// Decoding can begin in the middle (`restartPoint`), unless the picture is arithmetic-coded; with several scans, only
/// at full size.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class JPEGDecoder: RowSource {
    /// How the samples of a JPEG are interpreted.
    package enum Meaning {
        /// As the file's own segments declare.
        case own
        /// Three components are Y′, Cb and Cr whatever the segments say; others are kept as stored.
        case yCbCr
        /// As stored: one, three or four per pixel (`rgba`).
        case stored

        fileprivate func colour(of header: JPEGHeader) -> JPEGHeader.Colour? {
            switch self {
            case .own: header.colour
            case .yCbCr: header.components.count == 3 ? .yCbCr : nil
            case .stored: nil
            }
        }
    }

    package let header: JPEGHeader
    let frame: JPEGFrame
    package let format: PixelFormat
    /// How samples become pixels; nil where they are returned as stored.
    private let colour: JPEGHeader.Colour?
    /// Set when data is missing or damaged.
    ///
    /// Samples without data are gray, or as coarse as the earlier scans left them.
    package private(set) var isPartial = false
    /// Conversion of four inks to RGB; nil for an approximation without a profile.
    package var inks: ColourConversion?

    /// The pixel made of mid-range samples; with four inks it is not gray.
    package var fillPixel: [UInt8]? {
        guard (stream?.isSilent ?? lossless?.isSilent ?? scans?.isSilent) == true else { return nil }
        var pixel = [UInt8](repeating: 128, count: format.channelCount)
        guard header.components.count == 4, let colour else { return pixel }
        let black: [UInt8] = [128]
        mixInks(&pixel, black, isComplement: colour == .ycck)
        return pixel
    }

    package var width: Int { frame.width }
    package var height: Int { frame.height }

    var segments: JPEGSegments
    let entropy: JPEGEntropyBuffer
    let planes: [JPEGPlane]
    /// The scans of a picture of several scans; nil when the picture is decoded strip by strip.
    private var scans: JPEGScanReader?
    /// Whether `scans` has located all scans.
    private var hasFoundScans = false
    private var stream: JPEGStripReader?
    private var lossless: JPEGLosslessReader?
    private let upsamplers: [JPEGUpsampler]
    /// The planes' samples, and one interpolated row of each.
    private var samples: [UInt8]
    /// One row of pixels and 64 more bytes that vector stores may overwrite.
    private var output: [UInt8]
    private var nextStrip = 0
    private var nextRow = 0

    /// Reads the file up to the first scan.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - scaleDenominator: 1, 2, 4 or 8: each side is decoded to `ceil(side / scaleDenominator)` pixels; lossless
    ///     pictures are always decoded at full size.
    ///   - meaning: how to interpret the samples, where the file itself does not tell.
    ///   - isRough: whether, at 1/8, the first scan of a progressive picture suffices: its samples lack their last bit
    ///     or two, and the rest of the file is not read.
    /// - Throws: `ImageError` when the file is no JPEG, uses an unsupported process, or has a damaged header.
    package init(
        source: ByteSource, scaleDenominator: Int = 1, meaning: Meaning = .own, isRough: Bool = false
    ) throws(ImageError) {
        precondition([1, 2, 4, 8].contains(scaleDenominator))
        var segments = try JPEGSegments(source)
        guard let scan = try segments.nextScan() else {
            throw .damaged("the file ends before there is any picture data", offset: segments.input.offset)
        }
        let header = segments.header
        let isBuffered =
            !header.isLossless
            && (header.isProgressive || header.isArithmetic || scan.components.count < header.components.count)
        let frame = JPEGFrame(
            header, denominator: header.isLossless ? 1 : scaleDenominator, isBuffered: isBuffered)
        var end = 0
        let planes = frame.components.map {
            let plane = JPEGPlane(
                $0, mcusWide: frame.mcusWide, start: end, precision: header.isLossless ? 8 : header.precision)
            end = plane.end
            return plane
        }
        let entropy = JPEGEntropyBuffer(segments.input)
        self.header = header
        self.frame = frame
        self.planes = planes
        self.entropy = entropy
        colour = meaning.colour(of: header)
        format = header.components.count == 1 ? .gray : header.components.count == 4 && colour == nil ? .rgba : .rgb
        upsamplers = planes.map {
            let upsampler = JPEGUpsampler($0, frame: frame, start: end)
            end = upsampler.end
            return upsampler
        }
        samples = [UInt8](repeating: 128, count: end)
        output = [UInt8](repeating: 0, count: frame.width * format.channelCount + 64)
        if header.isLossless {
            lossless = try JPEGLosslessReader(
                frame: frame, scan: scan, segments: segments, planes: planes, entropy: entropy)
        } else if isBuffered {
            scans = JPEGScanReader(frame: frame, firstScan: scan, source: source, isRough: isRough)
        } else {
            stream = try JPEGStripReader(
                frame: frame, scan: scan, segments: segments, planes: planes, entropy: entropy)
        }
        self.segments = segments
    }

    package var isRestartable: Bool {
        stream != nil || scans != nil && !header.isArithmetic && frame.minimumBlockSize == 8
    }

    /// Whether restart points are valid at every scale.
    package var hasCommonRestartPoints: Bool { stream != nil }

    package func restartPoint() -> RestartPoint? {
        guard nextStrip < frame.mcusHigh else { return nil }
        return (stream?.restartPoint(nextStrip) ?? scans?.restartPoint(nextStrip)).map {
            .jpeg($0, rows: frame.fullRows(ofStrip: nextStrip))
        }
    }

    /// Returns a search for restart points by restart markers; nil where there are no markers.
    ///
    /// The decoder must not have decoded anything, and cannot decode afterwards.
    package func restartSearch(_ source: ByteSource) -> JPEGRestartSearch? {
        guard let stream, header.restartInterval > 0, nextStrip == 0, let position = entropy.position else {
            return nil
        }
        return JPEGRestartSearch(
            frame: frame, interval: header.restartInterval, reader: stream, source: source, offset: position.offset)
    }

    /// Continues at a point; the rows of its first strip are inexact, because they depend on the strip above.
    package func restart(at point: RestartPoint) -> Bool {
        guard case .jpeg(let point, _) = point, (0..<frame.mcusHigh).contains(point.strip) else { return false }
        if scans != nil {
            scans?.expect(point)
            guard isRestartable, (try? findScans()) != nil, scans?.restart(at: point) == true else { return false }
        } else if stream?.restart(at: point) != true {
            return false
        }
        nextStrip = point.strip
        nextRow = point.strip * frame.stripRowCount
        return true
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard nextStrip < frame.mcusHigh else { return 0 }
        try readStrip()
        return emitStrip(into: &rows)
    }

    /// Decodes what `readRows` would decode next, but discards its rows.
    func passRows() throws(ImageError) {
        guard nextStrip < frame.mcusHigh else { return }
        try readStrip()
        nextRow = max(nextRow, completeRowCount)
        nextStrip += 1
    }

    private func readStrip() throws(ImageError) {
        if scans != nil { try findScans() }
        if nextStrip > 0 {
            for plane in planes { plane.copyRow(plane.component.stripRowCount, to: 0, in: &samples) }
        }
        if let stream {
            if try !stream.readStrip(nextStrip, into: &samples) { isPartial = true }
        } else if let lossless {
            if try !lossless.readStrip(nextStrip, into: &samples) { isPartial = true }
        } else if scans?.readStrip(nextStrip, into: &samples, planes) == false {
            isPartial = true
        }
    }

    private func findScans() throws(ImageError) {
        guard !hasFoundScans else { return }
        hasFoundScans = true
        if try scans?.findScans(&segments, entropy: entropy, planes: planes) == false { isPartial = true }
    }

    /// Appends the rows that the decoded strip completes: all but the last row if that needs samples of the next strip.
    private func emitStrip(into rows: inout [UInt8]) -> Int {
        let isLast = nextStrip == frame.mcusHigh - 1
        for plane in planes {
            let component = plane.component
            if nextStrip == 0 { plane.copyRow(1, to: 0, in: &samples) }
            if isLast {
                let last = component.height - nextStrip * component.stripRowCount
                plane.copyRow(last, to: last + 1, in: &samples)
            }
        }
        let end = completeRowCount
        let count = end - nextRow
        for y in nextRow..<end {
            if let start = convertRow(y, &samples, &output) {
                rows.append(contentsOf: samples[start..<start + width])
            } else {
                rows.append(contentsOf: output[..<(width * format.channelCount)])
            }
        }
        nextRow = end
        nextStrip += 1
        return count
    }

    /// Rows of the picture that are complete once the current strip is decoded.
    private var completeRowCount: Int {
        if nextStrip == frame.mcusHigh - 1 { return frame.height }
        let overlap = upsamplers.contains { $0.needsNextRow } ? 1 : 0
        return min((nextStrip + 1) * frame.stripRowCount - overlap, frame.height)
    }

    /// Converts output row `y` to pixels in `row`, or returns its index in `memory`, where the samples are the pixels.
    private func convertRow(_ y: Int, _ memory: inout [UInt8], _ row: inout [UInt8]) -> Int? {
        var buffer = memory.mutableSpan
        var starts = SIMD4<Int>()
        for (index, upsampler) in upsamplers.enumerated() {
            let firstRow = nextStrip * planes[index].component.stripRowCount
            starts[index] = upsampler.row(y, firstRow: firstRow, in: &buffer)
        }
        let samples = buffer.span
        if upsamplers.count == 1 { return starts[0] }
        var output = row.mutableSpan
        switch colour {
        case nil where upsamplers.count == 4:
            JPEGColour.interleave(samples, starts, count: width, output: &output)
        case .yCbCr, .ycck: JPEGColour.yCbCr(samples, starts, count: width, output: &output)
        case .gray, .rgb, .cmyk, nil: JPEGColour.rgb(samples, starts, count: width, output: &output)
        }
        if colour == .cmyk || colour == .ycck {
            let black = samples.extracting(starts[3]..<starts[3] + width)
            mix(&output, black, count: width, isComplement: colour == .ycck)
        }
        return nil
    }

    private func mixInks(_ pixel: inout [UInt8], _ black: [UInt8], isComplement: Bool) {
        var pixels = pixel.mutableSpan
        mix(&pixels, black.span, count: 1, isComplement: isComplement)
    }

    /// Converts three inks and black to RGB in place.
    ///
    /// `isComplement` tells that the three are inverted, as those decoded from YCCK are.
    private func mix(
        _ pixels: inout MutableSpan<UInt8>, _ black: Span<UInt8>, count: Int, isComplement: Bool
    ) {
        if let inks {
            inks.convertInks(&pixels, black: black, count: count, isInk: isComplement)
        } else {
            JPEGColour.multiply(&pixels, by: black, count: count, isComplement: isComplement)
        }
    }
}
