// The demo of a source that arrives page by page.

import Pixels
import Platform
import Synchronization
import Tiling

/// Generated pictures in 25 pages, each of which arrives after a delay; some pages fail at first.
package final class EndlessFeed: PagedCollection, IndexedCollection {
    /// The delay and outcome of each attempt at each page; pure, and the same in every run.
    struct Script: Sendable {
        static let pageSize = 60
        static let pageCount = 25
        static let count = pageSize * pageCount
        /// The page with index 3 fails twice, then arrives.
        static let unsteady = (page: 3, failures: 2)
        /// The page with this index fails once, and is retried only when a client asks.
        static let stuck = 8
        /// Range of the delays, in seconds.
        static let delays = 0.2...0.6

        /// Delay of an attempt in seconds, and why it fails; nil if the page arrives.
        static func outcome(of page: Int, attempt: Int) -> (delay: Double, failure: Pagination.Failure?) {
            let chance = Double(StableHash.mix(UInt64(page &* 64 &+ attempt)) >> 11) / Double(1 << 53)
            let delay = delays.lowerBound + chance * (delays.upperBound - delays.lowerBound)
            let name = "Page \(page + 1) of the feed did not come"
            if page == unsteady.page, attempt < unsteady.failures {
                return (delay, Pagination.Failure(message: "\(name): the line was cut, as this demo has it"))
            }
            if page == stuck, attempt == 0 {
                return (
                    delay,
                    Pagination.Failure(message: "\(name): this demo waits until you ask again", isTransient: false)
                )
            }
            return (delay, nil)
        }
    }

    private struct State {
        var pagination = Pagination()
        var count = 0
        var revision = 1
        var log = ChangeLog()
    }

    package let id = "endless-feed"
    package let name = "Endless feed"
    package let kind = CollectionKind.demo
    let timer: PageTimer
    /// All pictures, including those of pages that have not arrived.
    private let pictures: DemoCollection
    private let state = Mutex(State())
    let chosen = IndexSelection()
    var finalCount: Int { Script.count }

    package init?(timer: PageTimer = .real) {
        guard let pictures = DemoCollection(count: Script.count, id: id, name: name) else { return nil }
        self.timer = timer
        self.pictures = pictures
    }

    /// The pictures are those of the demo.
    package var source: String { pictures.source }

    // MARK: Pages

    func withPagination<Result>(_ body: (inout Pagination) -> Result) -> Result {
        state.withLock { state in
            let before = state.pagination
            defer { if state.pagination != before { state.revision += 1 } }
            return body(&state.pagination)
        }
    }

    func begin(_ fetch: Pagination.Fetch) {
        let (delay, failure) = Script.outcome(of: fetch.page, attempt: fetch.attempt)
        timer.after(delay) { [weak self] in
            if let failure { self?.fail(fetch, failure) } else { self?.appendPage(fetch) }
        }
    }

    private func appendPage(_ fetch: Pagination.Fetch) {
        state.withLock { state in
            guard state.pagination.arrived(fetch, hasNextPage: fetch.page + 1 < Script.pageCount) else { return }
            state.revision += 1
            state.log.insert(at: state.count, count: Script.pageSize, revision: state.revision)
            state.count += Script.pageSize
        }
    }

    // MARK: Arrived items

    private static func status(_ state: State) -> CollectionStatus {
        CollectionStatus(count: state.count, isComplete: !state.pagination.hasNextPage, revision: state.revision)
    }

    package var status: CollectionStatus { state.withLock { Self.status($0) } }
    // No size pattern: with one, a row layout would break the last rows again when a page arrives.

    /// The part of a range that has arrived.
    private func loaded(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<status.count) }

    package func index(ofItem id: String) -> Int? {
        pictures.index(ofItem: id).flatMap { $0 < status.count ? $0 : nil }
    }

    package func summaries(in range: Range<Int>) -> [ItemSummary] { pictures.summaries(in: loaded(range)) }
    package func sizes(in range: Range<Int>) -> [PixelSize?] { pictures.sizes(in: loaded(range)) }
    package func details(at index: Int) -> ItemDetails? { index < status.count ? pictures.details(at: index) : nil }

    package func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        state.withLock { state in
            (known == 0 ? OrderDifference.none : state.log.difference(since: revision, count: state.count)).map {
                CollectionChanges($0, status: Self.status(state), following: known, adding: limit) {
                    pictures.sizes(in: $0)
                }
            }
        }
    }

    package func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        state.withLock { state in
            state.log.difference(since: revision, count: state.count).map { ($0, Self.status(state)) }
        }
    }

    package func measure(_ indices: [Int]) -> [Int] { [] }

    package func original(ofItem id: String) throws(ImageError) -> Original {
        guard index(ofItem: id) != nil else { throw .unreadable("there is no picture '\(id)'") }
        return try pictures.original(ofItem: id)
    }

    package func content(ofItem id: String, version: String) throws(ImageError) -> ItemContent {
        guard index(ofItem: id) != nil else { throw .unreadable("there is no picture '\(id)'") }
        return try pictures.content(ofItem: id, version: version)
    }
}
