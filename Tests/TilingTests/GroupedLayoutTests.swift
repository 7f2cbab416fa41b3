// Groups below headings, against groups laid out one by one.

import Testing

@testable import Tiling

@Suite struct GroupedLayoutTests {
    /// Groups as arrays of proportions: what every query is answered from by looking at everything.
    struct Model {
        var groups: [[Float]]
        /// nil: in grids.
        var metrics: JustifiedMetrics?
        let grid = GridLayout(count: 0, width: 803, columns: 4, spacing: 4)
        let heading = 31.5
        let gap = 10.25

        var count: Int { groups.reduce(0) { $0 + $1.count } }
        func start(_ group: Int) -> Int { groups[..<group].reduce(0) { $0 + $1.count } }

        func frames() -> (headings: [Rect], items: [Rect], height: Double) {
            var (y, headings, items, height) = (0.0, [Rect](), [Rect](), 0.0)
            for group in groups {
                headings.append(Rect(x: 0, y: y, width: metrics?.width ?? 803, height: heading))
                let layout: Layout
                if let metrics {
                    let proportions = Proportions(group)
                    layout = .justified(
                        JustifiedLayout(proportions, sections: JustifiedSections(proportions, metrics: metrics)))
                } else {
                    layout = .grid(GridLayout(count: group.count, width: 803, columns: 4, spacing: 4))
                }
                for var frame in layout.frames(of: 0..<group.count) {
                    frame.y += y + heading
                    items.append(frame)
                }
                height = y + heading + layout.contentSize.height
                y = (height + gap).rounded(.up)
            }
            return (headings, items, height)
        }

        func index(_ proportions: Proportions) -> GroupIndex {
            let counts = groups.map(\.count)
            guard let metrics else { return GroupIndex(counts, grid: grid, headingHeight: heading, gap: gap) }
            return GroupIndex(counts, of: proportions, metrics: metrics, headingHeight: heading, gap: gap)
        }
    }

    static func check(
        _ index: GroupIndex, _ proportions: Proportions, _ model: Model, _ generator: inout SeededGenerator
    ) {
        let layout = GroupedLayout(index, of: proportions)
        let (headings, items, height) = model.frames()
        #expect(index.groupCount == headings.count && layout.count == items.count)
        #expect(layout.contentSize == Size(width: model.metrics?.width ?? 803, height: height))
        #expect(layout.frames(of: 0..<items.count) == items)
        #expect(headings.indices.map { layout.headingFrame(of: $0) } == headings)
        var next = 0
        for (group, members) in model.groups.enumerated() {
            #expect(index.items(of: group) == next..<next + members.count)
            if !members.isEmpty { #expect(index.group(of: next + members.count - 1) == group) }
            next += members.count
        }
        for _ in 0..<15 {
            let edges = headings.map(\.minY) + headings.map(\.maxY) + items.map(\.maxY) + [-20, height + 20]
            let top =
                edges[Int.random(in: 0..<edges.count, using: &generator)]
                + [0, 1 / 1024, -1 / 1024, 5][Int.random(in: 0..<4, using: &generator)]
            let rect = Rect(x: 0, y: top, width: 1e9, height: Double.random(in: 0...1500, using: &generator))
            #expect(Array(layout.items(in: rect)) == items.indices.filter { items[$0].intersects(rect) })
            #expect(
                layout.headings(in: rect)
                    == headings.indices.filter { headings[$0].intersects(rect) }
                    .map { GroupedLayout.Heading(group: $0, frame: headings[$0]) })
            let group = headings.lastIndex { $0.minY <= top } ?? headings.indices.first
            #expect(index.group(at: top) == group)
            guard let group else { continue }
            // At the top edge, but under its own place and above the next group's heading.
            let end = group + 1 < headings.count ? headings[group + 1].minY : height
            let y = max(headings[group].minY, min(top, end - model.heading))
            let sticky = layout.stickyHeading(at: top)
            #expect(sticky?.group == group && sticky?.frame.minY == y)
            #expect(sticky?.frame.height == model.heading)
        }
        guard !items.isEmpty else { return }
        let first = Int.random(in: 0..<items.count, using: &generator)
        let some = first..<min(items.count, first + 40)
        #expect(layout.frame(of: first) == items[first])
        #expect(layout.frames(of: some) == Array(items[some]))
    }

