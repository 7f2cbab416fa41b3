// How many pages of a source have arrived, and the next action.

/// The state of a source that is read page by page.
///
/// Pure: no source, threads or clocks.
///
/// ```
///          need                     arrived, more
///   idle ───────▶ fetching ──────────────────────────▶ idle
///                  ▲    │ arrived, none left ─────────▶ ended
///      retry, wake │    ▼
///                  failed
/// ```
/// At most one page is being fetched, and none after the last one. A page that arrives late or twice is ignored.
struct Pagination: Sendable, Equatable {
    /// Why a page has not arrived.
    struct Failure: Error, Equatable {
        /// A sentence to show, without its full stop.
        var message: String
        /// Whether the server retries by itself; otherwise it waits for a client's request.
        var isTransient = true
    }

    /// One attempt to fetch a page.
    struct Fetch: Sendable, Hashable {
        /// Index of the page, from 0.
        var page: Int
        /// How often this page has failed before.
        var attempt: Int
        /// Different for each attempt.
        var number: Int
    }

    enum Phase: Sendable, Equatable {
        /// There is a next page, and no client has come near it yet.
        case idle
        case fetching(Fetch)
        /// The next attempt is at `retryTime`, in seconds of the caller's clock; nil where only a client can cause one.
        case failed(Fetch, Failure, retryTime: Double?)
        case ended
    }

    enum Action: Sendable, Equatable {
        /// Fetch this page, then call `arrived` or `failed` with it.
        case fetch(Fetch)
        /// Call `wake` with this fetch after this many seconds.
        case wake(Fetch, after: Double)
    }

    /// Most consecutive retries of a page without a client's request.
    static let automaticRetries = 5
    /// Seconds before a retry: `first`, then twice as long each time, up to `longest`.
    static let backoff = (first: 1.0, longest: 30.0)

    private(set) var phase = Phase.idle
    /// How many pages have arrived.
    private(set) var pageCount = 0
    private var failureCount = 0
    private var lastNumber = 0

    var hasNextPage: Bool { phase != .ended }

    /// Starts the next page, since a client has come near the last item; does not retry a failed page.
    mutating func need() -> Action? {
        guard phase == .idle else { return nil }
        return begin()
    }

    /// Starts the next page at a client's request; also retries a failed page.
    mutating func retry() -> Action? {
        switch phase {
        case .idle, .failed: begin()
        case .fetching, .ended: nil
        }
    }

    /// Notes that the source continues behind its former end.
    ///
    /// - Returns: whether its end had been reached.
    mutating func more() -> Bool {
        guard phase == .ended else { return false }
        phase = .idle
        return true
    }

    /// Notes that the source was replaced, and as many of its items were read as are known.
    ///
    /// A page being fetched then belongs to the new source.
    mutating func restart(hasNextPage: Bool) {
        if case .fetching = phase { return }
        phase = hasNextPage ? .idle : .ended
    }

    /// Retries a failed page when its time has come; does nothing if the state has changed since.
    mutating func wake(_ fetch: Fetch) -> Action? {
        guard case .failed(fetch, _, .some) = phase else { return nil }
        return begin()
    }

    private mutating func begin() -> Action {
        lastNumber += 1
        let fetch = Fetch(page: pageCount, attempt: failureCount, number: lastNumber)
        phase = .fetching(fetch)
        return .fetch(fetch)
    }

    /// Whether this attempt is the current one; the result of any other is ignored.
    func isUnderWay(_ fetch: Fetch) -> Bool { phase == .fetching(fetch) }

    /// A page has arrived.
    ///
    /// - Returns: whether it belongs to the current attempt; if not, ignore it.
    mutating func arrived(_ fetch: Fetch, hasNextPage: Bool) -> Bool {
        guard isUnderWay(fetch) else { return false }
        phase = hasNextPage ? .idle : .ended
        pageCount += 1
        failureCount = 0
        return true
    }

    /// A page could not be fetched; `now` is in seconds of the caller's clock.
    mutating func failed(_ fetch: Fetch, _ failure: Failure, at now: Double) -> Action? {
        guard isUnderWay(fetch) else { return nil }
        failureCount += 1
        guard failure.isTransient, failureCount <= Self.automaticRetries else {
            phase = .failed(fetch, failure, retryTime: nil)
            return nil
        }
        var delay = Self.backoff.first
        for _ in 1..<failureCount { delay = min(delay * 2, Self.backoff.longest) }
        phase = .failed(fetch, failure, retryTime: now + delay)
        return .wake(fetch, after: delay)
    }
}
