// Chooses the items to fetch before they come into view.

/// The items to fetch next, beyond the window: how many, in which direction, and where a fling will end.
///
///     slow   window │ ahead ─────────▶          as far as the content will scroll on, and a viewport more
///     fast   window │ ahead ─▶      ─▶ end ─▶   only items that are ready in time, then those where the fling ends
public enum Prefetch {
    /// The most items that are named, however dense the layout.
    public static let maximumCount = 128

    /// How quickly items become ready, and how many bytes may be prefetched.
    public struct Pace: Sendable, Equatable {
        /// Seconds from one item being ready to the next; 0 where items are ready at once, or nothing is known.
        public var secondsPerItem = 0.0
        /// The bytes of one item, 0 where unknown.
        public var bytesPerItem = 0.0
        /// The most bytes that the prefetched items may take together.
        public var byteLimit = Double.infinity

        public init(secondsPerItem: Double = 0, bytesPerItem: Double = 0, byteLimit: Double = .infinity) {
            self.secondsPerItem = secondsPerItem
            self.bytesPerItem = bytesPerItem
            self.byteLimit = byteLimit
        }

        /// The most items that may be named.
        var countLimit: Int {
            guard bytesPerItem > 0 else { return byteLimit > 0 ? Prefetch.maximumCount : 0 }
            // `max(0, min(…))` in this order also turns NaN into a number, so that `Int` does not trap.
            return Int(clamping: max(0, min(Double(Prefetch.maximumCount), byteLimit / bytesPerItem)))
        }
    }

    /// The viewport's movement along the layout's axis.
    public struct Travel: Sendable, Equatable {
        /// Points per second; negative towards the first item.
        public var velocity: Double
        /// The last movement, for when the velocity is 0: only its sign counts.
        public var last = 0.0
        /// The viewport's length in points; positive.
        public var viewport: Double

        var isForwards: Bool { velocity == 0 ? last >= 0 : velocity > 0 }
        /// Points until the content comes to rest if released now.
        var rest: Double { Deceleration.normal.target(from: 0, velocity: velocity) }
    }

    /// The items to fetch, most urgent first, without repetition and none from `window`.
    ///
    /// `window` are the items that are fetched anyway, including `visible`. `end` returns the items in view after a
    /// movement of so many points; called at most once. O(items named).
    public static func indices(
        around window: Range<Int>, visible: Range<Int>, count: Int, travel: Travel, pace: Pace,
        end: (Double) -> Range<Int>
    ) -> [Int] {
        let limit = pace.countLimit
        guard limit > 0, !window.isEmpty, travel.viewport > 0 else { return [] }
        let isForwards = travel.isForwards
        let ahead = isForwards ? max(0, count - window.upperBound) : window.lowerBound
        let screen = max(1, visible.count)
        let density = Double(screen) / travel.viewport
        let distance = travel.rest
        let reach = min(Double(screen) + distance.magnitude * density, Double(min(ahead, limit)))
        let gap = isForwards ? window.upperBound - visible.upperBound : visible.lowerBound - window.lowerBound
        let inTime = Self.inTime(
            rate: travel.velocity.magnitude * density, room: Double(screen + max(0, gap)),
            secondsPerItem: pace.secondsPerItem)
        let near = Int(clamping: max(0, min(reach, inTime)))
        var indices: [Int] = []
        indices.reserveCapacity(min(limit, near + screen))
        append(near, beyond: window, isForwards: isForwards, count: count, to: &indices)
        if inTime < reach {
            let named =
                isForwards ? window.lowerBound..<window.upperBound + near : window.lowerBound - near..<window.upperBound
            let last = end(distance).clamped(to: 0..<max(0, count))
            let rest = last.count - min(last.count, limit)
            // If these are more than the limit, the ones that come into view first are kept.
            let some = isForwards ? last.dropLast(rest) : last.dropFirst(rest)
            for index in isForwards ? Array(some) : some.reversed() where !named.contains(index) {
                guard indices.count < limit else { break }
                indices.append(index)
            }
        } else if travel.velocity.magnitude < travel.viewport {
            // A viewport that rests or moves slowly may turn back: fetch half a viewport of items behind the window
            // too.
            append(
                min(limit - indices.count, (screen + 1) / 2), beyond: window, isForwards: !isForwards, count: count,
                to: &indices)
        }
        return indices
    }

    /// The number of items, in order from the window's edge, that are ready before they have left the viewport.
    ///
    /// With s = `secondsPerItem`, item d (from 0) is ready after (d + 1)·s and has left after (d + room) ÷ rate
    /// seconds. `rate` is items per second, `room` the items from the window's edge back to the viewport's far side.
    private static func inTime(rate: Double, room: Double, secondsPerItem: Double) -> Double {
        // Items that pass by while one item is made.
        let lost = rate * secondsPerItem
        guard lost > 1 else { return .infinity }
        return lost > room ? 0 : ((room - lost) / (lost - 1)).rounded(.down) + 1
    }

    /// Appends up to `number` items beyond one edge of the window, nearest first.
    private static func append(
        _ number: Int, beyond window: Range<Int>, isForwards: Bool, count: Int, to indices: inout [Int]
    ) {
        guard number > 0 else { return }
        if isForwards {
            let room = max(0, count - window.upperBound)
            indices.append(contentsOf: window.upperBound..<window.upperBound + min(number, room))
        } else {
            let room = max(0, window.lowerBound)
            indices.append(contentsOf: (window.lowerBound - min(number, room)..<window.lowerBound).reversed())
        }
    }
}
