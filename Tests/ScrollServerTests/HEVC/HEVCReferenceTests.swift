// Streams of the standard's reference encoder: each picture has the checksum that its encoder wrote down.

import Foundation
import Testing

@testable import HEVC

@Suite struct HEVCReferenceTests {
    @Test(arguments: HEVCReferenceStream.all) func `a picture has its encoder's checksum`(
        _ reference: HEVCReferenceStream
    ) throws {
        let bytes = [UInt8](try #require(Data(base64Encoded: reference.text)))
        let picture = try HEVCStream(bytes).decode()
        let checksums = try #require(Self.checksums(bytes))
        #expect(checksums.count == picture.planes.count)
        for (component, plane) in picture.planes.enumerated() {
            let depth = component == 0 ? picture.lumaDepth : picture.chromaDepth
            #expect(Self.checksum(plane, depth: depth) == checksums[component], "component \(component)")
        }
    }

    @Test(arguments: HEVCReferenceStream.all) func `a damaged stream ends in a picture or an error`(
        _ reference: HEVCReferenceStream
    ) throws {
        let stream = HEVCStream([UInt8](try #require(Data(base64Encoded: reference.text))))
        var noise = RepeatableNoise(seed: TestSeed.seed())
        for _ in 0..<15 {
            var (configuration, sample) = (stream.configuration, stream.sample)
            for _ in 0..<Int.random(in: 1...3, using: &noise) {
                let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &noise)
                if Int.random(in: 0..<5, using: &noise) == 0 {
                    configuration[Int.random(in: 22..<configuration.count, using: &noise)] ^= bit
                } else {
                    sample[Int.random(in: 0..<sample.count, using: &noise)] ^= bit
                }
            }
            do throws(HEVCError) {
                let picture = try HEVCDecoder(configuration: configuration).decode(sample, maximumSamples: 16_384)
                #expect(picture.width * picture.height <= 16_384)
            } catch {
                #expect(error != .cancelled)
            }
        }
    }

    /// The checksums in the message of a decoded picture's hash (D.2.19), by component.
    private static func checksums(_ bytes: [UInt8]) -> [UInt32]? {
        for bytes in HEVCStream.units(bytes) {
            guard let unit = NALUnit(bytes, in: 0..<bytes.count), unit.type == 40, unit.bytes.count > 5,
                unit.bytes[2] == 132, unit.bytes[4] == 2
            else { continue }
            return stride(from: 5, to: 4 + Int(unit.bytes[3]), by: 4).map { start in
                unit.bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
            }
        }
        return nil
    }

    /// The checksum of a plane that is not cut (D.3.19).
    private static func checksum(_ plane: Plane, depth: Int) -> UInt32 {
        var sum: UInt32 = 0
        for y in 0..<plane.height {
            for x in 0..<plane.width {
                let mask = UInt32((x & 255) ^ (y & 255) ^ (x >> 8) ^ (y >> 8))
                let sample = UInt32(plane.samples[y * plane.width + x])
                sum &+= (sample & 255) ^ mask
                if depth > 8 { sum &+= (sample >> 8) ^ mask }
            }
        }
        return sum
    }
}
