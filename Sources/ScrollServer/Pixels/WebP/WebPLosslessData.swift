// The bit stream of a lossless WebP (RFC 9649 §3).

import Platform

/// Encodes pixels as the data of a `VP8L` chunk.
struct WebPLosslessData {
    /// The five prefix codes of an image, in the order of the stream (§3.7.2): green and lengths, red, blue, alpha,
    /// distances.
    private static let alphabets = [256 + 24, 256, 256, 256, 40]
    /// Matches shorter than this are written as pixels.
    private static let shortestMatch = 3
    private static let longestMatch = 4096
    /// How a pixel is predicted (§4.1); the raw value is that of the format.
    private enum Predictor: UInt32, CaseIterable {
        /// The mean of the pixels to the left and above.
        case mean = 7
        /// `Select`: one of these, whichever is nearer to what continues both.
        case select = 11
        /// `ClampAddSubtractFull`: what continues both.
        case gradient = 12
    }

    /// log₂ of the side of the largest blocks that can have a predictor of their own.
    private static let blockBitCount = 9

    private let width: Int
    /// 0xAARRGGBB each.
    private var pixels: [UInt32]
    private var bits = WebPBitWriter()

    /// Returns the data of a picture of at most 16384 pixels a side.
    static func encode(_ picture: PixelBuffer) -> [UInt8] {
        var data = WebPLosslessData(picture)
        data.write(picture)
        return data.bits.finish()
    }

    private init(_ picture: PixelBuffer) {
        width = picture.width
        let (bytes, format) = (picture.bytes, picture.format)
        let channelCount = format.channelCount
        pixels = []
        pixels.reserveCapacity(picture.width * picture.height)
        for start in stride(from: 0, to: bytes.count, by: channelCount) {
            let red = UInt32(bytes[start])
            let (green, blue) =
                format.isGray ? (red, red) : (UInt32(bytes[start + 1]), UInt32(bytes[start + 2]))
            let alpha = format.hasAlpha ? UInt32(bytes[start + channelCount - 1]) : 255
            // §4.3: green is subtracted from red and blue.
            let (redness, blueness) = ((red &- green) & 255, (blue &- green) & 255)
            pixels.append(alpha << 24 | redness << 16 | green << 8 | blueness)
        }
    }

    private mutating func write(_ picture: PixelBuffer) {
        // §3.4: signature, size, whether alpha is used, version.
        bits.put(0x2F, 8)
        bits.put(UInt64(picture.width - 1), 14)
        bits.put(UInt64(picture.height - 1), 14)
        bits.put(picture.format.hasAlpha ? 1 : 0, 1)
        bits.put(0, 3)
        bits.put(0b101, 3)
        if let predictor = smallestPredictor(height: picture.height) {
            predict(height: picture.height, predictor)
            // A transform of type 0, with blocks of 512 pixels, all with the same predictor.
            bits.put(0b001, 3)
            bits.put(UInt64(Self.blockBitCount - 2), 3)
            // No colour cache; codes of one symbol each, which take no bits.
            bits.put(0, 1)
            writeOnly(symbol: predictor.rawValue)
            for symbol: UInt32 in [0, 0, 255, 0] { writeOnly(symbol: symbol) }
        }
        // No further transform, no colour cache, one group of codes.
        bits.put(0, 3)
        writeImage()
    }

    // MARK: Prediction

    /// Estimates by the entropy of some rows which predictor takes the fewest bits; nil if pixels as they are do.
    private func smallestPredictor(height: Int) -> Predictor? {
        func bitCount(_ sample: (Int) -> UInt32) -> Int {
            var counts = [UInt32](repeating: 0, count: 768)
            for row in stride(from: 1, to: height, by: 8) {
                for column in 1..<max(1, width) {
                    let pixel = sample(row * width + column)
                    for (part, shift) in [UInt32(0), 8, 16].enumerated() {
                        counts[part * 256 + Int(pixel >> shift & 255)] += 1
                    }
                }
            }
            return Self.bitCount(counts)
        }
        var (smallest, least) = (Predictor?.none, bitCount { pixels[$0] })
        for predictor in Predictor.allCases {
            let count = bitCount { Self.difference(pixels[$0], prediction($0, predictor)) }
            if count < least { (smallest, least) = (predictor, count) }
        }
        return smallest
    }

