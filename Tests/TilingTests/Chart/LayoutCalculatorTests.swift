// Places of values and units, and the cut into slides.

import Testing

@testable import Tiling

@Suite struct LayoutCalculatorTests {
    static func calculator(
        _ axis: SlideAxis, width: Double = 800, height: Double = 400, slideWidth: Double = 1024, gap: Double = 0,
        config: GraphConfig = .standard, values: ClosedRange<Double> = 0...100
    ) -> LayoutCalculator {
        LayoutCalculator(
            config: config, viewport: Size(width: width, height: height), slideWidth: slideWidth, lineGapSize: gap,
            axis: axis, values: values)
    }

    static let padded = EdgeInsets(top: 20, left: 30, bottom: 40, right: 50)
    static func config(max: Double = 64, min: Double = 0) throws -> GraphConfig {
        try GraphConfig(paddings: padded, minLineGapSize: min, maxLineGapSize: max, pinchSensitivity: 0.02)
    }

    @Test func closedFormOfEvenValues() throws {
        // 3001 values 20 points apart: 30 + 60,000 + 50 points, in slides of 1000.
        let chart = try Self.calculator(.even(count: 3001), slideWidth: 1000, gap: 20, config: Self.config())
        #expect(chart.lineGapSize == 20)
        #expect(chart.xOfFirst == 30)
        #expect(chart.xOfFinal == 60_030)
        #expect(chart.drawWidth == 60_080)
        #expect(chart.totalSlideNum == 61)
        #expect(chart.maximumOffset == 59_280)
        #expect(chart.x(ofUnit: 7) == 170)
        #expect(chart.unit(atX: 170) == 7)
        #expect(chart.index(nearestX: 179) == 7)
        #expect(chart.index(nearestX: 181) == 8)
        #expect(chart.index(nearestX: -1e9) == 0)
        #expect(chart.index(nearestX: .infinity) == 3000)
        #expect(chart.index(nearestX: .nan) == nil)
        #expect(chart.lineGapRange == 720.0 / 3000...64)
    }

    @Test func closedFormOfDates() throws {
        // From 1 January to 1 March 2024 there are 60 days.
        let first = 1_704_067_200.0
        let axis = SlideAxis.dated(first: first, last: first + 60 * 86_400)
        let chart = try Self.calculator(axis, gap: 24, config: Self.config())
        #expect(chart.axis.span == 60)
        #expect(chart.xOfFinal - chart.xOfFirst == 1440)
        // (xOfFinal − xOfFirst) / days is the gap; x = xOfFirst + gap × days.
        #expect((chart.xOfFinal - chart.xOfFirst) / 60 == chart.lineGapSize)
        #expect(chart.x(ofUnit: axis.unit(of: first + 31 * 86_400)) == 30 + 24 * 31)
        #expect(axis.x(ofUnit: 0.5) == first + 43_200)
        #expect(chart.index(nearestX: 100) == nil)
    }

    @Test func valuesHaveTheLargestOnTop() throws {
        let chart = try Self.calculator(.even(count: 10), config: Self.config(), values: -50...150)
        #expect(chart.sectionMinY == 20)
        #expect(chart.sectionMaxY == 360)
        #expect(chart.sectionMinValue == 150)
        #expect(chart.sectionMaxValue == -50)
        #expect(chart.y(ofValue: 150) == 20)
        #expect(chart.y(ofValue: -50) == 360)
        #expect(chart.y(ofValue: 50) == 190)
        #expect(chart.value(atY: 190) == 50)
        #expect(chart.value(atY: 20) == 150)
        #expect(chart.value(atY: 360) == -50)
    }

    @Test func anyValuesHaveAPlace() {
        let largest = Double.greatestFiniteMagnitude
        for values in [
            -largest...largest, 0...0, Double.leastNonzeroMagnitude...Double.leastNonzeroMagnitude,
            0...Double.leastNonzeroMagnitude, -.infinity ... .infinity, .infinity ... .infinity,
        ] {
            let chart = Self.calculator(.even(count: 2), values: values)
            for value in [values.lowerBound, values.upperBound, 0, 1e300, .nan, .infinity] {
                #expect(chart.y(ofValue: value).magnitude <= 1e9)
            }
            #expect(chart.value(atY: 200).isFinite)
        }
        #expect(Self.calculator(.even(count: 2), values: 7...7).y(ofValue: 7) == 200)
    }

