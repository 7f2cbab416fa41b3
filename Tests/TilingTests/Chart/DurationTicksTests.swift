// Value axes of durations and clock times.

import Testing

@testable import Tiling

@Suite struct DurationTicksTests {
    /// The labels of an axis around two values, 400 points high.
    private static func labels(
        _ values: ClosedRange<Double>, _ kind: ValueKind, isLogarithmic: Bool = false
    ) -> [String] {
        let range = ValueRange.padded(values, height: 400, minimumSpacing: 60, kind: kind)
        let scale = ValueScale(
            values: isLogarithmic ? values : range, top: 0, bottom: 400, isLogarithmic: isLogarithmic, kind: kind)
        return scale.ticks(minimumSpacing: 60).map(\.label)
    }

    @Test(
        arguments: [
            (0.01...0.3, ["0", "0.05 s", "0.10 s", "0.15 s", "0.20 s", "0.25 s", "0.30 s"]),
            (3...57, ["0", "0:10", "0:20", "0:30", "0:40", "0:50", "1:00"]),
            (2710...3930, ["0:45:00", "0:50:00", "0:55:00", "1:00:00", "1:05:00", "1:10:00"]),
            (-300...900, ["\u{2212}5:00", "0", "5:00", "10:00", "15:00"]),
            (0...90_000, ["0", "6 h", "12 h", "18 h", "24 h", "30 h"]),
            (0...400_000, ["0", "1 d", "2 d", "3 d", "4 d", "5 d"]),
            (100...100.5, ["1:40", "1:40.1", "1:40.2", "1:40.3", "1:40.4", "1:40.5"]),
        ] as [(ClosedRange<Double>, [String])])
    func `ticks of durations are where clocks have theirs`(_ values: ClosedRange<Double>, _ labels: [String]) {
        #expect(Self.labels(values, .duration) == labels)
    }

    @Test(
        arguments: [
            (24_300...63_600, ["06:00", "08:00", "10:00", "12:00", "14:00", "16:00", "18:00"]),
            (83_000...90_100, ["23:00", "23:30", "24:00", "24:30", "25:00", "25:30"]),
            (50_000...50_030, ["13:53:20", "13:53:25", "13:53:30", "13:53:35", "13:53:40", "13:53:45", "13:53:50"]),
        ] as [(ClosedRange<Double>, [String])])
    func `ticks of clock times have two digits for the hours`(_ values: ClosedRange<Double>, _ labels: [String]) {
        #expect(Self.labels(values, .clock) == labels)
    }

    @Test func `a logarithmic axis names each tick's unit`() {
        #expect(
            Self.labels(1...5000, .duration, isLogarithmic: true) == ["1 s", "10 s", "1 min", "10 min", "1 h"])
        #expect(Self.labels(3600...4000, .duration, isLogarithmic: true).first == "1:00:00")
        for values in [1e-9...1e-3, 1e-300...1e300, 1...1e300] {
            #expect(Self.labels(values, .duration, isLogarithmic: true).count < 10)
        }
    }

    @Test(
        arguments: [
            (0, "0:00", "00:00"), (45.25, "0:45.25", "00:00:45.25"), (3723, "1:02:03", "01:02:03"),
            (93_784.5, "1 d 02:03:04.5", "26:03:04.5"), (-61, "\u{2212}1:01", "\u{2212}00:01:01"),
            (50_700, "14:05:00", "14:05"), (3599.9996, "1:00:00", "01:00"), (0.0001, nil, nil), (1e13, nil, nil),
            (.nan, nil, nil),
        ] as [(Double, String?, String?)])
    func `values are written whole`(_ value: Double, _ duration: String?, _ clock: String?) {
        #expect(ValueKind.duration.text(of: value) == duration)
        #expect(ValueKind.clock.text(of: value) == clock)
        #expect(ValueKind.number.text(of: value) == nil)
    }
}
