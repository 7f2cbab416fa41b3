// Decodes the composite of a PSD or PSB: the picture that Photoshop stores beside the layers.

import Metadata
import Pixels

/// Converts the channels of a composite to gray or RGB, with or without alpha.
///
/// Samples of 16 bits are cut to 8, unless these would be too few (`FineSamples`). Those of 32 bits are light from 0 to
/// 1, and are encoded by the curve of sRGB. A window shows either in its own way.
struct PSDReader: DeepRowReader {
    /// Most pixels that a byte encodes: a run of two bytes is 128 bytes, of eight pixels each.
    private static let (pixelsPerByte, deflatedPixelsPerByte) = (512, 8 * PSDRows.deflateRatio)

    let width: Int
    let height: Int
    let format: PixelFormat
    let profile: [UInt8]?
    var profileSpace: ColourProfile.Space { mode == .cmyk ? .cmyk : format.isGray ? .gray : .rgb }
    var inks: ColourConversion?
    let samples: DeepSamples?

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
    private var reduced: [[UInt8]]
    /// How samples of 16 bits become 8 bits; nil where the highest 8 are taken.
    private let fine: FineSamples?
    /// A row of each wanted channel, where 8 bits are too few to take white away from the colours; else empty.
    private var exact: [[Float]]
    /// The levels of samples of 16 bits in a window; empty without one.
    private let table: [UInt8]
    private let levels: LightLevels
    private let tally: SampleTally?
    private let lab: LabColours?
    /// A row of L*a*b*, or of cyan, magenta and yellow, which become RGB.
    private var mixed: [UInt8]

