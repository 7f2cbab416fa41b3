// The drawing of a demo picture: a coloured background, diagonal stripes, and its number in large digits.

import Pixels
import Tiling

/// A generated picture.
///
/// Every pixel of every level depends only on its own coordinates, so parts can be drawn alone without seams.
struct DemoPicture: ItemDrawing {
    let index: Int
    /// The size in pixels of level 0.
    let size: PixelSize

    /// Makes the picture of this index; without a `size` in pixels it has the demo's size for the index.
    init(index: Int, size: PixelSize? = nil) {
        self.index = index
        self.size = size ?? DemoCollection.size(at: index)
    }

    /// The size in pixels of a level: each axis is halved `level` times, rounded up.
    func size(level: Int) -> PixelSize {
        let scale = Scale(level: level)
        return PixelSize(width: scale.levelLength(size.width), height: scale.levelLength(size.height))
    }

    /// The highest level of a pyramid of this size.
    var maximumLevel: Int { Pyramid(size).maximumLevel }

    func tile(_ region: PixelRect, level: Int) -> EncodedTile {
        let region = region.clamped(to: size(level: level))
        let bytes = PNGEncoder.encode(
            indices: indices(in: region, level: level), width: region.width, height: region.height, palette: palette)
        return EncodedTile(bytes: bytes, mediaType: "image/png", colour: DemoPalette.average(index: index))
    }

    /// The whole picture as a PNG; takes about a millisecond for each megapixel.
    var png: [UInt8] {
        PNGEncoder.encode(
            indices: indices(in: PixelRect(x: 0, y: 0, width: size.width, height: size.height), level: 0),
            width: size.width, height: size.height, palette: palette)
    }

    /// Draws the middle square of the coarsest level that has at least four times as many pixels a side as requested.
    ///
    /// The margin is needed because levels blend the edges of digits as samples, not as light.
    func middle(side requested: Int) -> PixelBuffer {
        let level = (0...maximumLevel).last { sideOfMiddle(level: $0) >= 4 * requested } ?? 0
        let (whole, side) = (size(level: level), sideOfMiddle(level: level))
        let middle = PixelRect(x: (whole.width - side) / 2, y: (whole.height - side) / 2, width: side, height: side)
        return pixels(in: middle, level: level)
    }

    /// The side of the largest centred square of a level, in pixels.
    private func sideOfMiddle(level: Int) -> Int {
        let size = size(level: level)
        return min(size.width, size.height)
    }

    /// The colours of the indices that `indices` returns.
    var palette: [PaletteColor] { DemoPalette.colours(index: index) }

    /// The pixels of `region`, which is first clipped to the level.
    func pixels(in region: PixelRect, level: Int) -> PixelBuffer {
        let region = region.clamped(to: size(level: level))
        let palette = palette
        let indices = indices(in: region, level: level)
        let bytes = [UInt8](capacity: indices.count * 3) { bytes in
            for index in indices {
                let colour = palette[Int(index)]
                bytes.append(colour.red)
                bytes.append(colour.green)
                bytes.append(colour.blue)
            }
        }
        return PixelBuffer(width: region.width, height: region.height, format: .rgb, bytes: bytes)
    }

    /// Draws `region`, first clipped to the level, as palette indices: one byte a pixel, rows from the top.
    func indices(in region: PixelRect, level: Int) -> [UInt8] {
        let scale = Scale(level: level)
        let region = region.clamped(to: size(level: level))
        guard region.width > 0, region.height > 0 else { return [] }
        var pixels = stripes(in: region, scale: scale)
        drawIndex(in: region, scale: scale, over: &pixels)
        return pixels
    }

    /// The ratio of a level to level 0: 1/2ⁿ.
    private struct Scale {
        /// The level, 0...30; at level 30 any picture is 1 pixel wide and high.
        let level: Int

        init(level: Int) {
            self.level = min(max(level, 0), 30)
        }

        func levelLength(_ length: Int) -> Int { (length + (1 << level) - 1) >> level }
    }

    // MARK: Stripes

