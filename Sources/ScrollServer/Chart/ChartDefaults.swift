// How a chart is drawn where nobody says otherwise.

import Tiling

/// Measures of a chart, in points.
enum ChartDefaults {
    /// Between two labels of the x axis, at least, and between two of the values.
    static let labelSpacing = (x: 96.0, y: 44.0)
    static let pointSize = 5.0
    static let lineSize = 2.0
    /// Around the section that lines are drawn in: room for their names above, for dates and the scrubber below.
    static let paddings = EdgeInsets(top: 48, left: 64, bottom: 52, right: 24)
    static let slideWidth = 512.0
}
