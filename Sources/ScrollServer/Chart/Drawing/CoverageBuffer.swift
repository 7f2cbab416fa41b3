// How much of each pixel a shape covers.

/// Adds up the exact area that polygons cover of each pixel of a region.
///
/// The method is that of the smooth rasterisers of FreeType (ftgrays.c, after Raph Levien's libart) and Anti-Grain
/// Geometry: each edge leaves in every pixel it crosses the height it spans there and the area to its left, and a running
/// sum along the row turns that into coverage. Here both go into one number per pixel, the change of coverage
/// against the pixel left of it, since the sum is all that is ever asked for.
///
/// What an edge leaves in a pixel depends on the edge and the pixel alone: crossings are closed forms, rounded down, of the
/// edge's own ends. Two regions of one plane, cut anywhere, therefore agree to the last bit; and an edge and the same
/// edge the other way leave nothing.
///
/// All coordinates are relative to the region, in units of 1/256 pixel, and at most 2⁵² in size.
struct CoverageBuffer {
    /// The coverage of a whole pixel: 2 × 256².
    static let full: Int32 = 1 << 17

    let width: Int
    let height: Int
    /// Changes of coverage, rows of `width + 1`: what lies right of the last pixel is not looked at.
    private(set) var changes: [Int32]
    /// One bit for each run of `1 << blockShift` pixels of a row that has changes.
    private(set) var touched: [UInt64]
    let blockShift: Int

    /// For a region of 1 … `DrawingRegion.maximumSide` pixels a side.
    init(width: Int, height: Int) {
        precondition((1...DrawingRegion.maximumSide).contains(width) && height > 0)
        self.width = width
        self.height = height
        changes = [Int32](repeating: 0, count: (width + 1) * height)
        touched = [UInt64](repeating: 0, count: height)
        // width is among the pixels: at most 64 runs.
        blockShift = max(0, Int.bitWidth - (width >> 6).leadingZeroBitCount)
    }

    /// Whether any pixel of the row may be covered.
    func isTouched(row: Int) -> Bool { touched[row] != 0 }

    // MARK: Edges

    /// Adds the edge from `a` to `b` of a polygon. Edges of one polygon may come in any order; those that lie above, below
    /// or right of the region can be left out.
    ///
    /// Cost: that of the pixels it crosses; of rows, where it lies left of the region.
    mutating func addEdge(_ a: GridPoint, _ b: GridPoint) {
        if a.y < b.y {
            addDownwards(a, b, sign: 1)
        } else if a.y > b.y {
            addDownwards(b, a, sign: -1)
        }
    }

    private mutating func addDownwards(_ a: GridPoint, _ b: GridPoint, sign: Int32) {
        let bottom = height &<< 8
        guard b.y > 0, a.y < bottom, min(a.x, b.x) < width &<< 8 else { return }
        let first = max(a.y, 0)
        let end = min(b.y, bottom)
        let (dx, dy) = (b.x &- a.x, b.y &- a.y)
        let (blockShift, stride, width) = (blockShift, width + 1, width)
        changes.withUnsafeMutableBufferPointer { changes in
            touched.withUnsafeMutableBufferPointer { touched in
                // Rows run from first >> 8 ≥ 0 to (end − 1) >> 8 < height, and `CellRow` stays in a row's 0 … width.
                guard let base = changes.baseAddress, let marks = touched.baseAddress else { return }
                var x = a.x
                var fraction = 0
                if first != a.y { (x, fraction) = Self.crossing(at: first &- a.y, dx: dx, dy: dy, from: a.x) }
                var y = first
                // How far x moves in a whole row, and the remainder of that in 1/dy units.
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
                    let cells = CellRow(cells: base + row &* stride, width: width, blockShift: blockShift)
                    marks[row] |= cells.add(
                        from: min(x, nextX), to: max(x, nextX), height: next &- y, sign: sign)
                    x = nextX
                    fraction = nextFraction
                    y = next
                }
            }
        }
    }

    /// Where an edge is `y` below its upper end: x rounded down, and the remainder in 1/dy units.
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

    /// Rounded down; `divisor` is positive.
    @inline(__always)
    private static func floorQuotient(_ dividend: Int, _ divisor: Int) -> Int {
        let quotient = dividend / divisor
        return quotient &* divisor > dividend ? quotient &- 1 : quotient
    }

    // MARK: Reading

    /// Makes coverage of more than a whole pixel exactly that: what has been added is from now on one shape.
    ///
    /// Sums are kept in 32 bits and hold 16,384 polygons on top of one another; where more are to come, this is called in
    /// between, when all polygons are closed. The picture does not depend on when, as long as none is a hole.
    mutating func saturate() {
        for row in 0..<height where touched[row] != 0 {
            var sum: Int32 = 0
            var last: Int32 = 0
            for index in row * (width + 1)..<(row + 1) * (width + 1) {
                sum &+= changes[index]
                let kept = min(max(sum, -Self.full), Self.full)
                changes[index] = kept &- last
                last = kept
            }
        }
    }

    /// Calls `body` with the row's runs of pixels, left to right, that are covered, and forgets the row.
    ///
    /// - Parameter body: first column, number of columns, and how much of each of these pixels is covered, 1 … `full`.
    @inline(__always)
    mutating func takeRow(_ row: Int, _ body: (Int, Int, Int32) -> Void) {
        let mask = touched[row]
        guard mask != 0 else { return }
        touched[row] = 0
        let start = row * (width + 1)
        let width = width
        let blockShift = blockShift
        changes.withUnsafeMutableBufferPointer { changes in
            let cells = UnsafeMutableBufferPointer(rebasing: changes[start..<start + width + 1])
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
    }

    /// Windings other than 0 are inside, either way round (the non-zero rule).
    @inline(__always)
    private static func coverage(_ sum: Int32) -> Int32 { Int32(truncatingIfNeeded: min(sum.magnitude, UInt32(full))) }
}

