// The coefficients of VP8's blocks (RFC 6386 §13).

import Platform

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

    private let probabilities: [UInt8]

    /// Most bytes that the 400 coefficients of a macroblock take: 19 booleans of at most 7 bits each.
    static let macroblockByteLimit = 400 * 19 * 7 / 8 + 8

    /// Expands `probabilities`, which are ordered as in `VP8Header.coefficients`.
    init(_ probabilities: [UInt8]) {
        var expanded: [UInt8] = []
        for kind in 0..<4 {
            for band in Self.bands {
                let start = kind * 264 + band * 33
                expanded += probabilities[start..<start + 33]
            }
        }
        self.probabilities = expanded
    }

    /// Reads all coefficients of the macroblock at `column` (§13).
    ///
    /// `contexts` is as in `VP8Decoder`, `residual` as in `VP8Macroblock`; with `isBySubblocks` there is no second-order
    /// block.
    ///
    /// - Returns: whether there are none.
    @inline(__always)
    func readMacroblock(
        _ bits: inout VP8Bits, _ bytes: Span<UInt8>, _ steps: DequantFactors, isBySubblocks: Bool,
        contexts: inout [UInt8], column: Int, into residual: inout [Int16]
    ) -> Bool {
        var contexts = contexts.mutableSpan
        var residual = residual.mutableSpan
        residual.update(repeating: 0)
        let (above, left) = (9 &* column, contexts.count &- 9)
        var first = 0
        if !isBySubblocks {
            let end = read(
                &bits, bytes, .secondOrder, context: Int(contexts[above &+ 8] &+ contexts[left &+ 8]), first: 0,
                steps: steps.y2, into: &residual, at: 384)
            contexts[above &+ 8] = end > 0 ? 1 : 0
            contexts[left &+ 8] = end > 0 ? 1 : 0
            if end > 0 { VP8Transform.inverseWalshHadamard(&residual) }
            first = 1
        }
        var all: Int16 = 0
        for block in 0..<24 {
            let isLuma = block < 16
            let base = block < 20 ? 4 : 6
            let aboveIndex = above &+ (isLuma ? block & 3 : base &+ block & 1)
            let row = left &+ (isLuma ? block &>> 2 : base &+ (block &>> 1) & 1)
            let kind: Kind = isLuma ? (isBySubblocks ? .lumaWithDC : .lumaWithoutDC) : .chroma
            let start = isLuma ? first : 0
            let end = read(
                &bits, bytes, kind, context: Int(contexts[aboveIndex] &+ contexts[row]), first: start,
                steps: isLuma ? steps.y1 : steps.uv, into: &residual, at: 16 &* block)
            contexts[aboveIndex] = end > start ? 1 : 0
            contexts[row] = end > start ? 1 : 0
            let content: Int16 = end > 1 ? 2 : residual[16 &* block] != 0 ? 1 : 0
            residual[VP8Macroblock.contents &+ block] = content
            all |= content
        }
        return all == 0
    }

    /// Reads one block's coefficients, from `first` on, into the 16 zeros from `block` on, in natural order.
    ///
    /// `context` is how many of the blocks above and to the left have coefficients: 0, 1 or 2.
    ///
    /// - Returns: the position after the last coefficient.
    private func read(
        _ reader: inout VP8Bits, _ bytes: Span<UInt8>, _ kind: Kind, context: Int, first: Int,
        steps: (dc: Int32, ac: Int32), into residual: inout MutableSpan<Int16>, at block: Int
    ) -> Int {
        // A local copy stays in registers.
        var bits = reader
        defer { reader = bits }
        let probabilities = probabilities.span
        let start = kind.rawValue &* Self.kindByteCount
        var index = first
        var at = start &+ index &* 33 &+ context &* 11
        while index < 16 {
            // Eight of the eleven probabilities, the first one lowest: one check instead of three.
            var near = probabilities.load(at: at, as: UInt64.self).littleEndian
            if !bits.bit(bytes, UInt8(truncatingIfNeeded: near)) { return index }
            while !bits.bit(bytes, UInt8(truncatingIfNeeded: near &>> 8)) {
                index &+= 1
                if index == 16 { return 16 }
                at = start &+ index &* 33
                near = probabilities.load(at: at, as: UInt64.self).littleEndian
            }
            let next = start &+ index &* 33 &+ 33
            var size: Int32 = 1
            if bits.bit(bytes, UInt8(truncatingIfNeeded: near &>> 16)) {
                size = Self.large(&bits, bytes, probabilities.load(at: at &+ 3))
                at = next &+ 22
            } else {
                at = next &+ 11
            }
            let step = index > 0 ? steps.ac : steps.dc
            let value = bits.withSign(bytes, size) &* step
            residual[block &+ Int(Self.zigzag[index & 15])] = Int16(truncatingIfNeeded: value)
            index &+= 1
        }
        return 16
    }

    /// Reads a token value above 1 (§13.2), given its last eight probabilities.
    @inline(__always)
    private static func large(_ bits: inout VP8Bits, _ bytes: Span<UInt8>, _ probabilities: SIMD8<UInt8>) -> Int32 {
        if !bits.bit(bytes, probabilities[0]) {
            if !bits.bit(bytes, probabilities[1]) { return 2 }
            return bits.bit(bytes, probabilities[2]) ? 4 : 3
        }
        if !bits.bit(bytes, probabilities[3]) {
            if !bits.bit(bytes, probabilities[4]) { return bits.bit(bytes, 159) ? 6 : 5 }
            let high: Int32 = bits.bit(bytes, 165) ? 9 : 7
            return bits.bit(bytes, 145) ? high &+ 1 : high
        }
        let high = bits.bit(bytes, probabilities[5])
        let category = (high ? 2 : 0) &+ bits.number(bytes, high ? probabilities[7] : probabilities[6])
        var extra = 12 &* category
        var size: Int32 = 0
        while categories[extra] > 0 {
            size = size &* 2 &+ (bits.bit(bytes, categories[extra]) ? 1 : 0)
            extra &+= 1
        }
        return size &+ 3 &+ (8 &<< Int32(truncatingIfNeeded: category))
    }
}
