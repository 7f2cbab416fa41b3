// Collections that are read page by page.

import Dispatch

/// A collection whose items come in pages: the next one is fetched when the reader comes near the last item.
///
/// What is to be done is decided by a `Pagination` under the collection's own lock, and done outside of it.
protocol PagedCollection: ItemCollection {
    var timer: PageTimer { get }
    /// Calls `body` under the collection's lock. Where the state is another one afterwards, that is a new revision.
    func withPagination<Result>(_ body: (inout Pagination) -> Result) -> Result
    /// Begins to fetch a page, and says `take` or `fail` once, from any thread. Does not block.
    func begin(_ fetch: Pagination.Fetch)
}

extension PagedCollection {
    var hasNextPage: Bool { withPagination { $0.hasNextPage } }

    var footer: CollectionFooter? { CollectionFooter(withPagination { $0 }, at: timer.now()) }

    func willDisplay(_ window: Range<Int>) {
        // Within one window of the end: by the time the reader is there, the page may be.
        guard window.upperBound + window.count >= status.count else { return }
        perform(withPagination { $0.need() })
    }

    func fetchNextPage() { perform(withPagination { $0.retry() }) }

    /// A page cannot be had.
    func fail(_ fetch: Pagination.Fetch, _ failure: Pagination.Failure) {
        perform(withPagination { $0.failed(fetch, failure, at: timer.now()) })
    }

    private func perform(_ action: Pagination.Action?) {
        switch action {
        case .fetch(let fetch): begin(fetch)
        case .wake(let fetch, let delay):
            timer.after(delay) { [weak self] in
                guard let self else { return }
                perform(withPagination { $0.wake(fetch) })
            }
        case nil: break
        }
    }
}

/// When things happen that have to do with pages: the real time, or a test's own.
struct PageTimer: Sendable {
    /// Seconds of a clock that only goes forward.
    var now: @Sendable () -> Double
    /// Calls a closure once so many seconds have gone by, on any thread.
    var after: @Sendable (Double, @escaping @Sendable () -> Void) -> Void

    static let real = PageTimer(
        now: { Double(System.monotonicNanoseconds()) / 1e9 },
        after: { seconds, body in DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: body) })
}
