// Decodes the composite of a PSD or PSB: the picture that Photoshop stores beside the layers.

import Metadata
import Pixels

/// Converts the channels of a composite to gray or RGB, with or without alpha.
///
/// Samples of 16 bits are cut to 8. Those of 32 bits are light from 0 to 1, and are encoded by the curve of sRGB.
struct PSDReader: RowReader {
    /// Most pixels that a byte encodes: a run of two bytes is 128 bytes, of eight pixels each.
    private static let (pixelsPerByte, deflatedPixelsPerByte) = (512, 8 * PSDRows.deflateRatio)

    let width: Int
    let height: Int
    let format: PixelFormat
    let profile: [UInt8]?

    private let mode: PSDHeader.Mode
    private let bits: Int
    private let transparentIndex: Int?
    private let hasAlpha: Bool
    /// Channels with colours.
    private let inkCount: Int
    /// Reds, greens and blues of 256 colours.
    private let palette: [UInt8]
    private var rows: PSDRows
    /// A row of one channel as stored, and the samples of all wanted channels with 8 bits.
    private var stored: [UInt8]
    private var samples: [[UInt8]]
    private let lab: LabColours?
    /// A row of L*a*b*.
    private var mixed: [UInt8]

    /// Reads the header.
    ///
    /// - Throws: `ImageError` where the file is no PSD, is damaged, or its composite is of an unsupported kind.
    init(_ source: ByteSource) throws(ImageError) {
        let header = try PSDHeader(of: source)
        (width, height, mode, bits) = (header.width, header.height, header.mode, header.bits)
        let isDeflated = try PSDRows.compression(header, source) >= 2
        try ClaimedSize.check(
            header, "PSD", in: source, pixelsPerByte: isDeflated ? Self.deflatedPixelsPerByte : Self.pixelsPerByte,
            offset: 14)
        let colourCount =
            switch mode {
            case .bitmap, .gray, .indexed, .duotone: 1
            case .rgb, .lab: 3
            case .cmyk: 4
            // A single ink is shown as grey, others as cyan, magenta, yellow and black, in this order.
            case .multichannel: min(header.channelCount, 4)
            }
        guard header.channelCount >= colourCount else {
            throw .damaged("\(header.channelCount) channels are too few for its colours", offset: 12)
        }
        guard (bits == 1) == (mode == .bitmap), mode != .indexed || bits == 8 else {
            throw .damaged("samples of \(bits) bits for its kind of colours", offset: 22)
        }
        inkCount = colourCount
        hasAlpha = header.hasAlpha && header.channelCount > colourCount && mode != .indexed && mode != .bitmap
        transparentIndex = mode == .indexed ? header.transparentIndex : nil
        let isGray = colourCount == 1 && mode != .indexed
        let isClear = hasAlpha || transparentIndex != nil
        format = isGray ? isClear ? .grayAlpha : .gray : isClear ? .rgba : .rgb
        palette = mode == .indexed ? source.bytes(at: header.paletteOffset, count: 768) : []
        guard mode != .indexed || palette.count == 768 else {
            throw .damaged("the palette ends beyond the file's end", offset: source.count)
        }
        // The profile is that of the stored colours, which are converted in these modes.
        let keepsProfile = bits < 32 && ![.cmyk, .lab, .duotone, .multichannel].contains(mode)
        profile = keepsProfile ? header.profile.map { source.bytes(at: $0.lowerBound, count: $0.count) } : nil
        let channelCount = colourCount + (hasAlpha ? 1 : 0)
        rows = try PSDRows(header, channelCount: channelCount, source)
        lab = mode == .lab ? LabColours(isOffset: true) : nil
        mixed = [UInt8](repeating: 0, count: lab == nil ? 0 : 3 * width)
        stored = [UInt8](repeating: 0, count: rows.rowByteCount)
        samples = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: channelCount)
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        for channel in samples.indices {
            guard rows.read(channel, into: &stored) else { return false }
            let isAlpha = hasAlpha && channel == samples.count - 1
            reduce(isAlpha: isAlpha, to: channel)
        }
        let step = format.channelCount
        if let lab {
            for channel in 0..<3 {
                for column in 0..<width { mixed[3 * column + channel] = samples[channel][column] }
            }
            lab.convert(mixed.span, stride: 3, count: width, to: &pixels, at: start, step: step)
        }
        for column in 0..<width {
            let target = start + column * step
            switch mode {
            case .bitmap, .gray, .duotone: pixels[target] = samples[0][column]
            case .indexed:
                let index = Int(samples[0][column])
                for channel in 0..<3 { pixels[target + channel] = palette[channel * 256 + index] }
                if step == 4 { pixels[target + 3] = index == transparentIndex ? 0 : 255 }
            case .rgb: for channel in 0..<3 { pixels[target + channel] = samples[channel][column] }
            case .multichannel where step < 3: pixels[target] = samples[0][column]
            case .cmyk, .multichannel:
                // The share of paper that each ink leaves; all of it where there is no such ink.
                let black = inkCount > 3 ? Int(samples[3][column]) : 255
                for channel in 0..<3 {
                    let share = channel < inkCount ? Int(samples[channel][column]) : 255
                    pixels[target + channel] = UInt8((share * black + 127) / 255)
                }
            case .lab: break
            }
            if hasAlpha { blend(&pixels, target, alpha: samples[samples.count - 1][column]) }
        }
        return true
    }

    /// Stores the alpha of a pixel, and takes away the white that Photoshop has blended its colours with.
    private func blend(_ pixels: inout MutableSpan<UInt8>, _ target: Int, alpha: UInt8) {
        let last = format.channelCount - 1
        pixels[target + last] = alpha
        guard alpha < 255, mode == .rgb || mode == .gray else { return }
        for channel in 0..<last {
            let colour = Int(pixels[target + channel]) - 255 + Int(alpha)
            pixels[target + channel] =
                alpha == 0 || colour <= 0 ? 0 : UInt8(min(255, (colour * 255 + Int(alpha) / 2) / Int(alpha)))
        }
    }

    /// Reduces the stored row of a channel to 8 bits; `isAlpha` tells that it is no light.
    private mutating func reduce(isAlpha: Bool, to channel: Int) {
        switch bits {
        case 1:
            for column in 0..<width {
                samples[channel][column] = stored[column / 8] << (column % 8) & 128 == 0 ? 255 : 0
            }
        case 8: samples[channel] = stored
        case 16: for column in 0..<width { samples[channel][column] = stored[2 * column] }
        default:
            let isShare = isAlpha || [.cmyk, .multichannel, .lab].contains(mode)
            for column in 0..<width {
                let word = UInt32(truncatingIfNeeded: stored[4 * column..<4 * column + 4].bigEndianNumber)
                let value = Float(bitPattern: word)
                samples[channel][column] = isShare ? ShownLight.share(value) : ShownLight.encoded(value)
            }
        }
    }
}
