// The content of one block of a DEFLATE stream, before it is coded.

/// Literals and matches in order, and how often each symbol occurs. Memory: 64 KB.
struct DeflateTokens {
    /// A literal is its byte; a match is `distance << 9 | length`, always above 255.
    private var tokens: [UInt32] = []
    private(set) var literalFrequencies = [UInt32](repeating: 0, count: DeflateSymbols.literalCount)
    private(set) var distanceFrequencies = [UInt32](repeating: 0, count: DeflateSymbols.distanceCount)
    private var extraBitCount = 0

    init() {
        tokens.reserveCapacity(16_384)
    }

    /// Whether the block should end here: short blocks let the code adapt to each part of the picture.
    var isFull: Bool { tokens.count >= 16_384 }

    @inline(__always)
    mutating func add(literal: UInt8) {
        tokens.append(UInt32(literal))
        literalFrequencies[Int(literal)] &+= 1
    }

    /// Adds a match of 3…258 bytes at a distance of 1…32,768 bytes.
    @inline(__always)
    mutating func add(length: Int, distance: Int) {
        tokens.append(UInt32(truncatingIfNeeded: distance &<< 9 | length))
        let lengthSymbol = DeflateSymbols.symbol(length: length)
        let distanceSymbol = DeflateSymbols.symbol(distance: distance)
        literalFrequencies[lengthSymbol] &+= 1
        distanceFrequencies[distanceSymbol] &+= 1
        extraBitCount &+= DeflateSymbols.extraBitCount(lengthSymbol: lengthSymbol)
        extraBitCount &+= DeflateSymbols.extraBitCount(distanceSymbol: distanceSymbol)
    }

    mutating func addEndOfBlock() {
        literalFrequencies[DeflateSymbols.endOfBlock] &+= 1
    }

    mutating func removeAll() {
        tokens.removeAll(keepingCapacity: true)
        for symbol in literalFrequencies.indices { literalFrequencies[symbol] = 0 }
        for symbol in distanceFrequencies.indices { distanceFrequencies[symbol] = 0 }
        extraBitCount = 0
    }

    /// Bits of the block's body, without its header.
    func bitCount(with code: DeflateBlockCode) -> Int {
        var count = extraBitCount
        for symbol in literalFrequencies.indices {
            count += Int(literalFrequencies[symbol]) * Int(code.literals.lengths[symbol])
        }
        for symbol in distanceFrequencies.indices {
            count += Int(distanceFrequencies[symbol]) * Int(code.distances.lengths[symbol])
        }
        return count
    }

    /// Writes the block's body and the end-of-block symbol.
    func write(with code: DeflateBlockCode, to writer: inout DeflateBitWriter) {
        let literals = code.literals
        let distances = code.distances
        for token in tokens {
            if token < 256 {
                writer.put(UInt64(literals.codes[Int(token)]), Int(literals.lengths[Int(token)]))
                continue
            }
            let length = Int(token & 511)
            let distance = Int(token &>> 9)
            let lengthSymbol = DeflateSymbols.symbol(length: length)
            var bits = UInt64(literals.codes[lengthSymbol])
            var count = Int(literals.lengths[lengthSymbol])
            bits |= UInt64(length &- DeflateSymbols.baseLength(symbol: lengthSymbol)) &<< UInt64(count)
            count &+= DeflateSymbols.extraBitCount(lengthSymbol: lengthSymbol)
            let distanceSymbol = DeflateSymbols.symbol(distance: distance)
            bits |= UInt64(distances.codes[distanceSymbol]) &<< UInt64(count)
            count &+= Int(distances.lengths[distanceSymbol])
            bits |= UInt64(distance &- DeflateSymbols.baseDistance(symbol: distanceSymbol)) &<< UInt64(count)
            count &+= DeflateSymbols.extraBitCount(distanceSymbol: distanceSymbol)
            // At most 15 + 5 + 15 + 13 bits.
            writer.put(bits, count)
        }
        writer.put(
            UInt64(literals.codes[DeflateSymbols.endOfBlock]), Int(literals.lengths[DeflateSymbols.endOfBlock]))
    }
}
