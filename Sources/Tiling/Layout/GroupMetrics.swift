// The height of headings and the distance of groups.

/// The heading above the rows of a group, and the gap below.
///
/// In a mosaic, a heading is a thin rule, at most half as high as a cell: when all of a collection is in view, headings
/// of many groups must not take more room than their items.
public struct GroupMetrics: Sendable, Equatable {
    /// From the top of a heading to the first row below it, in points; a multiple of 1/1024.
    public let headingHeight: Double
    /// From the last row of a group to the next heading, in points; a multiple of 1/1024.
    public let gap: Double
    /// A group's height is rounded up to a multiple of this many points, a power of two from 1/1024 to 1: to whole points,
    /// so that all headings are painted alike; in a mosaic to device pixels, or to a part of a cell smaller than those.
    public let quantum: Double

    /// For rows whose cells are large enough for a slot each, and for justified rows.
    public static let ofSlots = GroupMetrics(headingHeight: 44, gap: 12)
    /// The highest heading in a mosaic, in points.
    private static let highestRule = 8.0

    public init(headingHeight: Double, gap: Double) {
        self.headingHeight = ExtentScale.snap(max(0, headingHeight))
        self.gap = ExtentScale.snap(max(0, gap))
        quantum = 1
    }

    private init(rule: Double, quantum: Double) {
        (headingHeight, gap, self.quantum) = (ExtentScale.snap(rule), 0, quantum)
    }

    /// For groups in grids like this one.
    public init(of grid: GridLayout) {
        guard grid.isMosaic else {
            self = Self.ofSlots
            return
        }
        let devicePixel = 1 / grid.scale
        let isWhole = grid.pitch >= devicePixel
        let limit = isWhole ? devicePixel : grid.pitch / 16
        var quantum = 1.0
        while quantum > limit, quantum > 1.0 / 1024 { quantum /= 2 }
        let rule = min(grid.pitch / 2, Self.highestRule)
        self.init(rule: isWhole ? max(1, (rule * grid.scale).rounded()) / grid.scale : rule, quantum: quantum)
    }
}
