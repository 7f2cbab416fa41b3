// Lines with more than one value per device pixel.

/// A line as one vertical run in each pixel column, from the smallest to the largest value in that column.
///
/// A straight line joins the last value of a column to the first value of the next one; each of both columns draws its
/// own half. A line's picture depends only on the first, last, smallest and largest values of its columns (Jugel et
/// al., M4: A visualization-oriented time series data aggregation, PVLDB 7, 2014).
///
/// Runs are lengthened by half the line's width at both ends. A line wider than one pixel also paints into the
/// neighbouring columns, with round ends. The pixel of an extreme is covered at least by half the width: half of it for
/// lines one pixel wide, all of it from two pixels on.
struct ColumnBand {
    private let width: Int
    private let height: Int
    /// The fully painted interval of each column, in units relative to the region; empty columns fill up to a multiple
    /// of 8.
    private var inner: Intervals
    /// The interval that neighbours paint partly in each column, with a coverage of `outerShare` (0 … 256).
    ///
    /// It includes `inner`.
    private var outer: Intervals
    private let outerShare: Int16

    /// The upper and lower ends; `tops` is greater than `bottoms` where there is nothing.
    private struct Intervals {
        var tops: [Int32]
        var bottoms: [Int32]

        init(count: Int) {
            tops = [Int32](repeating: .max, count: count)
            bottoms = [Int32](repeating: .min, count: count)
        }

        mutating func set(_ column: Int, _ top: Int32, _ bottom: Int32) {
            tops[column] = top
            bottoms[column] = bottom
        }
    }

    /// Computes the intervals of the columns; `lineWidth` is in units of 1/256 pixel, positive.
    ///
    /// `baseline` is the y to which runs are extended for an area, relative to the region; nil for a line. An area has
    /// no line width.
    init(_ columns: [ColumnExtremes?], first: Int, lineWidth: Double, baseline: Int?, region: DrawingRegion) {
        width = region.width
        height = region.height
        let brush = ColumnBrush(width: baseline == nil ? lineWidth : 0)
        outerShare = brush.outerShare
        inner = Intervals(count: (width + 7) / 8 * 8)
        outer = inner
        let margin = brush.reaches.count
        let runs = ColumnRuns(columns, first: first, region: region, margin: margin)
        let end = region.unitHeight + 512
        for column in 0..<width {
            guard var ink = brush.ink(at: column + margin, of: runs) else { continue }
            if let baseline { ink.inner.join(ColumnRuns.Span(top: baseline, bottom: baseline)) }
            // Ends far outside may be moved to just outside of the region.
            func limited(_ column: Int) -> Int32 { Int32(truncatingIfNeeded: min(max(column, -512), end)) }
            inner.set(column, limited(ink.inner.top), limited(ink.inner.bottom))
            outer.set(column, limited(ink.outer.top), limited(ink.outer.bottom))
        }
    }

    /// Paints the runs.
    ///
    /// Cost: about 20 vector operations for every 8 pixels in the rows between the highest and the lowest run.
    func draw(on canvas: inout Canvas, colour: UInt32, opacity: Int) {
        let top = min(inner.tops.min() ?? 0, outer.tops.min() ?? 0)
        let bottom = max(inner.bottoms.max() ?? 0, outer.bottoms.max() ?? 0)
        let first = max(Int(top) >> 8, 0)
        let end = min((Int(bottom) + 255) >> 8, height)
        guard first < end else { return }
        var strengths = [Int16](repeating: 0, count: inner.tops.count)
        for row in first..<end {
            fillRow(row, opacity: Int32(truncatingIfNeeded: opacity), into: &strengths)
            canvas.blend(row: row, strengths: strengths.span, colour: colour)
        }
    }

    /// Fills `strengths` with the coverage of each pixel of a row times the opacity (both 0 … 256).
    private func fillRow(_ row: Int, opacity: Int32, into strengths: inout [Int16]) {
        let start = SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: row << 8))
        let share = SIMD8<Int32>(repeating: Int32(outerShare))
        let opacity = SIMD8<Int32>(repeating: opacity)
        let hasOuter = outerShare > 0
        let (tops, bottoms, outerTops, outerBottoms) =
            (inner.tops.span, inner.bottoms.span, outer.tops.span, outer.bottoms.span)
        var strengths = strengths.mutableSpan
        for column in stride(from: 0, to: strengths.count, by: 8) {
            var covered = Self.covered(tops, bottoms, column: column, start: start)
            if hasOuter {
                let more = Self.covered(outerTops, outerBottoms, column: column, start: start) &- covered
                covered = covered &+ (more &* share &+ 128) &>> 8
            }
            let strength = (covered &* opacity &+ 128) &>> 8
            strengths.store(SIMD8<Int16>(truncatingIfNeeded: strength), at: column)
        }
    }

    /// The coverage of eight pixels by the intervals, 0 … 256.
    ///
    /// `column` must be a multiple of 8 below their number.
    @inline(__always)
    private static func covered(
        _ tops: Span<Int32>, _ bottoms: Span<Int32>, column: Int, start: SIMD8<Int32>
    ) -> SIMD8<Int32> {
        let end = start &+ 256
        let top = tops.load(at: column, as: SIMD8<Int32>.self)
        let bottom = bottoms.load(at: column, as: SIMD8<Int32>.self)
        let from = top.replacing(with: start, where: top .< start)
        let to = bottom.replacing(with: end, where: bottom .> end)
        return (to &- from).replacing(with: SIMD8(repeating: 0), where: to .<= from)
    }
}