    @Test func fewValues() throws {
        for axis: SlideAxis in [
            .even(count: 0), .even(count: 1), .even(count: -3), .dated(first: 1e9, last: 1e9),
            .numbered(first: 5, last: 5), .dated(first: 9, last: 3), .dated(first: .nan, last: .infinity),
        ] {
            let chart = try Self.calculator(axis, gap: 10, config: Self.config())
            #expect(chart.axis.span == 0)
            #expect(chart.drawWidth == 800)
            #expect(chart.totalSlideNum == 1)
            #expect(chart.maximumOffset == 0)
            // In the middle of what is drawn in.
            #expect(chart.xOfFirst == 30 + 720 / 2)
            #expect(chart.xOfFinal == chart.xOfFirst)
            #expect(chart.x(ofUnit: 0) == chart.xOfFirst)
            #expect(chart.slide(containing: chart.xOfFirst) == 0)
        }
        #expect(Self.calculator(.even(count: 0)).index(nearestX: 3) == nil)
        #expect(Self.calculator(.even(count: 1)).index(nearestX: 3) == 0)
    }

    @Test(arguments: [2, 3, 10, 100_000, 40_000_000_000]) func allOfItFitsExactly(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        for width in [320, 799.3, 2560] {
            let chart = try Self.calculator(.even(count: count), width: width, config: Self.config())
            #expect(chart.drawWidth == width)
            #expect(chart.maximumOffset == 0)
            #expect(chart.lineGapSize == chart.lineGapRange.lowerBound)
            #expect(chart.lineGapRange.upperBound >= min(64, LayoutCalculator.widest / Double(count)))
            #expect(abs(chart.x(ofUnit: Double(count - 1)) - chart.xOfFinal) < 1e-9)
            for _ in 0..<40 {
                let any = Double.random(in: 100...4000, using: &generator)
                #expect(try Self.calculator(.even(count: count), width: any, config: Self.config()).drawWidth == any)
            }
            // Unless the configuration wants more.
            let wider = try Self.calculator(.even(count: count), width: width, config: Self.config(max: 900, min: 900))
            #expect(wider.lineGapSize >= min(900, LayoutCalculator.widest / Double(count)))
        }
    }

