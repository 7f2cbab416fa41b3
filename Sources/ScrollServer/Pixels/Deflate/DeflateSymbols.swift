// The alphabets of DEFLATE: the symbol and extra bits for each length and distance (RFC 1951 §3.2.5).

/// Symbols of the literal/length and the distance alphabet.
enum DeflateSymbols {
    /// Literals 0–255, end of block, lengths 257–285.
    static let literalCount = 286
    static let distanceCount = 30
    static let endOfBlock = 256
    /// The order in which the lengths of the code-length code are sent (RFC 1951 §3.2.7).
    static let codeLengthOrder: [Int] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Returns the symbol of a match of `length` (3...258) bytes.
    static func symbol(length: Int) -> Int {
        let x = length &- 3
        if x < 8 { return 257 &+ x }
        if x == 255 { return 285 }
        let log = Int.bitWidth &- 1 &- x.leadingZeroBitCount
        return 257 &+ 4 &* (log &- 1) &+ (x &>> (log &- 2) & 3)
    }

    /// Returns the symbol of a match `distance` (1...32,768) bytes back.
    static func symbol(distance: Int) -> Int {
        let x = distance &- 1
        if x < 2 { return x }
        let log = Int.bitWidth &- 1 &- x.leadingZeroBitCount
        return 2 &* log &+ (x &>> (log &- 1) & 1)
    }

    /// Returns the number of extra bits after a length symbol (257...285).
    static func extraBitCount(lengthSymbol symbol: Int) -> Int {
        symbol < 265 || symbol == 285 ? 0 : (symbol &- 261) &>> 2
    }

    /// Returns the number of extra bits after a distance symbol (0...29).
    static func extraBitCount(distanceSymbol symbol: Int) -> Int {
        symbol < 4 ? 0 : symbol &>> 1 &- 1
    }

    /// Returns the shortest length of a length symbol (257...285).
    static func baseLength(symbol: Int) -> Int {
        if symbol == 285 { return 258 }
        if symbol < 265 { return symbol - 254 }
        return 3 + (4 + (symbol - 261) % 4) << extraBitCount(lengthSymbol: symbol)
    }

    /// Returns the shortest distance of a distance symbol (0...29).
    static func baseDistance(symbol: Int) -> Int {
        if symbol < 4 { return symbol + 1 }
        return 1 + (2 + symbol % 2) << extraBitCount(distanceSymbol: symbol)
    }
}
