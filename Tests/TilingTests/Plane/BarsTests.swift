// Bars: what they hold, how they divide, and that each picture is reached.

import Testing

@testable import Tiling

@Suite struct BarsTests {
    #if OPTIMISED
        private static let count = 2000
    #else
        private static let count = 200
    #endif

    /// Values of a field, and their axis.
    enum Field: CaseIterable {
        case times, bursts, numbers, whole, powers, categories, equal

        func numbers(_ count: Int, _ generator: inout SeededGenerator) -> [Double] {
            var day = 1.6e9
            return (0..<count).map { item in
                let share = Double.random(in: 0...1, using: &generator)
                switch self {
                case .times: return (1.0e9 + share * 7e8).rounded()
                case .bursts:
                    if item % 40 == 0 { day = 1.0e9 + share * 7e8 }
                    return (day + share * 9000).rounded()
                case .numbers: return share < 0.02 ? .nan : share * share * 950 - 40
                case .whole: return (share * 5).rounded()
                case .powers: return Deceleration.exponential(share * 30 - 12)
                case .categories: return (share * share * 69).rounded()
                case .equal: return 1.5e9
                }
            }
        }

        func axis(_ numbers: [Double]) -> PlaneAxis {
            let known = numbers.filter(\.isFinite)
            let range = (known.min() ?? 0)...(known.max() ?? 1)
            switch self {
            case .times, .bursts, .equal: return PlaneAxis(ofBars: .time, spanning: range)
            case .numbers, .whole: return PlaneAxis(ofBars: .linear, spanning: range)
            case .powers: return PlaneAxis(ofBars: .logarithmic, spanning: range)
            case .categories: return PlaneAxis(names: (0..<70).map { "name \($0)" })
            }
        }
    }

    private static func layout(_ field: Field, _ count: Int, _ seed: UInt64) -> (PlaneLayout, [Double]) {
        var generator = SeededGenerator(seed: seed)
        let numbers = field.numbers(count, &generator)
        let size = Size(
            width: Double.random(in: 320...2000, using: &generator),
            height: Double.random(in: 200...1200, using: &generator))
        return (PlaneLayout(bars: BarIndex(numbers, along: field.axis(numbers)), size: size), numbers)
    }

    @Test(arguments: [0, 1, 2, 63, 64, 65, 1000], 0..<3) func runsAreInOrder(count: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let numbers = (0..<UInt32(count)).shuffled(using: &generator)
        let order = RunOrder(numbers)
        for _ in 0..<40 {
            let ends = (0..<2).map { _ in Int.random(in: 0...count, using: &generator) }.sorted()
            let sorted = numbers[ends[0]..<ends[1]].sorted()
            for rank in sorted.indices where rank % 7 == 0 {
                #expect(order.number(at: rank, in: ends[0]..<ends[1]) == Int(sorted[rank]))
                #expect(order.count(below: Int(sorted[rank]), in: ends[0]..<ends[1]) == rank)
            }
        }
    }

