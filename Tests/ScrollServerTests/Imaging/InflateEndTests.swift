// Streams whose output finds no more room just where their input ends: all of the output must come.
import Testing

@testable import Imaging
@testable import Pixels

/// A stream in pieces of random sizes.
private struct RandomPieces: InflateInput {
    private var rest: ArraySlice<UInt8>
    private var piece: ArraySlice<UInt8> = []
    private var noise: RepeatableNoise
    private let longest: Int

    init(_ stream: [UInt8], longest: Int, seed: UInt64) {
        (rest, self.longest, noise) = (stream[...], longest, RepeatableNoise(seed: seed))
    }

    mutating func withUnread(_ body: (Span<UInt8>) -> Int) { piece = piece.dropFirst(body(piece.span)) }

    mutating func refill() -> Bool {
        piece = rest.prefix(1 + Int(noise.next() % UInt64(longest)))
        rest = rest.dropFirst(piece.count)
        return !piece.isEmpty
    }
}

@Suite struct InflateEndTests {
    /// The most output that a decompressor takes before it asks for room, beyond what it was made for.
    private static let window = Inflater.windowByteCount

    /// A random start and a flat end: matches of 258 bytes in two bits each, so that the register holds up to 8,000 bytes.
    private func flat(_ count: Int, _ noise: inout RepeatableNoise) -> [UInt8] {
        var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: noise.next()), count: count)
        bytes.replaceSubrange(0..<min(40, count), with: noise.bytes(min(40, count)))
        return bytes
    }

    @Test func `the last bytes come, however input and output are split`() throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("ends of zlib streams with seed \(seed)")
        var noise = RepeatableNoise(seed: seed)
        for round in 0..<(isOptimised ? 3000 : 200) {
            let room = 512 + Int(noise.next() % 2048)
            // The room ends where the stream does, or up to a few thousand bytes before.
            let count = Self.window + room + Int(noise.next() % 6000) - 200
            let bytes = flat(count, &noise)
            let stream = Deflater.zlib(bytes)
            let longest = [1, 2, 9, stream.count][round % 4]
            var input = RandomPieces(stream, longest: longest, seed: noise.next())
            var inflater = Inflater(limit: round % 2 == 0 ? count : count + 1, outputByteCount: room)
            var output: [UInt8] = []
            var progress = Inflater.Progress.output
            while progress == .output {
                progress = try inflater.inflate(from: &input)
                // A decoder takes whole rows and leaves the rest.
                let row = 1 + Int(noise.next() % UInt64(room))
                let taken = progress == .output ? inflater.availableCount / row * row : inflater.availableCount
                output += inflater.available.prefix(taken)
                inflater.discard(taken)
            }
            #expect(progress == .finished, "seed \(seed), round \(round)")
            #expect(output == bytes, "seed \(seed), round \(round): \(output.count) of \(count) bytes")
        }
    }

    @Test func `a stream without its last byte has ended early, with all output that came before`() throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("ends of cut zlib streams with seed \(seed)")
        var noise = RepeatableNoise(seed: seed)
        for round in 0..<20 {
            let bytes = flat(Self.window + (1 << 16) + Int(noise.next() % 6000), &noise)
            let stream = Deflater.zlib(bytes)
            let cut = Inflater.inflated(stream.dropLast(), limit: 1 << 20)
            #expect(!cut.isComplete && cut.bytes == bytes, "seed \(seed), round \(round)")
            let whole = Inflater.inflated(stream[...], limit: 1 << 20)
            #expect(whole.isComplete && whole.bytes == bytes, "seed \(seed), round \(round)")
            let limited = Inflater.inflated(stream[...], limit: bytes.count - 1)
            #expect(!limited.isComplete && limited.bytes == bytes.dropLast(), "seed \(seed), round \(round)")
        }
    }

    /// A PNG is inflated into 256 KB and the window.
    @Test func `a PNG with a flat bottom has its last rows, in any split of its image data`() throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("PNGs with flat bottoms and seed \(seed)")
        var noise = RepeatableNoise(seed: seed)
        for round in 0..<(isOptimised ? 200 : 8) {
            let width = 300 + Int(noise.next() % 400)
            let count = Self.window + (1 << 18) + Int(noise.next() % 5000)
            let height = count / (width + 1) + 1
            var rows = flat((width + 1) * height, &noise)
            var samples: [UInt8] = []
            for row in 0..<height {
                rows[row * (width + 1)] = 0
                samples += rows[(row * (width + 1) + 1)..<(row + 1) * (width + 1)]
            }
            // Each row is that above: filter 2 with differences of 0, which compresses best.
            for row in 1..<height {
                let line = row * (width + 1) + 1..<(row + 1) * (width + 1)
                rows[line.lowerBound - 1] = 2
                // Of the random start only the second row differs.
                let differences =
                    row > 1 ? [UInt8](repeating: 0, count: width) : line.map { rows[$0] &- rows[$0 - width - 1] }
                rows.replaceSubrange(line, with: differences)
            }
            var png = PNGBuilder(width: width, height: height, bitDepth: 8, colorType: 0, rows: rows)
            png.chunkByteCount = [7, 100, .max][round % 3]
            var decoder = try PNGDecoder(source: ByteSource(png.file))
            let pixels = try decoder.readAll()
            #expect(!decoder.isPartial, "seed \(seed), round \(round), \(width) × \(height)")
            #expect(pixels.bytes == samples, "seed \(seed), round \(round), \(width) × \(height)")
        }
    }

    /// A strip is inflated into 64 KB and the window.
    @Test func `a TIFF strip with a flat bottom has its last rows`() throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("TIFFs with flat bottoms and seed \(seed)")
        var noise = RepeatableNoise(seed: seed)
        for round in 0..<(isOptimised ? 400 : 16) {
            let width = 100 + Int(noise.next() % 500)
            let height = (Self.window + (1 << 16) + Int(noise.next() % 5000)) / width + 1
            let samples = flat(width * height, &noise)
            var builder = TIFFBuilder(width: width, height: height)
            (builder.sampleCount, builder.photometric, builder.rowsPerStrip) = (1, 1, height)
            builder.others[259] = [8]
            builder.chunk = { Deflater.zlib($0) }
            var decoder = try TIFFDecoder(source: ByteSource(builder.file(samples)))
            let pixels = try decoder.readAll()
            #expect(!decoder.isPartial, "seed \(seed), round \(round), \(width) × \(height)")
            #expect(pixels.bytes == samples, "seed \(seed), round \(round), \(width) × \(height)")
        }
    }
}
