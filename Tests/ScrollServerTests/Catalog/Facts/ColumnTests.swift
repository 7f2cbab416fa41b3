// Columns of few values and of many: as a dictionary, whichever way they are kept.

import Testing

@testable import Catalog

@Suite struct ColumnTests {
    /// Rows of two chunks, set at random, in order, or from the end.
    private func rows(_ seed: UInt64, _ noise: inout RepeatableNoise) -> [Int] {
        let end = 2 * RowChunk.count
        switch seed % 3 {
        case 0: return (0..<4000).map { _ in Int.random(in: 0..<end, using: &noise) }
        case 1: return Array(0..<4000)
        default: return Array((end - 4000..<end).reversed())
        }
    }

    @Test(arguments: 0..<9 as Range<UInt64>) func codesAsADictionary(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let most = [200, 60_000, 100_000][Int(seed / 3)] as UInt32
        var column = CodeColumn()
        var dictionary: [Int: UInt32] = [:]
        for (step, row) in rows(seed, &noise).enumerated() {
            let code = UInt32.random(in: 0...4, using: &noise) == 0 ? 0 : UInt32.random(in: 1...most, using: &noise)
            column.set(code, row: row)
            dictionary[row] = code
            // Before few have become many, and after it.
            guard [100, 900, 1300, 3999].contains(step) else { continue }
            for number in 0..<3 {
                let chunk = column.chunk(number)
                for place in 0..<RowChunk.count {
                    let row = number << RowChunk.bits | place
                    let expected = dictionary[row] ?? 0
                    #expect(column[row] == expected && chunk?[place] ?? 0 == expected, "seed \(seed), row \(row)")
                    guard let chunk else { continue }
                    let spread = [
                        place < chunk.bytes.count ? UInt32(chunk.bytes[place]) : 0,
                        place < chunk.shorts.count ? UInt32(chunk.shorts[place]) : 0,
                        place < chunk.words.count ? chunk.words[place] : 0,
                    ]
                    #expect(spread.max() == expected, "seed \(seed), row \(row)")
                }
            }
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func keysAsADictionary(seed: UInt64) {
        var noise = RepeatableNoise(seed: seed)
        let range = seed < 3 ? 1_700_000_000...1_800_000_000 : KeyColumn.none + 1...Int64.max
        var column = KeyColumn()
        var dictionary: [Int: Int64] = [:]
        for (step, row) in rows(seed, &noise).enumerated() {
            let isNone = Int.random(in: 0...4, using: &noise) == 0
            let key = isNone ? KeyColumn.none : Int64.random(in: range, using: &noise)
            column.set(key, row: row)
            dictionary[row] = key
            guard [100, 900, 1300, 3999].contains(step) else { continue }
            for number in 0..<3 {
                // Once for all of its rows: to spread a chunk takes as long as it has rows.
                let chunk = column.chunk(number)
                let stored = chunk.map { max($0.offsets.count, $0.wide.count) } ?? 0
                for place in 0..<RowChunk.count {
                    let row = number << RowChunk.bits + place
                    let expected = dictionary[row] ?? KeyColumn.none
                    #expect(column[row] == expected, "seed \(seed), row \(row)")
                    guard let chunk else { continue }
                    #expect(chunk[place] == expected, "seed \(seed), row \(row)")
                    #expect(place < stored || expected == KeyColumn.none)
                }
            }
        }
    }

    /// One item in 64 of a long list takes no more than for itself.
    @Test func fewTakeLittle() throws {
        var (codes, keys) = (CodeColumn(), KeyColumn())
        for row in stride(from: 0, to: RowChunk.count, by: 64) {
            codes.set(7, row: row)
            keys.set(Int64(row), row: row)
        }
        #expect(codes.storedCount == RowChunk.count / 64 && keys.storedCount == RowChunk.count / 64)
        for row in 0..<RowChunk.count {
            codes.set(7, row: row)
            keys.set(Int64(row), row: row)
        }
        #expect(codes.storedCount == RowChunk.count && keys.storedCount == RowChunk.count)
    }
}
