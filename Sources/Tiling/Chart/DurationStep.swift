// Round lengths of time, for value axes of durations and of clock times.

/// A length of time of which an axis of durations has multiples: 15 seconds, half an hour, a day.
struct DurationStep: AxisStep {
    private enum Size: Equatable {
        /// Less than a second.
        case fine(DecimalStep)
        /// An element of `whole`.
        case whole(Int)
        case days(DecimalStep)
    }

    /// The steps from a second to half a day, in seconds.
    private static let whole =
        [1, 2, 5, 10, 15, 30] + [1, 2, 5, 10, 15, 30].map { $0 * 60 } + [1, 2, 3, 6, 12].map { $0 * 3600 }
    private static let day = 86_400.0

    private var length: Size

    init?(atLeast width: Double) {
        guard width > 0, width.isFinite else { return nil }
        let least = width * (1 - 1e-9)
        if let fine = DecimalStep(atLeast: width), fine.size < 1 {
            length = .fine(fine)
        } else if let index = Self.whole.firstIndex(where: { Double($0) >= least }) {
            length = .whole(index)
        } else if let days = DecimalStep(atLeast: width / Self.day), (days.size * Self.day).isFinite {
            length = .days(days)
        } else {
            return nil
        }
    }

    var size: Double { value(1) }

    mutating func grow() {
        switch length {
        case .fine(var step):
            step.grow()
            length = step.size < 1 ? .fine(step) : .whole(0)
        case .whole(let index):
            if index + 1 < Self.whole.count {
                length = .whole(index + 1)
            } else if let day = DecimalStep(atLeast: 1) {
                length = .days(day)
            }
        case .days(var step):
            step.grow()
            length = .days(step)
        }
    }

    func value(_ index: Int) -> Double {
        switch length {
        case .fine(let step): step.value(index)
        case .whole(let number): Double(index) * Double(Self.whole[number])
        case .days(let step): step.value(index) * Self.day
        }
    }

    /// The multiples as ticks, all in one notation: `0.5 s`, `0:30`, `1:30:00`, `2 h` or `3 d`.
    func ticks(_ indices: Range<Int>) -> [Tick] {
        let ticks = indices.map { Tick(value: value($0), label: "") }
        let most = ticks.map(\.value.magnitude).max() ?? 0
        func labelled(_ label: (Tick) -> String) -> [Tick] {
            ticks.map { Tick(value: $0.value, label: $0.value == 0 ? "0" : label($0)) }
        }
        switch length {
        case .fine(let step):
            let labels = zip(step.ticks(indices), ticks)
            // Texts of durations end with milliseconds.
            guard most >= 60, step.size >= 0.001 else {
                return labels.map { Tick(value: $1.value, label: $1.value == 0 ? "0" : "\($0.label) s") }
            }
            return labelled { ValueKind.duration.text(of: $0.value) ?? "" }
        case .whole(let number) where Self.whole[number] % 3600 == 0:
            return labelled { Self.whole($0.value / 3600) + " h" }
        case .whole:
            return labelled { Self.label($0.value, hasHours: most >= 3600) }
        case .days(let step):
            return step.ticks(indices).map {
                Tick(value: $0.value * Self.day, label: $0.value == 0 ? "0" : "\($0.label) d")
            }
        }
    }

    private static func whole(_ number: Double) -> String { DecimalStep.decimal(Int(clamping: number), decimals: 0) }

    /// Whole seconds as `2:03`, or where a tick of the axis has hours, as `0:02:03`.
    private static func label(_ value: Double, hasHours: Bool) -> String {
        let seconds = Int(clamping: value.magnitude)
        let (minutes, rest) = (seconds / 60, ValueKind.two(seconds % 60))
        let text = hasHours ? "\(minutes / 60):\(ValueKind.two(minutes % 60)):\(rest)" : "\(minutes):\(rest)"
        return value < 0 ? "\u{2212}" + text : text
    }
}

/// A step of an axis of clock times: that of durations, with other labels.
struct ClockStep: AxisStep {
    private var step: DurationStep

    init?(atLeast width: Double) {
        guard let step = DurationStep(atLeast: width) else { return nil }
        self.step = step
    }

    var size: Double { step.size }

    mutating func grow() { step.grow() }

    func value(_ index: Int) -> Double { step.value(index) }

    /// The multiples as ticks: `06:00`, with seconds where the step has some; those of a day or more as durations.
    func ticks(_ indices: Range<Int>) -> [Tick] {
        let ticks = step.ticks(indices)
        guard (0.001..<86_400).contains(step.size) else { return ticks }
        let hasSeconds = step.size < 60
        return ticks.map { tick in
            var text = ValueKind.clock.text(of: tick.value) ?? tick.label
            // `14:05` has one colon.
            if hasSeconds, text.count(where: { $0 == ":" }) == 1 { text += ":00" }
            return Tick(value: tick.value, label: text)
        }
    }
}
