// What is shown below the last loaded item.

/// Tells, below a collection's last item, what is still to come.
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
    /// A sentence to show, without its full stop; nil where `state` says it all.
    package var message: String?
    /// Seconds until the server fetches a failed page again; nil where only a client can cause that.
    package var retryAfter: Double?

    init(_ state: State, message: String? = nil, retryAfter: Double? = nil) {
        self.state = state
        self.message = message
        self.retryAfter = retryAfter
    }

    /// - Parameter now: seconds, on the clock that `pagination` was given.
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
