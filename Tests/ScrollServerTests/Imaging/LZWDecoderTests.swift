// LZW beside a decoder that keeps each string whole, and GIFs beside Pillow.

import Testing

@testable import Imaging
@testable import Pixels
@testable import Platform

@Suite struct LZWDecoderTests {
    private struct Kind {
        var literalBitCount: Int
        var isGIF: Bool
        var growsEarly = false
    }

    /// Packs codes into bytes.
    private struct Packer {
        var bytes: [UInt8] = []
        /// Those of a byte that is not complete, as they lie in it.
        private var bits = 0
        private var bitCount = 0

        mutating func put(_ code: Int, length: Int, lowestFirst: Bool) {
            for place in 0..<length {
                let bit = code >> (lowestFirst ? place : length - 1 - place) & 1
                bits |= bit << (lowestFirst ? bitCount : 7 - bitCount)
                bitCount += 1
                if bitCount == 8 { flush() }
            }
        }

        mutating func flush() {
            guard bitCount > 0 else { return }
            bytes.append(UInt8(bits))
            (bits, bitCount) = (0, 0)
        }
    }

    /// The strings so far, by the letter of the specifications.
    private struct Table {
        let kind: Kind
        var strings: [[UInt8]] = []
        var length = 0
        var previous: [UInt8]?

        init(_ kind: Kind) {
            self.kind = kind
            clear()
        }

        mutating func clear() {
            strings = (0..<1 << kind.literalBitCount).map { [UInt8(truncatingIfNeeded: $0)] } + [[], []]
            (length, previous) = (kind.literalBitCount + 1, nil)
        }

        /// The string of a code; nil where it has none.
        mutating func string(_ code: Int) -> [UInt8]? {
            guard code < strings.count || code == strings.count && previous != nil && strings.count < 4096 else {
                return nil
            }
            if let previous, strings.count < 4096 {
                strings.append(previous + [code == strings.count ? previous[0] : strings[code][0]])
                if strings.count == 1 << length - (kind.growsEarly ? 1 : 0), length < 12 { length += 1 }
            }
            previous = strings[code]
            return strings[code]
        }
    }

    /// Codes that a decoder may meet, with strings of all lengths.
    private static func codes(_ kind: Kind, count: Int, _ noise: inout RepeatableNoise) -> [UInt8] {
        var (packer, table) = (Packer(), Table(kind))
        let clear = 1 << kind.literalBitCount
        // Some files never clear their strings, some do before they must.
        let clearShare = [0, 0, 300, 5000].randomElement(using: &noise) ?? 0
        let literalShare = Int.random(in: 1...30, using: &noise)
        packer.put(clear, length: table.length, lowestFirst: kind.isGIF)
        for _ in 0..<count {
            let (length, next) = (table.length, table.strings.count)
            if clearShare > 0, Int.random(in: 0..<clearShare, using: &noise) == 0 {
                packer.put(clear, length: length, lowestFirst: kind.isGIF)
                table.clear()
                continue
            }
            var code = Int.random(in: 0..<clear, using: &noise)
            if table.previous != nil, Int.random(in: 0..<literalShare, using: &noise) > 0 {
                code = Bool.random(using: &noise) ? next : Int.random(in: 0...next, using: &noise)
            }
            // A code of one bit more than its length has none.
            guard code != clear, code != clear + 1, code < 1 << length, table.string(code) != nil else { continue }
            packer.put(code, length: length, lowestFirst: kind.isGIF)
        }
        packer.put(clear + 1, length: table.length, lowestFirst: kind.isGIF)
        packer.flush()
        return packer.bytes
    }

    /// What codes stand for, until they end or make no sense.
    private static func decoded(_ bytes: [UInt8], _ kind: Kind, limit: Int) -> [UInt8] {
        var (table, output, place) = (Table(kind), [UInt8](), 0)
        let clear = 1 << kind.literalBitCount
        while place + table.length <= 8 * bytes.count, output.count < limit {
            var code = 0
            for offset in 0..<table.length {
                let (byte, bit) = (place + offset).quotientAndRemainder(dividingBy: 8)
                if kind.isGIF {
                    code |= Int(bytes[byte] >> UInt8(bit) & 1) << offset
                } else {
                    code = code << 1 | Int(bytes[byte] >> UInt8(7 - bit) & 1)
                }
            }
            place += table.length
            if code == clear {
                table.clear()
                continue
            }
            guard code != clear + 1, let string = table.string(code) else { break }
            output += string
        }
        return Array(output.prefix(limit))
    }