    /// The bits of an optimal code for symbols with these counts, apart from a constant.
    private static func bitCount(_ counts: [UInt32]) -> Int {
        counts.reduce(0) { sum, count in
            // −n log₂ n, in whole bits and with the fraction taken as linear.
            guard count > 1 else { return sum }
            let whole = 31 - count.leadingZeroBitCount
            return sum - Int(count) * (whole << 8 + Int((count << (32 - UInt32(whole))) >> 24))
        }
    }

    /// Replaces each pixel by its difference to the predicted one, from the last to the first.
    private mutating func predict(height: Int, _ predictor: Predictor) {
        for row in (0..<height).reversed() {
            for column in (0..<width).reversed() {
                let index = row * width + column
                // §4.1: the first row is predicted from the left, the first column from above.
                let expected =
                    row == 0
                    ? column == 0 ? 0xFF00_0000 : pixels[index - 1]
                    : column == 0 ? pixels[index - width] : prediction(index, predictor)
                pixels[index] = Self.difference(pixels[index], expected)
            }
        }
    }

    /// Returns what is expected from the pixels to the left and above.
    private func prediction(_ index: Int, _ predictor: Predictor) -> UInt32 {
        let (left, top, corner) = (pixels[index - 1], pixels[index - width], pixels[index - width - 1])
        switch predictor {
        // All four samples at once: what both have, and half of what one of them has.
        case .mean: return (left & top) &+ ((left ^ top) & 0xFEFE_FEFE) >> 1
        case .select: return Self.distance(top, corner) < Self.distance(left, corner) ? left : top
        case .gradient:
            let sums = (Self.parts(left) &+ Self.parts(top) &- Self.parts(corner))
                .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
            let bytes = SIMD4<UInt32>(truncatingIfNeeded: sums)
            return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24
        }
    }

    /// Returns the sum of the differences of the four samples.
    private static func distance(_ one: UInt32, _ other: UInt32) -> Int32 {
        let difference = parts(one) &- parts(other)
        let magnitudes = difference.replacing(with: .zero &- difference, where: difference .< .zero)
        return magnitudes.wrappedSum()
    }

    private static func parts(_ pixel: UInt32) -> SIMD4<Int32> {
        SIMD4(
            Int32(pixel & 255), Int32(pixel >> 8 & 255), Int32(pixel >> 16 & 255), Int32(pixel >> 24))
    }

    /// Subtracts each sample, modulo 256.
    private static func difference(_ pixel: UInt32, _ expected: UInt32) -> UInt32 {
        // Two samples at a time; the ones between keep a borrow from the next.
        let odd = (pixel & 0xFF00_FF00) | 0x00FF_00FF
        let even = (pixel & 0x00FF_00FF) | 0xFF00_FF00
        return (odd &- (expected & 0xFF00_FF00)) & 0xFF00_FF00 | (even &- (expected & 0x00FF_00FF)) & 0x00FF_00FF
    }

    // MARK: Pixels and references

    /// A pixel, or a reference to the pixel before or above (§3.6.2.2): distance codes 2 and 1.
    private enum Token {
        case pixel(UInt32)
        case match(length: Int, distanceSymbol: Int)
    }

    /// Calls `take` for each token; the same ones each time.
    private func forEachToken(_ take: (Token) -> Void) {
        var position = 0
        while position < pixels.count {
            let before = position >= 1 ? matchLength(position, 1) : 0
            let above = position >= width ? matchLength(position, width) : 0
            let length = max(before, above)
            if length >= Self.shortestMatch {
                take(.match(length: length, distanceSymbol: above >= before ? 0 : 1))
                position += length
            } else {
                take(.pixel(pixels[position]))
                position += 1
            }
        }
    }

    private func matchLength(_ position: Int, _ distance: Int) -> Int {
        let end = min(pixels.count, position + Self.longestMatch)
        var place = position
        while place < end, pixels[place] == pixels[place - distance] { place += 1 }
        return place - position
    }

    /// The prefix symbol of a length, its extra bits, and how many these are (§3.6.2.1).
    private static func prefix(ofLength length: Int) -> (symbol: Int, extra: UInt64, bitCount: Int) {
        guard length > 4 else { return (length - 1, 0, 0) }
        let value = length - 1
        let highest = Int.bitWidth - 1 - value.leadingZeroBitCount
        let bitCount = highest - 1
        return (2 * highest + value >> bitCount & 1, UInt64(value & (1 << bitCount - 1)), bitCount)
    }

