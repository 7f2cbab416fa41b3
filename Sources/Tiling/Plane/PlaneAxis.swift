// An axis of a plane: which values it spans, and how they are placed and labelled.

/// One of the two axes of a plane.
///
/// Places on it are shares: 0 is the axis' start and 1 its end.
public struct PlaneAxis: Sendable, Equatable {
    /// How values are placed, and what their ticks look like.
    public enum Kind: String, Sendable {
        /// Numbers, at places in proportion to them.
        case linear
        /// Positive numbers, at places in proportion to their logarithms.
        case logarithmic
        /// Seconds since 1970.
        case time
        /// Names, in equal parts of the axis: the values are their numbers from 0 on.
        case category
        /// Degrees of longitude on a map.
        case longitude
        /// Degrees of latitude on a map, at places as Web Mercator has them.
        case latitude
    }

    public let kind: Kind
    /// The values at the start and at the end.
    public internal(set) var values: ClosedRange<Double>
    /// Only for categories: their names.
    public let names: [String]
    /// Only for logarithmic axes: the natural logarithms of `values`' ends.
    private var logarithms = 0.0...0.0
    /// Whether there are no ticks between whole numbers.
    private var isWhole = false

    /// Makes an axis of numbers or times that spans `values`, which may be widened to begin and end round.
    ///
    /// A single value is put in the middle. A logarithmic axis begins above 0.
    public init(_ kind: Kind, spanning values: ClosedRange<Double>) {
        let (low, high) = (values.lowerBound, values.upperBound)
        let isLogarithmic = kind == .logarithmic && low > 0
        self.kind = kind == .logarithmic && !isLogarithmic ? .linear : kind
        names = []
        if isLogarithmic {
            self.values = LogarithmicTicks.rounded(low...high)
        } else if low == high {
            let reach = kind == .time ? 43_200 : low == 0 ? 0.5 : low.magnitude / 2
            self.values = low - reach...high + reach
        } else if kind == .time {
            let margin = (high - low) / 64
            self.values = low - margin...high + margin
        } else {
            self.values = ValueTicks.rounded(low...high, height: 640, minimumSpacing: 64)
        }
        if isLogarithmic { logarithms = Self.logarithms(of: self.values) }
    }

    /// Makes an axis of categories.
    public init(names: [String]) {
        (kind, self.names) = (.category, names)
        values = 0...Double(max(1, names.count))
    }

    private static func logarithms(of values: ClosedRange<Double>) -> ClosedRange<Double> {
        let low = Deceleration.logarithm(values.lowerBound)
        return low...max(low, Deceleration.logarithm(values.upperBound))
    }

    /// Where a value lies; nil for one that has no place: no number, or beyond the axis.
    public func share(of value: Double) -> Double? {
        guard value.isFinite else { return nil }
        let value = kind == .category ? value + 0.5 : value
        guard values.contains(value) else { return nil }
        if kind == .latitude { return MapTicks.share(of: value, in: values) }
        if kind == .logarithmic {
            let (low, high) = (logarithms.lowerBound, logarithms.upperBound)
            return min(max((Deceleration.logarithm(value) - low) / (high - low), 0), 1)
        }
        // Halves, because the difference of the two largest doubles overflows.
        let half = values.upperBound / 2 - values.lowerBound / 2
        return half > 0 ? (value / 2 - values.lowerBound / 2) / half : 0.5
    }

    /// The value at a share.
    public func value(at share: Double) -> Double {
        if kind == .latitude { return MapTicks.latitude(at: share, in: values) }
        if kind == .logarithmic {
            let (low, high) = (logarithms.lowerBound, logarithms.upperBound)
            return Deceleration.exponential(low * (1 - share) + high * share)
        }
        return values.lowerBound * (1 - share) + values.upperBound * share
    }

    /// A tick and where it stands: as a share of the axis, or in points of a viewport.
    public struct PlacedTick: Sendable, Equatable {
        public var place: Double
        public var tick: Tick
    }

    /// The ticks between two shares of an axis that is `length` points long, at least `minimumSpacing` points apart.
    ///
    /// O(ticks).
    public func ticks(in shares: ClosedRange<Double>, length: Double, minimumSpacing: Double) -> [PlacedTick] {
        if isOfMap { return mapTicks(in: shares, length: length, minimumSpacing: minimumSpacing) }
        let seen = max(0, shares.lowerBound)...max(0, min(1, shares.upperBound), shares.lowerBound)
        let (low, high) = (value(at: seen.lowerBound), value(at: seen.upperBound))
        let perUnit = length / (values.upperBound - values.lowerBound)
        guard seen.upperBound > seen.lowerBound, low < high, perUnit > 0 else { return [] }
        let ticks =
            switch kind {
            case .linear:
                NumberTicks.ticks(
                    from: low, to: high, pointsPerUnit: perUnit, minimumSpacing: minimumSpacing, isWhole: isWhole)
            case .logarithmic:
                LogarithmicTicks.ticks(
                    in: low...high, height: length * (seen.upperBound - seen.lowerBound),
                    minimumSpacing: minimumSpacing)
            case .time:
                TimeTicks.ticks(from: low, to: high, pointsPerSecond: perUnit, minimumSpacing: minimumSpacing)
            case .category: categories(from: low, to: high, pointsPerUnit: perUnit, minimumSpacing)
            // Their ticks go on beyond the plane.
            case .longitude, .latitude: [Tick]()
            }
        return ticks.compactMap { tick in share(of: tick.value).map { PlacedTick(place: $0, tick: tick) } }
    }

    private func categories(
        from low: Double, to high: Double, pointsPerUnit: Double, _ minimumSpacing: Double
    ) -> [Tick] {
        var step = 1
        while Double(step) * pointsPerUnit < minimumSpacing, step < names.count { step *= 2 }
        let first = Int(clamping: low.rounded(.down))
        let last = min(names.count, Int(clamping: high.rounded(.up)))
        return stride(from: first + (step - first % step) % step, to: last, by: step).prefix(Tick.most).map {
            Tick(value: Double($0), label: names[$0], context: nil)
        }
    }
}

extension PlaneAxis {
    /// Makes an axis of numbers or times for bars, which has room for the bar of the greatest value.
    public init(ofBars kind: Kind, spanning values: ClosedRange<Double>) {
        self.init(kind, spanning: values)
        guard values.upperBound >= self.values.upperBound else { return }
        let (low, high) = (values.lowerBound, values.upperBound)
        let beyond = self.kind == .logarithmic ? high * 1.25 : high + (high / 32 - low / 32)
        if beyond.isFinite { self.init(kind, spanning: low...beyond) }
    }

    /// The axis that also spans these values, where it can; with `isWhole`, without ticks between whole numbers.
    func widened(to other: ClosedRange<Double>, isWhole: Bool) -> PlaneAxis {
        var axis = self
        axis.isWhole = isWhole
        let (low, high) = (min(values.lowerBound, other.lowerBound), max(values.upperBound, other.upperBound))
        guard low.isFinite, high.isFinite, kind != .logarithmic || low > 0 else { return axis }
        axis.values = low...high
        if kind == .logarithmic { axis.logarithms = Self.logarithms(of: axis.values) }
        return axis
    }
}
