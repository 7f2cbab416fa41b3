// One client's connection: reads requests, dispatches them, and writes the answers in order.

import Platform

/// The state of one client's connection, used only on its event loop's thread.
///
/// A thread of the file pool borrows the descriptor to send a file. Requests are answered in order: pipelined ones wait
/// in the parser, and answers that are ready together are sent in one write.
final class Connection {
    private enum Phase {
        /// Reading requests.
        case reading
        /// Waiting for a deferred response.
        case awaiting(Awaited)
        /// Upgraded to a WebSocket.
        case upgraded(WebSocketTransport)
        /// All answers are sent; reads and drops bytes until the client closes its side. Closing earlier would make the
        /// system discard answers that the client has not read yet (RFC 9112 §9.6).
        case lingering
        case closed
    }

    private struct Awaited {
        let request: Request
        var cancellation: Cancellation
    }

    let descriptor: Int32
    /// The client's identity, from `NetworkAddress.client`.
    let client: UInt64
    let id: UInt64
    /// The connection's index in the event loop's list.
    var index: Int
    /// When the event loop calls `expire`, in nanoseconds of the monotonic clock; `.max` for never.
    private(set) var deadline = UInt64.max

    /// Whether the connection waits for a request and has no work in progress; the loop counts such connections.
    var isIdle = false
    var isCountedIdle = false
    /// Whether a request has been answered on this connection.
    private(set) var hasAnswered = false
    /// When the connection was accepted, in nanoseconds of the monotonic clock.
    private(set) var acceptedAt: UInt64 = 0

    private var phase = Phase.reading
    private var parser: RequestParser
    private var output = Output()
    /// Whether a pool thread is using the descriptor.
    private var isBorrowed = false
    /// Whether to close the connection once the output is sent.
    private var closesAfterOutput = false
    /// Whether the client has closed its side.
    private var inputEnded = false
    /// Whether the deadline is for a request's head; further bytes do not extend it.
    private var isTimingHead = false
    /// When the request's content must be complete, in nanoseconds of the monotonic clock; nil while none is read.
    private var contentDeadline: UInt64?
    /// The number of the last deferred response; duplicate or late responses have another number.
    private var ticket: UInt64 = 0

    /// The peer's address, for the policy; nil for a Unix socket.
    private lazy var peer = System.peerAddress(descriptor)
    /// The host of the last admitted request; most connections name only one.
    private var admittedHost: String?

    /// The maximum number of bytes read ahead while an answer is awaited.
    private static let readAhead = 64 << 10

    init(descriptor: Int32, client: UInt64, id: UInt64, index: Int, limits: RequestParser.Limits) {
        self.descriptor = descriptor
        self.client = client
        self.id = id
        self.index = index
        parser = RequestParser(limits: limits)
    }

    // MARK: Events

    /// Reads at once, since most clients have already sent their request; over the limit, answers 503.
    func begin(isOverLimit: Bool, on loop: EventLoop) {
        acceptedAt = loop.now
        if isOverLimit {
            fail(.unavailable("there are too many connections at the moment; try again shortly"), on: loop)
            return advance(on: loop)
        }
        read(on: loop)
    }

    /// Handles the events reported by poll.
    func handle(_ events: Int16, on loop: EventLoop) {
        if case .upgraded(let transport) = phase { return transport.handle(events, of: self, on: loop) }
        if events & System.readable != 0 {
            read(on: loop)
        } else if events & System.writable != 0 {
            advance(on: loop)
        } else if events & System.broken != 0 {
            close(on: loop)
        }
    }

    /// Sends the deferred response with this ticket; ignores duplicate and late ones.
    func finished(ticket: UInt64, with response: Response, on loop: EventLoop) {
        guard case .awaiting(let awaited) = phase, ticket == self.ticket else { return }
        phase = .reading
        enqueue(response, for: awaited.request, on: loop)
        advance(on: loop)
    }

