// Random damage to PNG files: whatever comes, the decoder answers.
//
// A long run: SCROLLSERVER_FUZZ_COUNT=1000000 SCROLLSERVER_OPTIMISED=1 swift test --filter PNGFuzzTests
// Another one: with SCROLLSERVER_FUZZ_SEED=2.
import Foundation
import Testing

@testable import Imaging
@testable import Pixels

@Suite struct PNGFuzzTests {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// Small files: our fixtures, and in release builds the corpus's.
    private func seeds() -> [[UInt8]] {
        let fixtures = PNGFixture.all.map(\.file)
        guard isOptimised else { return fixtures }
        return fixtures + PNGCorpusFile.all.compactMap { try? $0.bytes() }.filter { $0.count <= 3000 }
    }

    /// Makes the checksums right again, so that damage reaches the stages behind them.
    private func repairChecksums(_ file: inout [UInt8]) {
        var offset = 8
        while offset + 12 <= file.count {
            let length = file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard length <= file.count - offset - 12 else { return }
            let end = offset + 8 + length
            let checksum = CRC32.checksum(file.span.extracting((offset + 4)..<end))
            for byte in 0..<4 { file[end + byte] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - 8 * byte)) }
            offset = end + 4
        }
    }

    private func mutate(_ file: inout [UInt8], with other: [UInt8], _ generator: inout RepeatableNoise) {
        func place() -> Int { Int(generator.next() % UInt64(file.count)) }
        for _ in 0...Int(generator.next() % 4) {
            guard !file.isEmpty else { return }
            switch generator.next() % 8 {
            case 0: file[place()] = UInt8(truncatingIfNeeded: generator.next())
            case 1: file[place()] ^= 1 << UInt8(generator.next() % 8)
            case 2: file[place()] = [0, 1, 0x7F, 0x80, 0xFF][Int(generator.next() % 5)]
            case 3: file.removeLast(Int(generator.next() % UInt64(file.count)))
            case 4:
                let start = place()
                file.removeSubrange(start..<min(start + Int(generator.next() % 9), file.count))
            case 5:
                let start = place()
                file.insert(contentsOf: file[start..<min(start + Int(generator.next() % 40), file.count)], at: place())
            case 6:
                // The header's fields: small sizes, all kinds.
                guard file.count > 29 else { continue }
                file[[19, 23, 24, 25, 28][Int(generator.next() % 5)]] = UInt8(generator.next() % 17)
            default:
                let start = Int(generator.next() % UInt64(max(other.count, 1)))
                let part = other[start..<min(start + Int(generator.next() % 64), other.count)]
                let at = place()
                file.replaceSubrange(at..<min(at + part.count, file.count), with: part)
            }
        }
    }

    @Test func `no damage crashes the decoder, and no answer is larger than its claim`() throws {
        let seeds = seeds()
        let count = Self.number("SCROLLSERVER_FUZZ_COUNT") ?? 2000
        var generator = RepeatableNoise(seed: UInt64(Self.number("SCROLLSERVER_FUZZ_SEED") ?? 1))
        var limits = PNGDecoder.Limits()
        limits.interlacedByteCount = 1 << 22
        var (whole, partial, refused) = (0, 0, 0)
        for _ in 0..<count {
            var file = seeds[Int(generator.next() % UInt64(seeds.count))]
            mutate(&file, with: seeds[Int(generator.next() % UInt64(seeds.count))], &generator)
            if generator.next() % 4 > 0 { repairChecksums(&file) }
            do throws(ImageError) {
                let decoder = try PNGDecoder(source: ByteSource(file), limits: limits)
                var rows: [UInt8] = []
                var rowCount = 0
                while true {
                    rows.removeAll(keepingCapacity: true)
                    let added = try decoder.readRows(into: &rows)
                    if added == 0 { break }
                    rowCount += added
                    #expect(rows.count == added * decoder.width * decoder.format.channelCount)
                }
                #expect(rowCount == decoder.height || decoder.isPartial && rowCount < decoder.height)
                if decoder.isPartial { partial += 1 } else { whole += 1 }
            } catch {
                refused += 1
            }
        }
        // All three happen, or the damage does not reach far enough.
        #expect(whole > 0 && partial > 0 && refused > 0)
        print("fuzz: \(count) files, \(whole) whole, \(partial) partial, \(refused) refused")
    }
}
