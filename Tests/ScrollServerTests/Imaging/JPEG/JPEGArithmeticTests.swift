// Arithmetic-coded pictures: libjpeg-turbo codes others' pictures anew, without a change to their coefficients.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

@Suite(.needs(.corpus), .needs(.jpegtran))
struct JPEGArithmeticTests {
    /// Some sound pictures of several kinds, small ones first.
    private static func pictures(_ count: Int) throws -> [JPEGCorpus.Entry] {
        let sound = try JPEGCorpus.entries().filter {
            $0.status == "ok" && $0.isOurs && $0.byteCount < 200_000 && !$0.hasNoDefinedPixels
        }
        return Array(sound.sorted { ($0.byteCount, $0.path) < ($1.byteCount, $1.path) }.prefix(count))
    }

    private static func pixels(_ bytes: [UInt8], _ denominator: Int) throws -> (pixels: PixelBuffer, isPartial: Bool) {
        var decoder = try JPEGDecoder(source: ByteSource(bytes), scaleDenominator: denominator)
        let pixels = try decoder.readAll()
        return (pixels, decoder.isPartial)
    }

    /// Sequential ones of one scan stream their rows where Huffman codes are used, so that scales that reduce chroma in another
    /// way are compared with progressive ones.
    @Test(
        "Pixels are those of the same picture with Huffman codes", .optimised(),
        arguments: [[], ["-progressive"], ["-restart", "1"], ["-progressive", "-restart", "3B"]])
    func sameAsHuffman(options: [String]) throws {
        let jpegtran = try #require(Requirement.path(of: "jpegtran"))
        var checked = 0
        for entry in try Self.pictures(60) {
            let coded = try JPEGCorpus.run(jpegtran, ["-arithmetic"] + options + [entry.url.path])
            let plain = try JPEGCorpus.run(jpegtran, ["-progressive", entry.url.path])
            guard !coded.isEmpty, !plain.isEmpty else { continue }
            for denominator in [1, 2, 4, 8] {
                let (one, isPartial) = try Self.pixels([UInt8](coded), denominator)
                let (other, isOtherPartial) = try Self.pixels([UInt8](plain), denominator)
                #expect(one == other && isPartial == isOtherPartial, "\(entry.path) \(options) at 1/\(denominator)")
                checked += 1
            }
        }
        #expect(checked > 160, "\(checked)")
    }

    /// Coded anew by Huffman codes, no scan is missing: libjpeg then guesses at nothing.
    @Test("Arithmetic-coded pictures of others have the samples that libjpeg gives them", .needs(.djpeg))
    func others() throws {
        let (jpegtran, djpeg) = (
            try #require(Requirement.path(of: "jpegtran")), try #require(Requirement.path(of: "djpeg"))
        )
        let folder = try TemporaryFolder()
        var checked = 0
        for entry in try JPEGCorpus.entries() where entry.status == "ok" && entry.isOurs && entry.jpeg?.sof ?? 0 > 8 {
            if entry.hasNoDefinedPixels { continue }
            let path = try folder.write("plain.jpg", try JPEGCorpus.run(jpegtran, [entry.url.path]))
            let expected = try JPEGCorpus.run(djpeg, ["-pnm", path])
            let found = try Self.pixels(entry.bytes, 1).pixels.bytes
            #expect(!found.isEmpty && expected.suffix(found.count).elementsEqual(found), "\(entry.path)")
            checked += 1
        }
        #expect(checked >= 5)
    }

    @Test("Pictures that are cut or changed end in rows or in an error, and soon")
    func damaged() throws {
        let jpegtran = try #require(Requirement.path(of: "jpegtran"))
        var noise = RepeatableNoise(seed: 9)
        var (whole, partial, refused) = (0, 0, 0)
        for entry in try Self.pictures(12) {
            for options in [[], ["-progressive"], ["-restart", "2"]] {
                let coded = [UInt8](try JPEGCorpus.run(jpegtran, ["-arithmetic"] + options + [entry.url.path]))
                guard !coded.isEmpty else { continue }
                for round in 0..<20 {
                    var bytes = coded
                    if round % 2 == 0 { bytes.removeLast(Int(noise.next() % UInt64(bytes.count))) }
                    for _ in 0..<round % 5 where !bytes.isEmpty {
                        bytes[Int(noise.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: noise.next())
                    }
                    do {
                        if try Self.pixels(bytes, round % 3 == 0 ? 8 : 1).isPartial { partial += 1 } else { whole += 1 }
                    } catch {
                        refused += 1
                    }
                }
            }
        }
        #expect(whole > 0 && partial > 0 && refused > 0, "\(whole), \(partial), \(refused)")
    }

    /// A header that claims much and holds nothing costs what is there.
    @Test func hugeWithoutData() throws {
        let bytes = JPEGHeaders.file(marker: 0xC9, width: 8000, height: 8000, sampling: [0x11])
        let error = #expect(throws: ImageError.self) { try Self.pixels(bytes, 8) }
        #expect(error?.explanation.isEmpty == false)
        let some = bytes.dropLast(bytes.suffix(2) == [0xFF, 0xD9] ? 2 : 0) + [1, 2, 3, 4, 5, 6, 7, 8]
        let (_, isPartial) = try Self.pixels(Array(some), 8)
        #expect(isPartial)
    }

    /// Ninety bytes that claim 65,500 × 65,500, with a restart marker due before each block: the work ends with the data.
    @Test("What a header claims makes no work", arguments: [[UInt8](), [0xFF, 0xDD, 0, 4, 0, 1]])
    func claims(interval: [UInt8]) throws {
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        file += [0xFF, 0xC9, 0, 11, 8, 0xFF, 0xDC, 0xFF, 0xDC, 1, 1, 0x11, 0] + interval
        file += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9]
        let decoder = try JPEGDecoder(source: ByteSource(file), scaleDenominator: 8)
        var (rows, strips): ([UInt8], Int) = ([], 0)
        while decoder.fillPixel == nil, strips < 1000 {
            rows.removeAll(keepingCapacity: true)
            #expect(try decoder.readRows(into: &rows) > 0)
            strips += 1
        }
        #expect(decoder.isPartial && strips < 100)
    }
}
