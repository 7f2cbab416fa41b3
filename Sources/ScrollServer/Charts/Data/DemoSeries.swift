// A demo chart without a file: twenty years of an invented weather station.

import Platform

/// Temperature, humidity and pressure every ten minutes, with gaps like those of a real station; the same in every run.
///
/// Made when first needed, on a thread of its own, and published as if it were read from a file.
package enum DemoSeries {
    static let description = SeriesDescription(
        lines: ["Temperature (°C)", "Relative humidity (%)", "Pressure − 1000 (hPa)"], xKind: .time, xName: "time")
    /// 2005-01-01T00:00:00Z, in seconds since 1970.
    static let start = 1_104_537_600.0
    /// The number of points: 20 years.
    static let count = 1_051_920
    /// Seconds between points.
    static let step = 600.0

    /// Opens the demo.
    ///
    /// Its first points appear within a second. Throws when no thread can be started.
    package static func open() throws(SeriesError) -> Series {
        let publication = SeriesPublication(description)
        let body: @Sendable () -> Void = { build(into: publication) }
        try mapError(try System.startThread(body)) { (error: SystemError) in SeriesError.unreadable(error.description) }
        return Series(name: "A weather station", publication: publication)
    }

    private static func build(into publication: SeriesPublication) {
        let lineCount = description.lines.count
        do throws(SystemError) {
            var builder = try SeriesBuilder(
                lineCount: lineCount, shift: SeriesBuilder.shift(lineCount: lineCount), store: MemoryStore())
            let batch = RowBatch(lineCount: lineCount, capacity: 1 << 16)
            var weather = DemoWeather()
            var index = 0
            while index < count, !publication.isStopped {
                batch.count = 0
                while !batch.isFull, index < count {
                    let point = weather.next()
                    batch.append(x: start + Double(index) * step) { line in
                        line == 0 ? point.temperature : line == 1 ? point.humidity : point.pressure
                    }
                    index += 1
                }
                try builder.append(batch)
                let isComplete = index == count
                publication.publish {
                    $0.isComplete = isComplete
                } view: {
                    builder.view(revision: $0, description: description)
                }
            }
        } catch {
            publication.publish { $0.failure = .storage(error.reason) }
        }
    }
}

/// The measurements one after the other: seasons, days, weather, noise and gaps.
struct DemoWeather {
    private var noise = StableNoise()
    private var index = 0
    /// Deviations from the usual weather, which decay: warm and cold spells (days), pressure (days), clouds (hours).
    private var (spell, swing, cloud) = (0.0, 0.0, 0.0)
    /// Rows until the gap ends in which a sensor measures nothing.
    private var rowsMissing = 0
    /// The sensor with the gap; 3 means all of them.
    private var missing = 3

    mutating func next() -> (temperature: Double, humidity: Double, pressure: Double) {
        let day = Double(index) / 144
        index += 1
        let season = DemoWave.sine(turns: (day - 110) / 365.25)
        let hour = DemoWave.sine(turns: day - 0.4)
        spell += -spell / 700 + noise.bell() * 0.17
        swing += -swing / 430 + noise.bell() * 0.6
        cloud += -cloud / 40 + noise.bell() * 0.22
        var temperature = 9.5 + 9.5 * season + 0.000_1 * day + spell + (3.2 + 1.6 * season) * hour - 0.5 * cloud
        temperature += noise.bell() * 0.08
        var humidity = 76 - 9 * season - 11 * hour + 6 * cloud - spell + noise.bell() * 0.8
        humidity = min(max(humidity, 12), 100)
        var pressure = 14 + swing + 1.1 * spell * season + noise.bell() * 0.05
        // A gap begins every few weeks. Most are short; some last for days.
        if rowsMissing == 0, noise.uniform() < 0.000_3 {
            rowsMissing =
                noise.uniform() < 0.06
                ? Int(clamping: noise.uniform() * 1400) + 200 : Int(clamping: noise.uniform() * 40) + 2
            missing = Int(clamping: noise.uniform() * 4)
        }
        if rowsMissing > 0 {
            rowsMissing -= 1
            if missing != 1, missing != 2 { temperature = .nan }
            if missing == 1 || missing == 3 { humidity = .nan }
            if missing == 2 || missing == 3 { pressure = .nan }
        }
        // Rounded as an instrument would write them.
        return (
            (temperature * 10).rounded() / 10, humidity.rounded(), (pressure * 10).rounded() / 10
        )
    }
}

/// Random numbers that are the same in every run, on every system.
private struct StableNoise {
    private var state: UInt64 = 7

    /// Uniform in 0 ..< 1.
    mutating func uniform() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Double(StableHash.mix(state) >> 11) / 9_007_199_254_740_992
    }

    /// Roughly normal, with variance 1: the sum of four uniform numbers.
    mutating func bell() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        let bits = StableHash.mix(state)
        var sum = 0.0
        for part in stride(from: UInt64(0), to: 64, by: 16) { sum += Double(bits >> part & 0xFFFF) }
        return (sum / 65_536 - 2) * 1.732
    }
}

private enum DemoWave {
    /// The sine of a fraction of a turn, by a polynomial: bit-identical on every system.
    static func sine(turns: Double) -> Double {
        let part = turns - turns.rounded()
        // x (1 − 2|x|) has about the shape of a sine; the square brings it to within 0.001.
        let arch = 8 * part * (1 - 2 * part.magnitude)
        return arch * (0.775 + 0.225 * arch.magnitude)
    }
}