    /// Reads the header.
    ///
    /// - Throws: `ImageError` where the file is no PSD, is damaged, or its composite is of an unsupported kind.
    init(_ source: ByteSource, window: SampleWindow?, tally: SampleTally?) throws(ImageError) {
        let header = try PSDHeader(of: source)
        guard header.hasRealComposite else { throw .unsupported("a PSD that was saved without its composite") }
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
        let keepsProfile = ![.lab, .duotone, .multichannel].contains(mode)
        let stated = keepsProfile ? header.profile.map { source.bytes(at: $0.lowerBound, count: $0.count) } : nil
        samples =
            header.hasDeepSamples
            ? bits == 32 ? .light(bits: 32) : DeepSamples(bits: 16, kind: .unsigned, greatest: 65_535) : nil
        let window = samples == nil ? nil : window
        self.tally = samples == nil ? nil : tally
        levels = LightLevels(window, self.tally)
        table = bits == 16 ? window.map { SampleLevels($0).table(upTo: 65_535) } ?? [] : []
        fine = bits == 16 && window == nil && self.tally == nil ? FineSamples(stated, isGray: isGray) : nil
        profile =
            switch bits {
            case 16: fine == nil ? stated : fine?.profile
            // Light has the primaries of the profile, whatever its curve.
            case 32: isGray ? nil : stated.flatMap(ColourProfile.withCurveOfSRGB)
            default: stated
            }
        let channelCount = colourCount + (hasAlpha ? 1 : 0)
        rows = try PSDRows(header, channelCount: channelCount, source)
        lab = mode == .lab ? LabColours(isOffset: true) : nil
        mixed = [UInt8](repeating: 0, count: mode == .lab || mode == .cmyk ? 3 * width : 0)
        stored = [UInt8](repeating: 0, count: rows.rowByteCount)
        reduced = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: channelCount)
        let isExact = fine != nil || bits == 32 && [.rgb, .gray, .duotone].contains(mode)
        exact = [[Float]](repeating: [Float](repeating: 0, count: width), count: isExact ? channelCount : 0)
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        for channel in reduced.indices {
            guard rows.read(channel, into: &stored) else { return false }
            if exact.isEmpty { reduce(to: channel) } else { measure(to: channel) }
        }
        if !exact.isEmpty {
            show(&pixels, start)
            return true
        }
        let step = format.channelCount
        if lab != nil || inks != nil && mode == .cmyk {
            for channel in 0..<3 {
                for column in 0..<width { mixed[3 * column + channel] = reduced[channel][column] }
            }
        }
        lab?.convert(mixed.span, stride: 3, count: width, to: &pixels, at: start, step: step)
        if mode == .cmyk, let inks { Self.mix(&mixed, black: reduced[3], by: inks) }
        for column in 0..<width {
            let target = start + column * step
            switch mode {
            case .bitmap, .gray, .duotone: pixels[target] = reduced[0][column]
            case .indexed:
                let index = Int(reduced[0][column])
                for channel in 0..<3 { pixels[target + channel] = palette[channel * 256 + index] }
                if step == 4 { pixels[target + 3] = index == transparentIndex ? 0 : 255 }
            case .rgb: for channel in 0..<3 { pixels[target + channel] = reduced[channel][column] }
            case .multichannel where step < 3: pixels[target] = reduced[0][column]
            case .cmyk where inks != nil:
                for channel in 0..<3 { pixels[target + channel] = mixed[3 * column + channel] }
            case .cmyk, .multichannel:
                // The share of paper that each ink leaves; all of it where there is no such ink.
                let black = inkCount > 3 ? Int(reduced[3][column]) : 255
                for channel in 0..<3 {
                    let share = channel < inkCount ? Int(reduced[channel][column]) : 255
                    pixels[target + channel] = UInt8((share * black + 127) / 255)
                }
            case .lab: break
            }
            if hasAlpha { blend(&pixels, target, alpha: reduced[reduced.count - 1][column]) }
        }
        return true
    }

    /// Converts a row of cyan, magenta and yellow to RGB.
    private static func mix(_ colours: inout [UInt8], black: [UInt8], by inks: ColourConversion) {
        var pixels = colours.mutableSpan
        inks.convertInks(&pixels, black: black.span, count: black.count, isInk: false)
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

    /// Reads the stored row of a channel of 16 or 32 bits as numbers of which 1 is white.
    private mutating func measure(to channel: Int) {
        for column in 0..<width {
            exact[channel][column] =
                bits == 32
                ? Float(bitPattern: word(column)) : Float(stored[2 * column..<2 * column + 2].bigEndianNumber) / 65_535
        }
    }

    private func word(_ column: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: stored[4 * column..<4 * column + 4].bigEndianNumber)
    }

    /// Writes the pixels of the exact rows, and takes away the white that Photoshop has blended their colours with.
    private func show(_ pixels: inout MutableSpan<UInt8>, _ start: Int) {
        let step = format.channelCount
        for column in 0..<width {
            let target = start + column * step
            let stored = hasAlpha ? exact[exact.count - 1][column] : 1
            // What is no number is transparent.
            let alpha = stored > 0 ? min(stored, 1) : 0
            if hasAlpha { pixels[target + step - 1] = ShownLight.share(alpha) }
            guard alpha > 0 else { continue }
            for channel in 0..<inkCount {
                let value = exact[channel][column]
                let colour = alpha < 1 ? (value - 1 + alpha) / alpha : value
                pixels[target + channel] =
                    fine.map { $0.sample(of: colour, channel) } ?? levels.sample(of: colour, channel: channel)
            }
        }
    }

    /// Reduces the stored row of a channel to 8 bits.
    private mutating func reduce(to channel: Int) {
        switch bits {
        case 1:
            for column in 0..<width {
                reduced[channel][column] = stored[column / 8] << (column % 8) & 128 == 0 ? 255 : 0
            }
        case 8: reduced[channel] = stored
        case 16:
            for column in 0..<width {
                let value = Int(stored[2 * column]) << 8 | Int(stored[2 * column + 1])
                tally?.add(value, channel: channel)
                reduced[channel][column] = table.isEmpty ? stored[2 * column] : table[value]
            }
        default:
            // Inks, L*a*b* and alpha are no light.
            for column in 0..<width { reduced[channel][column] = ShownLight.share(Float(bitPattern: word(column))) }
        }
    }
}
