// Transforms, quantises and entropy-codes the blocks of a baseline JPEG.

/// Huffman coding of blocks with the tables of Annex K (T.81 §F.1.2).
@safe final class JPEGBlockEncoder {
    /// For each symbol, its code in the upper 24 bits and the code's length in bits in the lower 8.
    private struct Codes {
        private(set) var dc = [UInt32](repeating: 0, count: 256)
        private(set) var ac = [UInt32](repeating: 0, count: 256)

        init(dc: JPEGHuffmanCode, ac: JPEGHuffmanCode) {
            // Annex K's codes are valid, so the result is true.
            _ = dc.forEachCode { symbol, code, length in self.dc[Int(symbol)] = UInt32(code << 8 | length) }
            _ = ac.forEachCode { symbol, code, length in self.ac[Int(symbol)] = UInt32(code << 8 | length) }
        }
    }

    private static let luminance = Codes(dc: .luminanceDC, ac: .luminanceAC)
    private static let chrominance = Codes(dc: .chrominanceDC, ac: .chrominanceAC)

    private let luminanceQuantiser: JPEGForwardDCT.Quantiser
    private let chrominanceQuantiser: JPEGForwardDCT.Quantiser
    /// The previous block's mean (DC coefficient), per component.
    private var predictions: (luma: Int32, blue: Int32, red: Int32) = (0, 0, 0)
    /// One block in natural order.
    private let block: UnsafeMutablePointer<Int16>

    init(_ tables: JPEGQuantisation) {
        luminanceQuantiser = JPEGForwardDCT.Quantiser(tables.luminance)
        chrominanceQuantiser = JPEGForwardDCT.Quantiser(tables.chrominance)
        unsafe block = .allocate(capacity: 64)
        unsafe block.initialize(repeating: 0, count: 64)
    }

    deinit {
        unsafe block.deallocate()
    }

    /// The tables for one kind of block, luma or chroma, as pointers to avoid reference counting.
    @safe private struct Kind {
        let reciprocal: UnsafePointer<UInt16>
        let correction: UnsafePointer<UInt16>
        let scale: UnsafePointer<UInt16>
        let dc: UnsafePointer<UInt32>
        let ac: UnsafePointer<UInt32>
        let natural: UnsafePointer<UInt8>
        let places: UnsafePointer<UInt64>
    }

