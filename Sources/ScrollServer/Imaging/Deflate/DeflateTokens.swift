// The content of one block of a DEFLATE stream, before it is coded.

/// Literals and matches in order, and how often each symbol occurs.
///
/// Memory: 64 KB, not in an array, so that adding a token needs no uniqueness check.
@safe final class DeflateTokens {
    /// Tokens at which a block should end; there is room for a few more.
    private static let fullCount = 16_384
    private static let capacity = fullCount + 16

    /// A literal is its byte; a match is `distance << 9 | length`, always above 255.
    private let tokens = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    private var count = 0
    /// Frequencies of literals and lengths, then of distances.
    private let frequencies = UnsafeMutablePointer<UInt32>.allocate(capacity: frequencyCount)
    private static let frequencyCount = DeflateSymbols.literalCount + DeflateSymbols.distanceCount
    private var extraBitCount = 0

    init() {
        unsafe tokens.initialize(repeating: 0, count: Self.capacity)
        unsafe frequencies.initialize(repeating: 0, count: Self.frequencyCount)
    }

    deinit {
        unsafe tokens.deallocate()
        unsafe frequencies.deallocate()
    }

    var literalFrequencies: [UInt32] {
        unsafe Array(UnsafeBufferPointer(start: frequencies, count: DeflateSymbols.literalCount))
    }
    var distanceFrequencies: [UInt32] {
        unsafe Array(
            UnsafeBufferPointer(
                start: frequencies + DeflateSymbols.literalCount, count: DeflateSymbols.distanceCount))
    }

    /// Whether the block should end here: short blocks let the code adapt to each part of the picture.
    var isFull: Bool { count >= Self.fullCount }

    @inline(__always)
    private func append(_ token: UInt32) {
        precondition(count < Self.capacity)
        unsafe tokens[count] = token
        count &+= 1
    }

    @inline(__always)
    func add(literal: UInt8) {
        append(UInt32(literal))
        unsafe frequencies[Int(literal)] &+= 1
    }

    /// Adds a match of 3...258 bytes at a distance of 1...32,768 bytes.
    @inline(__always)
    func add(length: Int, distance: Int) {
        append(UInt32(truncatingIfNeeded: distance &<< 9 | length))
        // At most 285 and 29.
        let lengthSymbol = DeflateSymbols.symbol(length: length)
        let distanceSymbol = DeflateSymbols.symbol(distance: distance)
        unsafe frequencies[lengthSymbol] &+= 1
        unsafe frequencies[DeflateSymbols.literalCount &+ distanceSymbol] &+= 1
        extraBitCount &+= DeflateSymbols.extraBitCount(lengthSymbol: lengthSymbol)
        extraBitCount &+= DeflateSymbols.extraBitCount(distanceSymbol: distanceSymbol)
    }

    func addEndOfBlock() {
        unsafe frequencies[DeflateSymbols.endOfBlock] &+= 1
    }

    func removeAll() {
        count = 0
        unsafe frequencies.update(repeating: 0, count: Self.frequencyCount)
        extraBitCount = 0
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
    func write(with code: DeflateBlockCode, to target: inout DeflateBitWriter) {
        // A local copy stays in registers.
        var writer = target
        let distances = code.distances
        // Literals and, from 256 on, lengths with their extra bits: the bits shifted by 8, and their count.
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256 + 259) { words in
            for byte in 0..<256 {
                unsafe words.initializeElement(
                    at: byte, to: UInt32(code.literals.codes[byte]) << 8 | UInt32(code.literals.lengths[byte]))
            }
            for length in 0..<3 { unsafe words.initializeElement(at: 256 + length, to: 0) }
            for length in 3...258 {
                let symbol = DeflateSymbols.symbol(length: length)
                let codeCount = UInt32(code.literals.lengths[symbol])
                let extra = UInt32(length - DeflateSymbols.baseLength(symbol: symbol))
                unsafe words.initializeElement(
                    at: 256 + length,
                    to: (UInt32(code.literals.codes[symbol]) | extra << codeCount) << 8 | codeCount
                        + UInt32(DeflateSymbols.extraBitCount(lengthSymbol: symbol)))
            }
            for index in 0..<count {
                let token = unsafe tokens[index]
                if token < 256 {
                    let word = unsafe words[Int(token)]
                    writer.put(UInt64(word &>> 8), Int(word & 255))
                    continue
                }
                let word = unsafe words[256 &+ Int(token & 511)]
                let distance = Int(token &>> 9)
                let distanceSymbol = DeflateSymbols.symbol(distance: distance)
                var bits = UInt64(word &>> 8)
                var bitCount = Int(word & 255)
                bits |= UInt64(distances.codes[distanceSymbol]) &<< UInt64(truncatingIfNeeded: bitCount)
                bitCount &+= Int(distances.lengths[distanceSymbol])
                let extra = UInt64(distance &- DeflateSymbols.baseDistance(symbol: distanceSymbol))
                bits |= extra &<< UInt64(truncatingIfNeeded: bitCount)
                bitCount &+= DeflateSymbols.extraBitCount(distanceSymbol: distanceSymbol)
                // At most 15 + 5 + 15 + 13 bits.
                writer.put(bits, bitCount)
            }
        }
        writer.put(
            UInt64(code.literals.codes[DeflateSymbols.endOfBlock]),
            Int(code.literals.lengths[DeflateSymbols.endOfBlock]))
        target = writer
    }
}
