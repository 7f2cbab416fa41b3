// Lines of more than one value to a device pixel.

/// A line as one vertical run in each column of pixels: from the least to the greatest of the values that fall into it.
///
/// What a column hands on to the next is a line from its last value to the next one's first; each of the two columns takes
/// the half of it that is its own. First, last, least and greatest are what a line's picture depends on (Jugel et al.,
/// M4: A visualization-oriented time series data aggregation, PVLDB 7, 2014).
///
/// Runs are lengthened by half the line's width at both ends, and inked into the columns beside them as far as the line
/// is wider than one pixel. The pixel that holds an extreme is inked at half strength at least where lines are a pixel
/// wide, and fully where they are two: the share of a pixel that half the width covers.
struct ColumnBand {
    /// Columns on either side of the region that are drawn with it.
    private let margin: Int
    /// How strongly the outermost of these is inked, 1 … 256; those before it fully.
    private let edgeStrength: Int16
    private let width: Int
    private let height: Int
    /// Upper and lower ends of the runs in units relative to the region, from `margin` columns left of it, with some
    /// empty ones after the last: a multiple of 8.
    private var tops: [Int32]
    private var bottoms: [Int32]

    /// - Parameters:
    ///   - lineWidth: in units of 1/256 pixel; positive.
    ///   - baseline: where the runs shall reach to, relative to the region; nil for runs alone.
    init(
        _ columns: [ColumnExtremes?], first: Int, lineWidth: Double, baseline: Int?, region: DrawingRegion
    ) {
        width = region.width
        height = region.height
        let lineUnits = Int(lineWidth.rounded(.up))
        // An area has no width of its own.
        let side = baseline == nil ? max(0, lineWidth - 256) / 2 : 0
        margin = Int((side / 256).rounded(.up))
        edgeStrength = margin == 0 ? 0 : Int16(max(1, side - Double(margin - 1) * 256))
        let count = (width + 2 * margin + 7) / 8 * 8
        tops = [Int32](repeating: .max, count: count)
        bottoms = [Int32](repeating: .min, count: count)
        let runs = ColumnRuns(columns, first: first)
        let above = baseline == nil ? lineUnits / 2 : 0
        let below = baseline == nil ? lineUnits - above : 0
        let origin = region.origin.y
        let end = region.unitHeight + 512
        for place in 0..<width + 2 * margin {
            guard let run = runs.run(atColumn: region.column - margin + place) else { continue }
            var top = run.top - origin - above
            var bottom = run.bottom - origin + below
            if let baseline {
                top = min(top, baseline)
                bottom = max(bottom, baseline)
            }
            // Far ends are as good as just outside.
            tops[place] = Int32(truncatingIfNeeded: min(max(top, -512), end))
            bottoms[place] = Int32(truncatingIfNeeded: min(max(bottom, -512), end))
        }
    }

    /// Inks the runs. Cost: some 12 vector operations for every 8 pixels of the rows between the highest and the lowest.
    func draw(on canvas: inout Canvas, colour: UInt32, opacity: Int) {
        let first = max(Int(tops.min() ?? 0) >> 8, 0)
        let end = min((Int(bottoms.max() ?? 0) + 255) >> 8, height)
        guard first < end else { return }
        var own = [Int16](repeating: 0, count: tops.count)
        var strengths = [Int16](repeating: 0, count: (width + 7) / 8 * 8)
        for row in first..<end {
            fillRow(row, into: &own)
            spread(own, into: &strengths)
            if opacity < 256 {
                for index in strengths.indices {
                    strengths[index] = Int16(truncatingIfNeeded: (Int(strengths[index]) &* opacity &+ 128) &>> 8)
                }
            }
            strengths.withUnsafeBufferPointer { strengths in
                // It has at least `width` elements.
                if let base = strengths.baseAddress { canvas.blend(row: row, strengths: base, colour: colour) }
            }
        }
    }

    /// How much of each pixel of a row its own column's run covers, 0 … 256.
    private func fillRow(_ row: Int, into own: inout [Int16]) {
        let start = SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: row << 8))
        let end = start &+ 256
        let zero = SIMD8<Int32>(repeating: 0)
        tops.withUnsafeBytes { tops in
            bottoms.withUnsafeBytes { bottoms in
                own.withUnsafeMutableBytes { own in
                    var place = 0
                    while place < own.count / 2 {
                        let top = tops.loadUnaligned(fromByteOffset: place &* 4, as: SIMD8<Int32>.self)
                        let bottom = bottoms.loadUnaligned(fromByteOffset: place &* 4, as: SIMD8<Int32>.self)
                        let from = top.replacing(with: start, where: top .< start)
                        let to = bottom.replacing(with: end, where: bottom .> end)
                        // An empty run's ends are the wrong way round, and so is a run's that is not in the row.
                        let covered = (to &- from).replacing(with: zero, where: to .<= from)
                        own.storeBytes(
                            of: SIMD8<Int16>(truncatingIfNeeded: covered), toByteOffset: place &* 2,
                            as: SIMD8<Int16>.self)
                        place &+= 8
                    }
                }
            }
        }
    }

    /// The greatest of each pixel's own coverage and its neighbours'.
    private func spread(_ own: [Int16], into strengths: inout [Int16]) {
        guard margin > 0 else {
            strengths = own
            return
        }
        for column in 0..<width {
            let center = column + margin
            var strength = own[center]
            if margin > 1 {
                for place in center - margin + 1...center + margin - 1 { strength = max(strength, own[place]) }
            }
            let outer = max(own[center - margin], own[center + margin])
            strength = max(strength, Int16(truncatingIfNeeded: (Int(outer) &* Int(edgeStrength)) &>> 8))
            strengths[column] = strength
        }
    }
}

/// The runs of columns, in units of the plane.
private struct ColumnRuns {
    private let columns: [ColumnExtremes?]
    private let first: Int

    init(_ columns: [ColumnExtremes?], first: Int) {
        self.columns = columns
        self.first = first
    }

    private func extremes(atColumn column: Int) -> ColumnExtremes? {
        let (index, overflow) = column.subtractingReportingOverflow(first)
        guard !overflow, columns.indices.contains(index), let extremes = columns[index], extremes.isNumber else {
            return nil
        }
        return extremes
    }

    /// The column's run without the line's width; nil in a gap.
    func run(atColumn column: Int) -> (top: Int, bottom: Int)? {
        guard let own = extremes(atColumn: column) else { return nil }
        let ends = [own.first, own.last, own.minY, own.maxY].map(GridPoint.units)
        var top = ends.min() ?? 0
        var bottom = ends.max() ?? 0
        if let previous = extremes(atColumn: column - 1) {
            let middle = (GridPoint.units(previous.last) + ends[0]) >> 1
            top = min(top, middle)
            bottom = max(bottom, middle)
        }
        if let next = extremes(atColumn: column + 1) {
            let middle = (ends[1] + GridPoint.units(next.first)) >> 1
            top = min(top, middle)
            bottom = max(bottom, middle)
        }
        return (top, bottom)
    }
}
