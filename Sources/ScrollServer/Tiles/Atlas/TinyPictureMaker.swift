// Makes a tiny picture from the rows of a picture.

import Imaging
import Metadata
import Pixels
import Tiling

/// Averages the central square of a picture to 16 × 16 pixels, each over exactly the area that it covers.
///
/// Weights are areas in whole sixteenths of a pixel's sides, so the sums are exact. Memory: the 256 pixels.
struct TinyPictureMaker {
    /// Red, green and blue, times alpha and weight; and the weight, times alpha.
    private typealias Sum = SIMD4<Int>

    private static let side = TinyPicture.side

    /// The source pixels that a target pixel covers, in one direction.
    private struct Cover {
        let range: Range<Int>
        /// The sixteenths of the first and of the last pixel that are not covered.
        let before: Int
        let after: Int

        /// A target pixel, as long as `length` sixteenths of a pixel, of 16 in the middle of `count` pixels.
        init(_ index: Int, length: Int, count: Int) {
            let start = (count - length) * side / 2 + index * length
            let end = start + length
            range = start / side..<(end + side - 1) / side
            (before, after) = (start - range.lowerBound * side, range.upperBound * side - end)
        }

        /// Returns the sixteenths of a pixel that are covered.
        func weight(of pixel: Int) -> Int {
            side - (pixel == range.lowerBound ? before : 0) - (pixel == range.upperBound - 1 ? after : 0)
        }
    }

    private let format: PixelFormat
    private let rowByteCount: Int
    private let columns: [Cover]
    private let rows: [Cover]
    /// The weight of a target pixel all of which is opaque.
    private let whole: Float
    private var sums = [Sum](repeating: .zero, count: side * side)
    private var line = [Sum](repeating: .zero, count: side)
    private var next = 0
    /// The first target row that still needs source rows.
    private var open = 0

    /// Prepares for rows of a picture of at least 1 × 1 pixels, before orientation.
    init(width: Int, height: Int, format: PixelFormat) {
        precondition(width > 0 && height > 0)
        self.format = format
        rowByteCount = width * format.channelCount
        // The square's side in pixels, and so the side of a target pixel in sixteenths of one.
        let length = min(width, height)
        func covers(_ count: Int) -> [Cover] { (0..<Self.side).map { Cover($0, length: length, count: count) } }
        columns = covers(width)
        rows = covers(height)
        whole = Float(length) * Float(length) * (format.hasAlpha ? 255 : 1)
    }

    /// Whether no further row is needed.
    var isDone: Bool { open == Self.side }

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
        for index in open..<Self.side {
            guard rows[index].range.contains(next) else { break }
            let weight = Sum(repeating: rows[index].weight(of: next))
            for column in 0..<Self.side { sums[index * Self.side + column] &+= line[column] &* weight }
        }
        while open < Self.side, rows[open].range.upperBound <= next + 1 { open += 1 }
    }

    /// Sums a row, which must have `rowByteCount` bytes, into `line`.
    ///
    /// Each range of pixels is checked once, so that the loop over pixels is unchecked.
    private mutating func add(_ row: Span<UInt8>) {
        let (channelCount, hasAlpha) = (format.channelCount, format.hasAlpha)
        let (second, third) = format.isGray ? (0, 0) : (1, 2)
        unsafe row.withUnsafeBufferPointer { row in
            for (column, cover) in columns.enumerated() {
                precondition(cover.range.lowerBound >= 0 && cover.range.upperBound * channelCount <= row.count)
                var (red, green, blue, weight) = (0, 0, 0, 0)
                @inline(__always) func add(_ pixel: Int, _ part: Int) {
                    let start = pixel &* channelCount
                    let part = unsafe hasAlpha ? Int(row[start &+ channelCount &- 1]) &* part : part
                    red &+= unsafe Int(row[start]) &* part
                    green &+= unsafe Int(row[start &+ second]) &* part
                    blue &+= unsafe Int(row[start &+ third]) &* part
                    weight &+= part
                }
                // All pixels whole, then without what is not covered of the first and of the last.
                for pixel in cover.range { add(pixel, Self.side) }
                add(cover.range.lowerBound, -cover.before)
                add(cover.range.upperBound - 1, -cover.after)
                line[column] = Sum(red, green, blue, weight)
            }
        }
    }

    /// Returns the picture rotated upright; missing rows are neutral.
    func finish(_ orientation: Orientation) -> TinyPicture {
        let side = Self.side
        let neutral = Float(TinyPicture.neutral & 255)
        var hasAlpha = false
        let stored = sums.map { sum -> SIMD4<Float> in
            let mean = SIMD4<Float>(sum) / whole
            let rest = max(0, 1 - mean.w)
            if rest > 0.002 { hasAlpha = true }
            return mean + neutral * rest
        }
        let isPlain = orientation == .up
        let upright = (0..<side * side).map { pixel -> SIMD4<Float> in
            if isPlain { return stored[pixel] }
            let source = orientation.storedRect(
                of: PixelRect(x: pixel % side, y: pixel / side, width: 1, height: 1), storedWidth: side,
                storedHeight: side)
            return stored[source.y * side + source.x]
        }
        return TinyPicture(pixels: upright, hasAlpha: format.hasAlpha && hasAlpha)
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