    /// Draws the stripes, by cutting all rows out of one template.
    ///
    /// The stripes run along x + y = constant, so each row is the row above shifted by one pixel.
    private func stripes(in region: PixelRect, scale: Scale) -> [UInt8] {
        let period = max(Self.stripePeriod >> scale.level, 1)
        let template = (0..<region.width + period).map { Self.stripe(at: $0, scale: scale) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(region.width * region.height)
        for y in region.y..<region.y + region.height {
            let start = (region.x + y) & (period - 1)
            pixels.append(contentsOf: template[start..<start + region.width])
        }
        return pixels
    }

    /// Period of the stripes along x, in pixels of level 0; a power of two, so that it halves evenly.
    private static let stripePeriod = 128

    /// The stripe step, 0..<8, of a pixel with x + y = `diagonal`: the average of 8 × 8 samples in the pixel.
    private static func stripe(at diagonal: Int, scale: Scale) -> UInt8 {
        // From this level on a pixel spans a whole period or more, so all have the average.
        guard 1 << scale.level < stripePeriod else { return UInt8(DemoPalette.stripeSteps / 2) }
        var inside = 0
        // `position` is in eighths of a level-0 pixel. min(m, 16 − m) of the 64 samples have x + y = m.
        for sample in 1...15 {
            let position = (diagonal * 8 + sample) << scale.level
            if position & (stripePeriod * 8 - 1) < stripePeriod * 4 { inside += min(sample, 16 - sample) }
        }
        return UInt8((inside * (DemoPalette.stripeSteps - 1) + 32) / 64)
    }

    // MARK: Digits

    /// Positions of digits are in 1/256 of a level-0 pixel.
    private static let unitsPerPixel = 256
    /// Sample lines in each row of pixels; along a line coverage is exact to 1/256 of a pixel.
    private static let linesPerRow = 8

    /// The digits' x and y in 1/256 of a level-0 pixel, and their height in level-0 pixels.
    private func placement() -> (digits: [(digit: Int, x: Int)], y: Int, height: Int) {
        // Counted from 1, as the page counts.
        let digits = String(index + 1).utf8.map { Int($0) - 48 }
        var x = 0
        var offsets: [Int] = []
        for position in digits.indices {
            if position > 0 {
                let isGroupStart = (digits.count - position) % 3 == 0
                x += DemoDigits.advance + (isGroupStart ? DemoDigits.groupGap : 0)
            }
            offsets.append(x)
        }
        let textWidth = x + DemoDigits.width
        // The text fits into the square in the middle, so that it stays readable when a grid crops a panorama.
        let side = min(size.width, size.height)
        let height = min(size.height * 2 / 5, side * 5 / 6 * DemoDigits.unitsPerEm / textWidth)
        let unit = { (length: Int) in length * height * Self.unitsPerPixel / DemoDigits.unitsPerEm }
        let left = (size.width * Self.unitsPerPixel - unit(textWidth)) / 2
        let top = (size.height - height) * Self.unitsPerPixel / 2
        return (zip(digits, offsets).map { ($0, left + unit($1)) }, top, height)
    }

    private func drawIndex(in region: PixelRect, scale: Scale, over pixels: inout [UInt8]) {
        let (digits, top, height) = placement()
        guard let first = digits.first, let last = digits.last, height > 0 else { return }
        // The text's bounding box on this level, one pixel larger on each side, clipped to the region.
        let unit = Self.unitsPerPixel << scale.level
        let textWidth = last.x - first.x + DemoDigits.width * height * Self.unitsPerPixel / DemoDigits.unitsPerEm
        let left = max(first.x / unit - 1, region.x)
        let right = min((first.x + textWidth) / unit + 2, region.x + region.width)
        let upper = max(top / unit - 1, region.y)
        let lower = min((top + height * Self.unitsPerPixel) / unit + 2, region.y + region.height)
        guard left < right, upper < lower else { return }

        let box = PixelRect(x: left, y: upper, width: right - left, height: lower - upper)
        var coverage = Coverage(box: box, level: scale.level)
        for (digit, x) in digits {
            for edge in DemoDigits.edges[digit] {
                let length = { (units: Int) in units * height * Self.unitsPerPixel / DemoDigits.unitsPerEm }
                coverage.add(
                    x0: x + length(edge.x0), y0: top + length(edge.y0),
                    x1: x + length(edge.x1), y1: top + length(edge.y1))
            }
        }
        for row in 0..<box.height {
            let start = (box.y - region.y + row) * region.width + box.x - region.x
            coverage.forEachStep(row: row) { column, step in
                pixels[start + column] += UInt8(step * DemoPalette.stripeSteps)
            }
        }
    }

    /// Adds up how much of each pixel lies inside the outlines.
    ///
    /// An edge that crosses a sample line adds its winding to everything right of the crossing. Only the crossing's
    /// pixel and the next one are written; a running sum along the row gives the rest. All sums are integers, so the
    /// result does not depend on where the box begins.
    private struct Coverage {
        private let box: PixelRect
        private let level: Int
        private let stride: Int
        private var changes: [Int32]

        init(box: PixelRect, level: Int) {
            self.box = box
            self.level = level
            stride = box.width + 2
            changes = [Int32](repeating: 0, count: stride * box.height)
        }

        /// Adds an edge; coordinates in 1/256 of a level-0 pixel.
        mutating func add(x0: Int, y0: Int, x1: Int, y1: Int) {
            guard y0 != y1 else { return }
            // Line q is in the middle of its eighth of a row, at y = (q + 1/2) × step.
            let step = (DemoPicture.unitsPerPixel / DemoPicture.linesPerRow) << level
            let weight: Int32 = y0 < y1 ? -1 : 1
            let firstLine = max((min(y0, y1) + step / 2 - 1) / step, box.y * DemoPicture.linesPerRow)
            let endLine = min(
                (max(y0, y1) + step / 2 - 1) / step, (box.y + box.height) * DemoPicture.linesPerRow)
            guard firstLine < endLine else { return }
            let slope = Double(x1 - x0) / Double(y1 - y0)
            for line in firstLine..<endLine {
                let y = line * step + step / 2
                let x = Int(clamping: Double(x0) + Double(y - y0) * slope) >> level
                let column = x / DemoPicture.unitsPerPixel - box.x
                let row = (line / DemoPicture.linesPerRow - box.y) * stride
                let fraction = Int32(x % DemoPicture.unitsPerPixel)
                if column < 0 {
                    changes[row] += weight * 256
                } else if column < box.width {
                    changes[row + column] += weight * (256 - fraction)
                    changes[row + column + 1] += weight * fraction
                }
            }
        }

        /// Calls `body` with each covered column of a row of the box, and with its step of digit, 1..<16.
        func forEachStep(row: Int, _ body: (Int, Int) -> Void) {
            let full = 256 * DemoPicture.linesPerRow
            var sum = 0
            for column in 0..<box.width {
                sum += Int(changes[row * stride + column])
                if sum > 0 {
                    let step = (min(sum, full) * (DemoPalette.digitSteps - 1) + full / 2) / full
                    if step > 0 { body(column, step) }
                }
            }
        }
    }
}
