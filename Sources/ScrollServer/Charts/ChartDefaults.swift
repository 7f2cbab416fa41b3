// How a chart is drawn by default.

import Tiling

/// Measures of a chart, in points.
package enum ChartDefaults {
    /// The smallest distance of two labels on the x axis, and on the value axis.
    package static let labelSpacing = (x: 96.0, y: 44.0)
    /// How near to the viewport's left or right edge a tick of the x axis is whose label would be cut off there.
    package static let labelReach = 34.0
    package static let pointSize = 5.0
    package static let lineSize = 2.0
    /// The paddings around the area that lines are drawn in: room for line names above it, for dates and the scrubber
    /// below.
    package static let paddings = EdgeInsets(top: 48, left: 64, bottom: 52, right: 24)
    package static let slideWidth = 512.0
}
