// Justified rows in sections: after any change as if laid out from scratch.

import Testing

@testable import Tiling

@Suite struct JustifiedLayoutTests {
    /// A collection, its index, and a plain array that went through the same changes.
    struct Subject {
        var model: [Float]
        var proportions: Proportions
        var sections: JustifiedSections

        init(_ model: [Float], _ metrics: JustifiedMetrics) {
            self.model = model
            proportions = Proportions(model)
            sections = JustifiedSections(proportions, metrics: metrics)
        }

        var layout: JustifiedLayout { JustifiedLayout(proportions, sections: sections) }

        mutating func insert(_ added: [Float], at index: Int) {
            model.insert(contentsOf: added, at: index)
            for (offset, proportion) in added.enumerated() { proportions.insert(proportion, at: index + offset) }
            sections.replace(index..<index, with: added.count, in: proportions)
        }

        mutating func remove(_ range: Range<Int>) {
            model.removeSubrange(range)
            for _ in range { proportions.remove(at: range.lowerBound) }
            sections.replace(range, with: 0, in: proportions)
        }

        mutating func resize(_ indices: [Int], _ generator: inout SeededGenerator) {
            for index in indices {
                model[index] = RowBreakerTests.randomProportion(&generator)
                proportions[index] = model[index]
            }
            sections.resize(indices, in: proportions)
        }

        mutating func change(_ generator: inout SeededGenerator, growing: Bool, most: Int) {
            let index = Int.random(in: 0...model.count, using: &generator)
            let many = Int.random(in: 1...(Bool.random(using: &generator) ? 3 : most), using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<(growing ? 6 : 3):
                let added = (0..<many).map { _ in RowBreakerTests.randomProportion(&generator) }
                insert(added, at: index % 3 == 0 ? model.count : index)
            case 3..<8: remove(index..<min(model.count, index + many))
            default:
                let all = (0..<many).map { _ in Int.random(in: 0..<max(1, model.count), using: &generator) }
                resize(model.isEmpty ? [] : Set(all).sorted(), &generator)
            }
        }
    }

