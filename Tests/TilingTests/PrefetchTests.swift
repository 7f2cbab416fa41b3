// What is fetched before it is asked for: which items, in what order, how many.

import Testing

@testable import Tiling

@Suite struct PrefetchTests {
    /// A row of equal items, ten points each, seen through a viewport of a hundred.
    private static func indices(
        around window: Range<Int>, visible: Range<Int>? = nil, count: Int = 1000, velocity: Double = 0,
        last: Double = 0,
        pace: Prefetch.Pace = Prefetch.Pace()
    ) -> [Int] {
        let visible = visible ?? window
        return Prefetch.indices(
            around: window, visible: visible, count: count,
            travel: Prefetch.Travel(velocity: velocity, last: last, viewport: 100), pace: pace
        ) { distance in
            let first = min(max(visible.lowerBound + Int(clamping: distance / 10), 0), max(0, count - visible.count))
            return first..<min(count, first + visible.count)
        }
    }

    @Test func atRestOneViewportAheadAndHalfOfOneBehind() {
        #expect(Self.indices(around: 100..<110) == Array(110..<120) + (95..<100).reversed())
        #expect(Self.indices(around: 98..<112, visible: 100..<110) == Array(112..<122) + (93..<98).reversed())
        // Further in the last direction of travel.
        #expect(Self.indices(around: 100..<110, last: -3) == (90..<100).reversed() + Array(110..<115))
        #expect(Self.indices(around: 0..<10) == Array(10..<20))
        #expect(Self.indices(around: 990..<1000) == (985..<990).reversed())
    }

    @Test func movingAsFarAsItWillRunOn() {
        // 1000 points a second run out after 500: fifty items, and the viewport's ten.
        let down = Self.indices(around: 100..<110, velocity: 1000)
        #expect(down == Array(110..<110 + down.count))
        #expect((58...60).contains(down.count))
        let up = Self.indices(around: 500..<510, velocity: -1000)
        #expect(up == (500 - up.count..<500).reversed() && up.count == down.count)
        // What can be made in time is not left out because it takes long.
        let pace = Prefetch.Pace(secondsPerItem: 0.0099)
        #expect(Self.indices(around: 100..<110, velocity: 1000, pace: pace) == down)
    }

