// Rows that a reader sees, pinned while items come and go around them.

import Testing

@testable import Tiling

@Suite struct PinnedRowsTests {
    /// The items that begin rows, from frames alone.
    private static func starts(_ frames: [Rect], from first: Int) -> [Int] {
        frames.indices.filter { $0 == 0 || frames[$0].minY != frames[$0 - 1].minY }.map { first + $0 }
    }

    private static func rows(_ starts: some Sequence<Int>) -> [PinnedRow] {
        starts.map { PinnedRow(start: $0, isWhole: true) }
    }

    /// All queries of a layout agree with its frames.
    private static func check(_ layout: Layout, width: Double, _ generator: inout SeededGenerator) {
        let frames = layout.frames(of: 0..<layout.count)
        #expect(frames.count == layout.count)
        // A last group without items has a heading below all frames.
        #expect(layout.contentSize.width == width && layout.contentSize.height >= frames.map(\.maxY).max() ?? 0)
        for _ in 0..<30 where !frames.isEmpty {
            let index = Int.random(in: 0..<frames.count, using: &generator)
            let part = index..<min(frames.count, index + Int.random(in: 1...300, using: &generator))
            #expect(layout.frames(of: part) == Array(frames[part]))
            let top = frames[index].minY + [0, -0.5, 3, 40, -60][index % 5]
            let rect = Rect(x: 0, y: top, width: 1e9, height: Double.random(in: 0...1500, using: &generator))
            #expect(Array(layout.items(in: rect)) == frames.indices.filter { frames[$0].intersects(rect) })
        }
    }

    /// Wherever else items come and go, rows that are seen keep their items, their frames and their distance.
    @Test(arguments: 0..<12) func seenRowsStay(seed: UInt64) {
        var generator = SeededGenerator(seed: 500 + seed)
        let metrics = JustifiedMetrics(width: 1000, rowHeight: [90, 200][Int(seed % 2)], spacing: 4)
        var subject = JustifiedLayoutTests.Subject(
            (0..<1200).map { _ in RowBreakerTests.randomProportion(&generator) }, metrics)
        for step in 0..<25 {
            let (before, count) = (subject.layout, subject.model.count)
            let top = Double.random(in: 0..<before.contentSize.height, using: &generator)
            let seen = before.items(in: Rect(x: 0, y: top, width: 1000, height: 700))
            let old = before.frames(of: seen)
            let place = Int.random(in: max(0, seen.lowerBound - 60)...seen.lowerBound, using: &generator)
            let behind = Int.random(
                in: seen.upperBound...min(subject.model.count, seen.upperBound + 60), using: &generator)
            let many = Int.random(in: 1...40, using: &generator)
            // Behind what is seen first, so that the indices of what is seen do not change.
            if behind % 2 == 0, behind + 3 < subject.model.count {
                subject.remove(behind..<behind + 2)
            } else {
                subject.insert((0..<many).map { _ in RowBreakerTests.randomProportion(&generator) }, at: behind)
            }
            subject.insert((0..<many).map { _ in RowBreakerTests.randomProportion(&generator) }, at: place)
            let now = seen.lowerBound + many..<seen.upperBound + many
            // The collection's last row may have been short: new items fill it.
            let isLast = seen.upperBound == count
            let starts = Self.starts(old, from: now.lowerBound) + (isLast ? [] : [now.upperBound])
            let pinned = JustifiedLayout(subject.proportions, sections: subject.sections, pinning: Self.rows(starts))
            let new = pinned.frames(of: now)
            for (one, other) in zip(old, new) where !isLast {
                var moved = other
                moved.y += old[0].y - new[0].y
                #expect(one.distance(from: moved) < 0.01, "\(one) is now \(moved)")
            }
            if step % 5 == 0 { Self.check(.justified(pinned), width: 1000, &generator) }
        }
    }

