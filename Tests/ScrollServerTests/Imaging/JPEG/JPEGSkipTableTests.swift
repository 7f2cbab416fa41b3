// Passing several coefficients at a time ends where passing them one by one does.

import Testing

@testable import Imaging
@testable import Pixels

@Suite struct JPEGSkipTableTests {
    /// A code of random lengths with random symbols; some bits match none.
    private static func code(_ noise: inout RepeatableNoise) -> JPEGHuffmanCode {
        var counts = [UInt8](repeating: 0, count: 16)
        var free = 1
        for length in 0..<16 {
            free *= 2
            let most = min(free - 1, 40)
            guard most > 0 else { continue }
            counts[length] = UInt8(Int.random(in: 0...most, using: &noise) * Int.random(in: 0...1, using: &noise))
            free -= Int(counts[length])
        }
        let count = counts.reduce(0) { $0 + Int($1) }
        return JPEGHuffmanCode(
            counts: counts, symbols: (0..<count).map { _ in UInt8.random(in: 0...255, using: &noise) })
    }

    @Test("Any bits, of the standard's codes and of others", arguments: UInt64(0)..<40)
    func anyBits(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let code =
            switch seed {
            case 0, 1: JPEGHuffmanCode.luminanceAC
            case 2, 3: JPEGHuffmanCode.chrominanceAC
            default: Self.code(&noise)
            }
        let dc = try #require(JPEGHuffmanTable(.luminanceDC, isDC: true))
        let ac = try #require(JPEGHuffmanTable(code, isDC: false), "seed \(seed)")
        let skips = try #require(JPEGSkipTable(code), "seed \(seed)")
        // No byte is 0xFF, which would begin a marker; every second run has many zero bits, as short codes have.
        let mask: UInt8 = seed % 2 == 0 ? 0xFE : UInt8.random(in: 0...0xFE, using: &noise)
        let bytes = (0..<60_000).map { _ in UInt8.random(in: 0...0xFE, using: &noise) & mask }
        func means(_ isQuick: Bool) -> [Int] {
            let entropy = JPEGEntropyBuffer(JPEGInput(ByteSource(bytes)))
            entropy.startSegment()
            var (bits, bytes) = entropy.lend()
            var prediction: Int32 = 0
            var found: [Int] = []
            // Blocks at which a loop over rows would look for more data.
            while found.count < 40_000, !bits.isExhausted {
                entropy.replenish(&bits, &bytes)
                let mean =
                    isQuick
                    ? JPEGBlockDecoding.sequentialDC(
                        &bits, bytes.span, dc: dc.words.span, ac: ac.words.span, skips: skips.entries.span,
                        prediction: &prediction)
                    : JPEGBlockDecoding.sequentialDC(
                        &bits, bytes.span, dc: dc.words.span, ac: ac.words.span, prediction: &prediction)
                found.append(Int(mean))
            }
            return found
        }
        let (quick, slow) = (means(true), means(false))
        #expect(slow.count > 100 && quick == slow, "seed \(seed)")
    }
}
