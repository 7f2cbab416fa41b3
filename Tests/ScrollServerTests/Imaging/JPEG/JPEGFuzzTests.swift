// Damaged JPEGs by the thousand: whatever the bytes, an answer and no crash.
//
// The long run: SCROLLSERVER_FUZZ_COUNT=1000000 SCROLLSERVER_OPTIMISED=1 swift test --filter JPEGFuzzTests

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

struct JPEGFuzzTests {
    /// How many inputs: a few in a debug build, where vectors are slow.
    private static var inputCount: Int {
        #if !OPTIMISED
            2000
        #else
            ProcessInfo.processInfo.environment["SCROLLSERVER_FUZZ_COUNT"].flatMap { Int($0) } ?? 20_000
        #endif
    }

    @Test func anyBytesAreAnswered() throws {
        let seeds = JPEGFixture.all.map(\.bytes)
        var random = SplitMix64(state: 20_261_121)
        var decodedCount = 0
        for _ in 0..<Self.inputCount {
            var bytes = seeds[Int(random.next() % UInt64(seeds.count))]
            for _ in 0...random.next() % 4 { mutate(&bytes, seeds, &random) }
            let denominator = 1 << Int(random.next() % 4)
            do {
                let decoder = try JPEGDecoder(source: ByteSource(bytes), scaleDenominator: denominator)
                var rows: [UInt8] = []
                var rowCount = 0
                // Of pictures that a changed header makes large, the first rows will do.
                while rowCount < decoder.height, rowCount * decoder.width < 1 << 16 {
                    rows.removeAll(keepingCapacity: true)
                    let added = try decoder.readRows(into: &rows)
                    #expect(added > 0)
                    #expect(rows.count == added * decoder.width * decoder.format.channelCount)
                    if added == 0 { break }
                    rowCount += added
                }
                #expect(rowCount <= decoder.height)
                decodedCount += 1
            } catch {
                #expect(!error.explanation.isEmpty)
            }
        }
        // Most damage leaves something to see.
        #expect(decodedCount > Self.inputCount / 4)
    }

    private func mutate(_ bytes: inout [UInt8], _ seeds: [[UInt8]], _ random: inout SplitMix64) {
        guard bytes.count > 4 else { return }
        func place(_ random: inout SplitMix64) -> Int { Int(random.next() % UInt64(bytes.count)) }
        switch random.next() % 8 {
        case 0, 1:
            bytes[place(&random)] ^= 1 << UInt8(random.next() % 8)
        case 2, 3:
            bytes[place(&random)] = [0, 1, 0x7F, 0x80, 0xFF, 0xFE, UInt8(random.next() & 255)][Int(random.next() % 7)]
        case 4:
            bytes.removeLast(Int(random.next() % UInt64(bytes.count - 2)) / 2)
        case 5:
            let start = place(&random)
            bytes.removeSubrange(start..<min(bytes.count, start + Int(random.next() % 16)))
        case 6:
            bytes.insert(contentsOf: [0xFF, UInt8(0xC0 | random.next() & 0x1F)], at: place(&random))
        default:
            // A piece of another file in place of one's own.
            let other = seeds[Int(random.next() % UInt64(seeds.count))]
            let start = place(&random)
            let end = min(bytes.count, other.count, start + Int(random.next() % 64))
            if start < end { bytes.replaceSubrange(start..<end, with: other[start..<end]) }
        }
    }
}

/// A repeatable random sequence (Steele, Lea, Flood 2014).
private struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