    /// Sends queued data if the connection is still a WebSocket.
    func flushWebSocket(on loop: EventLoop) {
        if case .upgraded(let transport) = phase { transport.flush(of: self, on: loop) }
    }

    /// Takes the descriptor back from a pool thread that has sent `count` bytes of the file.
    func returned(_ count: Int, _ outcome: System.Transfer, on loop: EventLoop) {
        isBorrowed = false
        if case .closed = phase { return loop.remove(self) }
        output.advanceFile(by: count)
        switch outcome {
        case .bytes: advance(on: loop)
        case .wouldBlock: waitToWrite(on: loop)
        // The file is shorter than the Content-Length already sent, so the answer cannot be completed.
        case .end, .failed: close(on: loop)
        }
    }

    /// Sends the next part of a body that a pool thread has generated.
    func made(_ part: StreamBody.Part, on loop: EventLoop) {
        isBorrowed = false
        if case .closed = phase { return loop.remove(self) }
        output.append(part)
        if case .failed = part { close(on: loop) } else { advance(on: loop) }
    }

    /// Handles an expired deadline.
    func expire(on loop: EventLoop) {
        if case .upgraded(let transport) = phase { return transport.expire(of: self, on: loop) }
        guard !isBorrowed else { return deadline = .max }
        guard output.isEmpty else {
            loop.counters.timeouts.add(1, ordering: .relaxed)
            return close(on: loop)
        }
        switch phase {
        case .reading:
            loop.counters.timeouts.add(1, ordering: .relaxed)
            switch parser.progress {
            case .betweenRequests: return close(on: loop)
            case .inHead: fail(Problem(408, "the request's head did not arrive in time"), on: loop)
            case .inBody: fail(Problem(408, "the request's content did not arrive in time"), on: loop)
            }
            advance(on: loop)
        case .awaiting:
            // 102 tells a half-closed client to wait; a client that is gone causes a reset.
            output.append(head: ResponseHead.processing)
            advance(on: loop)
        case .lingering: close(on: loop)
        case .upgraded, .closed: deadline = .max
        }
    }

    /// Closes the connection because the server is stopping, unless an answer is in progress.
    func stop(on loop: EventLoop) {
        if case .upgraded(let transport) = phase { return transport.stop(of: self, on: loop) }
        guard case .reading = phase, !isBorrowed, output.isEmpty, parser.progress == .betweenRequests else { return }
        // A request may have arrived that was not read yet.
        read(on: loop)
        if case .reading = phase, !isBorrowed, output.isEmpty, parser.progress == .betweenRequests { close(on: loop) }
    }

    // MARK: Reading

    private func read(on loop: EventLoop) {
        switch System.read(descriptor, into: &loop.readBuffer) {
        case .bytes(let count):
            if case .lingering = phase { return }
            parser.append(loop.readBuffer.span.extracting(..<count))
        case .end:
            inputEnded = true
            if case .lingering = phase { return close(on: loop) }
        case .wouldBlock: break
        case .failed: return close(on: loop)
        }
        advance(on: loop)
    }

    /// Answers the requests read so far, until an answer is deferred or the output is full.
    private func answerRequests(on loop: EventLoop) {
        do throws(RequestError) {
            while case .reading = phase, !closesAfterOutput, output.hasRoom, let event = try parser.next() {
                switch event {
                case .expectsContinue(let head):
                    var head = head
                    if let response = refusal(of: &head, on: loop) {
                        fail(response, on: loop)
                    } else {
                        output.append(head: ResponseHead.continueResponse)
                    }
                case .request(let request): answer(request, on: loop)
                }
            }
        } catch {
            fail(Problem(error.status, error.detail), on: loop)
        }
    }

