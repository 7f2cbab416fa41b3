// How a chart is drawn and how far it may be zoomed: what its caller chooses.

/// The settings of a chart, all in points.
public struct GraphConfig: Sendable, Equatable {
    /// The diameter of a point's mark; 0 draws none.
    public let pointSize: Double
    /// The width of a line.
    public let lineSize: Double
    /// Room between the edges of the content and the area that is drawn in. Left and right scroll with the content.
    public let paddings: EdgeInsets
    /// The smallest distance of two units that pinching leads to; 0 where all of the chart may be seen at once.
    public let minLineGapSize: Double
    /// The largest distance of two units that pinching leads to.
    public let maxLineGapSize: Double
    /// A change of the line gap that is not larger than this is ignored while pinching; of gaps below a point, the same
    /// share of the gap. Without that, a chart of ten million points could not be pinched at all.
    public let pinchSensitivity: Double

    /// No length on the screen may be more than this many points.
    public static let longest = 65_536.0

    /// Points of 4, lines of 2, all of the chart down to neighbours 64 points apart.
    public static let standard = GraphConfig(
        unchecked: 4, lineSize: 2, paddings: EdgeInsets(top: 16, left: 16, bottom: 16, right: 16),
        minLineGapSize: 0, maxLineGapSize: 64, pinchSensitivity: 0.02)

    /// Takes each value as it is; what is left out is as in `standard`.
    ///
    /// - Throws: which field is not finite, negative, too large, or beyond its opposite.
    public init(
        pointSize: Double = standard.pointSize, lineSize: Double = standard.lineSize,
        paddings: EdgeInsets = standard.paddings, minLineGapSize: Double = standard.minLineGapSize,
        maxLineGapSize: Double = standard.maxLineGapSize, pinchSensitivity: Double = standard.pinchSensitivity
    ) throws(GraphConfigError) {
        let fields: [(GraphConfigError.Field, Double)] = [
            (.pointSize, pointSize), (.lineSize, lineSize), (.paddingTop, paddings.top),
            (.paddingLeft, paddings.left), (.paddingBottom, paddings.bottom), (.paddingRight, paddings.right),
            (.minLineGapSize, minLineGapSize), (.maxLineGapSize, maxLineGapSize),
            (.pinchSensitivity, pinchSensitivity),
        ]
        for (field, value) in fields {
            guard value.isFinite else { throw GraphConfigError(field: field, reason: .notFinite) }
            guard value >= 0 else { throw GraphConfigError(field: field, reason: .negative) }
            // Line gaps are as large as units are few: many thousand points to a day.
            let isLength = field != .minLineGapSize && field != .maxLineGapSize
            guard !isLength || value <= Self.longest else { throw GraphConfigError(field: field, reason: .tooLarge) }
        }
        guard maxLineGapSize > 0 else { throw GraphConfigError(field: .maxLineGapSize, reason: .zero) }
        guard minLineGapSize <= maxLineGapSize else {
            throw GraphConfigError(field: .minLineGapSize, reason: .aboveMaximum)
        }
        self.init(
            unchecked: pointSize, lineSize: lineSize, paddings: paddings, minLineGapSize: minLineGapSize,
            maxLineGapSize: maxLineGapSize, pinchSensitivity: pinchSensitivity)
    }

    private init(
        unchecked pointSize: Double, lineSize: Double, paddings: EdgeInsets, minLineGapSize: Double,
        maxLineGapSize: Double, pinchSensitivity: Double
    ) {
        self.pointSize = pointSize
        self.lineSize = lineSize
        self.paddings = paddings
        self.minLineGapSize = minLineGapSize
        self.maxLineGapSize = maxLineGapSize
        self.pinchSensitivity = pinchSensitivity
    }

    /// The same settings where neighbours are not one unit but `step` units apart: with a value every minute and days for
    /// units, a limit of 64 points between neighbours is one of 92,160 points to a day. `step` must be positive; any
    /// other leaves the settings as they are.
    public func spaced(by step: Double) -> GraphConfig {
        let (least, most) = (minLineGapSize / step, maxLineGapSize / step)
        guard step > 0, least.isFinite, most.isFinite, most > 0 else { return self }
        return GraphConfig(
            unchecked: pointSize, lineSize: lineSize, paddings: paddings, minLineGapSize: least, maxLineGapSize: most,
            pinchSensitivity: pinchSensitivity)
    }
}

/// Which setting of a chart cannot be used, and why.
public struct GraphConfigError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The setting, by the name under which it is given.
    public enum Field: String, Sendable, CaseIterable {
        case pointSize, lineSize, paddingTop, paddingLeft, paddingBottom, paddingRight
        case minLineGapSize, maxLineGapSize, pinchSensitivity
    }

    /// What is wrong with it.
    public enum Reason: String, Sendable {
        case notFinite = "is not a finite number"
        case negative = "is negative"
        case zero = "is 0"
        case tooLarge = "is more than 65536 points"
        case aboveMaximum = "is above maxLineGapSize"
    }

    public let field: Field
    public let reason: Reason

    public init(field: Field, reason: Reason) {
        self.field = field
        self.reason = reason
    }

    public var description: String { "\(field.rawValue) \(reason.rawValue)" }
}
