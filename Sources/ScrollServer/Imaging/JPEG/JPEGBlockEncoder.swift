// Transforms, quantises and entropy-codes the blocks of a baseline JPEG.

import Platform

/// Huffman coding of blocks with the tables of Annex K (T.81 §F.1.2).
struct JPEGBlockEncoder {
    /// The tables for one kind of block, luma or chroma.
    private struct Kind {
        let factors: [UInt16]
        let codes: [UInt32]

        init(_ table: [UInt8], _ codes: [UInt32]) {
            factors = JPEGForwardDCT.Quantiser(table).factors
            self.codes = codes
        }
    }

    private static let luminanceCodes = codes(dc: .luminanceDC, ac: .luminanceAC)
    private static let chrominanceCodes = codes(dc: .chrominanceDC, ac: .chrominanceAC)

    /// Returns for each symbol its code in the upper 24 bits and the code's length in bits in the lower 8.
    ///
    /// 256 symbols of means (DC), then 256 of other coefficients (AC).
    private static func codes(dc: JPEGHuffmanCode, ac: JPEGHuffmanCode) -> [UInt32] {
        var codes = [UInt32](repeating: 0, count: 512)
        // Annex K's codes are valid, so the result is true.
        _ = dc.forEachCode { symbol, code, length in codes[Int(symbol)] = UInt32(code << 8 | length) }
        _ = ac.forEachCode { symbol, code, length in codes[256 + Int(symbol)] = UInt32(code << 8 | length) }
        return codes
    }

    private let luminance: Kind
    private let chrominance: Kind
    /// The previous block's mean (DC coefficient) of luma, blue and red.
    private var predictions: (luma: Int32, blue: Int32, red: Int32) = (0, 0, 0)
    /// One block in natural order.
    private var block = [Int16](repeating: 0, count: 64)

    init(_ tables: JPEGQuantisation) {
        luminance = Kind(tables.luminance, Self.luminanceCodes)
        chrominance = Kind(tables.chrominance, Self.chrominanceCodes)
    }

    /// Codes all MCUs of the strip.
    mutating func encode(_ strip: borrowing JPEGSampleStrip, into output: inout JPEGOutput) {
        let luma = strip.luma.span
        let blue = strip.blue.span
        let red = strip.red.span
        let stride = strip.isHalved ? strip.stride / 2 : strip.stride
        for mcu in 0..<strip.mcuCount {
            if strip.isHalved {
                for y in 0..<2 {
                    for x in 0..<2 {
                        // A block wholly outside the picture repeats the previous block's mean, which takes a
                        // short code.
                        if 16 &* mcu &+ 8 &* x >= strip.width || 8 &* y >= strip.filledRowCount {
                            Self.writeEmpty(luminance, &output)
                            continue
                        }
                        Self.encode(
                            luma, at: 8 &* y &* strip.stride &+ 16 &* mcu &+ 8 &* x, stride: strip.stride, luminance,
                            &block, &predictions.luma, &output)
                    }
                }
            } else {
                Self.encode(
                    luma, at: 8 &* mcu, stride: strip.stride, luminance, &block, &predictions.luma, &output)
            }
            if strip.isGray { continue }
            Self.encode(blue, at: 8 &* mcu, stride: stride, chrominance, &block, &predictions.blue, &output)
            Self.encode(red, at: 8 &* mcu, stride: stride, chrominance, &block, &predictions.red, &output)
        }
    }

    @inline(__always)
    private static func encode(
        _ samples: Span<UInt8>, at start: Int, stride: Int, _ kind: borrowing Kind, _ memory: inout [Int16],
        _ prediction: inout Int32, _ output: inout JPEGOutput
    ) {
        var block = memory.mutableSpan
        JPEGForwardDCT.transform(
            samples, at: start, stride: stride, factors: kind.factors.span, output: &block)
        write(block.span, kind.codes.span, &prediction, &output)
    }

