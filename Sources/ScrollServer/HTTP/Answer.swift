// A handler's answer: a response now, a response later, or an upgrade to WebSocket.

import Platform

/// The handler's answer to a request.
///
/// The handler runs on an event loop, so anything slow must be `.later`.
package enum Answer: Sendable {
    case now(Response)
    case later(Deferred)
    /// Turns the connection into a WebSocket, or answers with a problem if the request is not a valid handshake.
    case upgrade(WebSocketUpgrade)
}

extension Answer {
    /// Answers with what `make` generates on a pool thread; see `Deferred.work(on:_:)`.
    package static func work(
        on pool: WorkerPool, _ make: @escaping @Sendable () throws(Problem) -> Response
    ) -> Answer { .later(.work(on: pool, make)) }
}

/// A response that is generated outside the event loop.
package struct Deferred: Sendable {
    /// Starts the work and returns at once; called on the event loop.
    ///
    /// `finish` may be called on any thread, even before `start` returns; only its first call counts. It must be
    /// called, since the client waits for it.
    package let start: @Sendable (_ finish: @escaping @Sendable (Response) -> Void) -> Cancellation

    package init(start: @escaping @Sendable (_ finish: @escaping @Sendable (Response) -> Void) -> Cancellation) {
        self.start = start
    }

    /// Generates a response with `make` on a pool thread.
    ///
    /// Cancelling removes waiting work; running work finishes. While the server is stopping, the answer is a 503.
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

    /// Generates an answer with `make` on a pool thread; the answer may itself be deferred, but not be a WebSocket.
    package static func answer(
        on pool: WorkerPool, _ make: @escaping @Sendable () throws(Problem) -> Answer
    ) -> Deferred {
        .chain(on: pool) { chain, finish in Self.finish(make, finish, chain) }
    }

    /// Calls `begin` on a pool thread, which leads to a response later.
    ///
    /// Work that it starts elsewhere is added to the chain, so that cancelling the response cancels it, too.
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

    /// Passes on the response of an answer when it is ready; adds pending work to `chain`.
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
