// Breaks between rows: the best there are, and what must hold of every row.

import Testing

@testable import Tiling

@Suite struct RowBreakerTests {
    /// Whether a frame has these proportions, but for the rounding of widths to 1/1024 point, and of heights down to whole
    /// points, or below 1 to 1/1024 point as well.
    static func keeps(_ proportion: Double, _ frame: Rect) -> Bool {
        let error = frame.width - frame.height * proportion
        if frame.height < 1 { return abs(error) <= (proportion + 3) / 1024 }
        return error >= -(proportion + 3) / 1024 && error < proportion + 3.0 / 1024
            && frame.height == frame.height.rounded()
    }

    static func breaker(
        _ proportions: [Float], _ metrics: JustifiedMetrics, endsGroup: Bool
    ) -> RowBreaker {
        var breaker = RowBreaker(metrics: metrics)
        breaker.load(0..<proportions.count, of: Proportions(proportions), endsGroup: endsGroup)
        return breaker
    }

    /// What one row costs; nil where gaps take more than half of its width.
    static func deviation(_ row: ArraySlice<Float>, _ metrics: JustifiedMetrics, mayBeShort: Bool) -> Double? {
        let room = metrics.width - metrics.spacing * Double(row.count - 1)
        if row.count > 1, room < metrics.width / 2 { return nil }
        let height = room / row.reduce(0) { $0 + Double($1) }
        if mayBeShort, height > metrics.rowHeight { return 0 }
        let deviation = (height - metrics.rowHeight) / metrics.rowHeight
        return Double(row.count) * deviation * deviation
    }

