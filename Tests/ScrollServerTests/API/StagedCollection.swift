// A collection whose sizes become known when the test wants it.

import Synchronization
import Tiling

@testable import Catalog
@testable import Pixels

/// Items `i0`, `i1`, … without files.
final class StagedCollection: ItemCollection {
    private struct State {
        var sizes: [PixelSize]
        var measured: Set<Int>
        var isComplete: Bool
        var revision = 1
        var resized: [(revision: Int, index: Int)] = []
        var measureCalls = 0
    }

    let id: String
    let name: String
    let kind: CollectionKind
    let source: String
    private let isTiled: Bool
    private let state: Mutex<State>
    /// Told when sizes have become known.
    let news = News()

    /// `measured`: the items whose size is known at the start; none when nil.
    init(
        id: String = "staged", name: String = "Staged", kind: CollectionKind = .list, sizes: [PixelSize],
        measured: Range<Int>? = nil, isComplete: Bool = true, isTiled: Bool = false
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.isTiled = isTiled
        source = "staged:\(id)"
        state = Mutex(State(sizes: sizes, measured: Set(measured ?? 0..<0), isComplete: isComplete))
    }

    func append(_ sizes: [PixelSize], isComplete: Bool) {
        state.withLock { state in
            state.sizes += sizes
            state.isComplete = isComplete
            state.revision += 1
        }
    }

    var measureCalls: Int { state.withLock { $0.measureCalls } }

    var status: CollectionStatus {
        state.withLock {
            CollectionStatus(count: $0.sizes.count, isComplete: $0.isComplete, revision: $0.revision)
        }
    }

    func index(ofItem id: String) -> Int? {
        guard id.hasPrefix("i"), let index = Int(id.dropFirst()) else { return nil }
        return state.withLock { $0.sizes.indices.contains(index) ? index : nil }
    }

    func summaries(in range: Range<Int>) -> [ItemSummary] {
        state.withLock { state in
            range.clamped(to: state.sizes.indices).map { index in
                ItemSummary(
                    id: "i\(index)", version: "v1", size: state.measured.contains(index) ? state.sizes[index] : nil,
                    error: nil, format: isTiled ? .png : .svg)
            }
        }
    }

    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        guard let (difference, status) = difference(since: revision) else { return nil }
        return CollectionChanges(difference, status: status, following: known, adding: limit) { sizes(in: $0) }
    }

    /// Items that were appended are not among the changes: who follows finds them behind those it knows.
    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        state.withLock { state in
            let resized = Set(state.resized.filter { $0.revision > revision }.map(\.index)).sorted()
            return (
                OrderDifference(resized: resized),
                CollectionStatus(count: state.sizes.count, isComplete: state.isComplete, revision: state.revision)
            )
        }
    }

    func details(at index: Int) -> ItemDetails? {
        guard let summary = summary(at: index) else { return nil }
        return ItemDetails(
            index: index, id: summary.id, version: summary.version, name: "\(index).png",
            width: summary.size?.width ?? 0, height: summary.size?.height ?? 0, isMeasured: summary.size != nil,
            orientation: 1, format: .png, byteCount: 1, modified: nil, error: nil)
    }

    @discardableResult
    func measure(_ indices: [Int]) -> [Int] {
        defer { news.tell() }
        return state.withLock { state in
            state.measureCalls += 1
            let new = Set(indices).filter { state.sizes.indices.contains($0) && !state.measured.contains($0) }.sorted()
            guard !new.isEmpty else { return [] }
            state.revision += 1
            for index in new { state.resized.append((state.revision, index)) }
            state.measured.formUnion(new)
            return new
        }
    }

    func original(ofItem id: String) throws(ImageError) -> Original { .bytes(TinyImage.png(), .png) }
}