    private static func gif(_ codes: [UInt8], _ kind: Kind, width: Int, count: Int, _ noise: inout RepeatableNoise)
        throws -> [UInt8]
    {
        var (file, place) = ([UInt8(kind.literalBitCount)], 0)
        while place < codes.count {
            let part = codes[place..<min(codes.count, place + Int.random(in: 1...255, using: &noise))]
            file += [UInt8(part.count)] + part
            place += part.count
        }
        // Some files end without the last sub-block.
        if Bool.random(using: &noise) { file.append(0) }
        var reader = try GIFCodeReader(ByteSource(file), offset: 0)
        var (output, row) = ([UInt8](), [UInt8](repeating: 0, count: width))
        while output.count < count {
            // A copy goes on by itself.
            if Int.random(in: 0..<40, using: &noise) == 0 {
                var copy = reader
                _ = copy.read(into: &row)
            }
            let filled = reader.read(into: &row)
            output += row[..<filled]
            if filled < width { break }
        }
        return Array(output.prefix(count))
    }

    private static func tiff(_ codes: [UInt8], count: Int, _ noise: inout RepeatableNoise) -> [UInt8] {
        let stream = TIFFLZWStream(TIFFInput(ByteSource(codes), 0..<codes.count, reversesBits: false))
        var output: [UInt8] = []
        while output.count < count {
            var part = [UInt8](repeating: 0, count: Int.random(in: 1...9000, using: &noise))
            var bytes = part.mutableSpan
            let filled = stream.read(into: &bytes, bytes.indices)
            output += part[..<filled]
            if filled < part.count { break }
        }
        return Array(output.prefix(count))
    }

    @Test("Codes stand for what whole strings say, sound or damaged", arguments: 1...11)
    func strings(literalBitCount: Int) throws {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed &+ UInt64(literalBitCount))
        let limit = isOptimised ? 300_000 : 20_000
        for turn in 0..<(isOptimised ? 60 : 8) {
            let gif = Kind(literalBitCount: literalBitCount, isGIF: true)
            var kinds = [gif]
            if literalBitCount == 8 { kinds.append(Kind(literalBitCount: 8, isGIF: false, growsEarly: true)) }
            for kind in kinds {
                var codes = Self.codes(kind, count: isOptimised ? 9000 : 1500, &noise)
                // The old kind of TIFF begins like this, and is read otherwise.
                if !kind.isGIF, codes.count > 1, codes[0] == 0 { continue }
                if turn % 2 == 1 {
                    let place = Int.random(in: 2..<codes.count, using: &noise)
                    if turn % 4 == 1 { codes[place] ^= 1 << UInt8.random(in: 0..<8, using: &noise) }
                    if turn % 4 == 3 { codes.removeLast(codes.count - place) }
                }
                let expected = Self.decoded(codes, kind, limit: limit)
                let width = Int.random(in: 1...5000, using: &noise)
                let found =
                    kind.isGIF
                    ? try Self.gif(codes, kind, width: width, count: limit, &noise)
                    : Self.tiff(codes, count: limit, &noise)
                #expect(found.elementsEqual(expected), "turn \(turn), \(kind), seed \(seed)")
            }
        }
    }

    @Test("GIFs of Pillow are what Pillow reads", .needs(.pillow))
    func pillow() throws {
        let seed = TestSeed.seed()
        let output = try PythonOracle.run(
            """
            import io, random, struct, sys
            from PIL import Image
            rng = random.Random(\(seed))
            for number in range(\(isOptimised ? 60 : 16)):
                w, h = rng.randrange(1, 120), rng.randrange(1, 120)
                colours = rng.choice([2, 2, 3, 4, 5, 16, 17, 100, 256])
                few = (w // rng.choice([1, 1, 5, 30]) + 1, h // rng.choice([1, 1, 5, 30]) + 1)
                indices = Image.frombytes("L", few, bytes(rng.randrange(colours) for _ in range(few[0] * few[1])))
                picture = Image.frombytes("P", (w, h), indices.resize((w, h), Image.NEAREST).tobytes())
                picture.putpalette(rng.randbytes(3 * colours))
                file = io.BytesIO()
                picture.save(file, "GIF", interlace=rng.random() < 0.5, optimize=rng.random() < 0.5)
                pixels = Image.open(io.BytesIO(file.getvalue())).convert("RGB").tobytes()
                for data in file.getvalue(), pixels: sys.stdout.buffer.write(struct.pack("<I", len(data)) + data)
            """)
        var (parts, place): ([[UInt8]], Int) = ([], 0)
        while place + 4 <= output.count {
            let length = (0..<4).reduce(0) { $0 | Int(output[place + $1]) << (8 * $1) }
            parts.append(Array(output[place + 4..<place + 4 + length]))
            place += 4 + length
        }
        #expect(parts.count >= 32)
        for number in stride(from: 0, to: parts.count - 1, by: 2) {
            var decoder = try GIFDecoder(source: ByteSource(parts[number]))
            let rgba = try decoder.readAll().rgba
            let pixels = stride(from: 0, to: rgba.count, by: 4).flatMap { rgba[$0..<$0 + 3] }
            #expect(!decoder.isPartial && pixels.elementsEqual(parts[number + 1]), "file \(number / 2), seed \(seed)")
        }
    }
}
