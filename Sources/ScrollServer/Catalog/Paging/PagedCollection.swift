// Collections whose items arrive page by page.

import Dispatch
import Platform

/// A collection that fetches its next page when a client comes near the last item.
///
/// A `Pagination`, guarded by the collection's lock, decides what to do; the work is done outside the lock.
protocol PagedCollection: ItemCollection {
    var timer: PageTimer { get }
    /// Calls `body` under the collection's lock; if `body` changes the state, the collection starts a new revision.
    func withPagination<Result>(_ body: (inout Pagination) -> Result) -> Result
    /// Starts to fetch a page, and reports the result once, from any thread. Does not block.
    func begin(_ fetch: Pagination.Fetch)
}

extension PagedCollection {
    package var footer: CollectionFooter? { CollectionFooter(withPagination { $0 }, at: timer.now()) }

    package func willDisplay(_ window: Range<Int>) { needPage(window) }

    /// Fetches the next page if a client that views `window` comes near the last item.
    func needPage(_ window: Range<Int>) {
        // Less than one window before the end: time to fetch the page before the client gets there.
        guard window.upperBound + window.count >= status.count else { return }
        perform(withPagination { $0.need() })
    }

    package func fetchNextPage() { perform(withPagination { $0.retry() }) }

    /// Reports that a page could not be fetched.
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

/// The clock and timer for fetching pages: the system's, or a test's own.
package struct PageTimer: Sendable {
    /// Seconds of a monotonic clock.
    var now: @Sendable () -> Double
    /// Calls a closure after a number of seconds, on any thread.
    var after: @Sendable (Double, @escaping @Sendable () -> Void) -> Void

    static let real = PageTimer(
        now: { Double(System.monotonicNanoseconds()) / 1e9 },
        after: { seconds, body in DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: body) })
}
