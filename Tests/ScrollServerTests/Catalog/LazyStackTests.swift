// The demo of a lazy stack, by a clock of our own.

import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import Metadata
@testable import Pixels

@Suite struct LazyStackTests {
    private final class Clock: Sendable {
        private let now = Mutex(100.0)
        var time: Double { now.withLock { $0 } }
        func advance(_ seconds: Double) { now.withLock { $0 += seconds } }
    }

    private func heights(_ layouts: LayoutIndex) -> [Double] {
        layouts.withLayout(.init(kind: .stack, viewport: Size(width: 1000, height: 800), spacing: 0)) { layout in
            (0..<layout.count).map { layout.frame(of: $0) }.map { (($0.maxY - $0.minY) * 10).rounded() / 10 }
        } ?? []
    }

    @Test func whatTheDocumentDescribes() {
        let clock = Clock()
        let stack = LazyStackCollection(clock: { clock.time })
        let layouts = LayoutIndex(stack)
        // Estimates, until displayed; nothing happens before anybody looks.
        #expect(heights(layouts) == [50, 50, 50, 50])
        clock.advance(60)
        #expect(stack.status.count == 4)
        _ = stack.summaries(in: 0..<2)
        stack.measure([0, 1])
        #expect(heights(layouts) == [500, 500, 50, 50])
        stack.measure([2, 3])
        let ids = stack.summaries(in: 0..<4).map(\.id)
        clock.advance(2)
        #expect(heights(layouts) == [500, 500, 500, 1000])
        clock.advance(1)
        let before = stack.status.revision
        #expect(heights(layouts) == [500, 50, 500, 500, 1000])
        #expect(stack.status.revision == before)
        let now = stack.summaries(in: 0..<5).map(\.id)
        #expect([now[0]] + now[2...] == ids)
        stack.measure([1])
        clock.advance(1)
        #expect(heights(layouts) == [500, 500, 500, 500, 250])
        clock.advance(2)
        #expect(heights(layouts) == [500, 500, 500, 500, 500])
        // Nobody looks: nothing moves, and nothing is made up for.
        clock.advance(60)
        #expect(heights(layouts) == [500, 500, 500, 500, 500])
        _ = stack.summaries(in: 0..<5)
        #expect(heights(layouts) == [500, 500, 500, 500, 1000])
    }

    @Test func theVersionFollowsTheSize() throws {
        let clock = Clock()
        let stack = LazyStackCollection(clock: { clock.time })
        let before = try #require(stack.summary(at: 3))
        clock.advance(2)
        let after = try #require(stack.summary(at: 3))
        #expect(before.id == after.id && before.version != after.version)
        guard case .bytes(let bytes, .png) = try stack.original(ofItem: after.id) else {
            Issue.record("no picture")
            return
        }
        let header = try ImageHeader.read(from: ByteSource(bytes))
        #expect(header.width == 1000 && header.height == 1000)
    }
}
