// Converts a PNG's samples, of any depth and colour type, to 8-bit samples of a `PixelFormat`.

import Metadata
import Pixels
import Platform

/// Widens or narrows one row at a time, looks up palettes and applies transparency (PNG §11.3.1, §13.12).
///
/// Depths 1, 2 and 4 are scaled by 255/(2ⁿ − 1); of 16 bits the high byte is used, unless `fine` maps them (see
/// `FineSamples`). The transparent colour is compared at the file's depth n, of which only its low n bits count. A
/// palette index without a colour is opaque black.
struct PNGRowExpander {
    let format: PixelFormat
    /// Whether the file's samples equal the output's, so that rows are only copied.
    let isPlain: Bool
    private let header: PNGHeader
    /// For indexed colour and gray of at most 8 bits: the output pixel of each sample value.
    ///
    /// Red is in the lowest byte, alpha in the highest.
    private var table: [UInt32] = []
    /// The samples of the transparent colour; nil without one.
    private var transparent: [UInt16]?
    /// Maps each 16-bit sample to 8 bits, per colour channel or one for all; nil for its high byte.
    private let fine: [[UInt8]]?
    /// How RGB of high dynamic range is shown.
    private let toneMapping: ToneMapping?

    /// Prepares tables for the header's colour type.
    ///
    /// - Parameters:
    ///   - header: the file's header.
    ///   - palette: the PLTE chunk's data; ignored unless the colour is indexed.
    ///   - transparency: the tRNS chunk's data.
    ///   - fine: maps 16-bit samples to 8 bits; ignored at other depths.
    ///   - toneMapping: how colours of high dynamic range are shown; nil for other colours.
    init(
        _ header: PNGHeader, palette: [UInt8], transparency: [UInt8]?, fine: [[UInt8]]? = nil,
        toneMapping: ToneMapping? = nil
    ) {
        self.header = header
        self.toneMapping = toneMapping
        self.fine = header.bitDepth == 16 ? fine : nil
        let sampleCount = header.colorType.sampleCount
        let canHaveKey = header.colorType == .gray || header.colorType == .rgb
        if canHaveKey, let transparency, transparency.count >= 2 * sampleCount {
            let mask = UInt16(truncatingIfNeeded: 1 << header.bitDepth - 1)
            transparent = (0..<sampleCount).map {
                (UInt16(transparency[2 * $0]) << 8 | UInt16(transparency[2 * $0 + 1])) & mask
            }
        }
        let isTransparent = transparent != nil
        switch header.colorType {
        case .gray: format = isTransparent ? .grayAlpha : .gray
        case .grayAlpha: format = .grayAlpha
        case .rgb: format = isTransparent ? .rgba : .rgb
        case .rgba: format = .rgba
        case .indexed: format = transparency?.contains { $0 < 255 } == true ? .rgba : .rgb
        }
        isPlain =
            header.bitDepth == 8 && header.colorType != .indexed && !isTransparent && toneMapping == nil
        if header.colorType == .indexed {
            table = [UInt32](repeating: 0xFF00_0000, count: 256)
            for index in 0..<min(palette.count / 3, 256) {
                let alpha = index < transparency?.count ?? 0 ? transparency?[index] ?? 255 : 255
                let stored = (palette[3 * index], palette[3 * index + 1], palette[3 * index + 2])
                let shown = toneMapping?.shown(UInt16(stored.0) * 257, UInt16(stored.1) * 257, UInt16(stored.2) * 257)
                let colour = shown ?? SIMD4(stored.0, stored.1, stored.2, 255)
                table[index] =
                    UInt32(colour[0]) | UInt32(colour[1]) << 8 | UInt32(colour[2]) << 16 | UInt32(alpha) << 24
            }
        } else if header.colorType == .gray, header.bitDepth <= 8 {
            let greatest = 1 << header.bitDepth - 1
            table = (0...greatest).map {
                let alpha: UInt32 = transparent == [UInt16($0)] ? 0 : 255
                let value = UInt16(clamping: $0 * 65_535 / greatest)
                return UInt32(toneMapping?.shown(value, value, value)[0] ?? UInt8(value >> 8)) | alpha << 8
            }
        }
    }

