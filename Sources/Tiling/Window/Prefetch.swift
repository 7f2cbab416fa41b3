// What to fetch before it is asked for.

/// The items to fetch next, beyond the window: how many, in which direction, and where a fling will end.
///
///     slow   window │ ahead ─────────▶          as far as the content will run on, and a viewport more
///     fast   window │ ahead ─▶      ─▶ end ─▶   what is seen when it has been made, and where it comes to rest
public enum Prefetch {
    /// No more than this many items are named, however dense the layout.
    public static let maximumCount = 128

    /// How quickly items can be had, and how much of them may be had in advance.
    public struct Pace: Sendable, Equatable {
        /// From one item being made to the next; 0 where they are there at once, or nothing is known.
        public var secondsPerItem = 0.0
        /// What an item takes, as far as is known.
        public var bytesPerItem = 0.0
        /// What all of them may take together.
        public var byteLimit = Double.infinity

        public init(secondsPerItem: Double = 0, bytesPerItem: Double = 0, byteLimit: Double = .infinity) {
            self.secondsPerItem = secondsPerItem
            self.bytesPerItem = bytesPerItem
            self.byteLimit = byteLimit
        }

        /// The most items that may be named.
        var countLimit: Int {
            guard bytesPerItem > 0 else { return byteLimit > 0 ? Prefetch.maximumCount : 0 }
            // Of what is not a number, the lesser.
            return Int(max(0, min(Double(Prefetch.maximumCount), byteLimit / bytesPerItem)))
        }
    }

    /// How the reader moves along the layout's axis.
    public struct Travel: Sendable, Equatable {
        /// Points per second; negative towards the first item.
        public var velocity: Double
        /// The last movement, for when there is none now: only its sign counts.
        public var last: Double
        /// The viewport's length; positive.
        public var viewport: Double

        public init(velocity: Double, last: Double = 0, viewport: Double) {
            self.velocity = velocity
            self.last = last
            self.viewport = viewport
        }

        var isForwards: Bool { velocity == 0 ? last >= 0 : velocity > 0 }
        /// Points to where it comes to rest, if it was let go now.
        var rest: Double { Deceleration.normal.target(from: 0, velocity: velocity) }
    }

    /// The items to fetch, the first one first. None of the window's is among them, and none twice. O(items named).
    ///
    /// - Parameters:
    ///   - window: what is fetched anyway, which holds `visible`.
    ///   - end: the items seen when the reader has come so many points further; asked at most once.
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
        let near = Int(max(0, min(reach, inTime)))
        var indices: [Int] = []
        indices.reserveCapacity(min(limit, near + screen))
        append(near, beyond: window, isForwards: isForwards, count: count, to: &indices)
        if inTime < reach {
            let named =
                isForwards ? window.lowerBound..<window.upperBound + near : window.lowerBound - near..<window.upperBound
            let last = end(distance).clamped(to: 0..<max(0, count))
            let rest = last.count - min(last.count, limit)
            // Of more than may be named, those that come first.
            let some = isForwards ? last.dropLast(rest) : last.dropFirst(rest)
            for index in isForwards ? Array(some) : some.reversed() where !named.contains(index) {
                guard indices.count < limit else { break }
                indices.append(index)
            }
        } else if travel.velocity.magnitude < travel.viewport {
            // Whoever rests, or goes slowly, may turn round.
            append(
                min(limit - indices.count, (screen + 1) / 2), beyond: window, isForwards: !isForwards, count: count,
                to: &indices)
        }
        return indices
    }

    /// How many items, one after the other from the window's edge, are made before they have gone past.
    ///
    /// The item with number d (from 0) is made after (d + 1)·s and has gone past after (d + room) ÷ rate.
    private static func inTime(rate: Double, room: Double, secondsPerItem: Double) -> Double {
        // Items that go past in the time that one takes.
        let lost = rate * secondsPerItem
        guard lost > 1 else { return .infinity }
        return lost > room ? 0 : ((room - lost) / (lost - 1)).rounded(.down) + 1
    }

    /// Names up to `number` items beyond one of the window's edges, nearest first.
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
