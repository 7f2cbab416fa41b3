// The items in a rectangle as runs, against the frames of all items.

import Testing

@testable import Tiling

@Suite struct LayoutRunsTests {
    private static func check(_ layout: Layout, _ width: Double) throws {
        let height = layout.contentSize.height
        let rect = Rect(
            x: .random(in: -50..<width), y: .random(in: -50..<height + 20), width: .random(in: 0.001..<width * 1.3),
            height: .random(in: 0.001..<height + 9))
        let found = try #require(layout.runs(in: rect)).flatMap { Array($0) }
        #expect(found == (0..<layout.count).filter { layout.frame(of: $0).intersects(rect) }, "\(rect) of \(layout)")
        let first = Int.random(in: 0...layout.count)
        let range = first..<Int.random(in: first...layout.count)
        let rows = layout.gridRows(of: range).filter { !$0.isEmpty }
        #expect(rows.flatMap { Array($0) } == Array(range))
        #expect(rows.allSatisfy { row in Set(row.map { layout.frame(of: $0).minY }).count == 1 })
    }

    @Test func grids() throws {
        for _ in 0..<300 {
            let (width, columns) = (Double(Int.random(in: 100..<700)), Int.random(in: 1..<40))
            let grid = GridLayout(
                count: Int.random(in: 1..<120), width: width, columns: columns,
                spacing: Double(Int.random(in: 0..<9)), scale: [1, 1.5, 2].randomElement() ?? 1,
                lead: Int.random(in: 0..<columns))
            try Self.check(.grid(grid), width)
        }
    }

    @Test func groups() throws {
        for _ in 0..<200 {
            let (width, columns) = (Double(Int.random(in: 100..<700)), Int.random(in: 1..<30))
            let counts = (0..<Int.random(in: 1..<9)).map { _ in Int.random(in: 1..<40) }
            let spacing = Double(Int.random(in: 0..<9))
            let groups = GroupIndex(
                counts, grid: GridLayout(count: 0, width: width, columns: columns, spacing: spacing))
            try Self.check(.grouped(GroupedLayout(groups)), width)
        }
    }
}
