// The inverse transforms against the standard's sums (H.265, 8.6.4.2), written plainly.

import Testing

@testable import HEVC

@Suite struct HEVCTransformTests {
    @Test(arguments: [8, 10, 12, 16]) func transformsAreTheStandardsSums(bitDepth: Int) {
        var random = RepeatableNoise(seed: TestSeed.seed())
        for round in 0..<60 {
            let log2Size = 2 + round % 4
            let size = 1 << log2Size
            let isSine = log2Size == 2 && round % 8 == 0
            let lastColumn = round % 3 == 0 ? 0 : random.below(size)
            let lastRow = round % 3 == 0 ? round % 2 : random.below(size)
            var block = [Int32](repeating: 0, count: 1024)
            let reach = [3, 300, 32768][round % 3]
            for row in 0...lastRow {
                for column in 0...lastColumn { block[row * size + column] = Int32(random.below(2 * reach) - reach) }
            }
            let wanted = Self.plain(block, size: size, isSine: isSine, bitDepth: bitDepth)
            InverseTransform.transform(
                &block, log2Size: log2Size, isSine: isSine, bitDepth: bitDepth, lastColumn: lastColumn,
                lastRow: lastRow)
            #expect(Array(block[..<(size * size)]) == wanted)
        }
    }

    @Test func damagedCoefficientsDoNotStopTheProgram() {
        for log2Size in 2...5 {
            var block = [Int32](repeating: .min, count: 1024)
            InverseTransform.transform(
                &block, log2Size: log2Size, isSine: false, bitDepth: 8, lastColumn: 99, lastRow: 99)
            InverseTransform.skip(&block, log2Size: log2Size, bitDepth: 8, rotate: true)
            InverseTransform.accumulate(&block, log2Size: log2Size, vertical: true)
            var plane = Plane(width: 32, height: 32)
            InverseTransform.add(block, log2Size: log2Size, to: &plane, x: 0, y: 0, bitDepth: 8)
            InverseTransform.add(block, log2Size: log2Size, to: &plane, x: 31, y: 0, bitDepth: 8)
            #expect(plane.samples.allSatisfy { $0 < 256 })
        }
    }

    @Test func residualsWithoutTransformAreShiftedTurnedAndAddedUp() {
        var block: [Int32] = Array(1...16)
        InverseTransform.rotate(&block, log2Size: 2)
        #expect(block == Array((1...16).reversed()))
        // 8 bits: 7 to the left, then 12 to the right with rounding.
        InverseTransform.skip(&block, log2Size: 2, bitDepth: 8, rotate: true)
        let shifted: [Int32] = (1...16).map { ($0 * 128 + 2048) >> 12 }
        #expect(block == shifted)
        block = Array(repeating: 1, count: 16)
        InverseTransform.accumulate(&block, log2Size: 2, vertical: false)
        #expect(block == [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4])
        InverseTransform.accumulate(&block, log2Size: 2, vertical: true)
        #expect(block == [1, 2, 3, 4, 2, 4, 6, 8, 3, 6, 9, 12, 4, 8, 12, 16])
    }

    @Test func sumsAreClipped() {
        var plane = Plane(width: 8, height: 8)
        plane.samples = plane.samples.map { _ in 100 }
        let block: [Int32] = (0..<16).map { [-101, -100, 155, 156][$0 % 4] }
        InverseTransform.add(block, log2Size: 2, to: &plane, x: 4, y: 4, bitDepth: 8)
        #expect(Array(plane.samples[52..<64]) == [0, 0, 255, 255, 100, 100, 100, 100, 0, 0, 255, 255])
        #expect(plane.samples[..<32].allSatisfy { $0 == 100 })
    }

    /// Two sums of products with a clip between them.
    private static func plain(_ block: [Int32], size: Int, isSine: Bool, bitDepth: Int) -> [Int32] {
        let matrix = matrix(size: size, isSine: isSine)
        var middle = [Int](repeating: 0, count: size * size)
        for column in 0..<size {
            for row in 0..<size {
                let sum = (0..<size).reduce(0) { $0 + matrix[$1][row] * Int(block[$1 * size + column]) }
                middle[row * size + column] = min(max((sum + 64) >> 7, -32768), 32767)
            }
        }
        let shift = 20 - bitDepth
        return (0..<size * size).map { index in
            let sum = (0..<size).reduce(0) { $0 + matrix[$1][index % size] * middle[index / size * size + $1] }
            return Int32((sum + (1 << (shift - 1))) >> shift)
        }
    }

    /// transMatrix by its symmetries: each row of a smaller matrix is the start of an even row of the next.
    private static func matrix(size: Int, isSine: Bool) -> [[Int]] {
        if isSine { return [[29, 55, 74, 84], [74, 74, 0, -74], [84, -29, -74, 55], [55, -84, 74, -29]] }
        if size == 2 { return [[64, 64], [64, -64]] }
        // The odd rows of 8-307 and 8-309: their first column, from which signs and order follow.
        let firsts = [
            4: [83, 36], 8: [89, 75, 50, 18], 16: [90, 87, 80, 70, 57, 43, 25, 9],
            32: [90, 90, 88, 85, 82, 78, 73, 67, 61, 54, 46, 38, 31, 22, 13, 4],
        ]
        let halves = matrix(size: size / 2, isSine: false)
        let odd = firsts[size] ?? []
        return (0..<size).map { row in
            (0..<size).map { column in
                if row % 2 == 0 { return halves[row / 2][min(column, size - 1 - column)] }
                // A cosine of odd multiples of a quarter wave over the size.
                let phase = row * (2 * column + 1) % (4 * size)
                let folded = min(phase, 4 * size - phase)
                let value = odd[((folded > size ? 2 * size - folded : folded) - 1) / 2]
                return folded > size ? -value : value
            }
        }
    }
}

extension RepeatableNoise {
    /// A number from 0 to below a bound.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
