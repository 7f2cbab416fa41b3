// Edges of histograms.

import Testing
import Tiling

@testable import Catalog

@Suite struct FacetBarsTests {
    @Test func edgesHoldAllNumbers() {
        let seed = TestSeed.seed()
        var random = RepeatableNoise(seed: seed)
        for _ in 0..<3000 {
            let exponent = Double(Int.random(in: -12...14, using: &random))
            let scale = (0..<Int(clamping: exponent.magnitude)).reduce(1.0) { value, _ in
                exponent < 0 ? value / 10 : value * 10
            }
            var (low, high) = (
                Double.random(in: -1...1, using: &random) * scale, Double.random(in: -1...1, using: &random) * scale
            )
            if low > high { swap(&low, &high) }
            if Int.random(in: 0..<10, using: &random) == 0 { high = low }
            let isWhole = scale > 100 && Bool.random(using: &random)
            if isWhole { (low, high) = (low.rounded(), high.rounded()) }
            let bars = FacetBars(numbersFrom: low, to: high, isWhole: isWhole)
            let why = Comment("seed \(seed), \(low) … \(high): \(bars.edges)")
            #expect((2...65).contains(bars.edges.count), why)
            #expect(zip(bars.edges, bars.edges.dropFirst()).allSatisfy { $0 < $1 }, why)
            #expect(bars.edges[0] <= low && bars.edges[bars.edges.count - 1] > high, why)
            // No more than one bar at each end is empty by necessity.
            #expect(bars.edges[1] > low, why)
            #expect(!isWhole || bars.areWhole || high >= 1e15, why)
            for value in [low, high, (low + high) / 2] {
                let bar = bars.bar(of: value)
                #expect(bars.edges[bar] <= value && value < bars.edges[bar + 1], why)
            }
        }
    }

    @Test func edgesAreRound() {
        #expect(FacetBars(numbersFrom: 0, to: 5, isWhole: true).edges == [0, 1, 2, 3, 4, 5, 6])
        #expect(FacetBars(numbersFrom: 0.013, to: 0.97, isWhole: false).edges.prefix(3) == [0, 0.02, 0.04])
        #expect(FacetBars(numbersFrom: 100, to: 6400, isWhole: true).edges.prefix(2) == [0, 200])
        #expect(FacetBars(numbersFrom: 3, to: 7000, isWhole: true).edges.prefix(5) == [2, 5, 10, 20, 50])
    }

    @Test("Growing bars hold all numbers, and no bar is twice as long as the one before")
    func growing() throws {
        #expect(
            FacetBars(growingFrom: 100, to: 6400, isWhole: true)?.edges
                == [
                    100, 120, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1200, 1500, 2000, 2500, 3000, 4000, 5000,
                    6000, 8000,
                ])
        #expect(FacetBars(growingFrom: 1, to: 11, isWhole: true)?.edges == [1, 2, 3, 4, 5, 6, 8, 10, 12])
        #expect(FacetBars(growingFrom: 0, to: 24, isWhole: false)?.edges.prefix(3) == [0, 0.002, 0.0025])
        #expect(FacetBars(growingFrom: -1, to: 24, isWhole: false) == nil)
        let seed = TestSeed.seed()
        var random = RepeatableNoise(seed: seed)
        for _ in 0..<2000 {
            let isWhole = Bool.random(using: &random)
            var low = Double.random(in: 0.001...100, using: &random)
            var high = low * Double.random(in: 8...1000, using: &random)
            if isWhole { (low, high) = (low.rounded(), (high + 8).rounded(.up)) }
            let why = Comment("seed \(seed), \(low) … \(high), whole: \(isWhole)")
            let edges = try #require(FacetBars(growingFrom: low, to: high, isWhole: isWhole), why).edges
            #expect((2...65).contains(edges.count), why)
            #expect(edges[0] <= low && edges[1] > low || low == 0, why)
            #expect((edges.last ?? 0) > high && edges[edges.count - 2] <= high, why)
            #expect(zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 && ($0 == 0 || $1 <= 2 * $0) }, why)
            #expect(!isWhole || edges.allSatisfy { $0 == $0.rounded() }, why)
        }
    }

    @Test("Bars are crowded where half of the values are in a quarter of them")
    func crowded() {
        let bars = FacetBars(numbersFrom: 0, to: 39, isWhole: true)
        #expect(bars.areCrowded(Array(repeating: 9, count: 10) + Array(repeating: 3, count: 30)))
        #expect(!bars.areCrowded(Array(repeating: 9, count: 40)))
        #expect(!bars.areCrowded(Array(repeating: 1, count: 30) + Array(repeating: 9, count: 10)))
        #expect(!bars.areCrowded([9, 1, 1, 1]))
    }

    @Test(
        arguments: [
            ((2019, 3, 3), (2019, 3, 9), FacetBars.Step.day, 7), ((2019, 3, 3), (2021, 2, 9), .month, 24),
            ((1950, 1, 1), (2010, 1, 1), .year, 61), ((1700, 1, 1), (2010, 1, 1), .year, 63),
        ] as [((Int, Int, Int), (Int, Int, Int), FacetBars.Step, Int)])
    func timesAreCountedByTheCalendar(from: (Int, Int, Int), to: (Int, Int, Int), step: FacetBars.Step, count: Int) {
        func seconds(_ date: (Int, Int, Int)) -> Int64 {
            Int64(CivilDate(year: date.0, month: date.1, day: date.2).daysSince1970 * 86_400 + 4000)
        }
        let bars = FacetBars(timesFrom: seconds(from), to: seconds(to))
        #expect(bars.step == step)
        #expect(bars.edges.count - 1 == count)
        #expect(bars.edges[0] <= Double(seconds(from)) && bars.edges[count] > Double(seconds(to)))
    }
}