    /// All that must hold of a layout, from its frames alone.
    static func check(_ subject: Subject, _ generator: inout SeededGenerator) {
        let (layout, metrics, model) = (subject.layout, subject.sections.metrics, subject.model)
        #expect(layout.count == model.count && subject.proportions.count == model.count)
        let frames = layout.frames(of: 0..<layout.count)
        #expect(frames.count == model.count)
        #expect(layout.contentSize == Size(width: metrics.width, height: frames.last?.maxY ?? 0))
        var (sound, starts) = (true, Set<Int>())
        for (index, frame) in frames.enumerated() {
            // Each follows the one before, in its row or in the next, whose height the index knew.
            let previous = index == 0 ? nil : frames[index - 1]
            if let previous, frame.minY == previous.minY {
                sound = sound && frame.minX == previous.maxX + metrics.spacing && frame.height == previous.height
            } else {
                starts.insert(index)
                sound = sound && frame.minX == 0
                sound = sound && frame.minY == previous.map { $0.maxY + metrics.spacing } ?? 0
                if let previous { sound = sound && previous.maxX == metrics.width }
            }
            sound = sound && frame.width > 0 && RowBreakerTests.keeps(Double(model[index]), frame)
            sound = sound && subject.proportions[index] == model[index]
        }
        #expect(sound)
        if let last = frames.last { #expect(last.maxX <= metrics.width && last.height <= metrics.rowHeight) }
        checkSections(subject.sections, starts)
        for _ in 0..<20 where !frames.isEmpty {
            let index = Int.random(in: 0..<frames.count, using: &generator)
            #expect(layout.frame(of: index) == frames[index])
            let part = index..<min(frames.count, index + Int.random(in: 0...300, using: &generator))
            #expect(layout.frames(of: part) == Array(frames[part]))
            let edges = [frames[index].minY, frames[index].maxY, frames[index].midY, -5, layout.contentSize.height + 3]
            let top = edges[Int.random(in: 0..<5, using: &generator)] + [0, -0.5, 3][index % 3]
            let rect = Rect(x: 0, y: top, width: metrics.width, height: Double.random(in: 0...2000, using: &generator))
            #expect(Array(layout.items(in: rect)) == frames.indices.filter { frames[$0].intersects(rect) })
        }
    }

    /// Sections are of bounded length and start with a row.
    private static func checkSections(_ sections: JustifiedSections, _ rowStarts: Set<Int>) {
        var next = 0
        for section in 0..<sections.counts.count {
            let items = sections.items(of: section)
            #expect(items.lowerBound == next && !items.isEmpty && items.count <= JustifiedSections.longest)
            #expect(items.count >= JustifiedSections.shortest || sections.counts.count == 1)
            #expect(rowStarts.contains(items.lowerBound))
            next = items.upperBound
        }
        #expect(next == sections.count)
    }

    @Test(arguments: 0..<8) func changedAtRandomAsLaidOutAnew(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let start = [0, 1, 128, 257, 1500][Int(seed) % 5]
        let metrics = RowBreakerTests.randomMetrics(&generator)
        var subject = Subject((0..<start).map { _ in RowBreakerTests.randomProportion(&generator) }, metrics)
        Self.check(subject, &generator)
        for step in 0..<60 {
            subject.change(&generator, growing: seed % 3 != 0, most: 400)
            if step % 12 == 0 { Self.check(subject, &generator) }
        }
        Self.check(subject, &generator)
        subject.remove(0..<subject.model.count)
        Self.check(subject, &generator)
        #expect(subject.sections.counts.count == 0)
        subject.insert([1.5], at: 0)
        Self.check(subject, &generator)
    }

    #if !OPTIMISED
        static let isOptimised = false
    #else
        static let isOptimised = true
    #endif

    @Test(.enabled(if: isOptimised, "10⁵ items: SCROLLSERVER_OPTIMISED=1 swift test"))
    func aHundredThousandItems() {
        var generator = SeededGenerator(seed: 9)
        var subject = Subject(
            (0..<100_000).map { _ in RowBreakerTests.randomProportion(&generator) },
            JustifiedMetrics(width: 1280, spacing: 4))
        for _ in 0..<3 {
            for _ in 0..<1000 { subject.change(&generator, growing: true, most: 40) }
            Self.check(subject, &generator)
        }
    }

    @Test func oneByOneAsAtOnce() {
        // Nothing but the sections' lengths depends on how a collection came about: of equal sections, all is equal.
        var generator = SeededGenerator(seed: 4)
        let model = (0..<900).map { _ in RowBreakerTests.randomProportion(&generator) }
        let metrics = JustifiedMetrics(width: 800, spacing: 4)
        var subject = Subject(Array(repeating: 1, count: 900), metrics)
        for (index, proportion) in model.enumerated() { subject.proportions[index] = proportion }
        subject.sections.resize(Array(model.indices), in: subject.proportions)
        #expect(subject.layout.frames(of: 0..<900) == Subject(model, metrics).layout.frames(of: 0..<900))
        for index in model.indices { subject.proportions[index] = 1 }
        for index in model.indices { subject.sections.resize([index], in: subject.proportions) }
        let squares = Subject(Array(repeating: 1, count: 900), metrics)
        #expect(subject.sections.heights.total == squares.sections.heights.total)
    }

    @Test(arguments: 0..<20) func rowsThatAreFullStayWhenAPageIsAppended(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let metrics = JustifiedMetrics(
            width: Double.random(in: 300...2000, using: &generator), rowHeight: 180, spacing: 4)
        func page(_ count: Int) -> [Float] { (0..<count).map { _ in RowBreakerTests.randomProportion(&generator) } }
        var subject = Subject(page(Int.random(in: 100...400, using: &generator)), metrics)
        for _ in 0..<8 {
            let (before, count) = (subject.layout, subject.model.count)
            let frames = before.frames(of: 0..<count)
            subject.insert(page([60, 200, 1000].randomElement(using: &generator) ?? 60), at: count)
            let after = subject.layout
            let last = frames[count - 1].minY
            let now = after.frames(of: 0..<count)
            let moved = (0..<count).filter { frames[$0].minY < last && now[$0] != frames[$0] }
            #expect(moved.isEmpty, "of \(count)")
            Self.check(subject, &generator)
        }
    }

    @Test func appendedItemsFillSections() {
        var subject = Subject([], JustifiedMetrics(width: 1280, spacing: 4))
        for _ in 0..<700 { subject.insert([1.5], at: subject.model.count) }
        #expect((4...8).contains(subject.sections.counts.count))
    }

    @Test func everyWidthHasItsOwnRowsOfTheSameProportions() {
        var generator = SeededGenerator(seed: 8)
        var subject = Subject(
            (0..<600).map { _ in RowBreakerTests.randomProportion(&generator) },
            JustifiedMetrics(width: 1280, spacing: 4))
        var narrow = JustifiedSections(subject.proportions, metrics: JustifiedMetrics(width: 360, spacing: 2))
        subject.insert([2, 0.5], at: 300)
        narrow.replace(300..<300, with: 2, in: subject.proportions)
        Self.check(subject, &generator)
        subject.sections = narrow
        Self.check(subject, &generator)
    }

    @Test func noItemsAndOne() {
        let metrics = JustifiedMetrics(width: 1280, rowHeight: 200, spacing: 4)
        let none = Subject([], metrics).layout
        #expect(none.contentSize == Size(width: 1280, height: 0))
        #expect(none.items(in: Rect(x: 0, y: 0, width: 1280, height: 800)).isEmpty)
        #expect(none.frames(of: 0..<0).isEmpty)
        // Not blown up; a panorama is as wide as the content.
        #expect(Subject([1.5], metrics).layout.frame(of: 0) == Rect(x: 0, y: 0, width: 300, height: 200))
        #expect(Subject([12.8], metrics).layout.frame(of: 0) == Rect(x: 0, y: 0, width: 1280, height: 100))
    }

    @Test func rowsStayExactPastTwoToTheThirtyThird() {
        let metrics = JustifiedMetrics(width: 1_000_000, rowHeight: 131_072, spacing: 7)
        let count = 140_000
        let proportions = Proportions(repeatElement(Float(4), count: count))
        let layout = JustifiedLayout(proportions, sections: JustifiedSections(proportions, metrics: metrics))
        #expect(layout.contentSize.height > 0x1p33)
        let frames = layout.frames(of: count - 400..<count)
        for (before, frame) in zip(frames, frames.dropFirst()) {
            #expect(frame.minY == before.minY ? frame.minX == before.maxX + 7 : frame.minY == before.maxY + 7)
            #expect((frame.minY * 1024).rounded() == frame.minY * 1024)
        }
        #expect(frames.last?.maxY == layout.contentSize.height)
        #expect(layout.items(in: frames[399]).contains(count - 1))
    }

    @Test func plansPaintTheRowsTheyAreMadeOf() {
        var generator = SeededGenerator(seed: 5)
        let sizes = (0..<500).map { _ in
            PixelSize(
                width: Int.random(in: 100...400, using: &generator),
                height: Int.random(in: 100...400, using: &generator))
        }
        let subject = Subject(
            sizes.map { Proportions.proportion(of: $0) }, JustifiedMetrics(width: 800, spacing: 4))
        var request = Planner.Request(viewport: Size(width: 800, height: 600))
        request.offset.y = 1500
        let plan = Planner(layout: .justified(subject.layout)).plan(for: request) { window in
            window.map { .init(size: sizes[$0], isTiled: false) }
        }
        #expect(plan.tiles.count == plan.window.count)
        #expect(plan.contentSize == subject.layout.contentSize)
        for tile in plan.tiles {
            let frame = subject.layout.frame(of: tile.index).relative(to: plan.contentOffset)
            #expect(abs(tile.frame.minX - frame.minX) <= 0.5 && abs(tile.frame.maxY - frame.maxY) <= 0.5)
            // A cell has its picture's proportions: nothing is cut off.
            #expect(tile.clip == nil)
        }
    }
}
