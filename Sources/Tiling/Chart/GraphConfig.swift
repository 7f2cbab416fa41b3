// The settings of a chart that its caller chooses: how it is drawn and how far it may be zoomed.

/// The settings of a chart; lengths are in points.
public struct GraphConfig: Sendable, Equatable {
    /// The diameter of a point's mark; 0 draws none.
    public let pointSize: Double
    /// The width of a line.
    public let lineSize: Double
    /// Points between the edges of the content and the drawn area.
    ///
    /// The left and right paddings scroll with the content.
    public let paddings: EdgeInsets
    /// The smallest `lineGapSize` (points per unit) that pinching reaches; 0 allows the whole chart in view.
    public let minLineGapSize: Double
    /// The largest `lineGapSize` that pinching reaches.
    public let maxLineGapSize: Double
    /// A pinch ignores a change of the line gap up to this many points.
    ///
    /// Where the gap is below a point, the value is a share of the gap: otherwise a chart of ten million points could
    /// not be pinched at all.
    public let pinchSensitivity: Double

    /// The largest value, in points, of every setting but the two line gaps.
    public static let longest = 65_536.0

    /// Points of 4, lines of 2; zoom from the whole chart to neighbours 64 points apart.
    public static let standard = GraphConfig(
        unchecked: 4, lineSize: 2, paddings: EdgeInsets(top: 16, left: 16, bottom: 16, right: 16),
        minLineGapSize: 0, maxLineGapSize: 64, pinchSensitivity: 0.02)

    /// Settings with the given values; the defaults are those of `standard`.
    ///
    /// - Throws: `GraphConfigError` with the first field that is not finite, negative, too large, or beyond its
    ///   opposite.
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
            // Line gaps have no upper limit: with few units they are large, many thousand points per day.
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

    /// The same settings where neighbouring values are `step` units apart instead of one.
    ///
    /// With a value every minute and days as units, a limit of 64 points between neighbours becomes 92,160 points per
    /// day. Where `step` is not positive, or the result not finite, the settings stay as they are.
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
    /// The setting, by the name that the caller gave it under.
    public enum Field: String, Sendable, CaseIterable {
        case pointSize, lineSize, paddingTop, paddingLeft, paddingBottom, paddingRight
        case minLineGapSize, maxLineGapSize, pinchSensitivity
    }

    /// The reason why the setting cannot be used.
    public enum Reason: String, Sendable {
        case notFinite = "is not a finite number"
        case negative = "is negative"
        case zero = "is 0"
        case tooLarge = "is more than 65536 points"
        case aboveMaximum = "is above maxLineGapSize"
    }

    public let field: Field
    public let reason: Reason

    public var description: String { "\(field.rawValue) \(reason.rawValue)" }
}
