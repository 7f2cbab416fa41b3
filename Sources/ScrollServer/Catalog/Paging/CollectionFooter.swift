// The text below the last loaded item.

/// Describes, below a collection's last item, what is still to come.
package struct CollectionFooter: Sendable, Equatable {
    package enum State: String, Sendable {
        /// There is a next page, and no client has come near it yet.
        case more
        /// The next page is being fetched, or a scan is running.
        case loading
        /// The next page could not be fetched.
        case failed
        /// There are no more pages.
        case end
    }

    package var state: State
    /// A sentence to show, without its full stop; nil where `state` is enough.
    package var message: String?
    /// Seconds until the server retries a failed page; nil where only a client can cause a retry.
    package var retryAfter: Double?

    init(_ state: State, message: String? = nil, retryAfter: Double? = nil) {
        self.state = state
        self.message = message
        self.retryAfter = retryAfter
    }

    /// Describes a pagination at the time `now`, in seconds on its own clock.
    init(_ pagination: Pagination, at now: Double) {
        switch pagination.phase {
        case .idle: self.init(.more)
        case .fetching: self.init(.loading)
        case .ended: self.init(.end)
        case .failed(_, let failure, let retryTime):
            self.init(.failed, message: failure.message, retryAfter: retryTime.map { max(0, $0 - now) })
        }
    }
}
