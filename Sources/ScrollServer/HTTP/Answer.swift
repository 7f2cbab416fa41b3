// A handler's answer: a response now, a response later, or an upgrade to WebSocket.

import Platform

/// The handler's answer to a request. The handler runs on an event loop, so anything slow must be `.later`.
package enum Answer: Sendable {
    case now(Response)
    case later(Deferred)
    /// Turns the connection into a WebSocket, or answers with a problem if the request is not a valid handshake.
    case upgrade(WebSocketUpgrade)
}

/// A response that is made outside the event loop.
package struct Deferred: Sendable {
    /// Starts the work and returns at once; called on the event loop. `finish` may be called on any thread, even before
    /// `start` returns. Only its first call counts. It must be called: the client waits until then.
    package let start: @Sendable (_ finish: @escaping @Sendable (Response) -> Void) -> Cancellation

    package init(start: @escaping @Sendable (_ finish: @escaping @Sendable (Response) -> Void) -> Cancellation) {
        self.start = start
    }

    /// A response that `make` produces on a pool thread. Cancelling removes work that waits; running work finishes.
    /// While the server is stopping, the answer is a 503.
    package static func work(
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

    /// An answer that `make` finds on a pool thread, and that may itself come later. A WebSocket cannot come so.
    package static func answer(
        on pool: WorkerPool, _ make: @escaping @Sendable () throws(Problem) -> Answer
    ) -> Deferred {
        .chain(on: pool) { chain, finish in Self.finish(make, finish, chain) }
    }

    /// A response that `begin` leads to from a pool thread on. Work that it begins elsewhere is added to the chain: whoever
    /// cancels the whole cancels that, too.
    package static func chain(
        on pool: WorkerPool,
        _ begin:
            @escaping @Sendable (_ chain: CancellationChain, _ finish: @escaping @Sendable (Response) -> Void) -> Void
    ) -> Deferred {
        Deferred { finish in
            let chain = CancellationChain()
            guard let item = pool.submit({ begin(chain, finish) }) else {
                finish(Problem.unavailable("the server is stopping; try again when it is back").response)
                return Cancellation.none
            }
            chain.add(Cancellation { item.cancel() })
            return chain.cancellation
        }
    }

    /// Passes on the response of an answer, when it is there. What it still waits for is added to `chain`.
    package static func finish(
        _ answer: () throws(Problem) -> Answer, _ finish: @escaping @Sendable (Response) -> Void,
        _ chain: CancellationChain
    ) {
        do throws(Problem) {
            switch try answer() {
            case .now(let response): finish(response)
            case .later(let deferred): chain.add(deferred.start(finish))
            case .upgrade: finish(Problem.internalError("a WebSocket cannot be opened like this").response)
            }
        } catch {
            finish(error.response)
        }
    }
}
