// The values of a chart as data, and as places in a slide.

/// One value of a line.
public struct DataPoint: Sendable, Equatable {
    /// Where it lies along x: see `SlideAxis`.
    public var unit: Double
    /// nil where there is none: the line has a gap.
    public var value: Double?

    public init(unit: Double, value: Double?) {
        self.unit = unit
        self.value = value
    }
}

extension LayoutCalculator {
    /// The points of several lines as places in `slide`, in points from its top-left corner; nil for a gap, also where a
    /// value or a unit is not finite. O(points).
    ///
    /// What is given is what comes out, also where it lies beside the slide: a curve needs two points beyond each edge.
    /// The slides on both sides of an edge get the same places for the same points, to some 10⁻¹³ of a point: of two
    /// numbers of about one size the difference is exact.
    public func graphPointsList(_ lists: [[DataPoint]], slide: Int) -> [[Point?]] {
        let start = start(ofSlide: slide)
        return lists.map { list in
            list.map { point -> Point? in
                guard let value = point.value, value.isFinite, point.unit.isFinite else { return nil }
                return Point(x: x(ofUnit: point.unit) - start, y: y(ofValue: value))
            }
        }
    }
}
