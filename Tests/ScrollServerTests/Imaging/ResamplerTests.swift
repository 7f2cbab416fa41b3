// Scaling: what must hold of any scaler, and Pillow's opinion.
import Testing

@testable import Imaging
@testable import Pixels

@Suite struct ResamplerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let source: (Int, Int)
        let target: (Int, Int)
        var testDescription: String { "\(source.0)×\(source.1) to \(target.0)×\(target.1)" }

        /// Boxes with and without a rest, none at all, one axis only, enlarging, single pixels.
        static let all = [
            Case(source: (97, 61), target: (9, 6)), Case(source: (64, 64), target: (8, 8)),
            Case(source: (50, 40), target: (33, 27)), Case(source: (100, 7), target: (5, 7)),
            Case(source: (7, 100), target: (7, 4)), Case(source: (5, 4), target: (13, 19)),
            Case(source: (1, 1), target: (3, 2)), Case(source: (30, 20), target: (1, 1)),
        ]
    }

    private static let formats: [PixelFormat] = [.gray, .grayAlpha, .rgb, .rgba]

    /// Smooth in parts and noisy in others, so that both means and overshoot are tried.
    private func picture(_ width: Int, _ height: Int, _ format: PixelFormat) -> PixelBuffer {
        var generator = RepeatableNoise(seed: 21)
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<format.channelCount {
                    let noise = Int(generator.next() % (x > width / 2 ? 120 : 6))
                    bytes.append(UInt8(truncatingIfNeeded: min(noise + x * 2 + y + channel * 40, 255)))
                }
            }
        }
        return PixelBuffer(width: width, height: height, format: format, bytes: bytes)
    }

    @Test(arguments: Case.all, formats)
    func `a constant picture stays constant`(size: Case, format: PixelFormat) {
        for sample: UInt8 in [0, 1, 127, 254, 255] {
            let source = PixelBuffer(width: size.source.0, height: size.source.1, format: format, repeating: 255)
            var bytes = source.bytes
            for index in bytes.indices where !format.hasAlpha || index % format.channelCount < format.channelCount - 1 {
                bytes[index] = sample
            }
            let colored = PixelBuffer(width: source.width, height: source.height, format: format, bytes: bytes)
            let scaled = colored.resized(width: size.target.0, height: size.target.1)
            let firstPixel = Array(bytes.prefix(format.channelCount))
            #expect(scaled.bytes == (0..<(size.target.0 * size.target.1)).flatMap { _ in firstPixel })
        }
    }

    @Test(arguments: Case.all, formats)
    func `any split of the rows gives the same bytes`(size: Case, format: PixelFormat) {
        let source = picture(size.source.0, size.source.1, format)
        let whole = source.resized(width: size.target.0, height: size.target.1).bytes
        #expect(whole.count == size.target.0 * size.target.1 * format.channelCount)
        for rowCount in [1, 2, 3, 10] {
            var scaler = RowScaler(
                sourceWidth: source.width, sourceHeight: source.height, format: format, targetWidth: size.target.0,
                targetHeight: size.target.1)
            var halving = HalvingReducer(sourceWidth: source.width, sourceHeight: source.height, format: format)
            var (scaled, halved): ([UInt8], [UInt8]) = ([], [])
            var (scaledRows, halvedRows) = (0, 0)
            for start in stride(from: 0, to: source.bytes.count, by: rowCount * source.rowByteCount) {
                let rows = Array(source.bytes[start...].prefix(rowCount * source.rowByteCount))
                scaledRows += scaler.push(rows: rows, into: &scaled)
                halvedRows += halving.push(rows: rows, into: &halved)
            }
            #expect(scaled == whole)
            #expect(scaledRows == size.target.1)
            #expect(halvedRows == (source.height + 1) / 2)
            var wholeHalving = HalvingReducer(sourceWidth: source.width, sourceHeight: source.height, format: format)
            var wholeHalved: [UInt8] = []
            _ = wholeHalving.push(rows: source.bytes, into: &wholeHalved)
            #expect(halved == wholeHalved)
        }
    }

    @Test func `a ramp stays a ramp`() {
        let width = 240
        let row = (0..<width).map { UInt8($0) }
        let source = PixelBuffer(width: width, height: 12, format: .gray, bytes: (0..<12).flatMap { _ in row })
        for target in [20, 50, 100] {
            let scaled = source.resized(width: target, height: 3)
            let step = Double(width) / Double(target)
            // Away from the edges, where the kernel is whole, a pixel is the ramp's value at its centre.
            for column in 4..<(target - 4) {
                let expected = (Double(column) + 0.5) * step - 0.5
                #expect(abs(Double(scaled.bytes[column]) - expected) <= 1.01)
            }
        }
    }

    @Test func `a scale of one is the picture itself`() {
        let source = picture(9, 8, .rgb)
        var scaler = RowScaler(sourceWidth: 9, sourceHeight: 8, format: .rgb, targetWidth: 9, targetHeight: 8)
        var output: [UInt8] = []
        _ = scaler.push(rows: source.bytes, into: &output)
        #expect(output == source.bytes)
    }

    @Test func `transparent pixels lend no colour`() {
        // Red, opaque; green, transparent.
        let pair: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 0]
        let source = PixelBuffer(width: 8, height: 8, format: .rgba, bytes: (0..<32).flatMap { _ in pair })
        let scaled = source.resized(width: 2, height: 2)
        for pixel in 0..<4 { #expect(Array(scaled.bytes[(4 * pixel)..<(4 * pixel + 3)]) == [255, 0, 0]) }
        var halving = HalvingReducer(sourceWidth: 8, sourceHeight: 8, format: .rgba)
        var halved: [UInt8] = []
        _ = halving.push(rows: source.bytes, into: &halved)
        #expect(halved == (0..<16).flatMap { _ in [255, 0, 0, 128] as [UInt8] })
    }

    @Test func `boxes higher than sums of 16 bits hold`() {
        let source = PixelBuffer(width: 2, height: 1400, format: .gray, repeating: 255)
        #expect(source.resized(width: 1, height: 2).bytes == [255, 255])
    }

    @Test(.needs(.pillow), arguments: Case.all, formats)
    func `Pillow scales alike`(size: Case, format: PixelFormat) throws {
        let source = picture(size.source.0, size.source.1, format)
        let mode = ["L", "LA", "RGB", "RGBA"][format.channelCount - 1]
        // Pillow does not use its reducing gap with alpha unless it is premultiplied first, by hand.
        let output = try PythonOracle.run(
            """
            import sys
            from PIL import Image
            size, mode = (\(size.target.0), \(size.target.1)), "\(mode)"
            image = Image.frombytes(mode, (\(source.width), \(source.height)), sys.stdin.buffer.read())
            weighted = image.convert({"LA": "La", "RGBA": "RGBa"}.get(mode, mode))
            box = tuple(max(s // (2 * t), 1) for s, t in zip(image.size, size))
            part = weighted.reduce(box) if box != (1, 1) else weighted
            part = part.resize(size, Image.LANCZOS, (0, 0, image.width / box[0], image.height / box[1]))
            sys.stdout.buffer.write(part.convert(mode).tobytes() + image.reduce(2).tobytes())
            """, input: source.bytes)
        let scaled = source.resized(width: size.target.0, height: size.target.1).bytes
        expectNear(scaled, Array(output.prefix(scaled.count)), format)
        var halving = HalvingReducer(sourceWidth: source.width, sourceHeight: source.height, format: format)
        var halved: [UInt8] = []
        _ = halving.push(rows: source.bytes, into: &halved)
        let expected = Array(output.dropFirst(scaled.count))
        if format.hasAlpha { expectNear(halved, expected, format) } else { #expect(halved == expected) }
    }

    /// Within 2; a colour's error is what of it is seen, for at low alpha a step of the premultiplied one is many.
    private func expectNear(_ ours: [UInt8], _ theirs: [UInt8], _ format: PixelFormat) {
        #expect(ours.count == theirs.count)
        let channelCount = format.channelCount
        var greatest = 0
        for (index, (a, b)) in zip(ours, theirs).enumerated() {
            let alphaIndex = index / channelCount * channelCount + channelCount - 1
            let alpha = format.hasAlpha && index != alphaIndex ? Int(theirs[alphaIndex]) : 255
            greatest = max(greatest, (abs(Int(a) - Int(b)) * alpha + 127) / 255)
        }
        #expect(greatest <= 2)
    }
}