    private mutating func writeImage() {
        var counts = Self.alphabets.map { [UInt32](repeating: 0, count: $0) }
        forEachToken { token in
            switch token {
            case .pixel(let pixel):
                for (part, shift) in [UInt32(8), 16, 0, 24].enumerated() {
                    counts[part][Int(pixel >> shift & 255)] += 1
                }
            case .match(let length, let distance):
                counts[0][256 + Self.prefix(ofLength: length).symbol] += 1
                counts[4][distance] += 1
            }
        }
        let codes = counts.map { write(codeFor: $0) }
        var bits = bits
        self.bits = WebPBitWriter()
        forEachToken { token in
            switch token {
            case .pixel(let pixel):
                for (part, shift) in [UInt32(8), 16, 0, 24].enumerated() {
                    bits.put(Int(pixel >> shift & 255), of: codes[part])
                }
            case .match(let length, let distance):
                let (symbol, extra, bitCount) = Self.prefix(ofLength: length)
                bits.put(256 + symbol, of: codes[0])
                bits.put(extra, bitCount)
                bits.put(distance, of: codes[4])
            }
        }
        self.bits = bits
    }

    // MARK: Prefix codes

    /// The order of the lengths of the code for lengths (§3.7.2.1.2).
    private static let lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

    /// Writes the code of a single symbol, which then takes no bits (§3.7.2.1.1).
    private mutating func writeOnly(symbol: UInt32) {
        bits.put(0b101, 3)
        bits.put(UInt64(symbol), 8)
    }

    /// Writes a code for symbols that occur so often; nil for one that takes no bits.
    private mutating func write(codeFor counts: [UInt32]) -> HuffmanCode? {
        let used = counts.indices.filter { counts[$0] > 0 }
        if used.count < 2, (used.first ?? 0) < 256 {
            writeOnly(symbol: UInt32(used.first ?? 0))
            return nil
        }
        let code = HuffmanCode(frequencies: counts, limit: 15)
        let runs = Self.runs(of: code.lengths)
        var frequencies = [UInt32](repeating: 0, count: Self.lengthOrder.count)
        for run in runs { frequencies[run.symbol] += 1 }
        let lengthCode = HuffmanCode(frequencies: frequencies, limit: 7)
        let last = Self.lengthOrder.lastIndex { lengthCode.lengths[$0] > 0 } ?? 0
        let count = max(4, last + 1)
        bits.put(0, 1)
        bits.put(UInt64(count - 4), 4)
        for symbol in Self.lengthOrder.prefix(count) { bits.put(UInt64(lengthCode.lengths[symbol]), 3) }
        // The lengths of all symbols follow.
        bits.put(0, 1)
        for run in runs {
            bits.put(run.symbol, of: lengthCode)
            bits.put(run.extra, run.bitCount)
        }
        return code
    }

    /// The lengths of a code in the alphabet of §3.7.2.1.2: 17 and 18 are 3 … 10 and 11 … 138 zeros.
    private static func runs(of lengths: [UInt8]) -> [(symbol: Int, extra: UInt64, bitCount: Int)] {
        var runs: [(symbol: Int, extra: UInt64, bitCount: Int)] = []
        var index = 0
        while index < lengths.count {
            var end = index
            while end < lengths.count, end - index < 138, lengths[end] == 0 { end += 1 }
            switch end - index {
            case 0...2:
                runs.append((Int(lengths[index]), 0, 0))
                index += 1
            case 3...10:
                runs.append((17, UInt64(end - index - 3), 3))
                index = end
            default:
                runs.append((18, UInt64(end - index - 11), 7))
                index = end
            }
        }
        return runs
    }
}

/// Packs bits into bytes, lowest bit first (RFC 9649 §3.3).
private struct WebPBitWriter {
    private var bytes: [UInt8] = []
    private var bits: UInt64 = 0
    private var bitCount = 0

    /// Appends the low `count` (at most 32) bits of `value`; the higher bits must be 0.
    mutating func put(_ value: UInt64, _ count: Int) {
        bits |= value << UInt64(bitCount)
        bitCount += count
        while bitCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount -= 8
        }
    }

    /// Appends a symbol; nothing for a code of a single one.
    mutating func put(_ symbol: Int, of code: HuffmanCode?) {
        if let code { put(UInt64(code.codes[symbol]), Int(code.lengths[symbol])) }
    }

    /// Returns all bytes, the last one filled with zeros.
    mutating func finish() -> [UInt8] {
        if bitCount > 0 { put(0, 8 - bitCount) }
        return bytes
    }
}
