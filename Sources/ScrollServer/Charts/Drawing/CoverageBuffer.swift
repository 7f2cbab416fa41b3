// Computes the part of each pixel that a shape covers.

/// Adds up the exact area that polygons cover in each pixel of a region.
///
/// The method is that of the smooth rasterisers of FreeType (ftgrays.c, after Raph Levien's libart) and Anti-Grain
/// Geometry. In each pixel that an edge crosses, it adds the height that the edge spans there and the area left of it;
/// a running sum along the row turns these into coverage. Here one number per pixel holds both: the change of coverage
/// against the pixel to its left.
///
/// An edge's contribution to a pixel depends only on the edge and the pixel: crossings are computed in closed form from
/// the edge's own ends and rounded down. So two regions of one plane agree to the last bit wherever they are cut, and
/// two opposite copies of an edge cancel out.
///
/// All coordinates are relative to the region, in units of 1/256 pixel, and at most 2⁵² in size.
struct CoverageBuffer {
    /// The coverage of a fully covered pixel: 2 × 256².
    static let full: Int32 = 1 << 17

    let width: Int
    let height: Int
    /// Changes of coverage, in rows of `width + 1` numbers; the last number of a row is never read.
    private(set) var changes: [Int32]
    /// One bit for each block of `1 << blockShift` pixels of a row; it is set where the block has changes.
    private(set) var touched: [UInt64]
    let blockShift: Int

    /// The width must be 1 … `DrawingRegion.maximumSide` pixels, the height positive.
    init(width: Int, height: Int) {
        precondition((1...DrawingRegion.maximumSide).contains(width) && height > 0)
        self.width = width
        self.height = height
        changes = [Int32](repeating: 0, count: (width + 1) * height)
        touched = [UInt64](repeating: 0, count: height)
        // Each of the `width + 1` positions must have a bit: at most 64 blocks.
        blockShift = max(0, Int.bitWidth - (width >> 6).leadingZeroBitCount)
    }

    /// Whether any pixel of the row may be covered.
    func isTouched(row: Int) -> Bool { touched[row] != 0 }

    // MARK: Edges

    /// Adds the edge from `a` to `b` of a polygon.
    ///
    /// The edges of a polygon may come in any order. Edges above, below or right of the region may be left out.
    ///
    /// Cost: O(pixels crossed); left of the region, O(rows crossed).
    mutating func addEdge(_ a: GridPoint, _ b: GridPoint) {
        let region = EdgeRegion(width: width, height: height, blockShift: blockShift)
        if a.y < b.y {
            region.addDownwards(a, b, sign: 1, &changes, &touched)
        } else if a.y > b.y {
            region.addDownwards(b, a, sign: -1, &changes, &touched)
        }
    }

    // MARK: Reading

    /// Limits each pixel's coverage to `full`: everything added so far becomes one shape.
    ///
    /// The sums have 32 bits, enough for 16,384 overlapping polygons. To add more, call this in between, when all
    /// polygons are closed. The picture does not depend on when this is called, as long as no polygon is a hole.
    mutating func saturate() {
        for row in 0..<height {
            var mask = touched[row]
            let start = row * (width + 1)
            var sum: Int32 = 0
            var last: Int32 = 0
            while mask != 0 {
                // Sums do not change between blocks that are touched.
                let block = mask.trailingZeroBitCount
                mask &= mask &- 1
                for index in start + block << blockShift..<start + min((block + 1) << blockShift, width + 1) {
                    sum &+= changes[index]
                    let kept = min(max(sum, -Self.full), Self.full)
                    changes[index] = kept &- last
                    last = kept
                }
            }
        }
    }

