// The displacement of content that is pulled past its end.

/// UIScrollView's bounce: the further the pull, the smaller the share of it that shows; always less than `dimension`.
///
/// `f(x) = (1 − 1/(x·c/d + 1))·d`, with c = 0.55 and d the viewport's length. UIKit does not publish the formula; ports
/// of UIScrollView agree on this one. Its slope at 0 is c, its limit d.
public enum RubberBand {
    /// The share of a small pull that shows: the slope c at 0.
    public static let constant = 0.55

    /// The displacement that a pull shows, in points, with the pull's sign.
    ///
    /// `pull` is the finger's distance past the end, in points. `dimension` is the viewport's length along that axis,
    /// in points; the result is 0 unless it is positive. `constant` is the slope at 0.
    public static func displacement(pull: Double, dimension: Double, constant: Double = constant) -> Double {
        guard dimension > 0, pull != 0, constant > 0 else { return 0 }
        // The same fraction in a form that neither overflows nor cancels: c·x·d / (d + c·x).
        let distance = pull.magnitude
        let shown = dimension / (dimension / (constant * distance) + 1)
        return pull < 0 ? -shown : shown
    }

    /// The pull that shows as `displacement`: the inverse, for a finger that catches content on its way back.
    ///
    /// `displacement` is limited to just under `dimension`.
    public static func pull(displacement: Double, dimension: Double, constant: Double = constant) -> Double {
        guard dimension > 0, displacement != 0, constant > 0 else { return 0 }
        let distance = min(displacement.magnitude, dimension * (1 - 1e-12))
        let pull = distance * dimension / (constant * (dimension - distance))
        return displacement < 0 ? -pull : pull
    }

    /// An offset as it shows: unchanged within the range, shortened by the rubber band outside of it.
    public static func offset(_ offset: Double, minimum: Double, maximum: Double, dimension: Double) -> Double {
        let nearest = min(max(offset, minimum), max(minimum, maximum))
        return nearest + displacement(pull: offset - nearest, dimension: dimension)
    }
}
