// Lossless pictures, and those of more or fewer than 8 bits a sample.

import Testing

@testable import Imaging
@testable import Pixels

@Suite(.needs(.corpus)) struct JPEGPrecisionTests {
    private static func bytes(_ path: String) throws -> [UInt8] {
        try #require(try JPEGCorpus.entries().first { $0.path == path }).bytes
    }

    private static func pixels(_ bytes: [UInt8], _ denominator: Int = 1) throws -> PixelBuffer {
        var decoder = try JPEGDecoder(source: ByteSource(bytes), scaleDenominator: denominator)
        let picture = try decoder.readAll()
        #expect(!decoder.isPartial)
        return picture
    }

    /// The digests are of what libjpeg-turbo 3.1 (by imagecodecs 2026.3.6) decodes, brought to 8 bits with rounding.
    @Test(
        "Lossless samples are exact",
        arguments: [
            ("jpeg-decoder/jpeg_lossless_sel1.jpg", "89b18dacfc0c8217"),
            ("jpeg-decoder/jpeg_lossless_sel2.jpg", "89b18dacfc0c8217"),
            ("jpeg-decoder/jpeg_lossless_sel3.jpg", "89b18dacfc0c8217"),
            ("jpeg-decoder/jpeg_lossless_sel5.jpg", "89b18dacfc0c8217"),
            ("jpeg-decoder/jpeg_lossless_sel6.jpg", "89b18dacfc0c8217"),
            ("ljt-seed/random10_100x91_lossless_psv6_pt1.jpg", "865d8a653d558f2d"),
            ("ljt-seed/random12_96x95_lossless_psv3_pt10.jpg", "bb408a882677e817"),
            ("ljt-seed/random14_100x91_lossless_psv6_pt1.jpg", "aad5bbaffc1fbbdd"),
            ("ljt-seed/random16_92x99_lossless_psv5_pt0.jpg", "8c28202a5370ff30"),
            ("ljt-seed/random3_94x97_lossless_psv4_pt2.jpg", "72ddb6c798ce84aa"),
            ("ljt-seed/random4_100x91_lossless_psv6_pt1.jpg", "2d72b36bfe2e8f25"),
            ("ljt-seed/random6_96x95_lossless_psv3_pt1.jpg", "522c0d682dfdfbce"),
            ("ljt-seed/random7_98x93_lossless_psv7_pt4.jpg", "98c8d857d1d5a7b3"),
            ("twelvemonkeys/8_ls.jpg", "3d14cb26df194a55"),
            ("twelvemonkeys/f-18.jpg", "9f06b43c8506e05f"),
            ("twelvemonkeys/gradient_ls_pt.jpg", "ecb7bc646d374f0a"),
            ("twelvemonkeys/testimg_rgb.jpg", "0787daf7170bfc4a"),
        ])
    func lossless(path: String, digest: String) throws {
        let picture = try Self.pixels(Self.bytes(path))
        #expect(SHA256Digest.hex(picture.bytes).hasPrefix(digest))
        // A smaller scale is asked for, and is left to whoever scales.
        #expect(try Self.pixels(Self.bytes(path), 8) == picture)
    }

    /// Pixels (37 k mod height, 53 k mod width) of what libjpeg-turbo 3.1 decodes with 12 bits, in sixteenths.
    @Test(
        "Of twelve bits, eight are shown",
        arguments: [
            (
                "mozjpeg/testorig12.jpg", [146.92, 90.87, 81.85],
                """
                302f2c3f3c2fef4f5a79423639503555516fe9312b80392c3f46384f4c3dcd362c90392e3a42373a3933d83d3783392e3f40369ea099\
                af866ead3b315b5a40f6e9f5777195a42f21
                """
            ),
            (
                "ljt-seed/random12_100x91_islow_4x1_2x2_1x2_Q100_99_98_rst2.jpg", [127.84, 129.7, 126.33],
                """
                742a6748cc9a5188c6bbc6cd42992497559d96777ec279e153af6e6e78304b8870647fba62704e4b676386a1b89d99a15e6e46a46695\
                41917ea76d8f77ad60888651845c7e59568e
                """
            ),
        ])
    func twelveBits(path: String, mean: [Double], samples: String) throws {
        let picture = try Self.pixels(Self.bytes(path))
        let expected = stride(from: 0, to: samples.count, by: 2).compactMap { place in
            UInt8(samples.dropFirst(place).prefix(2), radix: 16)
        }
        try #require(expected.count == 72)
        for index in 0..<24 {
            let place = ((index * 37) % picture.height * picture.width + (index * 53) % picture.width) * 3
            for channel in 0..<3 {
                let difference = Int(picture.bytes[place + channel]) - Int(expected[3 * index + channel])
                #expect(abs(difference) <= 3, "\(index), \(channel)")
            }
        }
        for channel in 0..<3 {
            let sum = stride(from: channel, to: picture.bytes.count, by: 3).reduce(0) { $0 + Int(picture.bytes[$1]) }
            #expect(abs(Double(sum) / Double(picture.width * picture.height) - mean[channel]) < 0.5)
        }
        // Coarse pictures have the same mean.
        for denominator in [2, 4, 8] {
            let coarse = try Self.pixels(Self.bytes(path), denominator)
            let sum = stride(from: 0, to: coarse.bytes.count, by: 3).reduce(0) { $0 + Int(coarse.bytes[$1]) }
            #expect(abs(Double(sum) / Double(coarse.width * coarse.height) - mean[0]) < 3, "1/\(denominator)")
        }
    }

    @Test("Lossless pictures that are cut or changed end in rows or a reason", .optimised())
    func damaged() throws {
        for path in ["twelvemonkeys/f-18.jpg", "ljt-seed/random16_92x99_lossless_psv5_pt0.jpg"] {
            let bytes = try Self.bytes(path)
            var noise = RepeatableNoise(seed: 31)
            var partial = 0
            for turn in 0..<300 {
                var changed = bytes
                if turn % 2 == 0 {
                    changed.removeLast(Int(noise.next() % UInt64(bytes.count)))
                } else {
                    for _ in 0..<3 {
                        changed[Int(noise.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: noise.next())
                    }
                }
                do {
                    var decoder = try JPEGDecoder(source: ByteSource(changed))
                    guard decoder.width * decoder.height < 1 << 22 else { continue }
                    let picture = try decoder.readAll()
                    #expect(picture.height == decoder.height)
                    if decoder.isPartial { partial += 1 }
                } catch {
                    #expect(!error.explanation.isEmpty)
                }
            }
            #expect(partial > 100)
        }
    }
}