    /// All pictures are in one bin of one bar each, in the order chosen, from the foot up and not above the viewport.
    @Test(arguments: Field.allCases, [1, 2, 5, 40, 3000]) func barsHoldAll(field: Field, count: Int) throws {
        let seed = UInt64(count)
        let (layout, numbers) = Self.layout(field, count, seed)
        var generator = SeededGenerator(seed: seed + 9)
        let bars = try #require(layout.bars)
        let placed = numbers.count { $0.isFinite }
        #expect(layout.count == count && layout.unplacedCount == count - placed)
        for zoomScale in [1, 1.7, Double.random(in: 1...300, using: &generator)] {
            let size = layout.contentSize(at: zoomScale)
            let all = Rect(x: 0, y: 0, width: size.width, height: size.height)
            let found = bars.bars(from: 0, to: size.width, zoomScale: zoomScale)
            let bins = layout.bins(in: all, zoomScale: zoomScale)
            #expect(found.reduce(0) { $0 + $1.count } == placed && bins.reduce(0) { $0 + $1.count } == placed)
            for (one, next) in zip(found, found.dropFirst()) {
                #expect(one.frame.maxX <= next.frame.minX + 1e-6 && one.label != next.label)
            }
            for bar in found {
                #expect(bar.frame.minY >= 0 && abs(bar.frame.maxY - size.height) < 1e-6)
                let own = bins.filter { $0.frame.midX > bar.frame.minX && $0.frame.midX < bar.frame.maxX }
                #expect(own.reduce(0) { $0 + $1.count } == bar.count, "\(field) \(seed) \(zoomScale)")
                #expect(own.map(\.first) == own.map(\.first).sorted())
                #expect(own.allSatisfy { $0.frame.minY > -1e-6 && $0.frame.minX > bar.frame.minX - 1e-6 })
            }
            // A part has what is in it of all.
            let part = Rect(x: size.width / 3, y: size.height / 5, width: size.width / 7, height: size.height / 3)
            let near = layout.bins(in: part, zoomScale: zoomScale)
            #expect(near.map(\.first).sorted() == bins.filter { $0.frame.intersects(part) }.map(\.first).sorted())
            for item in stride(from: 0, to: count, by: 1 + count / 20) {
                let bin = layout.bin(of: item, zoomScale: zoomScale)
                guard numbers[item].isFinite else { #expect(bin == nil); continue }
                let around = bins.filter { $0.first <= item && abs($0.frame.midX - (bin?.frame.midX ?? 0)) < 1e-6 }
                #expect(bin.map { bins.contains($0) && $0.first <= item } == true && !around.isEmpty)
            }
        }
    }

    /// At each zoom scale all bars have cells of one size and equally many in a row, so that heights tell counts.
    @Test(arguments: Field.allCases, [3, 60, 3000]) func heightsCompare(field: Field, count: Int) throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        var generator = SeededGenerator(seed: seed)
        let (layout, _) = Self.layout(field, count, seed)
        let bars = try #require(layout.bars)
        for power in 0..<17 {
            let zoomScale = Double(1 << power) * Double.random(in: 1...1.5, using: &generator)
            let size = layout.contentSize(at: zoomScale)
            let found = bars.bars(from: 0, to: size.width, zoomScale: zoomScale)
            let bins = layout.bins(in: Rect(x: 0, y: 0, width: size.width, height: size.height), zoomScale: zoomScale)
            let (side, most) = (try #require(bins.first).frame.width, bars.plan(at: zoomScale).scale.most)
            let across = bars.plan(at: zoomScale).scale.across
            #expect(bins.allSatisfy { abs($0.frame.width - side) < 1e-9 && $0.count <= most }, "\(field) \(seed)")
            for bar in found {
                let cells = (bar.count + most - 1) / most
                let rows = (cells + across - 1) / across
                #expect(abs(bar.frame.height - Double(rows) * side) < 1e-6, "\(field) \(seed) \(zoomScale)")
                #expect(Double(min(cells, across)) * side <= bar.frame.width + 1e-6, "\(field) \(seed) \(zoomScale)")
            }
            let ordered = found.sorted { $0.count < $1.count }
            for (one, next) in zip(ordered, ordered.dropFirst()) {
                #expect(one.frame.height <= next.frame.height + 1e-6, "\(field) \(seed) \(zoomScale)")
            }
        }
    }

    /// Whole numbers stand in the middle of their bars, and have the only ticks.
    @Test(arguments: [300.0, 800, 1600]) func ratings(width: Double) throws {
        let numbers = (0..<200).map { Double(1 + $0 * $0 % 5) } + [2, 3]
        let axis = PlaneAxis(ofBars: .linear, spanning: 1...5)
        let layout = PlaneLayout(bars: BarIndex(numbers, along: axis), size: Size(width: width, height: 600))
        let found = try #require(layout.bars).bars(from: 0, to: width, zoomScale: 1)
        #expect(found.map(\.label) == ["1", "2", "3", "5"])
        for bar in found {
            let share = try #require(Double(bar.label).flatMap(layout.x.share))
            #expect(abs(bar.frame.midX - share * width) < 1e-6)
        }
        let one = PlaneAxis(ofBars: .linear, spanning: 0...0)
        let zero = PlaneLayout(bars: BarIndex([0, 0], along: one), size: Size(width: width, height: 600))
        #expect(zero.bars?.bars(from: 0, to: width, zoomScale: 1).map(\.label) == ["0"])
        let ticks = layout.x.ticks(in: 0...1, length: width, minimumSpacing: 40)
        #expect(ticks.map(\.tick.label) == ["1", "2", "3", "4", "5"])
    }

    /// Bars of months and days have what is counted without them.
    @Test func calendarBars() throws {
        var generator = SeededGenerator(seed: 4)
        let numbers = Field.times.numbers(3000, &generator)
        let index = BarIndex(numbers, along: Field.times.axis(numbers))
        func counts(_ step: BarSteps.Step) throws -> [Int] {
            let level = try #require(index.steps.levels.firstIndex(of: step))
            let bars = index.bars(from: 0, to: 2e9, level: level)
            return bars.map(\.run.count)
        }
        func groups(_ key: (CivilDate, Double) -> String) -> [Int] {
            var (counts, before) = ([Int](), "")
            for number in numbers.sorted() {
                let now = key(CivilDate(daysSince1970: Int(clamping: (number / 86_400).rounded(.down))), number)
                if now == before { counts[counts.count - 1] += 1 } else { counts.append(1) }
                before = now
            }
            return counts
        }
        #expect(try counts(.months(12)) == groups { date, _ in "\(date.year)" })
        #expect(try counts(.months(3)) == groups { date, _ in "\(date.year) \((date.month - 1) / 3)" })
        #expect(try counts(.months(1)) == groups { date, _ in "\(date.year) \(date.month)" })
        let halves = groups { date, _ in "\(date.year) \(date.month) \(date.day < 15)" }
        #expect(try counts(.daysOfMonth([1, 15])) == halves)
        #expect(try counts(.seconds(86_400)) == groups { date, _ in "\(date.daysSince1970)" })
        #expect(try counts(.seconds(3600)) == groups { _, number in "\(Int(clamping: number) / 3600)" })
    }

    /// Zooming keeps what is under the focus, the feet of the bars, and the counts.
    @Test(arguments: [Field.times, .bursts, .numbers, .powers, .categories]) func theFocusStays(field: Field) throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        var generator = SeededGenerator(seed: seed)
        let (layout, numbers) = Self.layout(field, 3000, seed)
        let bars = try #require(layout.bars)
        let sorted = numbers.filter(\.isFinite).sorted()
        let width = layout.contentSize.width
        var (scale, offset) = (1.0, Point.zero)
        for _ in 0..<Self.count {
            let focus = Point(x: Double.random(in: 0...width, using: &generator), y: 20)
            let before = (offset.x + focus.x) / scale
            let zoomed = PictureZoom.zooming(
                from: scale, to: scale * Double.random(in: 0.6...1.8, using: &generator), offset: offset, focus: focus,
                limits: ZoomLimits(minimum: 1, maximum: 1e5))
            scale = zoomed.zoomScale
            offset.x = min(max(0, zoomed.offset.x), width * (scale - 1))
            // At an end the content stops.
            if offset.x == zoomed.offset.x {
                #expect(abs(before * scale - offset.x - focus.x) < 0.5, "seed \(seed)")
            }
            let seen = (offset.x / scale, (offset.x + width) / scale)
            let found = bars.bars(from: seen.0, to: seen.1, zoomScale: scale)
            let widest = found.filter { $0.frame.minX > 0 && $0.frame.maxX < width }.map { $0.frame.width * scale }
            #expect(widest.allSatisfy { $0 >= 31.9 }, "seed \(seed)")
            guard let first = found.first, let last = found.last else { continue }
            // The bars in view hold what their values say.
            func value(_ x: Double) -> Double { layout.x.value(at: x / width) }
            let margin = 1e-9 * (layout.x.values.upperBound - layout.x.values.lowerBound)
            let (low, high) = (value(first.frame.minX) - margin, value(last.frame.maxX) - margin)
            let inside = Self.count(below: high, sorted) - Self.count(below: low, sorted)
            if field == .powers { continue }
            #expect(found.reduce(0) { $0 + $1.count } == inside, "seed \(seed)")
        }
    }

