// Random damage to GIF files: whatever comes, the decoder answers.
//
// A long run: SCROLLSERVER_FUZZ_COUNT=1000000 swift test -c release --filter GIFFuzzTests
// Another one: with SCROLLSERVER_FUZZ_SEED=2.
import Foundation
import Testing

@testable import ScrollServer

@Suite struct GIFFuzzTests {
    /// Pixels after which a file that claims more is left alone.
    private static let pixelLimit = 1 << 18

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private func mutate(_ file: inout [UInt8], with other: [UInt8], _ generator: inout RepeatableNoise) {
        for _ in 0...Int(generator.next() % 5) {
            guard !file.isEmpty else { return }
            // The header is hit more often than the data.
            let place =
                switch generator.next() % 4 {
                case 0: Int(generator.next() % UInt64(file.count))
                case 1: Int(generator.next() % UInt64(min(54, file.count)))
                default: Int(generator.next() % UInt64(min(140, file.count)))
                }
            switch generator.next() % 8 {
            case 0: file[place] = UInt8(truncatingIfNeeded: generator.next())
            case 1, 2: file[place] ^= 1 << UInt8(generator.next() % 8)
            case 3: file[place] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 0x7F, 0x80, 0xFF][Int(generator.next() % 12)]
            case 4: file.removeLast(Int(generator.next() % UInt64(file.count)))
            case 5: file.removeSubrange(place..<min(place + Int(generator.next() % 9), file.count))
            case 6:
                file.insert(contentsOf: file[place..<min(place + Int(generator.next() % 40), file.count)], at: place)
            default:
                let start = Int(generator.next() % UInt64(max(other.count, 1)))
                let part = other[start..<min(start + Int(generator.next() % 64), other.count)]
                file.replaceSubrange(place..<min(place + part.count, file.count), with: part)
            }
        }
    }

    @Test func `no damage crashes the decoder, and no answer is larger than its claim`() {
        let seeds = GIFFixture.all.map(\.file)
        let count = Self.number("SCROLLSERVER_FUZZ_COUNT") ?? (isOptimised ? 5000 : 500)
        let seed = Self.number("SCROLLSERVER_FUZZ_SEED") ?? 1
        var generator = RepeatableNoise(seed: UInt64(seed))
        var (whole, partial, refused) = (0, 0, 0)
        for _ in 0..<count {
            var file = seeds[Int(generator.next() % UInt64(seeds.count))]
            mutate(&file, with: seeds[Int(generator.next() % UInt64(seeds.count))], &generator)
            do throws(ImageError) {
                let decoder = try GIFDecoder(source: ByteSource(file))
                var rows: [UInt8] = []
                var rowCount = 0
                while rowCount * decoder.width < Self.pixelLimit {
                    rows.removeAll(keepingCapacity: true)
                    let added = try decoder.readRows(into: &rows)
                    if added == 0 { break }
                    rowCount += added
                    #expect(rows.count == added * decoder.width * decoder.format.channelCount)
                }
                let isLeft = rowCount * decoder.width >= Self.pixelLimit
                #expect(rowCount == decoder.height || isLeft || decoder.isPartial && rowCount < decoder.height)
                if decoder.isPartial { partial += 1 } else { whole += 1 }
            } catch {
                refused += 1
            }
        }
        // All three happen, or the damage does not reach far enough.
        #expect(whole > 0 && partial > 0 && refused > 0)
        print("fuzz with seed \(seed): \(count) files, \(whole) whole, \(partial) partial, \(refused) refused")
    }
}
