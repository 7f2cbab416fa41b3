// JPEGs that several processors decode, beside what one decoder gives.

import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct JPEGBandTests {
    private struct Outcome: Equatable {
        var rows: [UInt8] = []
        var isPartial = false
        var error: ImageError?
    }

    private static func outcome(_ decoder: some RowSource) -> Outcome {
        var (decoder, outcome) = (decoder, Outcome())
        do throws(ImageError) {
            while try decoder.readRows(into: &outcome.rows) > 0 {}
        } catch {
            outcome.error = error
        }
        outcome.isPartial = decoder.isPartial
        return outcome
    }

    /// Compares both ways of decoding.
    ///
    /// - Returns: whether there were bands.
    private static func compare(_ bytes: [UInt8], _ denominator: Int, idle: Int, _ name: String) throws -> Bool {
        let source = ByteSource(bytes)
        guard let one = try? JPEGDecoder(source: source, scaleDenominator: denominator) else { return false }
        // The number of idle processors changes all the time.
        let calls = Counter()
        let bands = JPEGBandDecoder(
            try JPEGDecoder(source: source, scaleDenominator: denominator), source: source,
            idleCount: {
                calls.add(1)
                return calls.value % 7 == 3 ? 0 : idle
            })
        guard let bands else { return false }
        #expect(bands.width == one.width && bands.height == one.height && bands.format == one.format)
        // The comparison of large arrays is not what a failure shows.
        let isEqual = outcome(bands) == outcome(one)
        #expect(isEqual, "\(name) at 1/\(denominator) with \(idle) idle")
        return true
    }

    /// Files by libjpeg-turbo: gray, colours in three samplings, four inks; intervals in blocks and in rows.
    private static func made(count: Int, seed: UInt64) throws -> [[UInt8]] {
        let output = try PythonOracle.run(
            """
            import io, random, struct, sys
            from PIL import Image
            rng = random.Random(\(seed))
            for number in range(\(count)):
                mode = ["L", "RGB", "RGB", "RGB", "CMYK"][number % 5]
                sampling = rng.randrange(3)
                side = 16 if mode != "L" and sampling else 8
                w, h = rng.randrange(1, 90), rng.randrange(75 * side, 95 * side) // (2 if sampling == 1 else 1)
                few = (w // 6 + 1, h // 6 + 1)
                picture = Image.frombytes(mode, few, rng.randbytes(few[0] * few[1] * len(mode))).resize((w, h))
                across = (w + side - 1) // side
                blocks = rng.choice([1, 2, 3, across, across, 2 * across, across + 1, 5 * across, 7 * across + 1, 300])
                file = io.BytesIO()
                picture.save(file, "JPEG", quality=rng.choice([30, 75, 95]), subsampling=sampling,
                    restart_marker_blocks=blocks, optimize=rng.random() < 0.3)
                data = file.getvalue()
                sys.stdout.buffer.write(struct.pack("<I", len(data)) + data)
            """)
        var (files, place): ([[UInt8]], Int) = ([], 0)
        while place + 4 <= output.count {
            let length = (0..<4).reduce(0) { $0 | Int(output[place + $1]) << (8 * $1) }
            files.append(Array(output[place + 4..<place + 4 + length]))
            place += 4 + length
        }
        return files
    }

    private static func damage(_ file: [UInt8], _ noise: inout RepeatableNoise) throws -> [UInt8] {
        var file = file
        let start = try #require(file.firstRange(of: [0xFF, JPEGMarker.startOfScan])).upperBound + 10
        for _ in 0..<Int.random(in: 1...3, using: &noise) {
            guard start < file.count else { break }
            let place = Int.random(in: start..<file.count, using: &noise)
            switch Int.random(in: 0..<15, using: &noise) {
            case 0: file[place] = 0xFF
            case 1: file.remove(at: place)
            case 2: file.insert(contentsOf: [0xFF, 0xD0 + UInt8.random(in: 0..<8, using: &noise)], at: place)
            case 3: file.removeLast(Int.random(in: 0..<file.count - place, using: &noise))
            case 4:
                let markers = file.indices.dropLast().filter {
                    $0 >= start && file[$0] == 0xFF && JPEGMarker.isRestart(file[$0 + 1])
                }
                guard let marker = markers.randomElement(using: &noise) else { continue }
                if Bool.random(using: &noise) {
                    file.removeSubrange(marker..<marker + 2)
                } else {
                    file[marker + 1] = 0xD0 + UInt8.random(in: 0..<8, using: &noise)
                }
            default: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &noise)
            }
        }
        return file
    }

    @Test("Several decoders give what one gives, at every scale", .needs(.pillow))
    func made() throws {
        let seed = TestSeed.seed()
        var withBands = 0
        for (number, file) in try Self.made(count: isOptimised ? 60 : 10, seed: seed).enumerated() {
            for denominator in [1, 2, 4, 8] {
                let name = "file \(number), seed \(seed)"
                if try Self.compare(file, denominator, idle: number % 4, name) { withBands += 1 }
            }
        }
        print("JPEG bands: \(withBands) decoded in bands")
        #expect(withBands >= (isOptimised ? 100 : 12))
    }

    @Test("Of damaged files, too", .needs(.pillow))
    func damaged() throws {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        var (withBands, count) = (0, 0)
        for (number, file) in try Self.made(count: isOptimised ? 20 : 5, seed: seed).enumerated() {
            for turn in 0..<(isOptimised ? 40 : 6) {
                let bytes = try Self.damage(file, &noise)
                let denominator = [1, 2, 4, 8][turn % 4]
                let name = "file \(number), turn \(turn), seed \(seed)"
                if try Self.compare(bytes, denominator, idle: 1 + turn % 3, name) { withBands += 1 }
                count += 1
            }
        }
        print("JPEG bands: \(withBands) of \(count) damaged files decoded in bands")
        #expect(withBands > count / 20 && withBands < count)
    }

    @Test("A picture without markers, with one out of order or without its end has no bands")
    func none() throws {
        func hasBands(_ bytes: [UInt8]) throws -> Bool {
            let source = ByteSource(bytes)
            return JPEGBandDecoder(try JPEGDecoder(source: source), source: source, idleCount: { 2 }) != nil
        }
        let picture = RestartPicture(width: 24, height: 800, interval: 3, isGray: true)
        #expect(try hasBands(picture.bytes()))
        #expect(try !hasBands(picture.bytes { $0 == 90 ? [] : nil }))
        #expect(try !hasBands(picture.bytes { $0 == 90 ? [0xFF, 0xD6] : nil }))
        #expect(try !hasBands(Array(picture.bytes().dropLast(picture.bytes().count / 2))))
        #expect(try !hasBands(RestartPicture(width: 24, height: 300, interval: 3, isGray: true).bytes()))
        #expect(try !hasBands(RestartPicture(width: 24, height: 800, interval: 299, isGray: true).bytes()))
        let plain = JPEGEncoder.encode(FileTilesTests.picture(width: 24, height: 800), quality: 80)
        #expect(try !hasBands(plain))
    }

    @Test("A file that cannot be read any more fails")
    func failing() throws {
        let bytes = RestartPicture(width: 24, height: 1600, interval: 3, isGray: true).bytes()
        let losses = Counter()
        let memory = ByteSource(bytes)
        let source = ByteSource(count: bytes.count) { (offset, buffer) throws(SystemError) in
            guard losses.value == 0 else { throw SystemError(call: "pread", code: 5) }
            var start = buffer._mutatingExtracting(first: 512)
            return memory.read(at: offset, into: &start)
        }
        let bands = try #require(
            JPEGBandDecoder(try JPEGDecoder(source: source), source: source, idleCount: { 1 }))
        losses.add(1)
        _ = Self.outcome(bands)
        #expect(throws: ImageError.self) { try source.check() }
    }

    @Test("The tiles are the same while other workers are idle", .optimised(), arguments: [0, 3, 5])
    func tiles(level: Int) throws {
        let (width, height) = (level == 5 ? 20000 : 4000, level == 5 ? 3600 : 4200)
        let bytes = RestartPicture(width: width, height: height, interval: width / 16, isGray: false).bytes()
        let demo = try #require(DemoCollection(count: 1))
        let size = PixelSize(width: width, height: height)
        func tiles(idle: Int, _ points: RestartTable?) throws -> [TilePosition: [UInt8]] {
            var pass = TilePass(demo, item: "0", version: "1", size: size, format: .jpeg, level: level)
            pass.idleWorkers = { idle }
            var tiles: [TilePosition: [UInt8]] = [:]
            try FileTiles(pass, orientation: 1, points: points).make(
                from: ByteSource(bytes),
                to: TileOutput(isWanted: { _ in true }, emit: { tiles[$0] = $1.bytes }, progress: { _ in }))
            return tiles
        }
        let (one, points) = (try tiles(idle: 0, nil), RestartTable(disk: nil))
        #expect(!one.isEmpty)
        #expect(try tiles(idle: 2, nil) == one)
        #expect(try tiles(idle: 2, points) == one)
        #expect(try tiles(idle: 2, points) == one)
    }
}