    /// Calls `body` with the covered runs of pixels of a row, left to right, and clears the row.
    ///
    /// `body` gets the first column, the number of columns, and the coverage of each of these pixels, 1 … `full`.
    @inline(__always)
    mutating func drainRow(_ row: Int, _ body: (Int, Int, Int32) -> Void) {
        let mask = touched[row]
        guard mask != 0 else { return }
        touched[row] = 0
        let start = row * (width + 1)
        let width = width
        let blockShift = blockShift
        var changes = changes.mutableSpan
        var cells = changes._mutatingExtracting(start..<start + width + 1)
        var sum: Int32 = 0
        var column = 0
        while column < width {
            let block = column &>> blockShift
            let remaining = mask &>> UInt64(block)
            if remaining & 1 == 0 {
                let skipped = remaining == 0 ? width : (block &+ remaining.trailingZeroBitCount) &<< blockShift
                let end = min(skipped, width)
                if sum != 0 { body(column, end &- column, Self.coverage(sum)) }
                column = end
                continue
            }
            let end = min((block &+ 1) &<< blockShift, width)
            while column < end {
                sum &+= cells[column]
                cells[column] = 0
                if sum != 0 { body(column, 1, Self.coverage(sum)) }
                column &+= 1
            }
        }
        cells[width] = 0
    }

    /// The non-zero rule: any winding number but 0 is inside, in either direction.
    @inline(__always)
    private static func coverage(_ sum: Int32) -> Int32 { Int32(truncatingIfNeeded: min(sum.magnitude, UInt32(full))) }
}

/// The region to which edges are added.
private struct EdgeRegion {
    let width: Int
    let height: Int
    let blockShift: Int

    /// Adds the edge from `a` down to `b`; `changes` and `marks` are those of a `CoverageBuffer`.
    func addDownwards(
        _ a: GridPoint, _ b: GridPoint, sign: Int32, _ changes: inout [Int32], _ marks: inout [UInt64]
    ) {
        let bottom = height &<< 8
        guard b.y > 0, a.y < bottom, min(a.x, b.x) < width &<< 8 else { return }
        let first = max(a.y, 0)
        let end = min(b.y, bottom)
        let (dx, dy) = (b.x &- a.x, b.y &- a.y)
        let stride = width + 1
        var changes = changes.mutableSpan
        var marks = marks.mutableSpan
        var x = a.x
        var fraction = 0
        if first != a.y { (x, fraction) = Self.crossing(at: first &- a.y, dx: dx, dy: dy, from: a.x) }
        var y = first
        // The change of x per whole row, and its remainder in units of 1/dy.
        var step = 0
        var stepFraction = 0
        let lastWhole = end &>> 8
        if first &>> 8 < lastWhole, dx != 0 {
            step = Self.floorQuotient(dx &<< 8, dy)
            stepFraction = (dx &<< 8) &- step &* dy
        }
        while y < end {
            let row = y &>> 8
            let next = min((row &+ 1) &<< 8, end)
            var nextX = b.x
            var nextFraction = 0
            if next != b.y {
                if next &- y == 256 {
                    nextX = x &+ step
                    nextFraction = fraction &+ stepFraction
                    if nextFraction >= dy {
                        nextFraction &-= dy
                        nextX &+= 1
                    }
                } else {
                    (nextX, nextFraction) = Self.crossing(at: next &- a.y, dx: dx, dy: dy, from: a.x)
                }
            }
            var cells = changes._mutatingExtracting(row &* stride..<row &* stride &+ stride)
            marks[row] |= add(from: min(x, nextX), to: max(x, nextX), height: next &- y, sign: sign, to: &cells)
            x = nextX
            fraction = nextFraction
            y = next
        }
    }

    /// The x of an edge `y` units below its upper end, rounded down, and the remainder in units of 1/dy.
    @inline(__always)
    private static func crossing(at y: Int, dx: Int, dy: Int, from x: Int) -> (x: Int, fraction: Int) {
        if dx.magnitude < 1 << 30, dy < 1 << 30 {
            let product = y &* dx
            let quotient = floorQuotient(product, dy)
            return (x &+ quotient, product &- quotient &* dy)
        }
        let product = Int128(y) * Int128(dx)
        var (quotient, remainder) = product.quotientAndRemainder(dividingBy: Int128(dy))
        if remainder < 0 {
            remainder += Int128(dy)
            quotient -= 1
        }
        // 0 ≤ y ≤ dy, so the quotient is no larger than dx.
        return (x &+ Int(truncatingIfNeeded: quotient), Int(truncatingIfNeeded: remainder))
    }