    private static func count(below value: Double, _ sorted: [Double]) -> Int {
        var (low, end) = (0, sorted.count)
        while low < end {
            let middle = (low + end) / 2
            if sorted[middle] < value { low = middle + 1 } else { end = middle }
        }
        return low
    }

    /// Zooming to a picture leads to it alone, as large as there is room.
    @Test(arguments: [Field.times, .bursts, .numbers, .whole, .powers, .categories, .equal])
    func eachPictureIsReached(field: Field) throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        var generator = SeededGenerator(seed: seed)
        let (layout, numbers) = Self.layout(field, 3000, seed)
        for _ in 0..<Self.count {
            let item = Int.random(in: 0..<numbers.count, using: &generator)
            guard numbers[item].isFinite else { continue }
            var (zoomScale, isAlone) = (1.0, false)
            while zoomScale <= 1e5, !isAlone {
                let bin = try #require(layout.bin(of: item, zoomScale: zoomScale))
                let middle = Point(x: bin.frame.midX, y: bin.frame.midY)
                #expect(layout.bin(nearest: middle, zoomScale: zoomScale) == bin)
                isAlone = bin.count == 1
                if isAlone { #expect(bin.first == item) }
                zoomScale *= 2
            }
            #expect(isAlone, "\(field) seed \(seed): \(item)")
        }
    }
}
