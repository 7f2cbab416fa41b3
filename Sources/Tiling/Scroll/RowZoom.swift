// Zooming justified rows: higher or lower ones.

/// Zooms justified rows by changing their height, in steps of a fourth of a doubling.
///
/// In steps, because rows are broken anew for each height: what a step leaves of the wished factor is the `remainder`,
/// by which the page may magnify what it paints until the gesture ends. Heights are whole points, counted from the
/// default for the width, so that a gesture there and back ends at rows that are laid out already.
public enum RowZoom {
    /// What a zoom leads to.
    public enum Outcome: Sendable, Equatable {
        /// Rows of this height, in points.
        case rows(height: Double, remainder: Double)
        /// The picture of the item under the focus.
        case picture
    }

    /// 2^(1/4).
    static let step = 1.189_207_115_002_721
    /// 2^(1/8), half a step: a smaller change is left to the remainder.
    private static let halfStep = 1.090_507_732_665_258

    /// Zooms rows of `metrics` so that they are `factor` times as high, as nearly as steps allow; `factor` is positive.
    /// Between 24 points and the width of the viewport; beyond that zooming goes on in the picture itself. O(1).
    public static func zoom(_ metrics: JustifiedMetrics, factor: Double) -> Outcome {
        let height = metrics.rowHeight
        let range = range(width: metrics.width)
        if height >= range.upperBound, factor > DensityZoom.enteringFactor { return .picture }
        let wish = height * factor
        let isSmall = factor < halfStep && factor * halfStep > 1
        let target = isSmall ? height : nearest(to: wish, width: metrics.width)
        // With rows as low as they get, nothing is left of a wish for lower ones.
        return .rows(height: target, remainder: max(wish / target, target <= range.lowerBound ? 1 : 0))
    }

    /// The lowest and the highest row that zooming leads to, in points.
    public static func range(width: Double) -> ClosedRange<Double> {
        let highest = max(1, width.rounded(.down))
        return min(DensityZoom.smallestCell, highest)...highest
    }

    /// The step nearest to `height`, as a ratio. At most some 60 of them are looked at.
    private static func nearest(to height: Double, width: Double) -> Double {
        let range = range(width: width)
        let (lowest, highest) = (range.lowerBound, range.upperBound)
        var exact = min(max(JustifiedMetrics.defaultRowHeight(width: width), lowest), highest)
        let wish = min(max(height, lowest), highest)
        while wish > exact * halfStep { exact *= step }
        while wish * halfStep < exact { exact /= step }
        let rounded = min(max(exact.rounded(), lowest), highest)
        // The ends are steps of their own; squares for the middle between two, as a ratio.
        if wish >= highest || wish * wish > rounded * highest && exact * step >= highest { return highest }
        if wish <= lowest || wish * wish < rounded * lowest && exact / step <= lowest { return lowest }
        return rounded
    }
}