/// One row of changes of coverage.
private struct CellRow {
    /// `width + 1` of them.
    let cells: UnsafeMutablePointer<Int32>
    let width: Int
    let blockShift: Int

    /// Adds the part of an edge that lies in this row.
    ///
    /// - Parameters:
    ///   - left: the lesser x of its two ends.
    ///   - right: the greater.
    ///   - height: 1 … 256; the same from left to right as from right to left.
    ///   - sign: 1 where it runs downwards, −1 upwards.
    /// - Returns: a bit for each block of pixels that has been changed.
    @inline(__always)
    func add(from left: Int, to right: Int, height: Int, sign: Int32) -> UInt64 {
        let column = left &>> 8
        if right &- column &<< 8 <= 256 {
            // All in one pixel, which is nearly always so.
            if column >= width { return 0 }
            if column < 0 { return put(0, height, 0, sign) }
            return put(column, height, (left &+ right &- column &<< 9) &* height, sign)
        }
        return addAcross(from: left, to: right, height: height, sign: sign)
    }

    private func addAcross(from left: Int, to right: Int, height: Int, sign: Int32) -> UInt64 {
        guard right > 0 else { return put(0, height, 0, sign) }
        let length = right &- left
        let last = (right &- 1) &>> 8
        var column = left &>> 8
        var start = left & 255
        var done = 0
        var mask: UInt64 = 0
        if column < 0 {
            // 2⁵³ × 2⁸ at most.
            done = (0 &- left) &* height / length
            mask = put(0, done, 0, sign)
            column = 0
            start = 0
        }
        var (reached, remainder) = (((column &+ 1) &<< 8 &- left) &* height).quotientAndRemainder(dividingBy: length)
        let (step, stepRemainder) = (height &<< 8).quotientAndRemainder(dividingBy: length)
        let end = min(last, width)
        while column < end {
            mask |= put(column, reached &- done, (start &+ 256) &* (reached &- done), sign)
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
            mask |= put(column, height &- done, (start &+ right &- column &<< 8) &* (height &- done), sign)
        }
        return mask
    }

    /// Adds a piece within one pixel: what lies right of it is covered, and of the pixel itself what is not left of it.
    ///
    /// `column` must be in 0 ..< width; `area` is twice what lies left of the piece.
    @inline(__always)
    private func put(_ column: Int, _ height: Int, _ area: Int, _ sign: Int32) -> UInt64 {
        let area = Int32(truncatingIfNeeded: area)
        cells[column] &+= sign &* (Int32(truncatingIfNeeded: height &<< 9) &- area)
        cells[column &+ 1] &+= sign &* area
        // Bit numbers are below 64: column + 1 ≤ width. Its neighbour's coverage changes too.
        return 1 &<< UInt64(column &>> blockShift) | 1 &<< UInt64((column &+ 1) &>> blockShift)
    }
}