    /// A change to the model, to the proportions and to the index.
    private func change(
        _ model: inout Model, _ proportions: inout Proportions, _ index: inout GroupIndex,
        _ generator: inout SeededGenerator
    ) {
        func random(_ count: Int) -> [Float] { (0..<count).map { _ in RowBreakerTests.randomProportion(&generator) } }
        func insert(_ added: [Float], at place: Int) {
            for (offset, proportion) in added.enumerated() { proportions.insert(proportion, at: place + offset) }
        }
        let group = Int.random(in: 0..<max(1, model.groups.count), using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where model.groups.count > 2:
            let range = index.items(of: group)
            for _ in range { proportions.remove(at: range.lowerBound) }
            index.removeGroup(at: group, in: proportions)
            model.groups.remove(at: group)
        case 1 where model.count > 0:
            let start = Int.random(in: 0..<model.count, using: &generator)
            let range = start..<min(model.count, start + Int.random(in: 1...50, using: &generator))
            for _ in range { proportions.remove(at: start) }
            index.remove(range, in: proportions)
            for _ in range {
                var (group, place) = (0, start)
                while place >= model.groups[group].count {
                    place -= model.groups[group].count
                    group += 1
                }
                model.groups[group].remove(at: place)
            }
        case 2 where !model.groups.isEmpty:
            // No group becomes longer than a section may: then it equals a group laid out from scratch.
            let added = random(Int.random(in: 1...20, using: &generator))
            guard model.groups[group].count + added.count <= JustifiedSections.longest else { return }
            let place = Int.random(in: 0...model.groups[group].count, using: &generator)
            let start = model.start(group)
            insert(added, at: start + place)
            index.insert(added.count, at: start + place, in: group, in: proportions)
            model.groups[group].insert(contentsOf: added, at: place)
        case 3 where model.count > 0:
            let indices = Set((0..<9).map { _ in Int.random(in: 0..<model.count, using: &generator) }).sorted()
            for changed in indices {
                let group = index.group(of: changed)
                proportions[changed] = random(1)[0]
                model.groups[group][changed - model.start(group)] = proportions[changed]
            }
            index.resize(indices, in: proportions)
        default:
            let added = random(Int.random(in: 0...30, using: &generator))
            let place = Int.random(in: 0...model.groups.count, using: &generator)
            insert(added, at: model.start(place))
            index.insertGroup(added.count, at: place, in: proportions)
            model.groups.insert(added, at: place)
        }
    }

    @Test(arguments: 0..<8) func changedAtRandomAsLaidOutOneByOne(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var model = Model(
            groups: (0..<Int(seed)).map { _ in
                (0..<Int.random(in: 0...25, using: &generator)).map { _ in RowBreakerTests.randomProportion(&generator)
                }
            })
        if seed % 2 == 0 { model.metrics = RowBreakerTests.randomMetrics(&generator) }
        var proportions = Proportions(model.groups.joined())
        var index = model.index(proportions)
        Self.check(index, proportions, model, &generator)
        for step in 0..<80 {
            change(&model, &proportions, &index, &generator)
            if step % 10 == 9 { Self.check(index, proportions, model, &generator) }
        }
    }

    @Test func aGroupOfSeveralSections() {
        var generator = SeededGenerator(seed: 7)
        let groups = [3, 700, 0, 1000, 1].map { count in
            (0..<count).map { _ in RowBreakerTests.randomProportion(&generator) }
        }
        let model = Model(groups: groups, metrics: JustifiedMetrics(width: 1280, spacing: 4))
        let proportions = Proportions(groups.joined())
        Self.check(model.index(proportions), proportions, model, &generator)
    }

    @Test func noGroups() {
        let layout = GroupedLayout(Model(groups: []).index(Proportions()))
        #expect(layout.contentSize == Size(width: 803, height: 0))
        #expect(layout.items(in: Rect(x: 0, y: 0, width: 100, height: 100)).isEmpty)
        #expect(layout.headings(in: Rect(x: 0, y: 0, width: 100, height: 100)).isEmpty)
        #expect(layout.stickyHeading(at: 0) == nil)
    }

    @Test func aHundredThousandGroups() {
        let grid = GridLayout(count: 0, width: 804, columns: 4, spacing: 4)
        // Two rows of 198 points, a gap of 4, a heading of 40, 8 points below: 448 points a group.
        var index = GroupIndex(repeatElement(7, count: 100_000), grid: grid, headingHeight: 40, gap: 8)
        index.insertGroup(0, at: 50_000, in: Proportions())
        index.remove(7..<14, in: Proportions())
        let layout = GroupedLayout(index)
        #expect(layout.count == 699_993)
        #expect(layout.headingFrame(of: 50_000).minY == 49_999 * 448 + 48)
        #expect(layout.headingFrame(of: 100_000).minY == 99_998 * 448 + 48 * 2)
        #expect(layout.frame(of: 699_992).minY == 99_998 * 448 + 96 + 40 + 202)
        var request = Planner.Request(viewport: Size(width: 804, height: 600))
        request.offset.y = 30_000_000
        let plan = Planner(layout: .grouped(layout)).plan(for: request) { window in
            window.map { _ in .init(size: PixelSize(width: 4, height: 3), isTiled: false) }
        }
        #expect(plan.tiles.count == plan.window.count && (7...30).contains(plan.window.count))
    }

    @Test func aGroupPastTwoToTheThirtyThird() {
        let grid = GridLayout(count: 0, width: 804, columns: 4, spacing: 4)
        let index = GroupIndex([3, 1_000_000_000, 5], grid: grid, headingHeight: 40, gap: 8)
        let layout = GroupedLayout(index)
        // A heading, 250 million rows, 8 points below.
        let expected: Double = 246 + 40 + 50_499_999_996 + 8
        #expect(layout.headingFrame(of: 2).minY == expected)
        let last = layout.frame(of: 1_000_000_002)
        #expect(last.minY > 0x1p33)
        #expect(layout.items(in: last) == 999_999_999..<1_000_000_003)
    }
}
