// Lines of more than one value to a device pixel.

/// A line as one vertical run in each column of pixels: from the least to the greatest of the values that fall into it.
///
/// What a column hands on to the next is a line from its last value to the next one's first; each of the two columns takes
/// the half of it that is its own. First, last, least and greatest are what a line's picture depends on (Jugel et al.,
/// M4: A visualization-oriented time series data aggregation, PVLDB 7, 2014).
///
/// Runs are lengthened by half the line's width at both ends, and inked into the columns beside them as far as the line
/// is wider than one pixel, with round ends. The pixel that holds an extreme is inked at half strength at least where lines
/// are a pixel wide, and fully where they are two: the share of a pixel that half the width covers.
struct ColumnBand {
    private let width: Int
    private let height: Int
    /// The ink of each column, in units relative to the region, filled up with empty columns to a multiple of 8.
    private var inner: Intervals
    /// Where a part of each column is inked besides, by its neighbours, and which part: 0 … 256. It includes the inner one.
    private var outer: Intervals
    private let outerShare: Int16

    /// Upper and lower ends; the wrong way round where there is nothing.
    private struct Intervals {
        var tops: [Int32]
        var bottoms: [Int32]

        init(count: Int) {
            tops = [Int32](repeating: .max, count: count)
            bottoms = [Int32](repeating: .min, count: count)
        }
    }

    /// - Parameters:
    ///   - lineWidth: in units of 1/256 pixel; positive.
    ///   - baseline: where the runs shall reach to, relative to the region; nil for the line. An area has no width of its own.
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
        for place in 0..<width {
            guard var ink = brush.ink(at: place + margin, of: runs) else { continue }
            if let baseline { ink.inner.join(ColumnRuns.Span(top: baseline, bottom: baseline)) }
            // Far ends are as good as just outside.
            inner.tops[place] = Int32(truncatingIfNeeded: min(max(ink.inner.top, -512), end))
            inner.bottoms[place] = Int32(truncatingIfNeeded: min(max(ink.inner.bottom, -512), end))
            outer.tops[place] = Int32(truncatingIfNeeded: min(max(ink.outer.top, -512), end))
            outer.bottoms[place] = Int32(truncatingIfNeeded: min(max(ink.outer.bottom, -512), end))
        }
    }

    /// Inks the runs. Cost: some 20 vector operations for every 8 pixels of the rows between the highest and the lowest.
    func draw(on canvas: inout Canvas, colour: UInt32, opacity: Int) {
        let top = min(inner.tops.min() ?? 0, outer.tops.min() ?? 0)
        let bottom = max(inner.bottoms.max() ?? 0, outer.bottoms.max() ?? 0)
        let first = max(Int(top) >> 8, 0)
        let end = min((Int(bottom) + 255) >> 8, height)
        guard first < end else { return }
        var strengths = [Int16](repeating: 0, count: inner.tops.count)
        for row in first..<end {
            fillRow(row, opacity: Int32(truncatingIfNeeded: opacity), into: &strengths)
            strengths.withUnsafeBufferPointer { strengths in
                // It has at least `width` elements.
                if let base = strengths.baseAddress { canvas.blend(row: row, strengths: base, colour: colour) }
            }
        }
    }

    /// How much of each pixel of a row is covered, times the opacity, 0 … 256.
    private func fillRow(_ row: Int, opacity: Int32, into strengths: inout [Int16]) {
        let start = SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: row << 8))
        let share = SIMD8<Int32>(repeating: Int32(outerShare))
        let opacity = SIMD8<Int32>(repeating: opacity)
        let hasOuter = outerShare > 0
        strengths.withUnsafeMutableBytes { strengths in
            var place = 0
            while place < strengths.count / 2 {
                var covered = Self.covered(inner, place: place, start: start)
                if hasOuter {
                    let more = Self.covered(outer, place: place, start: start) &- covered
                    covered = covered &+ (more &* share &+ 128) &>> 8
                }
                let strength = (covered &* opacity &+ 128) &>> 8
                strengths.storeBytes(
                    of: SIMD8<Int16>(truncatingIfNeeded: strength), toByteOffset: place &* 2, as: SIMD8<Int16>.self)
                place &+= 8
            }
        }
    }

    /// How much of eight pixels the intervals cover, 0 … 256; `place` must be a multiple of 8 below their number.
    @inline(__always)
    private static func covered(_ intervals: Intervals, place: Int, start: SIMD8<Int32>) -> SIMD8<Int32> {
        let end = start &+ 256
        let top = intervals.tops.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: place &* 4, as: SIMD8<Int32>.self)
        }
        let bottom = intervals.bottoms.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: place &* 4, as: SIMD8<Int32>.self)
        }
        let from = top.replacing(with: start, where: top .< start)
        let to = bottom.replacing(with: end, where: bottom .> end)
        return (to &- from).replacing(with: SIMD8(repeating: 0), where: to .<= from)
    }
}
