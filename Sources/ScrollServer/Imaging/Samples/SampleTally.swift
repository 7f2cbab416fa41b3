// Counts the sample values of a picture while it is decoded.

/// The values of one channel of a picture.
package struct SampleCounts: Sendable, Equatable {
    /// The shares, in percent, at which `percentiles` are taken.
    package static let shares = [0.1, 1, 50, 99, 99.9]
    package static let binCount = 256

    /// The least and the greatest value, without infinity.
    package let minimum: Double
    package let maximum: Double
    /// How many of the counted values lie in each of 256 equal parts of the range, the greatest in the last one.
    package let counts: [Int]
    /// The least value with at least so many percent of the counted ones at or below it, in the order of `shares`.
    package let percentiles: [Double]
    /// How many values were counted.
    package let counted: Int

    /// The count that fills the height of a drawing, at least 1: the third largest.
    ///
    /// One flat value, or two, would hide the rest otherwise.
    package var full: Int { max(1, counts.sorted(by: >)[2]) }
}

/// Counts the sample values of a picture's channels.
///
/// Of whole numbers of at most 16 bits each is counted. Of others at most `keptLimit` a channel are kept, at equal
/// distances, and the least and the greatest of all. What is no finite number is left out.
///
/// Memory: 0.8 MB, or up to 16 MB, a channel. Not thread-safe.
package final class SampleTally {
    /// Bytes of memory that a channel takes at most.
    package static let channelByteCount = 2 * MemoryLayout<Double>.size * keptLimit
    /// Most channels that are counted.
    package static let channelLimit = 8
    private static let keptLimit = 1 << 20
    /// The whole numbers that are counted one by one.
    private static let narrow = -32_768...65_535

    fileprivate struct Channel {
        /// By value, from the least narrow one on; empty before the first.
        var narrow: [Int] = []
        var wide: [Double] = []
        /// Of `step` wide values one is kept; `next` counts down to it.
        var (step, next) = (1, 0)
        var (minimum, maximum) = (Double.infinity, -Double.infinity)
    }

    private var channels: [Channel] = []

    /// Starts without values.
    package init() {}

    /// Counts a whole number from −32,768 to 65,535; others are left out.
    func add(_ value: Int, channel: Int) {
        guard prepare(channel), Self.narrow.contains(value) else { return }
        if channels[channel].narrow.isEmpty {
            channels[channel].narrow = [Int](repeating: 0, count: Self.narrow.count)
        }
        channels[channel].narrow[value - Self.narrow.lowerBound] += 1
    }

    /// Counts any other number.
    func add(wide value: Double, channel: Int) {
        guard value.isFinite, prepare(channel) else { return }
        channels[channel].add(value, keptLimit: Self.keptLimit)
    }

    private func prepare(_ channel: Int) -> Bool {
        guard channel < Self.channelLimit else { return false }
        while channels.count <= channel { channels.append(Channel()) }
        return true
    }

    /// The counts of each channel; nil for one without a finite value.
    package var counts: [SampleCounts?] {
        channels.map { $0.narrow.isEmpty ? $0.wideCounts : $0.narrowCounts(from: Self.narrow.lowerBound) }
    }
}

extension SampleTally.Channel {
    fileprivate mutating func add(_ value: Double, keptLimit: Int) {
        (minimum, maximum) = (min(minimum, value), max(maximum, value))
        guard next == 0 else {
            next -= 1
            return
        }
        if wide.count == keptLimit {
            // Of those kept so far every second one goes.
            wide = stride(from: 0, to: keptLimit, by: 2).map { wide[$0] }
            step *= 2
        }
        wide.append(value)
        next = step - 1
    }

    fileprivate func narrowCounts(from first: Int) -> SampleCounts? {
        guard let least = narrow.firstIndex(where: { $0 > 0 }), let greatest = narrow.lastIndex(where: { $0 > 0 })
        else { return nil }
        let total = narrow[least...greatest].reduce(0, +)
        let width = max(1, greatest - least)
        var bins = [Int](repeating: 0, count: SampleCounts.binCount)
        var ranks = SampleCounts.shares.map { Self.rank($0, of: total) }[...]
        var (sum, percentiles): (Int, [Double]) = (0, [])
        for index in least...greatest where narrow[index] > 0 {
            bins[min((index - least) * SampleCounts.binCount / width, SampleCounts.binCount - 1)] += narrow[index]
            sum += narrow[index]
            while let rank = ranks.first, rank <= sum {
                percentiles.append(Double(first + index))
                ranks = ranks.dropFirst()
            }
        }
        return SampleCounts(
            minimum: Double(first + least), maximum: Double(first + greatest), counts: bins, percentiles: percentiles,
            counted: total)
    }

    fileprivate var wideCounts: SampleCounts? {
        guard !wide.isEmpty else { return nil }
        let width = maximum > minimum ? maximum - minimum : 1
        var bins = [Int](repeating: 0, count: SampleCounts.binCount)
        for value in wide {
            let bin = Int(clamping: (value - minimum) / width * Double(SampleCounts.binCount))
            bins[max(0, min(bin, SampleCounts.binCount - 1))] += 1
        }
        let sorted = wide.sorted()
        return SampleCounts(
            minimum: minimum, maximum: maximum, counts: bins,
            percentiles: SampleCounts.shares.map { sorted[Self.rank($0, of: sorted.count) - 1] }, counted: sorted.count)
    }

    /// How many values lie at or below that of a share, in percent: at least 1.
    private static func rank(_ share: Double, of count: Int) -> Int {
        max(1, min(count, Int(clamping: (share / 100 * Double(count)).rounded(.up))))
    }
}
