// The values of a chart as data, and as positions in a slide.

/// One value of a line.
public struct DataPoint: Sendable, Equatable {
    /// The position along x, in units: see `SlideAxis`.
    public var unit: Double
    /// nil where there is no value: the line has a gap there.
    public var value: Double?
}

extension LayoutCalculator {
    /// The points of several lines as positions in points from the top-left corner of `slide`; nil for a gap, and where
    /// a value or a unit is not finite.
    ///
    /// O(points).
    ///
    /// No point is left out, not even one beside the slide: a curve needs two points beyond each edge. Neighbouring
    /// slides get the same positions for the same points, to about 10⁻¹³ of a point, since the difference of two
    /// numbers of similar size is exact.
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