    /// Rows pinned where they would begin anyway are not pinned: the layout is the usual one.
    @Test func nothingIsPinnedWithoutNeed() {
        var generator = SeededGenerator(seed: 77)
        let subject = JustifiedLayoutTests.Subject(
            (0..<900).map { _ in RowBreakerTests.randomProportion(&generator) },
            JustifiedMetrics(width: 1000, spacing: 4))
        let frames = subject.layout.frames(of: 300..<420)
        let starts = Self.starts(frames, from: 300).dropFirst()
        let pinned = JustifiedLayout(subject.proportions, sections: subject.sections, pinning: Self.rows(starts))
        #expect(!pinned.hasPinnedRows && pinned.contentSize == subject.layout.contentSize)
        // What does not exist is ignored.
        let none = JustifiedLayout(
            subject.proportions, sections: subject.sections, pinning: Self.rows([-3, 900, 5000]))
        #expect(!none.hasPinnedRows)
    }

    /// A row that has lost most of its pictures is broken with its neighbours, not blown up.
    @Test func noRowIsBlownUp() {
        let subject = JustifiedLayoutTests.Subject(
            [Float](repeating: 1.5, count: 200), JustifiedMetrics(width: 1000, rowHeight: 200, spacing: 4))
        let frames = subject.layout.frames(of: 0..<200)
        let starts = Self.starts(frames, from: 0)
        // Of the fourth row one picture is left.
        let gone = starts[4] - starts[3] - 1
        var changed = subject
        changed.remove(starts[3]..<starts[3] + gone)
        let pinned = JustifiedLayout(
            changed.proportions, sections: changed.sections,
            pinning: starts.map { PinnedRow(start: $0 <= starts[3] ? $0 : $0 - gone, isWhole: $0 != starts[3]) })
        let new = pinned.frames(of: 0..<changed.model.count)
        #expect(new.allSatisfy { $0.height < 300 })
        #expect(Array(new.prefix(starts[3])) == Array(frames.prefix(starts[3])))
    }

    /// Groups with pinned rows: grids keep the columns, and all queries agree.
    @Test(arguments: 0..<8) func groups(seed: UInt64) {
        var generator = SeededGenerator(seed: 900 + seed)
        var model = GroupedLayoutTests.Model(
            groups: [], metrics: seed % 2 == 0 ? nil : JustifiedMetrics(width: 803, spacing: 4))
        for _ in 0..<12 {
            let count = Int.random(in: 0...40, using: &generator)
            model.groups.append((0..<count).map { _ in RowBreakerTests.randomProportion(&generator) })
        }
        let proportions = Proportions(model.groups.flatMap { $0 })
        let index = model.index(proportions)
        for _ in 0..<6 {
            let starts = (0..<6).map { _ in Int.random(in: 0..<model.count + 3, using: &generator) }
            let layout = GroupedLayout(index, of: proportions, pinning: Self.rows(Set(starts).sorted()))
            Self.check(.grouped(layout), width: 803, &generator)
            // Headings and what is below them follow one another.
            var bottom = 0.0
            for group in 0..<index.groupCount {
                let heading = layout.headingFrame(of: group)
                #expect(heading.minY >= bottom)
                #expect(layout.stickyHeading(at: heading.minY)?.group == group)
                bottom = layout.frames(of: index.items(of: group)).map(\.maxY).max() ?? heading.maxY
                #expect(bottom <= layout.contentSize.height)
            }
            guard model.metrics == nil else { continue }
            // In each group the first of them begins a row.
            for group in 0..<index.groupCount {
                guard let first = starts.sorted().first(where: { index.items(of: group).contains($0) }) else {
                    continue
                }
                #expect(layout.frame(of: first).minX == model.grid.frame(of: 0).minX)
            }
        }
    }
}

extension Rect {
    /// The largest difference of an edge.
    fileprivate func distance(from other: Rect) -> Double {
        max(
            max(abs(minX - other.minX), abs(minY - other.minY)),
            max(abs(maxX - other.maxX), abs(maxY - other.maxY)))
    }
}