    /// Appends a block with the same mean as the block before and no other coefficients.
    private static func writeEmpty(_ kind: Kind, _ output: inout JPEGOutput) {
        output.reserveBlock()
        var cursor = output.cursor
        var bytes = output.bytes.mutableSpan
        append(0, run: 0, kind.codes.span.extracting(0..<256), &cursor, &bytes)
        append(0, run: 0, kind.codes.span.extracting(256..<512), &cursor, &bytes)
        output.cursor = cursor
    }

    /// Appends the codes of a block of 64 values.
    ///
    /// Magnitudes are below 2^11 (8-bit samples), so indices into the code tables are below 256.
    @inline(never)
    private static func write(
        _ block: Span<Int16>, _ codes: Span<UInt32>, _ prediction: inout Int32, _ output: inout JPEGOutput
    ) {
        precondition(block.count == 64 && codes.count == 512)
        output.reserveBlock()
        var cursor = output.cursor
        var bytes = output.bytes.mutableSpan
        let difference = Int32(block[0]) &- prediction
        prediction = Int32(block[0])
        append(difference, run: 0, codes.extracting(0..<256), &cursor, &bytes)

        let ac = codes.extracting(256..<512)
        let order = JPEGZigzag.natural
        let natural = order.span
        precondition(natural.count == 128)
        var present = present(in: block) & ~1
        var next = 1
        while present != 0 {
            let index = present.trailingZeroBitCount
            present &= present &- 1
            var run = index &- next
            while run > 15 {
                cursor.append(UInt64(ac[0xF0] &>> 8), Int(ac[0xF0] & 255), to: &bytes)
                run &-= 16
            }
            append(Int32(block[Int(natural[index & 63] & 63)]), run: run, ac, &cursor, &bytes)
            next = index &+ 1
        }
        if next < 64 { cursor.append(UInt64(ac[0] &>> 8), Int(ac[0] & 255), to: &bytes) }
        output.cursor = cursor
    }

    /// Returns a mask whose bit k is set where the k-th coefficient in zigzag order is not 0.
    @inline(__always)
    private static func present(in block: Span<Int16>) -> UInt64 {
        let table = JPEGZigzag.masks
        let masks = table.span
        precondition(masks.count == 256)
        // Lane c gets bit r for a coefficient in row r, column c that is not 0.
        var rows = SIMD8<Int16>()
        for row in 0..<8 {
            let values = block.load(at: 8 &* row, as: SIMD8<Int16>.self)
            let signs = (values | (0 &- values)) &>> 15
            rows |= signs & SIMD8(repeating: 1 &<< Int16(row))
        }
        var present: UInt64 = 0
        for column in 0..<8 {
            let mask = Int(rows[column])
            present |= masks[32 &* column &+ mask & 15] | masks[32 &* column &+ 16 &+ (mask &>> 4) & 15]
        }
        return present
    }

    /// Appends the code for `run` zeros and the size of `value` in bits, then those bits.
    @inline(__always)
    private static func append(
        _ value: Int32, run: Int, _ codes: Span<UInt32>, _ output: inout JPEGOutput.Cursor,
        _ bytes: inout MutableSpan<UInt8>
    ) {
        let sign = value &>> 31
        // One bit more than the magnitude has, so that the number is never 0.
        let size = 31 &- ((((value ^ sign) &- sign) &<< 1) | 1).leadingZeroBitCount
        let entry = codes[(run &<< 4 | size) & 255]
        // A negative value is written as the low `size` bits of value − 1 (T.81 §F.1.2.1).
        let bits = UInt64(truncatingIfNeeded: value &+ sign) & ((1 &<< UInt64(truncatingIfNeeded: size)) &- 1)
        output.append(
            UInt64(entry &>> 8) &<< UInt64(truncatingIfNeeded: size) | bits, Int(entry & 255) &+ size, to: &bytes)
    }
}
