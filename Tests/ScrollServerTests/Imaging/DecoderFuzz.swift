// Random damage to files: whatever comes, a decoder answers.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

/// Damages files of one format, and reads what is left of them.
///
/// A long run: SCROLLSERVER_FUZZ_COUNT=1000000 SCROLLSERVER_OPTIMISED=1 swift test --filter BMPFuzzTests
/// Another one: with SCROLLSERVER_FUZZ_SEED=2.
struct DecoderFuzz {
    typealias Open = (ByteSource) throws(ImageError) -> any RowSource

    /// Sound files.
    var seeds: [[UInt8]]
    /// Pixels after which a file that claims more is left alone.
    var pixelLimit = 1 << 18
    /// What bytes are replaced by, beside random ones.
    var values: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 0x7F, 0x80, 0xFF]
    /// Chooses where a file, which has bytes, is damaged next.
    var place: ([UInt8], inout RepeatableNoise) -> Int
    var open: Open

    /// A place that is more often in the header than in the data.
    static func inHeader(_ file: [UInt8], _ generator: inout RepeatableNoise) -> Int {
        let reach = [file.count, 54, 140, 140][Int(generator.next() % 4)]
        return Int(generator.next() % UInt64(min(reach, file.count)))
    }

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private func mutate(_ file: inout [UInt8], with other: [UInt8], _ generator: inout RepeatableNoise) {
        for _ in 0...Int(generator.next() % 5) {
            guard !file.isEmpty else { return }
            let place = place(file, &generator)
            switch generator.next() % 8 {
            case 0: file[place] = UInt8(truncatingIfNeeded: generator.next())
            case 1, 2: file[place] ^= 1 << UInt8(generator.next() % 8)
            case 3: file[place] = values[Int(generator.next() % UInt64(values.count))]
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

    /// No damage crashes the decoder, and no answer is larger than its claim.
    func run() {
        let count = Self.number("SCROLLSERVER_FUZZ_COUNT") ?? (isOptimised ? 5000 : 500)
        let seed = Self.number("SCROLLSERVER_FUZZ_SEED") ?? 1
        var generator = RepeatableNoise(seed: UInt64(seed))
        var (whole, partial, refused) = (0, 0, 0)
        for _ in 0..<count {
            var file = seeds[Int(generator.next() % UInt64(seeds.count))]
            mutate(&file, with: seeds[Int(generator.next() % UInt64(seeds.count))], &generator)
            do throws(ImageError) {
                if try readAll(of: open(ByteSource(file))) { partial += 1 } else { whole += 1 }
            } catch {
                refused += 1
            }
        }
        // All three happen, or the damage does not reach far enough.
        #expect(whole > 0 && partial > 0 && refused > 0)
        print("fuzz with seed \(seed): \(count) files, \(whole) whole, \(partial) partial, \(refused) refused")
    }

    /// - Returns: whether something is missing, or a guess.
    private func readAll(of decoder: any RowSource) throws(ImageError) -> Bool {
        var decoder = decoder
        var rows: [UInt8] = []
        var rowCount = 0
        while rowCount * decoder.width < pixelLimit {
            rows.removeAll(keepingCapacity: true)
            let added = try decoder.readRows(into: &rows)
            if added == 0 { break }
            rowCount += added
            #expect(rows.count == added * decoder.width * decoder.format.channelCount)
        }
        let isLeft = rowCount * decoder.width >= pixelLimit
        #expect(rowCount == decoder.height || isLeft || decoder.isPartial && rowCount < decoder.height)
        return decoder.isPartial
    }
}
