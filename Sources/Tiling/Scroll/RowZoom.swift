// Zooming justified rows: taller or lower rows.

/// Zooms justified rows by changing their height, in steps of a factor of 2^(1/4).
///
/// Steps limit the heights for which rows must be broken anew. The `remainder` is the part of the zoom factor that the
/// step does not cover; the page may scale its content by it until the gesture ends. Heights are whole points, counted
/// in steps from the default for the width, so a gesture that returns ends at a height that is already laid out.
public enum RowZoom {
    /// The result of a zoom.
    public enum Outcome: Sendable, Equatable {
        /// Rows of this height, in points.
        case rows(height: Double, remainder: Double)
        /// The picture of the item under the focus.
        case picture
    }

    /// 2^(1/4).
    static let step = 1.189_207_115_002_721
    /// 2^(1/8), half a step: a smaller change alters only the remainder.
    private static let halfStep = 1.090_507_732_665_258

    /// Zooms rows of `metrics` so that they become about `factor` (positive) times as high, from 24 points up to the
    /// viewport's width.
    ///
    /// At that height, a zoom by more than `DensityZoom.enteringFactor` opens the picture itself. O(1).
    public static func zoom(_ metrics: JustifiedMetrics, factor: Double) -> Outcome {
        let height = metrics.rowHeight
        let range = range(width: metrics.width)
        if height >= range.upperBound, factor > DensityZoom.enteringFactor { return .picture }
        let wanted = height * factor
        let isSmall = factor < halfStep && factor * halfStep > 1
        let target = isSmall ? height : nearest(to: wanted, width: metrics.width)
        // The rows cannot become lower: the remainder must not shrink them either.
        return .rows(height: target, remainder: max(wanted / target, target <= range.lowerBound ? 1 : 0))
    }

    /// The lowest and the highest row that zooming reaches, in points.
    public static func range(width: Double) -> ClosedRange<Double> {
        let highest = max(1, width.rounded(.down))
        return min(DensityZoom.smallestCell, highest)...highest
    }

    /// The step nearest to `height`, by ratio.
    ///
    /// The loops visit at most about 60 steps.
    private static func nearest(to height: Double, width: Double) -> Double {
        let range = range(width: width)
        let (lowest, highest) = (range.lowerBound, range.upperBound)
        var exact = min(max(JustifiedMetrics.defaultRowHeight(width: width), lowest), highest)
        let wanted = min(max(height, lowest), highest)
        while wanted > exact * halfStep { exact *= step }
        while wanted * halfStep < exact { exact /= step }
        let rounded = min(max(exact.rounded(), lowest), highest)
        // The lowest and the highest row count as steps too. Comparing squares finds the nearer of two steps by ratio.
        if wanted >= highest || wanted * wanted > rounded * highest && exact * step >= highest { return highest }
        if wanted <= lowest || wanted * wanted < rounded * lowest && exact / step <= lowest { return lowest }
        return rounded
    }
}
