// What comes behind the last item that is loaded.

/// Says below a collection's last item what is still to come.
struct CollectionFooter: Sendable, Equatable {
    enum State: String, Sendable {
        /// There is a next page, which nobody has needed yet.
        case more
        /// It is under way, or a scan goes on.
        case loading
        /// It could not be had.
        case failed
        /// That was all.
        case end
    }

    var state: State
    /// A sentence for the reader, without its full stop; nil where the state says it all.
    var message: String?
    /// Seconds until a failed page is asked for again by itself; nil where it is not.
    var retryAfter: Double?

    init(_ state: State, message: String? = nil, retryAfter: Double? = nil) {
        self.state = state
        self.message = message
        self.retryAfter = retryAfter
    }

    /// As pages have come, at a moment of the same clock.
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
