// Ticks of a time axis.

/// Ticks at round times of the UTC calendar, from milliseconds to millennia, labelled on two levels: "14:30" with the
/// date at the first tick of each day, "Mar" with the year at the first tick of each year.
public enum TimeTicks {
    /// The ticks from `low` to `high`, both in seconds since 1970, at the smallest round distance of `minimumSpacing`
    /// points.
    ///
    /// `most` is the largest number of ticks; where there are more, the next larger distances are used. `offset`
    /// returns how far clocks are ahead of UTC at a moment, both in seconds: ticks are at round times of these clocks.
    /// There are none beyond `CivilDate.years`, for arguments that are not finite or not positive, or where the largest
    /// step, five thousand years, is too small. O(ticks).
    public static func ticks(
        from low: Double, to high: Double, pointsPerSecond: Double, minimumSpacing: Double, most: Int = Tick.most,
        offset: (Double) -> Double = { _ in 0 }
    ) -> [Tick] {
        guard low <= high, low.isFinite, high.isFinite, pointsPerSecond > 0, minimumSpacing > 0, most > 0 else {
            return []
        }
        let start = CivilDate(year: CivilDate.years.lowerBound, month: 1, day: 1)
        let end = CivilDate(year: CivilDate.years.upperBound + 1, month: 1, day: 1)
        let clocks = (low + offset(low), high + offset(high))
        let isShifted = clocks.0 != low || clocks.1 != high
        // Clocks may be set back by some hours within the range.
        let margin = clocks.0 - low == clocks.1 - high ? 0.0 : 86_400
        let (low, high, from, to) = (clocks.0 - margin, clocks.1 + margin, low, high)
        let (first, last) = (
            max((low * 1000).rounded(.up), Double(TimeStep.time(of: start.daysSince1970))),
            min((high * 1000).rounded(.down), Double(TimeStep.time(of: end.daysSince1970) - 1))
        )
        guard first <= last else { return [] }
        let limit = Double(min(most, Tick.most))
        let width = minimumSpacing / pointsPerSecond * 1000
        let step = TimeStep.all.first { $0.shortest >= width && (last - first) / $0.shortest < limit }
        guard let step else { return [] }
        let times = step.times(from: Int(clamping: first), to: Int(clamping: last))
        guard isShifted || margin > 0 else { return labelled(times, step) }
        var moments: [Int] = []
        var shown: [Int] = []
        for time in times {
            guard let moment = moment(ofClock: Double(time) / 1000, offset), moment >= from, moment <= to else {
                continue
            }
            let milliseconds = Int(clamping: (moment * 1000).rounded())
            // Where clocks are set back, a time occurs twice, and two others move closer or apart.
            if let last = moments.last, Double(milliseconds - last) < step.shortest * 0.75 { continue }
            moments.append(milliseconds)
            shown.append(time)
        }
        return zip(labelled(shown, step), moments).map { tick, moment in
            var tick = tick
            tick.value = Double(moment) / 1000
            return tick
        }
    }

    /// The moment at which clocks show a time; nil where they skip it.
    private static func moment(ofClock time: Double, _ offset: (Double) -> Double) -> Double? {
        for guess in [time - offset(time - offset(time)), time - offset(time)] where guess + offset(guess) == time {
            return guess
        }
        return nil
    }

    /// The full time at the pointer: "5 Mar 2024 14:30:05.250", without trailing zero parts, with microseconds if any.
    ///
    /// `seconds` is since 1970; nil beyond `CivilDate.years`.
    public static func name(of seconds: Double) -> String? {
        // Over twelve thousand years; keeps the product within `Int`.
        guard seconds.magnitude < 4e11 else { return nil }
        // Doubles hold present times to a quarter of a microsecond, so less than half of one is rounding.
        let milliseconds = seconds * 1000
        let isFine = (milliseconds - milliseconds.rounded()).magnitude > 0.0005
        let microseconds =
            isFine ? Int(clamping: (seconds * 1e6).rounded()) : Int(clamping: milliseconds.rounded()) * 1000
        let time = (microseconds >= 0 ? microseconds : microseconds - 999) / 1000
        let fine = microseconds - time * 1000
        let date = CivilDate(daysSince1970: TimeStep.day(time))
        guard CivilDate.years.contains(date.year) else { return nil }
        let day = "\(date.day) \(date.monthName) \(date.yearName)"
        let rest = time - TimeStep.time(of: TimeStep.day(time))
        if rest == 0, fine == 0 { return day }
        let isWhole = rest % 1000 == 0 && fine == 0
        let clock = clock(rest, resolution: !isWhole ? 1 : rest % 60_000 > 0 ? 1000 : 60_000)
        return day + " " + clock + (fine > 0 ? String(String(1000 + fine).dropFirst()) : "")
    }

    private static func labelled(_ times: [Int], _ step: TimeStep) -> [Tick] {
        var before: String?
        return times.map { time in
            let date = CivilDate(daysSince1970: TimeStep.day(time))
            let (label, context) = label(time, date, step)
            defer { before = context }
            return Tick(value: Double(time) / 1000, label: label, context: context == before ? nil : context)
        }
    }

    private static func label(_ time: Int, _ date: CivilDate, _ step: TimeStep) -> (String, context: String?) {
        switch step.kind {
        case .milliseconds(let step) where step < 86_400_000:
            let rest = time - TimeStep.time(of: TimeStep.day(time))
            return (clock(rest, resolution: step), "\(date.day) \(date.monthName) \(date.yearName)")
        case .milliseconds, .daysOfMonth, .weeks: return ("\(date.day)", "\(date.monthName) \(date.yearName)")
        case .months: return (date.monthName, date.yearName)
        case .years: return (date.yearName, nil)
        }
    }

    /// The time `rest` milliseconds after midnight, with the parts that `resolution` (milliseconds) needs.
    ///
    /// For example "14:30", "14:30:05" or "14:30:05.250".
    private static func clock(_ rest: Int, resolution: Int) -> String {
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).utf8.count)) + String(number)
        }
        var text = padded(rest / 3_600_000, 2) + ":" + padded(rest / 60_000 % 60, 2)
        if resolution < 60_000 { text += ":" + padded(rest / 1000 % 60, 2) }
        if resolution < 1000 { text += "." + padded(rest % 1000, 3) }
        return text
    }
}
