// Pictures with a smaller copy in their file: when a plan shows the copy, and when a level.

import Testing

@testable import Tiling

@Suite struct CopyTests {
    private static let size = PixelSize(width: 4096, height: 3072)

    /// A plan of square cells of `side` points, each showing the middle of a picture.
    private static func plan(
        side: Double, copySide: Int?, hasBackdrop: Bool = true, scale: Double = 1
    ) -> (plan: Plan, ahead: [PlannedTile]) {
        let planner = Planner(
            layout: .grid(GridLayout(count: 400, width: 5 * side + 16, columns: 5, spacing: 4)))
        var request = Planner.Request(viewport: Size(width: 5 * side + 16, height: 3 * side))
        (request.hasBackdrop, request.scale) = (hasBackdrop, scale)
        let pictures = { (run: Range<Int>) in
            run.map { _ in Planner.Picture(size: size, isTiled: true, copySide: copySide) }
        }
        let plan = planner.plan(for: request, pictures: pictures)
        return (plan, planner.tiles(ahead: plan, for: request, pictures: pictures))
    }

    /// A cell of 210 points shows 280 × 210 of the picture's pixels, fewer than a copy of 320 × 240 has.
    @Test(arguments: [true, false]) func `a copy with enough pixels is the only tile`(hasBackdrop: Bool) {
        let (plan, ahead) = Self.plan(side: 210, copySide: 320, hasBackdrop: hasBackdrop)
        #expect(plan.tiles.count == plan.window.count)
        #expect(Set(plan.tiles.map(\.level)) == [Pyramid.copyLevel])
        #expect(!ahead.isEmpty && ahead.allSatisfy { $0.level == Pyramid.copyLevel })
        // It lies where the picture's level would.
        let other = Self.plan(side: 210, copySide: nil, hasBackdrop: hasBackdrop).plan
        #expect(other.tiles.map(\.frame) == plan.tiles.map(\.frame) && Set(other.tiles.map(\.level)) == [3])
    }

    @Test func `a level that has enough pixels and fewer than the copy is shown instead`() {
        let (plan, _) = Self.plan(side: 190, copySide: 320)
        #expect(Set(plan.tiles.map(\.level)) == [4])
    }

    /// Levels may be 2 % too coarse, and so may copies.
    @Test(arguments: [(244.0, true), (252.0, false)])
    func `a copy is used as far as a level of its size would be`(side: Double, isEnough: Bool) {
        let levels = Set(Self.plan(side: side, copySide: 320).plan.tiles.map(\.level))
        #expect(levels == (isEnough ? [Pyramid.copyLevel] : [Pyramid.copyLevel, 3]))
    }

    @Test(arguments: [(252.0, 1.0, 3), (210.0, 2.0, 2)])
    func `copies without enough pixels come before all finer tiles`(side: Double, scale: Double, level: Int) {
        let (plan, ahead) = Self.plan(side: side, copySide: 320, scale: scale)
        let visible = plan.tiles.filter(\.isVisible)
        let copies = visible.prefix { $0.level == Pyramid.copyLevel }
        #expect(copies.count == plan.visible?.count)
        #expect(visible.dropFirst(copies.count).allSatisfy { $0.level == level })
        #expect(Set(visible.map(\.index)) == Set(copies.map(\.index)))
        // So do those ahead, and no other tile lies beneath.
        let first = ahead.prefix { $0.level == Pyramid.copyLevel }
        #expect(Set(first.map(\.index)) == Set(ahead.map(\.index)))
        #expect(ahead.dropFirst(first.count).allSatisfy { $0.level == level })
        // Clients that want no backdrops get the finer tiles alone.
        let plain = Self.plan(side: side, copySide: 320, hasBackdrop: false, scale: scale).plan
        #expect(Set(plain.tiles.map(\.level)) == [level])
    }
}
