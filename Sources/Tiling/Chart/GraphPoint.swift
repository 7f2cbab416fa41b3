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
    /// Places are whole multiples of this many points: a 1024th.
    public static let grain = 1.0 / 1024

    /// The points of several lines as places in `slide`, in points from its top-left corner; nil for a gap, also where a
    /// value or a unit is not finite. O(points).
    ///
    /// What is given is what comes out, also where it lies beside the slide: a curve needs two points beyond each edge.
    /// x is rounded to the `grain` before the slide's start is taken away, so that two slides that meet (and are whole
    /// grains wide) have exactly the same curve on both sides of the edge.
    public func graphPointsList(_ lists: [[DataPoint]], slide: Int) -> [[Point?]] {
        let start = start(ofSlide: slide)
        return lists.map { list in
            list.map { point -> Point? in
                guard let value = point.value, value.isFinite, point.unit.isFinite else { return nil }
                let x = (x(ofUnit: point.unit) / Self.grain).rounded() * Self.grain
                return Point(x: x - start, y: y(ofValue: value))
            }
        }
    }
}
