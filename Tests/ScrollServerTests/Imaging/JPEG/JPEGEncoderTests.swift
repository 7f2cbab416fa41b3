// What the JPEG encoder writes, read back by our decoder and, where it is installed, by libjpeg-turbo's djpeg.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

struct JPEGEncoderTests {
    /// A smooth picture with an edge, in any format.
    private func picture(_ width: Int, _ height: Int, _ format: PixelFormat) -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let edge = x * 2 > width && y * 2 > height ? 60 : 0
                let colour = [UInt8((x * 5 + edge) % 256), UInt8((y * 4 + edge) % 256), UInt8(200 - edge)]
                bytes += format == .gray || format == .grayAlpha ? [colour[0]] : colour
                if format.hasAlpha { bytes.append(255) }
            }
        }
        return PixelBuffer(width: width, height: height, format: format, bytes: bytes)
    }

    private func meanError(_ a: [UInt8], _ b: [UInt8]) -> Double {
        let sum = zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(a.count, 1))
    }

    @Test(arguments: [(1, 1), (8, 8), (16, 16), (17, 9), (31, 33)])
    func ownDecoderReadsItBack(width: Int, height: Int) throws {
        for format in [PixelFormat.gray, .rgb] {
            for subsampling in [JPEGEncoder.Subsampling.none, .half] {
                let original = picture(width, height, format)
                let file = JPEGEncoder.encode(original, quality: 95, subsampling: subsampling)
                var decoder = try JPEGDecoder(source: ByteSource(file))
                let result = try decoder.readAll()
                #expect(!decoder.isPartial)
                #expect(result.width == width && result.height == height && result.format == format)
                let error = meanError(result.bytes, original.bytes)
                #expect(error < (subsampling == .half && format == .rgb ? 6 : 3.5), "\(format) \(subsampling)")
            }
        }
    }

    @Test func qualityTradesSizeForError() throws {
        let original = picture(48, 40, .rgb)
        var sizes: [Int] = []
        var errors: [Double] = []
        for quality in [1, 30, 75, 100] {
            let file = JPEGEncoder.encode(original, quality: quality, subsampling: .none)
            var decoder = try JPEGDecoder(source: ByteSource(file))
            sizes.append(file.count)
            errors.append(meanError(try decoder.readAll().bytes, original.bytes))
        }
        #expect(sizes == sizes.sorted())
        #expect(errors == errors.sorted(by: >))
        #expect(errors[3] < 0.8)
    }

    @Test func alphaIsLaidOverWhite() throws {
        let clear = PixelBuffer(width: 8, height: 8, format: .rgba, bytes: .init(repeating: 0, count: 256))
        var decoder = try JPEGDecoder(source: ByteSource(JPEGEncoder.encode(clear, quality: 90)))
        #expect(try decoder.readAll().bytes == [UInt8](repeating: 255, count: 192))
        let opaque = picture(16, 16, .rgba)
        let plain = picture(16, 16, .rgb)
        #expect(JPEGEncoder.encode(opaque, quality: 80) == JPEGEncoder.encode(plain, quality: 80))
    }

    /// libjpeg-turbo sees in the file what our decoder sees.
    @Test(.needs(.djpeg))
    func libjpegReadsTheSame() throws {
        let djpeg = try #require(Requirement.path(of: "djpeg"))
        for (format, subsampling) in [(PixelFormat.gray, JPEGEncoder.Subsampling.none), (.rgb, .none), (.rgb, .half)] {
            let file = JPEGEncoder.encode(picture(37, 29, format), quality: 85, subsampling: subsampling)
            let path = NSTemporaryDirectory() + "scrollserver-jpeg-\(UUID().uuidString).jpg"
            try Data(file).write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            let output = try JPEGCorpus.run(djpeg, ["-pnm", path])
            var decoder = try JPEGDecoder(source: ByteSource(file))
            let expected = try decoder.readAll().bytes
            #expect(Array(output.suffix(expected.count)) == expected)
        }
    }
}