    /// Nothing is fetched that will have gone past before it is made; what is seen at the fling's end is.
    @Test func tooFastAimsAtTheEnd() {
        // A hundred items go past each second, and each takes a fiftieth: item d is there after (d + 1) ÷ 50 and gone after
        // (d + 10) ÷ 100.
        let pace = Prefetch.Pace(secondsPerItem: 0.02)
        let rest = Deceleration.normal.target(from: 0, velocity: 1000)
        let first = 100 + Int(clamping: rest / 10)
        #expect(
            Self.indices(around: 100..<110, velocity: 1000, pace: pace)
                == Array(110..<119) + Array(first..<first + 10))
        // Nothing at all can be made on the way.
        let slow = Prefetch.Pace(secondsPerItem: 1)
        #expect(Self.indices(around: 100..<110, velocity: 1000, pace: slow) == Array(first..<first + 10))
        let back = Self.indices(around: 500..<510, velocity: -1000, pace: slow)
        #expect(back == (500 - Int(clamping: rest / 10)..<510 - Int(clamping: rest / 10)).reversed())
        // The end is the content's end.
        #expect(Self.indices(around: 100..<110, count: 130, velocity: 1000, pace: slow) == Array(120..<130))
        // It comes to rest where it is.
        #expect(Self.indices(around: 100..<110, count: 110, velocity: 1000, pace: slow).isEmpty)
    }

    @Test func numberAndBytesAreBounded() {
        let dense = Prefetch.indices(
            around: 0..<10_000, visible: 0..<9000, count: 1_000_000_000,
            travel: Prefetch.Travel(velocity: 9e8, viewport: 600), pace: Prefetch.Pace()
        ) { _ in 0..<0 }
        #expect(dense == Array(10_000..<10_000 + Prefetch.maximumCount))
        let heavy = Prefetch.Pace(bytesPerItem: 1000, byteLimit: 7999)
        #expect(Self.indices(around: 100..<110, pace: heavy) == Array(110..<117))
        #expect(Self.indices(around: 100..<110, pace: .init(bytesPerItem: 8000, byteLimit: 7999)).isEmpty)
        #expect(Self.indices(around: 100..<110, pace: .init(byteLimit: 0)).isEmpty)
        let nothing = Prefetch.Pace(secondsPerItem: .infinity, bytesPerItem: .infinity, byteLimit: .infinity)
        #expect(Self.indices(around: 100..<110, velocity: 5, pace: nothing).isEmpty)
    }

    @Test func ofNothingNothing() {
        #expect(Self.indices(around: 0..<0, count: 0, velocity: 9).isEmpty)
        #expect(Self.indices(around: 0..<1, count: 1, velocity: -9).isEmpty)
    }

    /// Whatever the layout, the velocity and the pace: named once, not of the window, within the collection, in the order
    /// of need, within the bounds, and the nearer ones in time.
    @Test(arguments: 0..<200) func anyPlan(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = [0, 1, 2, 17, 1000, 1_000_000_000][Int(seed) % 6]
        let layout: Layout
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
            layout = .grid(
                GridLayout(count: count, width: 800, columns: Int.random(in: 1...20, using: &generator), spacing: 4))
        case 1:
            layout = .linear(
                LinearLayout(
                    axis: .vertical, breadth: 800, spacing: 8,
                    extents: .periodic(PeriodicExtents(pattern: [300, 20, 4000], count: count))))
        default: layout = .pages(PagesLayout(count: count, page: Size(width: 800, height: 600), inset: .zero))
        }
        let axis = layout.axis
        var request = Planner.Request(viewport: Size(width: 800, height: 600))
        for _ in 0..<20 {
            request.zoomScale = [1, 1, 0.5, 3][Int.random(in: 0..<4, using: &generator)]
            let length = layout.contentSize[axis] * request.zoomScale
            request.offset = .zero
            request.offset[axis] = Double.random(in: -100...length + 100, using: &generator)
            request.velocity = .zero
            let speed = [0, 1, 400, 12_000, 1e6, 1e9][Int.random(in: 0..<6, using: &generator)]
            request.velocity[axis] = Bool.random(using: &generator) ? speed : -speed
            request.travel[axis] = Bool.random(using: &generator) ? 1 : -1
            request.pace = Prefetch.Pace(
                secondsPerItem: [0, 0.0001, 0.004, 0.1, 3][Int.random(in: 0..<5, using: &generator)],
                bytesPerItem: [0, 20_000, 1e6][Int.random(in: 0..<3, using: &generator)], byteLimit: 16e6)
            check(Planner(layout: layout), request)
        }
    }

    private func check(_ planner: Planner, _ request: Planner.Request) {
        let (count, axis) = (planner.layout.count, planner.layout.axis)
        let picture = Planner.Picture(size: PixelSize(width: 1500, height: 1000), isTiled: true)
        let plan = planner.plan(for: request) { $0.map { _ in picture } }
        let named = plan.prefetch
        #expect(Set(named).count == named.count)
        #expect(named.allSatisfy { 0 <= $0 && $0 < count && !plan.window.contains($0) })
        #expect(named.count <= Prefetch.maximumCount)
        #expect(Double(named.count) * request.pace.bytesPerItem <= request.pace.byteLimit)
        let velocity = request.velocity[axis]
        let isForwards = velocity == 0 ? request.travel[axis] > 0 : velocity > 0
        // One run from the window's edge, one at the fling's end or behind.
        let near = Array(
            named.enumerated().prefix { place, index in
                index == (isForwards ? plan.window.upperBound + place : plan.window.lowerBound - 1 - place)
            })
        #expect(Planner.runs(named).count <= 3)
        if let first = named.first, near.isEmpty, velocity.magnitude >= 600 {
            #expect(isForwards ? first >= plan.window.upperBound : first < plan.window.lowerBound)
        }
        // At rest there is a viewport's worth, as far as there is that much.
        if velocity == 0, let visible = plan.visible, request.pace.bytesPerItem == 0 {
            let room = isForwards ? count - plan.window.upperBound : plan.window.lowerBound
            #expect(near.count == min(visible.count, room, Prefetch.maximumCount))
        }
        let tiles = planner.tiles(ahead: plan, for: request) { $0.map { _ in picture } }
        #expect(tiles.count <= Prefetch.maximumCount)
        #expect(tiles.allSatisfy { !$0.isVisible && named.contains($0.index) })
        let order = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1, $0) })
        let ranks = tiles.compactMap { order[$0.index] }
        #expect(ranks == ranks.sorted())
        let levels = Set(plan.tiles.map(\.level)).union(tiles.map(\.level))
        if case .grid = planner.layout { #expect(levels.count <= 1, "the same level as in the window") }
    }
}
