// What one block of a DEFLATE stream says, before it is coded.

/// Literals and matches in order, and how often each symbol occurs.
struct DeflateTokens {
    /// A literal is its byte; a match is its distance shifted left by nine, and its length.
    private var tokens: [UInt32] = []
    private(set) var literalFrequencies = [UInt32](repeating: 0, count: DeflateSymbols.literalCount)
    private(set) var distanceFrequencies = [UInt32](repeating: 0, count: DeflateSymbols.distanceCount)
    private var extraBitCount = 0

    init() {
        tokens.reserveCapacity(16_384)
    }

    /// Whether the block should end here, so that its code follows what the picture looks like.
    var isFull: Bool { tokens.count >= 16_384 }

    @inline(__always)
    mutating func add(literal: UInt8) {
        tokens.append(UInt32(literal))
        literalFrequencies[Int(literal)] &+= 1
    }

    /// Adds a match of 3…258 bytes, 1…32,768 back.
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

    /// The size of the block's body, its header left out.
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

    /// Writes the block's body and its end.
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
