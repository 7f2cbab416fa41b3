// The JPEG decoder on small pictures, against what libjpeg-turbo makes of them.

import Testing

@testable import Imaging
@testable import Pixels

struct JPEGDecoderTests {
    @Test(arguments: JPEGFixture.all)
    func samplesAreThoseOfLibjpeg(_ fixture: JPEGFixture) throws {
        for (denominator, hash) in zip([1, 2, 4, 8], fixture.hashes) {
            var decoder = try JPEGDecoder(source: ByteSource(fixture.bytes), scaleDenominator: denominator)
            let picture = try decoder.readAll()
            #expect(!decoder.isPartial)
            #expect(picture.width == (21 + denominator - 1) / denominator)
            #expect(picture.height == (19 + denominator - 1) / denominator)
            if let hash { #expect(fnv(picture.bytes) == hash, "at 1/\(denominator)") }
        }
    }

    @Test func headerIsReadWithoutDecoding() throws {
        let fixture = try #require(JPEGFixture.all.first { $0.name == "progressive restart" })
        let header = try JPEGHeader(source: ByteSource(fixture.bytes))
        #expect(header.width == 21)
        #expect(header.height == 19)
        #expect(header.isProgressive)
        #expect(header.restartInterval == 2)
        #expect(header.colour == .yCbCr)
        #expect(header.components.map(\.horizontal) == [1, 1, 1])
    }

    /// A file that is cut anywhere gives a picture of full size, or says why there is none; never more than what
    /// there was in the whole file, and all of it until the cut.
    @Test(arguments: ["sampling 2x2", "progressive 2x2", "restart", "one scan each"])
    func truncationAtEveryByteIsSurvived(_ name: String) throws {
        let bytes = try #require(JPEGFixture.all.first { $0.name == name }).bytes
        var partialCount = 0
        for count in 0..<bytes.count - 2 {
            do {
                var decoder = try JPEGDecoder(source: ByteSource(Array(bytes.prefix(count))))
                let picture = try decoder.readAll()
                #expect(picture.height == 19)
                #expect(decoder.isPartial || count > bytes.count - 8, "cut after \(count) bytes")
                partialCount += 1
            } catch {
                #expect(count < 2 || !error.explanation.contains("not a JPEG"), "cut after \(count) bytes")
            }
        }
        #expect(partialCount > 20)
    }

    /// The rows before the first missing data are those of the whole file.
    @Test func truncationLeavesTheRowsBeforeIt() throws {
        let bytes = try #require(JPEGFixture.all.first { $0.name == "sampling 1x1" }).bytes
        var whole = try JPEGDecoder(source: ByteSource(bytes))
        let expected = try whole.readAll().bytes
        var cut = try JPEGDecoder(source: ByteSource(Array(bytes.dropLast(60))))
        let actual = try cut.readAll().bytes
        #expect(cut.isPartial)
        #expect(actual.prefix(8 * 21 * 3) == expected.prefix(8 * 21 * 3))
        #expect(actual != expected)
        #expect(actual.suffix(3) == [128, 128, 128])
    }

    /// An interval that is lost leaves those after it where they belong.
    @Test func decodingResumesAtRestartMarkers() throws {
        var bytes = try #require(JPEGFixture.all.first { $0.name == "restart" }).bytes
        var whole = try JPEGDecoder(source: ByteSource(bytes))
        let expected = try whole.readAll()
        // Takes out what lies between the first two restart markers, the first of them included.
        let first = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD0 })
        let second = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD1 })
        bytes.removeSubrange(first..<second)
        var damaged = try JPEGDecoder(source: ByteSource(bytes))
        let actual = try damaged.readAll()
        #expect(damaged.isPartial)
        #expect(actual.bytes.suffix(3 * 21 * 3) == expected.bytes.suffix(3 * 21 * 3))
        #expect(actual.bytes != expected.bytes)
    }

    /// The height may follow the first scan (T.81 §B.2.5).
    @Test func heightComesFromTheLinesSegment() throws {
        var bytes = try #require(JPEGFixture.all.first { $0.name == "gray" }).bytes
        let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        var whole = try JPEGDecoder(source: ByteSource(bytes))
        let expected = try whole.readAll()
        bytes[frame + 5] = 0
        bytes[frame + 6] = 0
        #expect(throws: ImageError.self) { try JPEGDecoder(source: ByteSource(bytes)) }
        bytes.insert(contentsOf: [0xFF, 0xDC, 0, 4, 0, 19], at: bytes.count - 2)
        var decoder = try JPEGDecoder(source: ByteSource(bytes))
        #expect(try decoder.readAll() == expected)
    }

    @Test(arguments: [
        (0xC3, 17, 3, "17-bit"), (0xCB, 8, 3, "arithmetic"), (0xC5, 8, 3, "hierarchical"), (0xC1, 16, 3, "16-bit"),
        (0xC0, 8, 2, "2 components"),
    ])
    func otherProcessesAreRefusedByName(marker: Int, precision: Int, count: Int, word: String) throws {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, UInt8(marker), 0, UInt8(8 + 3 * count), UInt8(precision)]
        bytes += [0, 16, 0, 16, UInt8(count)]
        for component in 0..<count { bytes += [UInt8(component + 1), 0x11, 0] }
        let error = #expect(throws: ImageError.self) { try JPEGHeader(source: ByteSource(bytes)) }
        #expect(error?.explanation.contains("\(word)") == true)
        #expect(error?.explanation.hasSuffix("cannot be shown") == true)
    }

    /// A header may claim the largest size there is: what is allocated is a few rows, and the first read says that
    /// there is nothing.
    @Test func hugeHeaderWithoutDataIsRefused() throws {
        let bytes = JPEGHeaders.file(marker: 0xC0, width: 65500, height: 65500, sampling: [0x22, 0x11, 0x11])
        let decoder = try JPEGDecoder(source: ByteSource(bytes))
        var rows: [UInt8] = []
        #expect(throws: ImageError.self) { try decoder.readRows(into: &rows) }
        #expect(rows.isEmpty)
    }

    /// So with a progressive one, at any scale.
    @Test func hugeProgressiveHeaderWithoutDataIsRefused() throws {
        let bytes = JPEGHeaders.file(marker: 0xC2, width: 65500, height: 65500, sampling: [0x22, 0x11, 0x11])
        for denominator in [1, 8] {
            let decoder = try JPEGDecoder(source: ByteSource(bytes), scaleDenominator: denominator)
            #expect(decoder.width == 65500 / denominator + (denominator == 8 ? 1 : 0))
            var rows: [UInt8] = []
            #expect(throws: ImageError.self) { try decoder.readRows(into: &rows) }
            #expect(rows.isEmpty)
        }
    }

    /// A few bytes that ask for very many scans of a tall picture end soon: the number of scans is limited.
    @Test func manyScansInFewBytesEnd() throws {
        var bytes = JPEGHeaders.file(marker: 0xC2, width: 33, height: 517, sampling: [0x11])
        // Means that do not change: two zero bits for each of 325 blocks.
        bytes += [UInt8](repeating: 0, count: 100)
        for _ in 0..<3000 {
            // One end-of-band run after the other (16383 blocks each) in the band 1...63.
            bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 63, 0, 0x00, 0x00]
        }
        var decoder = try JPEGDecoder(source: ByteSource(bytes + [0xFF, 0xD9]))
        let picture = try decoder.readAll()
        #expect(decoder.isPartial)
        #expect(picture.height == 517)
    }

    /// Reading the bytes in other portions gives the same picture.
    @Test func portionsOfTheSourceDoNotMatter() throws {
        for fixture in JPEGFixture.all {
            let bytes = fixture.bytes
            let trickle = ByteSource(count: bytes.count) { offset, buffer in
                guard offset < bytes.count, !buffer.isEmpty else { return 0 }
                buffer[0] = bytes[offset]
                return 1
            }
            var whole = try JPEGDecoder(source: ByteSource(bytes))
            var portions = try JPEGDecoder(source: trickle)
            #expect(try portions.readAll() == whole.readAll(), "\(fixture.name)")
        }
    }
}

/// FNV-1a, 64 bits.
func fnv(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// Files that consist of headers.
enum JPEGHeaders {
    /// A file up to and including its first scan header, with flat quantisation and the standard's Huffman tables.
    static func file(marker: UInt8, width: Int, height: Int, sampling: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 8, count: 64)
        bytes += [0xFF, marker, 0, UInt8(8 + 3 * sampling.count), 8, UInt8(height >> 8), UInt8(height & 255)]
        bytes += [UInt8(width >> 8), UInt8(width & 255), UInt8(sampling.count)]
        for (index, factors) in sampling.enumerated() { bytes += [UInt8(index + 1), factors, 0] }
        bytes += [0xFF, 0xDA, 0, UInt8(6 + 2 * sampling.count), UInt8(sampling.count)]
        for index in sampling.indices { bytes += [UInt8(index + 1), 0] }
        return bytes + (marker == 0xC2 ? [0, 0, 0] : [0, 63, 0])
    }
}