    static func randomProportion(_ generator: inout SeededGenerator) -> Float {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: Float.random(in: 1 / 8...0.4, using: &generator)
        case 1: Float.random(in: 4...32, using: &generator)
        default: Float.random(in: 0.5...2, using: &generator)
        }
    }

    static func randomMetrics(_ generator: inout SeededGenerator) -> JustifiedMetrics {
        let width = [97.3, 360, 1280, 3840][Int.random(in: 0..<4, using: &generator)]
        let rowHeight = [nil, 40, 200, 700.5][Int.random(in: 0..<4, using: &generator)]
        let spacing = [0, 0.5, 4, 61.7][Int.random(in: 0..<4, using: &generator)]
        return JustifiedMetrics(width: width, rowHeight: rowHeight, spacing: spacing)
    }

    @Test(arguments: 0..<60) func noOtherBreaksAreBetter(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let metrics = Self.randomMetrics(&generator)
        let count = Int.random(in: 1...9, using: &generator)
        let proportions = (0..<count).map { _ in Self.randomProportion(&generator) }
        let endsGroup = Bool.random(using: &generator)
        // Every set of breaks: bit i says whether a row ends after item i.
        var least = Double.infinity
        for breaks in 0..<1 << (count - 1) {
            var (sum, start): (Double?, Int) = (0, 0)
            for end in 1...count where end == count || breaks & (1 << (end - 1)) != 0 {
                let row = Self.deviation(
                    proportions[start..<end], metrics, mayBeShort: endsGroup && end == count)
                sum = sum.flatMap { sum in row.map { sum + $0 } }
                start = end
            }
            least = min(least, sum ?? .infinity)
        }
        let breaker = Self.breaker(proportions, metrics, endsGroup: endsGroup)
        #expect(abs(breaker.deviation - least) <= 1e-9 * max(1, least), "\(proportions) \(metrics)")
        // The rows are those that the sum is of.
        let sum = breaker.rows.reduce(0) {
            $0
                + (Self.deviation(
                    proportions[$1.items], metrics, mayBeShort: endsGroup && $1.items.upperBound == count) ?? .infinity)
        }
        #expect(abs(sum - least) <= 1e-9 * max(1, least))
    }

    @Test(arguments: 0..<20) func neverWorseThanFillingRowByRow(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let metrics = JustifiedMetrics(width: 1280, spacing: 4)
        let proportions = (0..<150).map { _ in Self.randomProportion(&generator) }
        var (greedy, start, end) = (0.0, 0, 0)
        func cost(_ end: Int) -> Double {
            Self.deviation(proportions[start..<end], metrics, mayBeShort: end == 150) ?? .infinity
        }
        while start < proportions.count {
            end = start + 1
            // An item joins the row as long as that brings each picture nearer to the wanted height.
            while end < 150, cost(end + 1) / Double(end + 1 - start) < cost(end) / Double(end - start) { end += 1 }
            greedy += cost(end)
            start = end
        }
        let best = Self.breaker(proportions, metrics, endsGroup: true).deviation
        #expect(best <= greedy + 1e-9)
        #expect(best > 0)
    }

    @Test(arguments: 0..<30) func rowsReachBothEdges(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let metrics = Self.randomMetrics(&generator)
        let proportions = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
            Self.randomProportion(&generator)
        }
        let endsGroup = seed % 2 == 0
        let breaker = Self.breaker(proportions, metrics, endsGroup: endsGroup)
        var (y, next) = (0.0, 0)
        for row in breaker.rows {
            #expect(row.items.lowerBound == next && !row.items.isEmpty)
            next = row.items.upperBound
            #expect(row.y == y)
            y += row.height + metrics.spacing
            let isLast = endsGroup && next == proportions.count
            #expect(row.isFilled || isLast)
            if isLast { #expect(row.height <= metrics.rowHeight) }
            var x = 0.0
            for place in row.items {
                let frame = breaker.frame(of: place, in: row)
                #expect(frame.minX == x && frame.minY == row.y && frame.height == row.height)
                #expect(frame.width > 0 && frame.maxX <= metrics.width)
                #expect(Self.keeps(Double(proportions[place]), frame))
                x = frame.maxX + metrics.spacing
            }
            if row.isFilled { #expect(x - metrics.spacing == metrics.width) }
        }
        #expect(next == proportions.count)
        #expect(breaker.height == y)
    }

    @Test func aPanoramaHasARowOfItsOwn() {
        var proportions = [Float](repeating: 1.5, count: 40)
        proportions[17] = 20
        let metrics = JustifiedMetrics(width: 1280, rowHeight: 200, spacing: 4)
        let breaker = Self.breaker(proportions, metrics, endsGroup: true)
        #expect(breaker.rows.contains { $0.items == 17..<18 && $0.height == 64 })
        // Two of them do not share one, however low both are.
        proportions[18] = 30
        let rows = Self.breaker(proportions, metrics, endsGroup: true).rows
        #expect(rows.contains { $0.items == 17..<18 } && rows.contains { $0.items == 18..<19 })
    }

    @Test func anUprightPictureAmongPanoramasIsNotBlownUp() {
        for proportions: [Float] in [[20, 0.5, 20, 0.5], [0.5, 20, 0.5, 20], [0.5, 20, 0.5], [20, 0.5, 0.5, 20]] {
            let metrics = JustifiedMetrics(width: 1280, rowHeight: 200, spacing: 4)
            let rows = Self.breaker(proportions, metrics, endsGroup: false).rows
            #expect(rows.allSatisfy { $0.height <= 200 }, "\(proportions)")
        }
    }

    @Test func sliversAreBounded() {
        let slivers = Proportions((0..<100).map { _ in Float(0.0001) } + [.nan, -1, .infinity, 1e30])
        #expect(slivers[0] == Proportions.narrowest)
        #expect(slivers[100] == Proportions.commonest)
        #expect(slivers[101] == Proportions.narrowest)
        #expect(slivers[102] == Proportions.widest && slivers[103] == Proportions.widest)
        #expect(Proportions.proportion(of: PixelSize(width: 1, height: 1_000_000)) == Proportions.narrowest)
        #expect(Proportions.proportion(of: nil, estimate: 2) == 2)
        #expect(Proportions.proportion(of: PixelSize(width: 0, height: 5)) == 1.5)
        var breaker = RowBreaker(metrics: JustifiedMetrics(width: 1280, rowHeight: 200, spacing: 4))
        breaker.load(0..<100, of: slivers, endsGroup: false)
        // 40 and more in a row, each about 25 points wide.
        #expect(breaker.rows.allSatisfy { $0.items.count > 20 && $0.height < 300 })
    }

    @Test func aPhoneShowsThreePicturesInARow() {
        let metrics = JustifiedMetrics(width: 360, spacing: 4)
        var generator = SeededGenerator(seed: 1)
        let common: [Float] = [1.5, 4.0 / 3, 0.75, 2.0 / 3, 1, 1.78]
        let proportions = (0..<120).map { _ in common[Int.random(in: 0..<6, using: &generator)] }
        let rows = Self.breaker(proportions, metrics, endsGroup: true).rows
        #expect((34...46).contains(rows.count))
        #expect(JustifiedMetrics.defaultRowHeight(width: 1280) == 200)
    }

    @Test func measuresOutOfRangeAreCut() {
        let metrics = JustifiedMetrics(width: .nan, rowHeight: -5, spacing: -.infinity)
        #expect(metrics.width == 1 && metrics.rowHeight == 1 && metrics.spacing == 0)
        let large = JustifiedMetrics(width: .infinity, rowHeight: 1e300, spacing: 1e300)
        #expect(large.width == 0x1p20 && large.rowHeight == 0x1p17 && large.spacing == 0x1p17)
        for metrics in [metrics, large, JustifiedMetrics(width: 1, rowHeight: 1, spacing: 1000)] {
            var generator = SeededGenerator(seed: 3)
            let proportions = (0..<40).map { _ in Self.randomProportion(&generator) }
            let breaker = Self.breaker(proportions, metrics, endsGroup: true)
            for row in breaker.rows {
                #expect(row.height > 0 && row.items.allSatisfy { breaker.frame(of: $0, in: row).width > 0 })
            }
        }
    }
}
