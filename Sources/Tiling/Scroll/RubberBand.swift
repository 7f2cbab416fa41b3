// How far content follows a finger that pulls it past its end.

/// UIScrollView's bounce: the further the pull, the less of it shows, and never as much as `dimension`.
///
/// `f(x) = (1 − 1/(x·c/d + 1))·d`, with c = 0.55 and d the viewport's length: the formula that ports of UIScrollView agree
/// on. Its slope at 0 is c, its limit d.
public enum RubberBand {
    /// The share of a pull that shows at its very beginning.
    public static let constant = 0.55

    /// What shows of a pull, in points, with the pull's sign.
    ///
    /// - Parameters:
    ///   - pull: how far past the end the finger has gone, in points.
    ///   - dimension: the viewport's length along that axis, in points; nothing shows where it is not positive.
    public static func displacement(pull: Double, dimension: Double, constant: Double = constant) -> Double {
        guard dimension > 0, pull != 0, constant > 0 else { return 0 }
        // The same fraction in a form that neither overflows nor cancels: c·x·d / (d + c·x).
        let distance = pull.magnitude
        let shown = dimension / (dimension / (constant * distance) + 1)
        return pull < 0 ? -shown : shown
    }

    /// The pull of which `displacement` shows: the inverse, for a finger that takes hold of content on its way back.
    /// `displacement` is limited to what can show.
    public static func pull(displacement: Double, dimension: Double, constant: Double = constant) -> Double {
        guard dimension > 0, displacement != 0, constant > 0 else { return 0 }
        let distance = min(displacement.magnitude, dimension * (1 - 1e-12))
        let pull = distance * dimension / (constant * (dimension - distance))
        return displacement < 0 ? -pull : pull
    }

    /// An offset as it shows: itself within the range, pulled back by the band outside of it.
    public static func offset(_ offset: Double, minimum: Double, maximum: Double, dimension: Double) -> Double {
        let nearest = min(max(offset, minimum), max(minimum, maximum))
        return nearest + displacement(pull: offset - nearest, dimension: dimension)
    }
}