    private func answer(_ request: Request, on loop: EventLoop) {
        isTimingHead = false
        contentDeadline = nil
        hasAnswered = true
        loop.counters.requests.add(1, ordering: .relaxed)
        let access = loop.context.access
        if access.hasProxies || request.host != admittedHost {
            var seen = request
            if let response = refusal(of: &seen, on: loop) { return enqueue(response, for: seen, on: loop) }
            return route(seen, on: loop)
        }
        // Nearly all requests: nothing is changed, so the request is not copied.
        let refusal = access.refusal(of: request, hostIsKnown: true)
        if let refusal { enqueue(refusal, for: request, on: loop) } else { route(request, on: loop) }
    }

    /// Routes a request that the policy has admitted.
    private func route(_ request: Request, on loop: EventLoop) {
        if request.target == "*" {
            let allowed: ResponseHeaders = ["Allow": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]
            return enqueue(Response(204, headers: allowed), for: request, on: loop)
        }
        switch loop.context.respond(request) {
        case .now(let response): enqueue(response, for: request, on: loop)
        case .later(let deferred):
            ticket += 1
            phase = .awaiting(Awaited(request: request, cancellation: .none))
            let cancellation = deferred.start { [mailbox = loop.mailbox, id, ticket] response in
                mailbox.post(.finished(connection: id, ticket: ticket, response))
            }
            phase = .awaiting(Awaited(request: request, cancellation: cancellation))
        case .upgrade(let upgrade): self.upgrade(request, upgrade, on: loop)
        }
    }

    private func upgrade(_ request: Request, _ upgrade: WebSocketUpgrade, on loop: EventLoop) {
        do throws(Problem) {
            let head = try WebSocketHandshake.accept(request)
            guard !loop.isStopping else { throw .unavailable("the server is stopping; try again when it is back") }
            // Send the answers to earlier pipelined requests first.
            output.append(head: head)
            loop.counters.upgrades.add(1, ordering: .relaxed)
            phase = .upgraded(WebSocketTransport(upgrade, first: output.removeBuffer(), for: self, on: loop))
        } catch {
            enqueue(error.response, for: request, on: loop)
        }
    }

    /// Returns the answer to a request that the policy refuses; nil if it is admitted.
    private func refusal(of request: inout Request, on loop: EventLoop) -> Response? {
        let host = request.host
        let response = loop.context.access.refusal(of: &request, from: peer, hostIsKnown: host == admittedHost)
        if response == nil { admittedHost = host }
        return response
    }

    // MARK: Writing

    private func enqueue(_ response: Response, for request: Request, on loop: EventLoop) {
        var finished = finish(response, for: request)
        if loop.context.access.needsToken, let field = finished.headers["Cache-Control"] {
            finished.headers["Cache-Control"] = loop.context.access.caching(field)
        }
        let isShared = loop.context.access.share(&finished, to: request)
        let common = isShared ? loop.sharedLines : loop.commonLines
        let isLast =
            !request.keepsAlive || finished.closesConnection || loop.isStopping
            || inputEnded && parser.bufferedCount == 0
        let persistence: ResponseHead.Persistence =
            isLast ? .close : request.version == .http10 ? .keepAlive : .persistent
        closesAfterOutput = isLast
        if loop.context.configuration.logsAccess {
            // Without the query, which may contain a token.
            Log.plain("access: \(request.method.name) \(request.path) \(finished.status) \(finished.body.count)")
        }
        output.append(finished, common: common, persistence: persistence)
    }

    private func fail(_ problem: Problem, on loop: EventLoop) { fail(problem.response, on: loop) }

    /// Answers with an error, then closes the connection.
    private func fail(_ response: Response, on loop: EventLoop) {
        closesAfterOutput = true
        output.append(response, common: loop.commonLines, persistence: .close)
    }

