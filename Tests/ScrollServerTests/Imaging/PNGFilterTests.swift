// The filters that the PNG encoder chooses, beside the specification's words.

import Testing

@testable import Pixels
@testable import Platform

@Suite struct PNGFilterTests {
    /// Each row by the filter with the least sum of absolute differences, the first of them on a tie (PNG §9.2, §12.7).
    private static func filtered(_ bytes: [UInt8], rowByteCount: Int, pixelByteCount: Int) -> [UInt8] {
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: rowByteCount) {
            var best: (sum: Int, bytes: [UInt8])?
            for type in UInt8(1)...4 {
                let row = (0..<rowByteCount).map { column -> UInt8 in
                    func sample(_ isLeft: Bool, _ isUp: Bool) -> Int {
                        guard !isLeft || column >= pixelByteCount, !isUp || start > 0 else { return 0 }
                        return Int(bytes[start + column - (isLeft ? pixelByteCount : 0) - (isUp ? rowByteCount : 0)])
                    }
                    let (a, b, c) = (sample(true, false), sample(false, true), sample(true, true))
                    let p = a + b - c
                    let nearest = [a, b, c].min { abs(p - $0) < abs(p - $1) } ?? a
                    let prediction = [a, b, (a + b) / 2, nearest][Int(type) - 1]
                    return bytes[start + column] &- UInt8(truncatingIfNeeded: prediction)
                }
                let sum = row.reduce(0) { $0 + abs(Int(Int8(bitPattern: $1))) }
                if best.map({ sum < $0.sum }) ?? true { best = (sum, [type] + row) }
            }
            output += best?.bytes ?? []
        }
        return output
    }

    @Test("Each row has the filter of the least sum, and its differences", arguments: [1, 2, 3, 4])
    func choice(pixelByteCount: Int) {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed &+ UInt64(pixelByteCount))
        var types: Set<UInt8> = []
        for width in [1, 2, 5, 15, 16, 17, 64, 100, isOptimised ? 3000 : 700] {
            let rowByteCount = width * pixelByteCount
            for kind in 0..<4 {
                var bytes: [UInt8] = []
                for y in 0..<12 {
                    // Some rows suit one filter, some another, and some of all noise none.
                    let (spread, turn) = (Int.random(in: 1...(kind == 3 ? 256 : 12), using: &noise), (y / 2 + kind) % 4)
                    for x in 0..<rowByteCount {
                        let ramp = [x &* 3, y &* 40, (x &+ y) &* 5, x &* y][turn]
                        bytes.append(UInt8(truncatingIfNeeded: ramp &+ Int.random(in: 0..<spread, using: &noise)))
                    }
                }
                var found: [UInt8] = []
                var rows = PNGRowFilter(rowByteCount: rowByteCount, pixelByteCount: pixelByteCount)
                for start in stride(from: 0, to: bytes.count, by: rowByteCount) {
                    var row = [UInt8](repeating: 0, count: rowByteCount + 1)
                    var span = row.mutableSpan
                    rows.filter(bytes.span.extracting(start..<start + rowByteCount), into: &span)
                    types.insert(row[0])
                    found += row
                }
                let expected = Self.filtered(bytes, rowByteCount: rowByteCount, pixelByteCount: pixelByteCount)
                #expect(found.elementsEqual(expected), "\(width) pixels, kind \(kind), seed \(seed)")
            }
        }
        #expect(types == [1, 2, 3, 4])
    }
}