    /// Calls `body` with pointers that are valid during the call.
    private func withKind<Result>(
        _ quantiser: JPEGForwardDCT.Quantiser, _ codes: Codes, _ body: (Kind) -> Result
    ) -> Result {
        unsafe quantiser.reciprocal.withUnsafeBufferPointer { reciprocal in
            unsafe quantiser.correction.withUnsafeBufferPointer { correction in
                unsafe quantiser.scale.withUnsafeBufferPointer { scale in
                    unsafe codes.dc.withUnsafeBufferPointer { dc in
                        unsafe codes.ac.withUnsafeBufferPointer { ac in
                            unsafe JPEGZigzag.natural.withUnsafeBufferPointer { natural in
                                unsafe JPEGZigzag.places.withUnsafeBufferPointer { places in
                                    // None of the arrays is empty.
                                    unsafe body(
                                        Kind(
                                            reciprocal: reciprocal.baseAddress.unsafelyUnwrapped,
                                            correction: correction.baseAddress.unsafelyUnwrapped,
                                            scale: scale.baseAddress.unsafelyUnwrapped,
                                            dc: dc.baseAddress.unsafelyUnwrapped,
                                            ac: ac.baseAddress.unsafelyUnwrapped,
                                            natural: natural.baseAddress.unsafelyUnwrapped,
                                            places: places.baseAddress.unsafelyUnwrapped))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Codes all MCUs of the strip.
    func encode(_ strip: JPEGSampleStrip, into output: inout JPEGOutput) {
        var predictions = self.predictions
        withKind(luminanceQuantiser, Self.luminance) { luma in
            withKind(chrominanceQuantiser, Self.chrominance) { chroma in
                for mcu in 0..<strip.mcuCount {
                    if strip.isHalved {
                        for y in 0..<2 {
                            for x in 0..<2 {
                                // A block wholly outside the picture repeats the previous block's mean, which takes a
                                // short code.
                                if 16 &* mcu &+ 8 &* x >= strip.width || 8 &* y >= strip.filledRowCount {
                                    Self.writeEmpty(luma, &output)
                                    continue
                                }
                                unsafe encode(
                                    strip.luma + 8 &* y &* strip.stride + (16 &* mcu &+ 8 &* x), stride: strip.stride,
                                    luma, &predictions.luma, &output)
                            }
                        }
                    } else {
                        unsafe encode(strip.luma + 8 &* mcu, stride: strip.stride, luma, &predictions.luma, &output)
                    }
                    if strip.isGray { continue }
                    let stride = strip.isHalved ? strip.stride / 2 : strip.stride
                    unsafe encode(strip.blue + 8 &* mcu, stride: stride, chroma, &predictions.blue, &output)
                    unsafe encode(strip.red + 8 &* mcu, stride: stride, chroma, &predictions.red, &output)
                }
            }
        }
        self.predictions = predictions
    }

    @inline(__always)
    private func encode(
        _ samples: UnsafePointer<UInt8>, stride: Int, _ kind: Kind, _ prediction: inout Int32,
        _ output: inout JPEGOutput
    ) {
        unsafe JPEGForwardDCT.transform(
            samples, stride: stride, reciprocal: kind.reciprocal, correction: kind.correction, scale: kind.scale,
            output: block)
        unsafe Self.write(block, kind, &prediction, &output)
    }

    /// Appends a block with the same mean as the block before and no other coefficients.
    private static func writeEmpty(_ kind: Kind, _ output: inout JPEGOutput) {
        output.reserveBlock()
        unsafe append(0, run: 0, kind.dc, &output.cursor)
        unsafe append(0, run: 0, kind.ac, &output.cursor)
    }

    /// Appends the codes of a block.
    ///
    /// Bounds: `block` has 64 values. Magnitudes are below 2^11 (8-bit samples), so indices into the code
    /// tables are below 256.
    @inline(never)
    private static func write(
        _ block: UnsafeMutablePointer<Int16>, _ kind: Kind, _ prediction: inout Int32, _ output: inout JPEGOutput
    ) {
        output.reserveBlock()
        var cursor = output.cursor
        let difference = unsafe Int32(block[0]) &- prediction
        prediction = unsafe Int32(block[0])
        unsafe append(difference, run: 0, kind.dc, &cursor)

        var present = unsafe present(in: block, kind.places) & ~1
        var next = 1
        while present != 0 {
            let index = present.trailingZeroBitCount
            present &= present &- 1
            var run = index &- next
            while run > 15 {
                unsafe cursor.append(UInt64(kind.ac[0xF0] &>> 8), Int(kind.ac[0xF0] & 255))
                run &-= 16
            }
            unsafe append(Int32(block[Int(kind.natural[index])]), run: run, kind.ac, &cursor)
            next = index &+ 1
        }
        if next < 64 { unsafe cursor.append(UInt64(kind.ac[0] &>> 8), Int(kind.ac[0] & 255)) }
        output.cursor = cursor
    }

    /// Returns a mask whose bit k is set where the k-th coefficient in zigzag order is not 0.
    ///
    /// `places` is `JPEGZigzag.places`.
    @inline(__always)
    private static func present(in block: UnsafePointer<Int16>, _ places: UnsafePointer<UInt64>) -> UInt64 {
        // Each row contributes a byte of ones per non-zero coefficient, masked to bit r: byte c then has bit r for row
        // r, column c.
        var bits: UInt64 = 0
        for row in 0..<8 {
            let values = unsafe UnsafeRawPointer(block + 8 &* row).loadUnaligned(as: SIMD8<Int16>.self)
            let signs = (values | (0 &- values)) &>> 15
            let bytes = unsafe unsafeBitCast(SIMD8<UInt8>(narrowing: signs), to: UInt64.self)
            bits |= bytes & (0x0101_0101_0101_0101 &<< UInt64(row))
        }
        var present: UInt64 = 0
        for column in 0..<8 {
            let rows = Int(truncatingIfNeeded: bits &>> UInt64(8 &* column)) & 0xFF
            unsafe present |= places[32 &* column &+ rows & 15] | places[32 &* column &+ 16 &+ rows &>> 4]
        }
        return present
    }

    /// Appends the code for `run` zeros and the size of `value` in bits, then those bits.
    @inline(__always)
    private static func append(
        _ value: Int32, run: Int, _ codes: UnsafePointer<UInt32>, _ output: inout JPEGOutput.Cursor
    ) {
        let sign = value &>> 31
        // One bit more than the magnitude has, so that the number is never 0.
        let size = 31 &- ((((value ^ sign) &- sign) &<< 1) | 1).leadingZeroBitCount
        let entry = unsafe codes[(run &<< 4 | size) & 255]
        // A negative value is written as the low `size` bits of value − 1 (T.81 §F.1.2.1).
        let bits = UInt64(truncatingIfNeeded: value &+ sign) & ((1 &<< UInt64(truncatingIfNeeded: size)) &- 1)
        output.append(
            UInt64(entry &>> 8) &<< UInt64(truncatingIfNeeded: size) | bits, Int(entry & 255) &+ size)
    }
}
