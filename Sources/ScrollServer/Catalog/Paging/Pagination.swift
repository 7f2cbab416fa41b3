// How far the pages of a source have come, and what is to be done next.

/// The state of a source that is read page by page, without the source, threads or clocks.
///
/// ```
///          need                     arrived, more
///   idle ───────▶ fetching ──────────────────────────▶ idle
///                  ▲    │ arrived, none left ─────────▶ ended
///      retry, wake │    ▼
///                  failed
/// ```
/// One page is under way at a time, none after the last one, and what comes late, or twice, counts for nothing.
struct Pagination: Sendable, Equatable {
    /// Why a page has not come.
    struct Failure: Error, Equatable {
        /// For the reader: a sentence without its full stop.
        var message: String
        /// Whether asking again by itself may help; else it waits for the reader.
        var isTransient = true
    }

    /// One attempt at one page.
    struct Fetch: Sendable, Hashable {
        /// 0 is the first page.
        var page: Int
        /// How often this page has failed so far.
        var attempt: Int
        /// No two attempts have the same one.
        var number: Int
    }

    enum Phase: Sendable, Equatable {
        /// There is a next page that nobody has needed yet.
        case idle
        case fetching(Fetch)
        /// Until `retryTime`, in seconds of the caller's clock; nil where only the reader can ask again.
        case failed(Fetch, Failure, retryTime: Double?)
        case ended
    }

    enum Action: Sendable, Equatable {
        case fetch(Fetch)
        /// Call `wake` with this after so many seconds.
        case wake(Fetch, after: Double)
    }

    /// How many times in a row a page is asked for again without the reader.
    static let automaticRetries = 5
    /// Seconds until a page is asked for again, the first time and at most; twice as long each time.
    static let backoff = (first: 1.0, longest: 30.0)

    private(set) var phase = Phase.idle
    /// Pages that have arrived.
    private(set) var pageCount = 0
    private var failureCount = 0
    private var lastNumber = 0

    var hasNextPage: Bool { phase != .ended }

    /// The reader has come near the last item. A page that has failed is not asked for again by that.
    mutating func need() -> Action? {
        guard phase == .idle else { return nil }
        return begin()
    }

    /// The reader wants the next page, whatever has happened to it.
    mutating func retry() -> Action? {
        switch phase {
        case .idle, .failed: begin()
        case .fetching, .ended: nil
        }
    }

    /// The time of an automatic retry has come; without effect where something else has happened since.
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

    /// Whether this is what is waited for: what else comes is to be thrown away.
    func isUnderWay(_ fetch: Fetch) -> Bool { phase == .fetching(fetch) }

    /// The page is there.
    ///
    /// - Returns: whether it was waited for.
    mutating func arrived(_ fetch: Fetch, hasNextPage: Bool) -> Bool {
        guard isUnderWay(fetch) else { return false }
        phase = hasNextPage ? .idle : .ended
        pageCount += 1
        failureCount = 0
        return true
    }

    /// The page could not be had, at this moment of the caller's clock.
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
