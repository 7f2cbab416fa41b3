// The two codes of a block, and the header that describes them in a dynamic block (RFC 1951 §3.2.6, §3.2.7).

/// The literal/length code and the distance code of one block.
struct DeflateBlockCode {
    let literals: HuffmanCode
    let distances: HuffmanCode
    private let lengthCode: HuffmanCode
    /// The symbols of the code-length code that spell out both codes, each with its extra bits.
    private let lengthSymbols: [(symbol: Int, extra: Int)]
    private let literalCount: Int
    private let distanceCount: Int
    private let lengthCount: Int

    /// The fixed code, known to every decoder (RFC 1951 §3.2.6).
    static let fixed = DeflateBlockCode()

    private init() {
        var lengths = [UInt8](repeating: 8, count: 288)
        for symbol in 144..<256 { lengths[symbol] = 9 }
        for symbol in 256..<280 { lengths[symbol] = 7 }
        literals = HuffmanCode(lengths: lengths)
        distances = HuffmanCode(lengths: [UInt8](repeating: 5, count: 30))
        lengthCode = HuffmanCode(lengths: [])
        lengthSymbols = []
        literalCount = 0
        distanceCount = 0
        lengthCount = 0
    }

    /// Builds Huffman codes for the tokens' frequencies.
    init(_ tokens: DeflateTokens) {
        literals = HuffmanCode(frequencies: tokens.literalFrequencies, limit: 15)
        distances = HuffmanCode(frequencies: tokens.distanceFrequencies, limit: 15)
        literalCount = max(257, 1 + (literals.lengths.lastIndex { $0 > 0 } ?? 0))
        distanceCount = max(1, 1 + (distances.lengths.lastIndex { $0 > 0 } ?? 0))
        let lengths = literals.lengths.prefix(literalCount) + distances.lengths.prefix(distanceCount)
        lengthSymbols = Self.runs(Array(lengths))
        var frequencies = [UInt32](repeating: 0, count: 19)
        for (symbol, _) in lengthSymbols { frequencies[symbol] += 1 }
        let code = HuffmanCode(frequencies: frequencies, limit: 7)
        lengthCode = code
        lengthCount = max(4, 1 + (DeflateSymbols.codeLengthOrder.lastIndex { code.lengths[$0] > 0 } ?? 0))
    }

    /// Run-length encodes the lengths with the symbols 16 (repeat the last length), 17 and 18 (repeat 0).
    private static func runs(_ lengths: [UInt8]) -> [(symbol: Int, extra: Int)] {
        var symbols: [(symbol: Int, extra: Int)] = []
        var index = 0
        while index < lengths.count {
            let length = lengths[index]
            var run = 1
            while index + run < lengths.count && lengths[index + run] == length { run += 1 }
            index += run
            if length > 0 {
                symbols.append((Int(length), 0))
                run -= 1
            }
            while run >= 3 {
                if length > 0 {
                    let part = min(run, 6)
                    symbols.append((16, part - 3))
                    run -= part
                } else {
                    let part = min(run, 138)
                    symbols.append(part < 11 ? (17, part - 3) : (18, part - 11))
                    run -= part
                }
            }
            for _ in 0..<run { symbols.append((Int(length), 0)) }
        }
        return symbols
    }

    private static func extraBitCount(lengthCodeSymbol symbol: Int) -> Int {
        switch symbol {
        case 16: 2
        case 17: 3
        case 18: 7
        default: 0
        }
    }

    /// Bits of the header that describes this code.
    var headerBitCount: Int {
        var count = 14 + 3 * lengthCount
        for (symbol, _) in lengthSymbols {
            count += Int(lengthCode.lengths[symbol]) + Self.extraBitCount(lengthCodeSymbol: symbol)
        }
        return count
    }

    func writeHeader(with writer: inout DeflateBitWriter, to bytes: inout MutableSpan<UInt8>) {
        writer.put(UInt64(literalCount - 257), 5, to: &bytes)
        writer.put(UInt64(distanceCount - 1), 5, to: &bytes)
        writer.put(UInt64(lengthCount - 4), 4, to: &bytes)
        for symbol in DeflateSymbols.codeLengthOrder.prefix(lengthCount) {
            writer.put(UInt64(lengthCode.lengths[symbol]), 3, to: &bytes)
        }
        for (symbol, extra) in lengthSymbols {
            writer.put(UInt64(lengthCode.codes[symbol]), Int(lengthCode.lengths[symbol]), to: &bytes)
            writer.put(UInt64(extra), Self.extraBitCount(lengthCodeSymbol: symbol), to: &bytes)
        }
    }
}
