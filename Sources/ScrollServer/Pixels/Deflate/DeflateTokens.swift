// The content of one block of a DEFLATE stream, before it is coded.

/// Literals and matches in order, and how often each symbol occurs.
///
/// Memory: 64 KB.
struct DeflateTokens {
    /// Tokens at which a block ends: short blocks let the code adapt to each part of the picture.
    static let fullCount = 16_384

    /// A literal is its byte; a match is `distance << 9 | length`, always above 255.
    ///
    /// There is room for the literals at the end of the data.
    private var tokens = [UInt32](repeating: 0, count: fullCount + 16)
    private var count = 0
    private(set) var literalFrequencies: [UInt32] = []
    private(set) var distanceFrequencies: [UInt32] = []
    private var extraBitCount = 0

    /// Replaces the content by the block of `bytes` from `position` on, and moves the position to its end.
    ///
    /// - Returns: whether it is the last one.
    mutating func fill(from bytes: Span<UInt8>, at position: inout Int, with matcher: inout DeflateMatcher) -> Bool {
        var words = tokens.mutableSpan
        let (count, isLast) = matcher.match(bytes, from: &position, into: &words)
        self.count = count
        countSymbols()
        return isLast
    }

    private mutating func countSymbols() {
        var extraBitCount = 0
        var literalFrequencies = [UInt32](repeating: 0, count: DeflateSymbols.literalCount)
        var distanceFrequencies = [UInt32](repeating: 0, count: DeflateSymbols.distanceCount)
        var literals = literalFrequencies.mutableSpan
        var distances = distanceFrequencies.mutableSpan
        for token in tokens[..<count] {
            if token < 256 {
                literals[Int(token)] &+= 1
                continue
            }
            let lengthSymbol = DeflateSymbols.symbol(length: Int(token & 511))
            let distanceSymbol = DeflateSymbols.symbol(distance: Int(token &>> 9))
            literals[lengthSymbol] &+= 1
            distances[distanceSymbol] &+= 1
            extraBitCount &+= DeflateSymbols.extraBitCount(lengthSymbol: lengthSymbol)
            extraBitCount &+= DeflateSymbols.extraBitCount(distanceSymbol: distanceSymbol)
        }
        literals[DeflateSymbols.endOfBlock] = 1
        self.extraBitCount = extraBitCount
        (self.literalFrequencies, self.distanceFrequencies) = (literalFrequencies, distanceFrequencies)
    }

    /// Returns the bits of the block's body, without its header.
    func bitCount(with code: DeflateBlockCode) -> Int {
        var count = extraBitCount
        for (symbol, frequency) in literalFrequencies.enumerated() {
            count += Int(frequency) * Int(code.literals.lengths[symbol])
        }
        for (symbol, frequency) in distanceFrequencies.enumerated() {
            count += Int(frequency) * Int(code.distances.lengths[symbol])
        }
        return count
    }

    /// Writes the block's body and the end-of-block symbol.
    func write(
        coded code: DeflateBlockCode, with target: inout DeflateBitWriter, to bytes: inout MutableSpan<UInt8>
    ) {
        // Local copies stay in registers.
        var writer = target
        var bytes = bytes._mutatingExtracting(...)
        // Literals and, from 256 on, lengths with their extra bits: the bits shifted by 8, and their count.
        var words = [UInt32](repeating: 0, count: 256 + 512)
        for byte in 0..<256 {
            words[byte] = UInt32(code.literals.codes[byte]) << 8 | UInt32(code.literals.lengths[byte])
        }
        for length in 3...258 {
            let symbol = DeflateSymbols.symbol(length: length)
            let codeCount = UInt32(code.literals.lengths[symbol])
            let extra = UInt32(length - DeflateSymbols.baseLength(symbol: symbol))
            words[256 + length] =
                (UInt32(code.literals.codes[symbol]) | extra << codeCount) << 8 | codeCount
                + UInt32(DeflateSymbols.extraBitCount(lengthSymbol: symbol))
        }
        let lookUp = words.span
        let codes = code.distances.codes.span
        let lengths = code.distances.lengths.span
        // With the count known, the compiler drops the checks of indices of 8 and of 9 bits.
        precondition(lookUp.count == 256 + 512)
        for token in tokens[..<count] {
            if token < 256 {
                let word = lookUp[Int(token)]
                writer.put(UInt64(word &>> 8), Int(word & 255), to: &bytes)
                continue
            }
            let word = lookUp[256 &+ Int(token & 511)]
            let distance = Int(token &>> 9)
            let distanceSymbol = DeflateSymbols.symbol(distance: distance)
            var bits = UInt64(word &>> 8)
            var bitCount = Int(word & 255)
            bits |= UInt64(codes[distanceSymbol]) &<< UInt64(truncatingIfNeeded: bitCount)
            bitCount &+= Int(lengths[distanceSymbol])
            let extra = UInt64(distance &- DeflateSymbols.baseDistance(symbol: distanceSymbol))
            bits |= extra &<< UInt64(truncatingIfNeeded: bitCount)
            bitCount &+= DeflateSymbols.extraBitCount(distanceSymbol: distanceSymbol)
            // At most 15 + 5 + 15 + 13 bits.
            writer.put(bits, bitCount, to: &bytes)
        }
        writer.put(
            UInt64(code.literals.codes[DeflateSymbols.endOfBlock]),
            Int(code.literals.lengths[DeflateSymbols.endOfBlock]), to: &bytes)
        target = writer
    }
}