    /// Sends output and answers requests as far as possible, then sets the events to wait for.
    private func advance(on loop: EventLoop) {
        isIdle = false
        defer { loop.noteIdle(self) }
        guard !isBorrowed else { return }
        while true {
            if !output.isEmpty {
                switch output.flush(to: descriptor, counters: loop.counters) {
                case .done: break
                case .blocked: return waitToWrite(on: loop)
                case .file(let file):
                    return lend(on: loop) { [descriptor, id] in
                        let (count, outcome) = file.send(to: descriptor)
                        return .sent(connection: id, count: count, then: outcome)
                    }
                case .stream(let stream): return lend(on: loop) { [id] in .made(connection: id, stream.next()) }
                case .failed: return close(on: loop)
                }
            }
            if closesAfterOutput { return linger(on: loop) }
            guard case .reading = phase else { break }
            answerRequests(on: loop)
            if case .upgraded(let transport) = phase {
                return transport.begin(with: parser.removeRest(), of: self, on: loop)
            }
            if output.isEmpty {
                guard inputEnded, case .reading = phase else { break }
                if parser.progress == .betweenRequests { return close(on: loop) }
                fail(.badRequest("the connection was ended before the request was complete"), on: loop)
            }
        }
        waitToRead(on: loop)
    }

    private func waitToWrite(on loop: EventLoop) {
        isTimingHead = false
        set(deadline: loop.now + loop.context.configuration.timeouts.write, on: loop)
        loop.wait(for: System.writable, self)
    }

    private func waitToRead(on loop: EventLoop) {
        let timeouts = loop.context.configuration.timeouts
        switch phase {
        case .reading:
            switch parser.progress {
            case .betweenRequests:
                isTimingHead = false
                isIdle = true
                set(deadline: loop.now + timeouts.idle, on: loop)
            case .inHead:
                if !isTimingHead { set(deadline: loop.now + timeouts.head, on: loop) }
                isTimingHead = true
            case .inBody:
                isTimingHead = false
                // A slow body has a total limit, as a slow head has.
                let end = contentDeadline ?? loop.now + timeouts.wholeContent
                contentDeadline = end
                set(deadline: min(loop.now + timeouts.content, end), on: loop)
            }
            loop.wait(for: System.readable, self)
        case .awaiting(let awaited):
            let mayBeGone = inputEnded && awaited.request.version == .http11
            set(deadline: mayBeGone ? loop.now + timeouts.probe : .max, on: loop)
            // Even without requested events, poll reports a broken connection.
            let reads = !inputEnded && parser.bufferedCount < Self.readAhead
            loop.wait(for: reads ? System.readable : 0, self)
        case .upgraded, .lingering, .closed: break
        }
    }

    /// Sets when the event loop calls `expire`, in nanoseconds of the monotonic clock.
    func set(deadline: UInt64, on loop: EventLoop) {
        self.deadline = deadline
        loop.note(deadline: deadline)
    }

    /// Lends the descriptor to a pool thread, since reading a file or generating a part may wait for the disk.
    private func lend(on loop: EventLoop, _ work: @escaping @Sendable () -> Mailbox.Message) {
        (isBorrowed, deadline) = (true, .max)
        loop.wait(for: nil, self)
        if loop.context.filePool.submit({ [mailbox = loop.mailbox] in mailbox.post(work()) }) == nil {
            isBorrowed = false
            return close(on: loop)
        }
    }

    // MARK: Ending

    /// Closes our side of the connection, and waits for the client to close its side.
    func linger(on loop: EventLoop) {
        if inputEnded { return close(on: loop) }
        System.endWriting(descriptor)
        phase = .lingering
        closesAfterOutput = false
        set(deadline: loop.now + loop.context.configuration.timeouts.linger, on: loop)
        loop.wait(for: System.readable, self)
    }

    func close(on loop: EventLoop) {
        let before = phase
        phase = .closed
        if case .awaiting(let awaited) = before { awaited.cancellation.cancel() }
        if case .upgraded(let transport) = before { transport.ended() }
        deadline = .max
        // A lent descriptor must not be closed: the pool thread might then use its number for another connection.
        if isBorrowed { System.shutDown(descriptor) } else { loop.remove(self) }
    }
}
