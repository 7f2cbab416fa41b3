// Layouts: what a rectangle holds agrees with looking at every frame.

import Testing

@testable import Tiling

@Suite struct LayoutTests {
    /// The items that share an area with `rect`, found by asking all of them.
    static func naive(_ layout: Layout, _ rect: Rect) -> [Int] {
        (0..<layout.count).filter { layout.frame(of: $0).intersects(rect) }
    }

    static func layouts(_ generator: inout SeededGenerator) -> [Layout] {
        let lengths = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
            Double.random(in: 1...3000, using: &generator)
        }
        let spacing = [0, 0.5, 4, 31.7][Int.random(in: 0..<4, using: &generator)]
        let extents = Extents.measured(ExtentTree(lengths))
        return [
            .linear(LinearLayout(axis: .vertical, breadth: 733, spacing: spacing, extents: extents)),
            .linear(LinearLayout(axis: .horizontal, breadth: 512.5, spacing: spacing, extents: extents)),
            .grid(
                GridLayout(
                    count: lengths.count, width: 1003, columns: Int.random(in: 1...9, using: &generator),
                    spacing: spacing)),
        ]
    }

    @Test(arguments: 0..<10) func itemsInARectangle(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for layout in Self.layouts(&generator) {
            let content = layout.contentSize
            for _ in 0..<60 {
                let rect = Rect(
                    x: 0, y: 0,
                    width: content.width, height: content.height
                ).intersection(
                    layout.axis == .vertical
                        ? Rect(
                            x: 0, y: Double.random(in: -500...content.height + 500, using: &generator), width: 1e9,
                            height: Double.random(in: 0.01...2000, using: &generator))
                        : Rect(
                            x: Double.random(in: -500...content.width + 500, using: &generator), y: 0,
                            width: Double.random(in: 0.01...2000, using: &generator), height: 1e9))
                // The grid's last row may be short: a rectangle over its empty part still means that row.
                let expected = Self.naive(layout, rect)
                let found = layout.items(in: rect)
                #expect(Array(found) == expected, "\(layout.axis) \(rect)")
            }
        }
    }

    @Test(arguments: 0..<10) func framesFollowOneAnotherWithinTheContent(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for layout in Self.layouts(&generator) where layout.count > 0 {
            let axis = layout.axis
            let last = layout.frame(of: layout.count - 1)
            #expect(last.end(axis) == layout.contentSize[axis])
            #expect(layout.frame(of: 0).start(axis) == 0)
            for index in 1..<max(1, layout.count) {
                let (before, frame) = (layout.frame(of: index - 1), layout.frame(of: index))
                #expect(!before.intersects(frame))
                if case .linear(let linear) = layout {
                    #expect(frame.start(axis) - before.end(axis) == linear.spacing)
                }
                #expect(frame.start(axis.cross) >= 0)
                #expect(frame.end(axis.cross) <= layout.contentSize[axis.cross])
            }
        }
    }

    @Test func aBillionItemsKeepTheirPlace() {
        let demo = Extents.periodic(PeriodicExtents(pattern: [1024, 683, 1536, 768], count: 1_000_000_000))
        let stack = Layout.linear(LinearLayout(axis: .vertical, breadth: 1280, spacing: 4, extents: demo))
        #expect(stack.contentSize.height > 1e12)
        for index in [0, 1, 16_777_217, 999_999_999] {
            let frame = stack.frame(of: index)
            // Every frame is an exact multiple of 1/1024 point, here and at the far end.
            #expect((frame.minY * 1024).rounded() == frame.minY * 1024)
            #expect(frame.height == ExtentScale.snap([1280, 853.75, 1920, 960][index % 4]))
            #expect(stack.items(in: Rect(x: 0, y: frame.midY, width: 1280, height: 1)) == index..<index + 1)
        }
        let grid = Layout.grid(GridLayout(count: 1_000_000_000, width: 1280, columns: 6, spacing: 4))
        let last = grid.frame(of: 999_999_999)
        #expect(last.minY == 166_666_666 * 214)
        #expect(last.minY > 0x1p33)
        #expect(grid.items(in: last) == 999_999_996..<1_000_000_000)
    }

    @Test func emptyLayoutsHaveNothingToShow() {
        let none = Extents.measured(ExtentTree())
        for layout in [
            Layout.linear(LinearLayout(axis: .vertical, breadth: 100, spacing: 4, extents: none)),
            .grid(GridLayout(count: 0, width: 100, columns: 3, spacing: 4)),
        ] {
            #expect(layout.contentSize.height == 0)
            #expect(layout.items(in: Rect(x: 0, y: 0, width: 100, height: 100)).isEmpty)
        }
    }

    @Test func gridCellsAreEqualWholePointsAndCentred() {
        let grid = GridLayout(count: 12, width: 1003, columns: 6, spacing: 4)
        #expect(grid.cell == 163)
        // 1003 − 6 × 163 − 5 × 4 leaves 5 points: 2 on the left, 3 on the right.
        #expect(grid.frame(of: 0).minX == 2)
        #expect(grid.frame(of: 5).maxX == 1000)
        #expect(GridLayout.defaultColumns(width: 360, spacing: 4) == 3)
        #expect(GridLayout.defaultColumns(width: 1280, spacing: 4) == 6)
        // More columns than points: cells shrink, nothing breaks.
        let dense = GridLayout(count: 100, width: 10, columns: 100, spacing: 4)
        #expect(dense.cell > 0)
        #expect(dense.contentSize.height > 0)
    }
}