    @Test func numbersThatHardlyDiffer() {
        for last in [Double.leastNonzeroMagnitude, 1e-300, 1e-9] {
            let chart = LayoutCalculatorTests.calculator(.numbered(first: 0, last: last))
            #expect(chart.drawWidth == 800)
            for x in [0, last] { #expect((0...800).contains(chart.x(ofUnit: chart.axis.unit(of: x)))) }
        }
    }

    @Test func whatIsNoNumberIsTakenAsOne() {
        for bad in [Double.nan, .infinity, -.infinity, 0, -5, 1e308] {
            let chart = Self.calculator(
                .numbered(first: -1e308, last: 1e308), width: bad, height: bad, slideWidth: bad, gap: bad)
            #expect(chart.drawWidth >= chart.viewport.width)
            #expect(chart.totalSlideNum >= 1)
            #expect(chart.lineGapRange.contains(chart.lineGapSize))
            #expect(chart.drawWidth <= LayoutCalculator.widest * 2)
            _ = chart.slide(containing: bad)
            _ = SlidesLayout(chart).windows(offset: bad, viewportWidth: bad)
        }
    }

    /// At a hundred thousand million points and beyond 2³³ and 2²⁴: there and back within a hundredth of a pixel.
    @Test(arguments: [1e7, 1e8, 2e10, 1e11]) func farPlacesAreExact(width: Double) throws {
        var generator = SeededGenerator(seed: UInt64(clamping: width))
        let count = Int(clamping: width / 10) + 1
        let chart = try Self.calculator(.even(count: count), slideWidth: 1024, gap: 10, config: Self.config())
        #expect(abs(chart.drawWidth - (width.rounded(.down) + 80)) < 11)
        for _ in 0..<2000 {
            let index = Int.random(in: 0..<count, using: &generator)
            let x = chart.x(ofUnit: Double(index))
            // In whole numbers, which know no rounding.
            #expect(x == Double(30 + 10 * index))
            #expect(chart.index(nearestX: x + 4.9) == index)
            #expect(abs(chart.unit(atX: x) - Double(index)) * 10 < 0.001)
            #expect(chart.slide(containing: x) == (30 + 10 * index) / 1024)
        }
    }

    @Test(arguments: 0..<40) func everyPlaceLiesInExactlyOneSlide(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = [1, 2, 50, 100_000, 10_000_000_000][Int.random(in: 0..<5, using: &generator)]
        let slideWidth = [1024, 333.3, 1000.0 / 3, 512.25, 7][Int.random(in: 0..<5, using: &generator)]
        let gap = [0.0, 1.7, 10, 63.9][Int.random(in: 0..<4, using: &generator)]
        let chart = Self.calculator(
            .even(count: count), width: Double.random(in: 200...3000, using: &generator), slideWidth: slideWidth,
            gap: gap)
        let layout = SlidesLayout(chart)
        let last = chart.totalSlideNum - 1
        #expect(layout.frame(of: last).maxX == chart.drawWidth)
        #expect(layout.frame(of: last).width > 0)
        #expect(layout.frame(of: last).width <= slideWidth * 1.000_001)
        var places = (0..<100).map { _ in Double.random(in: 0...chart.drawWidth, using: &generator) }
        for _ in 0..<50 {
            let edge = chart.start(ofSlide: Int.random(in: 0...last, using: &generator))
            places += [edge, edge.nextUp, max(0, edge.nextDown)]
        }
        places += [0, chart.drawWidth, chart.xOfFirst, chart.xOfFinal]
        for x in places {
            let slide = chart.slide(containing: x)
            // Half-open, the last one closed, asked of the slide found and of its neighbours.
            for number in max(0, slide - 1)...min(last, slide + 1) {
                let isBefore = x >= chart.start(ofSlide: number)
                let isIn = isBefore && (number == last || x < chart.start(ofSlide: number + 1))
                #expect(isIn == (number == slide))
            }
        }
    }

    /// The last slide begins before the end of the content and reaches it, also where that is a whole number of slides.
    @Test(arguments: [1000.0 / 3, 333.3, 1024.1, 819.2]) func slidesCoverTheContent(slideWidth: Double) {
        var generator = SeededGenerator(seed: UInt64(clamping: slideWidth))
        for _ in 0..<1000 {
            let number = Int.random(in: 1..<1_000_000_000, using: &generator)
            let width = Double(number) * slideWidth
            for width in [width.nextDown, width, width.nextUp] {
                let chart = Self.calculator(.even(count: 0), width: width, slideWidth: slideWidth)
                #expect(chart.drawWidth == width)
                #expect(chart.start(ofSlide: chart.totalSlideNum - 1) < width)
                #expect(chart.start(ofSlide: chart.totalSlideNum) >= width)
            }
        }
    }

    @Test func pointsOfASlide() throws {
        let chart = try Self.calculator(.even(count: 3001), slideWidth: 1000, gap: 20, config: Self.config())
        let lists = chart.graphPointsList(
            [
                [DataPoint(unit: 0, value: 0), DataPoint(unit: 50, value: 100), DataPoint(unit: 51, value: nil)],
                [DataPoint(unit: 49, value: .nan), DataPoint(unit: .infinity, value: 1)], [],
            ], slide: 1)
        #expect(lists.count == 3)
        #expect(lists[0] == [Point(x: -970, y: 360), Point(x: 30, y: 20), nil])
        #expect(lists[1] == [nil, nil])
        #expect(lists[2] == [])
    }

    /// Both slides at an edge get the same points, moved by the width of one, to the last bit.
    @Test(arguments: [0.37, 1.0 / 3, 9.7]) func neighboursAgree(gap: Double) {
        let chart = Self.calculator(.even(count: 10_000_000_000), slideWidth: 1024, gap: gap)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<100 {
            let slide = Int.random(in: 1..<chart.totalSlideNum, using: &generator)
            let unit = chart.unit(atX: chart.start(ofSlide: slide)).rounded()
            let points = [(-2...2).map { DataPoint(unit: unit + Double($0), value: Double($0 * $0)) }]
            let left = chart.graphPointsList(points, slide: slide - 1)[0].compactMap(\.self)
            let right = chart.graphPointsList(points, slide: slide)[0].compactMap(\.self)
            #expect(left.map { Point(x: $0.x - 1024, y: $0.y) } == right)
            for (place, point) in zip(-2...2, right) {
                let exact = chart.x(ofUnit: unit + Double(place)) - chart.start(ofSlide: slide)
                #expect(point.x == exact)
            }
        }
    }
}