    /// Expands `width` pixels.
    ///
    /// `row` has at least the bytes that `width` pixels take in the file, `output` at least `width ×
    /// format.channelCount`.
    func expand(_ row: Span<UInt8>, width: Int, into output: inout MutableSpan<UInt8>) {
        let sampleCount = width * format.channelCount
        let row = row.extracting(first: header.rowByteCount(width: width))
        if isPlain {
            output.copy(row, row.indices, to: 0)
        } else if !table.isEmpty {
            lookUp(row, width: width, into: &output)
        } else if let toneMapping {
            tone(toneMapping, row, width: width, into: &output)
        } else if let fine {
            refine(fine, row, width: width, into: &output)
        } else if let transparent {
            compare(transparent, row, width: width, into: &output)
        } else {
            var output = output._mutatingExtracting(first: sampleCount)
            for index in output.indices { output[index] = row[2 &* index] }
        }
    }

    private func lookUp(_ row: Span<UInt8>, width: Int, into output: inout MutableSpan<UInt8>) {
        let table = table.span
        var output = output._mutatingExtracting(...)
        let (depth, channelCount) = (header.bitDepth, format.channelCount)
        // An index has `depth` bits, and the table 2^depth entries or 256.
        let mask = 1 &<< depth &- 1
        var target = 0
        for column in 0..<width {
            let bit = column &* depth
            let index = Int(row[bit &>> 3]) &>> (8 &- depth &- bit & 7) & mask
            output.store(pixel: table[index], channelCount: channelCount, at: target)
            target &+= channelCount
        }
    }

    /// Expands 16-bit samples by tables.
    private func refine(_ levels: [[UInt8]], _ row: Span<UInt8>, width: Int, into output: inout MutableSpan<UInt8>) {
        let sampleCount = header.colorType.sampleCount
        let colourCount = format.isGray ? 1 : 3
        var output = output._mutatingExtracting(...)
        var (source, target) = (0, 0)
        for _ in 0..<width {
            var isTransparent = transparent != nil
            for channel in 0..<sampleCount {
                let value = row.load(at: source, as: UInt16.self).bigEndian
                if let transparent, transparent[channel] != value { isTransparent = false }
                output[target] =
                    channel < colourCount ? levels[min(channel, levels.count - 1)][Int(value)] : row[source]
                source += 2
                target += 1
            }
            if transparent != nil {
                output[target] = isTransparent ? 0 : 255
                target += 1
            }
        }
    }

    /// Expands RGB, or gray with alpha or of 16 bits, to what a screen shows of it.
    private func tone(_ mapping: ToneMapping, _ row: Span<UInt8>, width: Int, into output: inout MutableSpan<UInt8>) {
        let isWide = header.bitDepth == 16
        let (step, colourCount) = (isWide ? 2 : 1, format.isGray ? 1 : 3)
        let hasAlpha = header.colorType.sampleCount > colourCount
        var output = output._mutatingExtracting(...)
        @inline(__always) func sample(_ offset: Int) -> UInt16 {
            isWide ? row.load(at: offset, as: UInt16.self).bigEndian : UInt16(row[offset]) &* 257
        }
        var (source, target) = (0, 0)
        for _ in 0..<width {
            let red = sample(source)
            let green = colourCount == 3 ? sample(source &+ step) : red
            let blue = colourCount == 3 ? sample(source &+ 2 &* step) : red
            let colour = mapping.shown(red, green, blue)
            for channel in 0..<colourCount { output[target &+ channel] = colour[channel] }
            source &+= colourCount &* step
            target &+= colourCount
            if hasAlpha {
                output[target] = row[source]
                source &+= step
                target &+= 1
            } else if let transparent {
                let mask: UInt16 = isWide ? 0xFFFF : 0xFF
                let isKey =
                    red & mask == transparent[0]
                    && (colourCount == 1 || green & mask == transparent[1] && blue & mask == transparent[2])
                output[target] = isKey ? 0 : 255
                target &+= 1
            }
        }
    }

    /// Expands 16-bit gray, or RGB of 8 or 16 bits, with a transparent colour.
    private func compare(
        _ transparent: [UInt16], _ row: Span<UInt8>, width: Int, into output: inout MutableSpan<UInt8>
    ) {
        let sampleByteCount = header.bitDepth / 8
        var output = output._mutatingExtracting(...)
        var (source, target) = (0, 0)
        for _ in 0..<width {
            var isTransparent = true
            for sample in transparent {
                let high = row[source]
                let value = sampleByteCount == 2 ? row.load(at: source, as: UInt16.self).bigEndian : UInt16(high)
                if value != sample { isTransparent = false }
                output[target] = high
                target += 1
                source += sampleByteCount
            }
            output[target] = isTransparent ? 0 : 255
            target += 1
        }
    }
}
