// The coefficients of VP8's blocks (RFC 6386 §13).

/// Reads the coefficients of blocks and dequantises them.
struct VP8Coefficients {
    /// Kinds of blocks, in the order of the probabilities.
    enum Kind: Int {
        case lumaWithoutDC, secondOrder, chroma, lumaWithDC
    }

    /// Bytes of probabilities per kind: 17 positions of 3 contexts of 11, expanded so that no band need be looked up.
    private static let kindByteCount = 17 * 33
    private static let bands: [Int] = [0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0]

    /// Extra-bit probabilities of the four largest token categories, each list ended by 0 (§13.2): 12 bytes each.
    private static let categories: [UInt8] = [
        173, 148, 140, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        176, 155, 140, 135, 0, 0, 0, 0, 0, 0, 0, 0,
        180, 157, 141, 134, 130, 0, 0, 0, 0, 0, 0, 0,
        254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129, 0,
    ]
    private static let zigzag: [UInt8] = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]

    /// The probabilities, then the categories, then the zigzag order.
    private let tables: WebPMemory<UInt8>
    private let categoryStart = 4 * kindByteCount
    private let zigzagStart = 4 * kindByteCount + 48

    /// Most bytes that the 400 coefficients of a macroblock take: 19 booleans of at most 7 bits each.
    static let macroblockByteLimit = 400 * 19 * 7 / 8 + 8

    /// Expands `probabilities`, which are ordered as in `VP8Header.coefficients`.
    init(_ probabilities: [UInt8]) {
        tables = WebPMemory(count: 4 * Self.kindByteCount + 64, repeating: 0)
        var place = 0
        func append(_ byte: UInt8) {
            tables[place] = byte
            place += 1
        }
        for kind in 0..<4 {
            for band in Self.bands {
                for index in 0..<33 { append(probabilities[kind * 264 + band * 33 + index]) }
            }
        }
        Self.categories.forEach(append)
        Self.zigzag.forEach(append)
    }

    /// Reads one block's coefficients, from `first` on, into `block`: 16 zeros in natural order.
    ///
    /// `context` is how many of the blocks above and to the left have coefficients: 0, 1 or 2.
    ///
    /// - Returns: the position after the last coefficient.
    func read(
        _ reader: inout VP8Bits, _ kind: Kind, context: Int, first: Int, steps: (dc: Int32, ac: Int32),
        into block: UnsafeMutablePointer<Int16>
    ) -> Int {
        // A local copy stays in registers.
        var bits = reader
        defer { reader = bits }
        let start = unsafe tables.pointer + kind.rawValue &* Self.kindByteCount
        let zigzag = unsafe tables.pointer + zigzagStart
        var place = first
        var probabilities = unsafe start + (place &* 33 &+ context &* 11)
        while place < 16 {
            if unsafe !bits.bit(probabilities[0]) { return place }
            while unsafe !bits.bit(probabilities[1]) {
                place &+= 1
                if place == 16 { return 16 }
                unsafe probabilities = unsafe start + place &* 33
            }
            let next = unsafe start + (place &* 33 &+ 33)
            var size: Int32 = 1
            if unsafe bits.bit(probabilities[2]) {
                size = unsafe large(&bits, probabilities)
                unsafe probabilities = unsafe next + 22
            } else {
                unsafe probabilities = unsafe next + 11
            }
            let step = place > 0 ? steps.ac : steps.dc
            let value = bits.withSign(size) &* step
            // The zigzag's numbers are below 16.
            unsafe block[Int(zigzag[place])] = Int16(truncatingIfNeeded: value)
            place &+= 1
        }
        return 16
    }

    /// Reads a token value above 1 (§13.2).
    @inline(__always)
    private func large(_ bits: inout VP8Bits, _ probabilities: UnsafeMutablePointer<UInt8>) -> Int32 {
        if unsafe !bits.bit(probabilities[3]) {
            if unsafe !bits.bit(probabilities[4]) { return 2 }
            return unsafe bits.bit(probabilities[5]) ? 4 : 3
        }
        if unsafe !bits.bit(probabilities[6]) {
            if unsafe !bits.bit(probabilities[7]) { return bits.bit(159) ? 6 : 5 }
            let high: Int32 = bits.bit(165) ? 9 : 7
            return bits.bit(145) ? high &+ 1 : high
        }
        let high = unsafe bits.number(probabilities[8])
        let category = unsafe 2 &* high &+ bits.number(probabilities[9 &+ high])
        var extra = unsafe tables.pointer + (categoryStart &+ 12 &* category)
        var size: Int32 = 0
        while unsafe extra.pointee > 0 {
            size = unsafe size &* 2 &+ (bits.bit(extra.pointee) ? 1 : 0)
            unsafe extra += 1
        }
        return size &+ 3 &+ (8 &<< Int32(truncatingIfNeeded: category))
    }
}