    /// The quotient rounded down; `divisor` must be positive.
    @inline(__always)
    private static func floorQuotient(_ dividend: Int, _ divisor: Int) -> Int {
        let quotient = dividend / divisor
        return quotient &* divisor > dividend ? quotient &- 1 : quotient
    }

    /// Adds the part of an edge that lies in this row.
    ///
    /// - Parameters:
    ///   - left: the smaller x of its two ends.
    ///   - right: the larger x.
    ///   - height: the height that the part spans, 1 … 256.
    ///   - sign: 1 where the edge runs downwards, −1 where it runs upwards.
    ///   - cells: the row's `width + 1` changes.
    /// - Returns: a bit for each block of pixels that has been changed.
    @inline(__always)
    func add(
        from left: Int, to right: Int, height: Int, sign: Int32, to cells: inout MutableSpan<Int32>
    ) -> UInt64 {
        let column = left &>> 8
        if right &- column &<< 8 <= 256 {
            // The part lies within one pixel column, as it nearly always does.
            if column >= width { return 0 }
            if column < 0 { return put(0, height, 0, sign, &cells) }
            return put(column, height, (left &+ right &- column &<< 9) &* height, sign, &cells)
        }
        return addAcross(from: left, to: right, height: height, sign: sign, to: &cells)
    }

    private func addAcross(
        from left: Int, to right: Int, height: Int, sign: Int32, to cells: inout MutableSpan<Int32>
    ) -> UInt64 {
        guard right > 0 else { return put(0, height, 0, sign, &cells) }
        let length = right &- left
        let last = (right &- 1) &>> 8
        var column = left &>> 8
        var start = left & 255
        var done = 0
        var mask: UInt64 = 0
        if column < 0 {
            // The product is at most 2⁵³ × 2⁸.
            done = (0 &- left) &* height / length
            mask = put(0, done, 0, sign, &cells)
            column = 0
            start = 0
        }
        var (reached, remainder) = (((column &+ 1) &<< 8 &- left) &* height).quotientAndRemainder(dividingBy: length)
        let (step, stepRemainder) = (height &<< 8).quotientAndRemainder(dividingBy: length)
        let end = min(last, width)
        while column < end {
            mask |= put(column, reached &- done, (start &+ 256) &* (reached &- done), sign, &cells)
            done = reached
            start = 0
            column &+= 1
            reached &+= step
            remainder &+= stepRemainder
            if remainder >= length {
                remainder &-= length
                reached &+= 1
            }
        }
        if column == last, column < width {
            mask |= put(column, height &- done, (start &+ right &- column &<< 8) &* (height &- done), sign, &cells)
        }
        return mask
    }

    /// Adds a piece that lies within one pixel: it covers all pixels to its right, and the part of its own pixel to its
    /// right.
    ///
    /// `column` must be in 0 ..< width; `area` is twice the area left of the piece.
    @inline(__always)
    private func put(
        _ column: Int, _ height: Int, _ area: Int, _ sign: Int32, _ cells: inout MutableSpan<Int32>
    ) -> UInt64 {
        let area = Int32(truncatingIfNeeded: area)
        cells[column] &+= sign &* (Int32(truncatingIfNeeded: height &<< 9) &- area)
        cells[column &+ 1] &+= sign &* area
        // The bit numbers are below 64, since column + 1 ≤ width. The next pixel's coverage changes too.
        return 1 &<< UInt64(column &>> blockShift) | 1 &<< UInt64((column &+ 1) &>> blockShift)
    }
}
