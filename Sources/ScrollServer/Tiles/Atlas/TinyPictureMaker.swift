// Makes a tiny picture from the rows of a picture.

import Imaging
import Metadata
import Pixels
import Tiling

/// Averages the central square of a picture to 16 × 16 pixels, each over exactly the area that it covers.
///
/// Memory: the 256 pixels. Cost: about 3 ns per pixel of the central square.
struct TinyPictureMaker {
    private typealias Light = SIMD4<Float>

    /// The source pixels that a target pixel covers, and the covered parts of the first and the last.
    private struct Cover {
        let range: Range<Int>
        let first: Float
        let last: Float

        init(_ index: Int, start: Double, step: Double, count: Int) {
            let lower = min(max(start + Double(index) * step, 0), Double(count))
            let upper = min(max(start + Double(index + 1) * step, lower), Double(count))
            let begin = min(Int(clamping: lower), count - 1)
            range = begin..<max(begin + 1, min(Int(clamping: upper.rounded(.up)), count))
            let isOne = range.count == 1
            first = Float(isOne ? upper - lower : Double(begin + 1) - lower)
            last = Float(upper - Double(range.upperBound - 1))
        }

        func weight(of pixel: Int) -> Float {
            pixel == range.lowerBound ? first : pixel == range.upperBound - 1 ? last : 1
        }
    }

    private let format: PixelFormat
    private let rowByteCount: Int
    private let columns: [Cover]
    private let rows: [Cover]
    /// The number of source pixels per target pixel.
    private let area: Float
    private var sums = [Light](repeating: .zero, count: TinyPicture.side * TinyPicture.side)
    private var line = [Light](repeating: .zero, count: TinyPicture.side)
    private var next = 0
    /// The first target row that still needs source rows.
    private var open = 0

    /// Prepares for rows of a picture of at least 1 × 1 pixels, before orientation.
    init(width: Int, height: Int, format: PixelFormat) {
        precondition(width > 0 && height > 0)
        self.format = format
        rowByteCount = width * format.channelCount
        let side = Double(min(width, height))
        let step = side / Double(TinyPicture.side)
        func spans(_ count: Int) -> [Cover] {
            let start = (Double(count) - side) / 2
            return (0..<TinyPicture.side).map { Cover($0, start: start, step: step, count: count) }
        }
        columns = spans(width)
        rows = spans(height)
        area = Float(step * step)
    }

    /// Whether no further row is needed.
    var isDone: Bool { open == TinyPicture.side }

    /// Adds the next whole rows.
    mutating func push(_ bytes: [UInt8]) {
        for start in stride(from: 0, to: bytes.count - rowByteCount + 1, by: rowByteCount) where !isDone {
            push(row: bytes.span.extracting(start..<start + rowByteCount))
        }
    }

    private mutating func push(row: Span<UInt8>) {
        defer { next += 1 }
        guard next >= rows[open].range.lowerBound else { return }
        add(row)
        for index in open..<TinyPicture.side {
            guard rows[index].range.contains(next) else { break }
            let weight = rows[index].weight(of: next)
            for column in 0..<TinyPicture.side { sums[index * TinyPicture.side + column] += line[column] * weight }
        }
        while open < TinyPicture.side, rows[open].range.upperBound <= next + 1 { open += 1 }
    }

    /// Sums a row, which must have `rowByteCount` bytes, into `line`.
    ///
    /// Each range of pixels is checked once, so that the loop over pixels is unchecked.
    private mutating func add(_ row: Span<UInt8>) {
        let (channelCount, hasAlpha, isGray) = (format.channelCount, format.hasAlpha, format.isGray)
        let floats = LinearLight.floats
        precondition(floats.count >= 256)
        unsafe row.withUnsafeBufferPointer { row in
            unsafe floats.withUnsafeBufferPointer { light in
                for (column, span) in columns.enumerated() {
                    precondition(span.range.lowerBound >= 0 && span.range.upperBound * channelCount <= row.count)
                    var sum = Light.zero
                    for pixel in span.range {
                        let start = pixel &* channelCount
                        let red = unsafe light[Int(row[start])]
                        let green = unsafe isGray ? red : light[Int(row[start &+ 1])]
                        let blue = unsafe isGray ? red : light[Int(row[start &+ 2])]
                        var weight = span.weight(of: pixel)
                        if hasAlpha { weight *= unsafe Float(row[start &+ channelCount &- 1]) / 255 }
                        sum += Light(red, green, blue, 1) * weight
                    }
                    line[column] = sum
                }
            }
        }
    }

    /// Returns the picture rotated upright; missing rows are neutral.
    func finish(_ orientation: Orientation) -> TinyPicture {
        let side = TinyPicture.side
        let neutral = LinearLight.floats[Int(TinyPicture.neutral & 255)]
        let ground = Light(neutral, neutral, neutral, 1)
        var hasAlpha = false
        let stored = sums.map { sum -> Light in
            let mean = sum / area
            let rest = max(0, 1 - mean.w)
            if rest > 0.002 { hasAlpha = true }
            return rest > 0.0001 ? mean + ground * rest : mean
        }
        let isPlain = orientation == .up
        let upright = (0..<side * side).map { pixel -> Light in
            if isPlain { return stored[pixel] }
            let source = orientation.storedRect(
                of: PixelRect(x: pixel % side, y: pixel / side, width: 1, height: 1), storedWidth: side,
                storedHeight: side)
            return stored[source.y * side + source.x]
        }
        return TinyPicture(light: upright, hasAlpha: format.hasAlpha && hasAlpha)
    }
}

extension TinyPicture {
    /// Makes the tiny picture of a whole upright picture in sRGB.
    package init(of pixels: PixelBuffer) {
        var maker = TinyPictureMaker(width: pixels.width, height: pixels.height, format: pixels.format)
        maker.push(pixels.bytes)
        self = maker.finish(.up)
    }

    /// Makes the tiny picture of an upright thumbnail, marked as `isFromThumbnail`.
    package init(ofThumbnail pixels: PixelBuffer, _ colours: TileColours) {
        self.init(of: colours.shown(pixels))
        isFromThumbnail = true
    }
}
