// What a handler gives back: a response, the promise of one, or another protocol.

/// The handler's answer to a request. The handler runs on an event loop: what takes long is `.later`.
enum Answer: Sendable {
    case now(Response)
    case later(Deferred)
    /// The connection becomes a WebSocket, if the request asks for one properly.
    case upgrade(WebSocketUpgrade)
}

/// A response that is made elsewhere.
struct Deferred: Sendable {
    /// Begins the work, on the event loop, and returns at once. `finish` may be called from any thread, at any time,
    /// even before `start` returns; the first call counts. Where it is never called, the client waits for ever.
    let start: @Sendable (_ finish: @escaping @Sendable (Response) -> Void) -> Cancellation

    init(start: @escaping @Sendable (_ finish: @escaping @Sendable (Response) -> Void) -> Cancellation) {
        self.start = start
    }

    /// Work for a pool's thread; cancelling takes it out of the queue, work that already runs is let finish.
    static func work(
        on pool: WorkerPool, _ make: @escaping @Sendable () throws(Problem) -> Response
    ) -> Deferred {
        Deferred { finish in
            let item = pool.submit {
                do throws(Problem) {
                    finish(try make())
                } catch {
                    finish(error.response)
                }
            }
            guard let item else {
                finish(Problem.unavailable("the server is stopping; try again when it is back").response)
                return Cancellation.none
            }
            return Cancellation { item.cancel() }
        }
    }
}
