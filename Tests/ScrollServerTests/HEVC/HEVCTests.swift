// Intra pictures of HEVC: exactly what ffmpeg decodes, and an error of our own for everything else.

import Testing

@testable import HEVC

@Suite(.needs(.ffmpeg)) struct HEVCTests {
    private static let key = "keyint=1:"

    static let settings = [
        HEVCSetting(name: "plain", parameters: key + "qp=30"),
        HEVCSetting(name: "blocks of 16", parameters: key + "qp=25:ctu=16:limit-tu=0"),
        HEVCSetting(name: "fine", source: "noise", parameters: key + "qp=6:ctu=32:tu-intra-depth=4:rd=6"),
        HEVCSetting(name: "coarse", source: "testsrc2", parameters: key + "qp=45:signhide=0"),
        HEVCSetting(name: "filters off", parameters: key + "qp=35:no-deblock=1:no-sao=1"),
        HEVCSetting(name: "deblocking shifted", parameters: key + "qp=38:deblock=4,-3:no-strong-intra-smoothing=1"),
        HEVCSetting(name: "lossless", size: "64x48", parameters: key + "lossless=1:ctu=32"),
        HEVCSetting(
            name: "lossless units", size: "64x48", source: "noise", parameters: key + "qp=10:cu-lossless=1:rd=6"),
        HEVCSetting(name: "without transform", source: "testsrc2", parameters: key + "qp=20:tskip=1:rd=6:ctu=32"),
        HEVCSetting(name: "wavefronts", size: "128x96", parameters: key + "qp=28:ctu=16:wpp=1"),
        HEVCSetting(name: "slices", size: "128x96", parameters: key + "qp=28:ctu=16:slices=3"),
        HEVCSetting(
            name: "changing quantiser", source: "noise",
            parameters: key + "crf=25:aq-mode=2:aq-strength=3:qg-size=8:ctu=32"),
        HEVCSetting(name: "scaling lists", parameters: key + "qp=22:scaling-list=default"),
        HEVCSetting(name: "chroma quantisers", parameters: key + "qp=33:cbqpoffs=-6:crqpoffs=7"),
        HEVCSetting(name: "grey", format: "gray", parameters: key + "qp=25"),
        HEVCSetting(name: "10 bits", format: "yuv420p10le", parameters: key + "qp=20"),
        HEVCSetting(name: "12 bits", format: "yuv420p12le", source: "noise", parameters: key + "qp=12"),
        HEVCSetting(name: "4:2:2", format: "yuv422p", parameters: key + "qp=22"),
        HEVCSetting(
            name: "4:2:2 of 10 bits", format: "yuv422p10le", source: "noise",
            parameters: key + "qp=18:scaling-list=default:tu-intra-depth=3"),
        HEVCSetting(name: "4:4:4", format: "yuv444p", parameters: key + "qp=24:tu-intra-depth=4:rd=6"),
        HEVCSetting(
            name: "4:4:4 of 12 bits", format: "yuv444p12le", parameters: key + "qp=18:cbqpoffs=5:scaling-list=default"),
        HEVCSetting(name: "odd size", size: "90x70", parameters: key + "qp=25"),
        HEVCSetting(
            name: "with descriptions", parameters: key + "bitrate=900:vbv-bufsize=900:vbv-maxrate=900:hrd=1:aud=1"),
    ]

    @Test(arguments: settings) func decodesWhatFFmpegDecodes(_ setting: HEVCSetting) throws {
        let stream = try HEVCStream(setting)
        let picture = try stream.decode()
        #expect("\(picture.width)x\(picture.height)" == setting.size)
        #expect(picture.bytes == stream.reference)
    }

    @Test func saysItsColours() throws {
        let stream = try HEVCStream(
            HEVCSetting(
                name: "colours",
                parameters: Self.key + "qp=30:range=full:colorprim=bt709:transfer=bt709:colormatrix=bt709"))
        let colour = try stream.decode().colour
        #expect(colour.primaries == 1 && colour.transfer == 1 && colour.matrix == 1 && colour.isFullRange)
    }

    @Test func refusesWhatIsTooLarge() throws {
        let stream = try HEVCStream(HEVCSetting(name: "large", parameters: Self.key + "qp=40"))
        #expect(throws: HEVCError.tooLarge(width: 96, height: 80)) { try stream.decode(maximumSamples: 96 * 80 - 1) }
        #expect(throws: Never.self) { try stream.decode(maximumSamples: 96 * 80) }
    }

    @Test func stopsWhenAsked() throws {
        let stream = try HEVCStream(HEVCSetting(name: "cancelled", parameters: Self.key + "qp=40:ctu=16"))
        let decoder = try HEVCDecoder(configuration: stream.configuration)
        var rows = 0
        #expect(throws: HEVCError.cancelled) {
            try decoder.decode(stream.sample, maximumSamples: 1 << 20) {
                rows += 1
                return rows > 2
            }
        }
        #expect(rows == 3)
    }

    @Test func refusesPredictedSlicesByName() throws {
        var stream = try HEVCStream(
            HEVCSetting(name: "predicted", frames: 2, parameters: "qp=30:keyint=2:bframes=0:no-open-gop=1"))
        // The second picture refers to the first, which is taken away.
        let slices = Self.units(stream.sample).filter { HEVCStream.type($0) < 32 }
        try #require(slices.count == 2)
        stream.sample = HEVCStream.sample([slices[1]])
        #expect(throws: HEVCError.unsupported("a P slice in the first picture")) { try stream.decode() }
    }

    @Test func decodesTheFirstPictureOfMany() throws {
        let stream = try HEVCStream(HEVCSetting(name: "two", frames: 2, parameters: "qp=30:keyint=2:bframes=0"))
        #expect(try stream.decode().bytes == stream.reference)
    }

    @Test func refusesCutSamples() throws {
        let stream = try HEVCStream(HEVCSetting(name: "cut", size: "48x32", parameters: Self.key + "qp=20:ctu=16"))
        for length in stride(from: 0, to: stream.sample.count, by: 7) {
            var cut = stream
            cut.sample = Array(stream.sample[..<length])
            #expect(throws: HEVCError.self) { try cut.decode() }
        }
        for length in 0..<stream.configuration.count {
            #expect(throws: HEVCError.self) {
                try HEVCDecoder(configuration: Array(stream.configuration[..<length]))
                    .decode(stream.sample, maximumSamples: 1 << 20)
            }
        }
    }

    @Test(arguments: [
        HEVCSetting(
            name: "damaged 4:4:4", size: "32x32", format: "yuv444p10le",
            parameters: key + "qp=22:slices=2:tskip=1:rd=6:ctu=16"),
        HEVCSetting(
            name: "damaged lists", size: "32x32", source: "noise",
            parameters: key + "qp=20:wpp=1:ctu=16:cu-lossless=1:scaling-list=default:rd=6:aq-mode=2:qg-size=8"),
    ]) func survivesDamage(_ setting: HEVCSetting) throws {
        let stream = try HEVCStream(setting)
        var noise = RepeatableNoise(seed: TestSeed.seed())
        for _ in 0..<400 {
            var configuration = stream.configuration
            var sample = stream.sample
            for _ in 0..<Int.random(in: 1...4, using: &noise) {
                if Int.random(in: 0..<4, using: &noise) == 0 {
                    configuration[Int.random(in: 0..<configuration.count, using: &noise)] = .random(
                        in: 0...255, using: &noise)
                } else {
                    sample[Int.random(in: 0..<sample.count, using: &noise)] ^=
                        1 << UInt8.random(in: 0..<8, using: &noise)
                }
            }
            // Whatever comes, it is a picture or an error of ours, and never more than was allowed.
            do throws(HEVCError) {
                let picture = try HEVCDecoder(configuration: configuration).decode(sample, maximumSamples: 16_384)
                #expect(picture.width * picture.height <= 16_384)
            } catch {
                #expect(error != .cancelled)
            }
        }
    }

    /// The units of a sample with lengths of four bytes.
    private static func units(_ sample: [UInt8]) -> [[UInt8]] {
        var units: [[UInt8]] = []
        var offset = 0
        while offset + 4 <= sample.count {
            let length = sample[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            units.append(Array(sample[offset + 4..<offset + 4 + length]))
            offset += 4 + length
        }
        return units
    }
}
