// Reads the samples of OpenEXR rows as light, and what is shown of them.

import Metadata
import Pixels

/// Turns the rows of a chunk to pixels.
struct OpenEXRSamples {
    /// A channel that is read.
    private struct Source {
        let index: Int
        let kind: OpenEXRChannel.Kind
        let (xSampling, ySampling): (Int, Int)
    }

    let format: PixelFormat
    private let channels: [OpenEXRChannel]
    private let selection: OpenEXRSelection
    private let sources: [Source?]
    /// The shares of red, green and blue in brightness.
    private let shares: SIMD3<Float>
    private let colours: OpenEXRColours
    private let levels: LightLevels
    /// A row of samples from each source; empty for one that is missing.
    private var light: [[Float]]

    /// Takes channels, of which at most `width` columns are wanted; `isCut` tells that some pixels are missing.
    init(_ header: OpenEXRHeader, width: Int, isCut: Bool, levels: LightLevels) {
        self.levels = levels
        let channels = header.channels
        let selection = OpenEXRSelection(channels)
        (self.channels, self.selection) = (channels, selection)
        let (isGray, isClear) = (selection.kind == .gray, selection.alpha != nil || isCut)
        format = isGray ? isClear ? .grayAlpha : .gray : isClear ? .rgba : .rgb
        let sources = (selection.colours + [selection.alpha]).map { index in
            index.map {
                let channel = channels[$0]
                return Source(
                    index: $0, kind: channel.kind, xSampling: channel.xSampling, ySampling: channel.ySampling)
            }
        }
        self.sources = sources
        colours = OpenEXRColours(header.chromaticities)
        shares = colours.shares
        light = sources.map { [Float](repeating: 0, count: $0 == nil ? 0 : width) }
    }

    /// Bits of a sample that is shown, the most if they differ.
    var bits: Int { sources.dropLast().contains { $0.map { $0.kind != .half } == true } ? 32 : 16 }
    /// Whether the file has alpha.
    var hasAlpha: Bool { selection.alpha != nil }
    /// The ICC profile of the pixels; nil for sRGB.
    var profile: [UInt8]? { format.isGray ? nil : colours.profile }

    /// Writes the pixels of a chunk.
    ///
    /// - Parameters:
    ///   - bytes: the unpacked chunk.
    ///   - area: its pixels.
    ///   - columns: those of `area` that are wanted.
    ///   - pixels: rows of pixels, long enough for all targets.
    ///   - target: where the pixel of a row goes, of column `columns.lowerBound`.
    mutating func write(
        _ bytes: [UInt8], of area: OpenEXRWindow, columns: Range<Int>, to pixels: inout [UInt8],
        target: (_ y: Int) -> Int
    ) {
        var offset = 0
        var span = pixels.mutableSpan
        for y in area.minY...area.maxY {
            for (index, channel) in channels.enumerated() where OpenEXRChunks.hasRow(y, channel) {
                for place in sources.indices {
                    if let source = sources[place], source.index == index {
                        read(bytes.span, offset, source, area, columns, to: place)
                    }
                }
                let count = OpenEXRChunks.sampleCount(area.minX, area.maxX, every: channel.xSampling)
                offset += count * channel.kind.byteCount
            }
            show(columns.count, to: &span, at: target(y))
        }
    }

    /// Reads the samples of some columns of a row.
    private mutating func read(
        _ bytes: Span<UInt8>, _ offset: Int, _ source: Source, _ area: OpenEXRWindow, _ columns: Range<Int>,
        to place: Int
    ) {
        var row = light[place].mutableSpan
        let step = source.xSampling
        // The number of the first sample in the row, counted from column 0.
        let first = step == 1 ? area.minX : OpenEXRChunks.quotient(area.minX - 1, step) + 1
        for (index, column) in columns.enumerated() {
            // A column between two samples has the one to its left. Columns before the first sample have that one.
            let number = step == 1 ? column : max(OpenEXRChunks.quotient(column, step), first)
            let start = offset + (number - first) * source.kind.byteCount
            guard start + source.kind.byteCount <= bytes.count else { return }
            switch source.kind {
            case .half:
                row[index] = Float(half: UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8)
            case .uint, .float:
                let low = UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8
                let word = low | UInt32(bytes[start + 2]) << 16 | UInt32(bytes[start + 3]) << 24
                row[index] = source.kind == .float ? Float(bitPattern: word) : Float(word)
            }
        }
    }

    /// Writes the pixels of the row that was read.
    private func show(_ count: Int, to pixels: inout MutableSpan<UInt8>, at start: Int) {
        let step = format.channelCount
        let isGray = selection.kind == .gray
        for column in 0..<count {
            let target = start + column * step
            var alpha: Float = 1
            if selection.alpha != nil {
                let stored = light[light.count - 1][column]
                // What is no number is transparent.
                alpha = stored > 0 ? min(stored, 1) : 0
            }
            if format.hasAlpha { pixels[target + step - 1] = ShownLight.share(alpha) }
            guard alpha > 0 else { continue }
            if isGray {
                pixels[target] = levels.sample(of: light[0][column] / alpha, channel: 0)
            } else {
                var colour = colour(column)
                if let matrix = colours.matrix { colour = matrix.applied(to: colour) }
                for channel in 0..<3 {
                    pixels[target + channel] = levels.sample(of: colour[channel] / alpha, channel: channel)
                }
            }
        }
    }

    @inline(__always)
    private func colour(_ column: Int) -> SIMD3<Float> {
        func value(_ place: Int) -> Float { sources[place] == nil ? 0 : light[place][column] }
        guard selection.kind == .luminance else { return SIMD3(value(0), value(1), value(2)) }
        let brightness = value(1)
        let (red, blue) = ((value(0) + 1) * brightness, (value(2) + 1) * brightness)
        return SIMD3(red, (brightness - red * shares.x - blue * shares.z) / shares.y, blue)
    }
}
