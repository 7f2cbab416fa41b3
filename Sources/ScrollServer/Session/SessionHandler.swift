// A live session on its WebSocket: carries out the actions that `LiveSession` returns.

import Catalog
import HTTP
import Platform
import Synchronization
import Tiles

/// The handler of one session.
///
/// Only the event loop's thread uses it; other threads post to its inbox.
final class SessionHandler: WebSocketHandler {
    /// Computes the plan for a query and calls `finish` with it, on any thread, perhaps before it returns.
    typealias Planning =
        @Sendable (
            _ query: LiveSession.Query, _ finish: @escaping @Sendable (Result<SessionPlan, Problem>) -> Void
        ) -> Void

    private enum Message {
        case text([UInt8])
        case binary([[UInt8]])
    }

    private let planning: Planning
    private let pipeline: TilePipeline
    private let tiler: MosaicTiler
    private let metrics: SessionMetrics
    private let inbox: SessionInbox
    private let hub: SessionHub
    private let collection: String
    private var session: LiveSession
    private var connection: WebSocketConnection?
    private var requests: [Int: TileRequest] = [:]
    /// The newest plan that asked for a tile, and the turn number that the pipeline gave it.
    ///
    /// Higher turns come first.
    private var turn = (plan: 0, number: 0)
    /// Messages that the connection had no room for; few, since the session makes no more until they are sent.
    private var unsent: [Message] = []
    private var isBlocked = false
    private var isRunning = false

    init(
        collection: String, hub: SessionHub, pipeline: TilePipeline, tiler: MosaicTiler,
        limits: LiveSession.Limits, planning: @escaping Planning
    ) {
        self.tiler = tiler
        self.collection = collection
        self.hub = hub
        self.pipeline = pipeline
        self.planning = planning
        metrics = hub.metrics
        inbox = SessionInbox()
        session = LiveSession(limits: limits)
    }

    func opened(_ connection: WebSocketConnection) {
        self.connection = connection
        inbox.connect(connection)
        hub.add(inbox, collection: collection)
    }

    func received(text: String) {
        do throws(SessionError) {
            run(.report(try SessionReport(json: text)))
        } catch {
            connection?.close(.policyViolation, error.description)
        }
    }

    func received(binary: [UInt8]) {
        connection?.close(.unsupportedData, "a session's page sends text")
    }

    func woken() {
        runInbox()
    }

    func drained() {
        while let message = unsent.first, isSent(message) { unsent.removeFirst() }
        updateBlocked()
        runInbox()
    }

    func closed(_ code: WebSocketCloseCode) {
        inbox.close()
        hub.remove(inbox)
        session.end()
        for request in requests.values { request.cancel() }
        requests = [:]
        unsent = []
        connection = nil
        metrics.add(session.removeCounts())
    }

    // MARK: Doing

    private func run(_ event: LiveSession.Event) {
        handle([event])
        // Plans and tiles that were ready at once are in the inbox by now: handle them in the same turn.
        runInbox()
    }

    private func runInbox() {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        while connection != nil {
            let events = inbox.removeAll()
            guard !events.isEmpty else { break }
            for case .made(let number, _) in events { requests[number] = nil }
            handle(events)
        }
        metrics.add(session.removeCounts())
    }

    private func handle(_ events: [LiveSession.Event]) {
        perform(session.handle(events, at: System.monotonicNanoseconds()))
        updateBlocked()
    }

    private func perform(_ actions: [LiveSession.Action]) {
        for action in actions {
            switch action {
            case .plan(let number, let query):
                planning(query) { [inbox] result in inbox.post(.planned(number, result)) }
            case .ask(let request, let tile, let plan): ask(request, tile, plan: plan)
            case .rank(let request, let plan): requests[request.number]?.change(urgency(of: request, plan: plan))
            case .use(let key): pipeline.noteUse(key)
            case .cancel(let number): requests.removeValue(forKey: number)?.cancel()
            case .text(let bytes): send(.text(bytes))
            case .binary(let parts): send(.binary(parts))
            case .fail(let error): connection?.close(.policyViolation, error.description)
            }
        }
    }

    private func ask(_ request: SendQueue.Request, _ tile: SessionTile, plan: Int) {
        let number = request.number
        if let made = pipeline.cached(tile.key, isAhead: request.isAhead) {
            return inbox.post(.made(number, .success(made)))
        }
        let urgency = urgency(of: request, plan: plan)
        switch tile.making {
        case .mosaic(let mosaic)?:
            requests[number] = tiler.request(mosaic, urgency: urgency) { [inbox] result in
                // A contact sheet of an older revision shows other items: fail, and the next plan asks for the new one.
                if let revision = tile.revision, mosaic.view.items.status.revision != revision {
                    return inbox.post(.made(number, .failure(.unavailable("the items have moved meanwhile"))))
                }
                if case .success(let made) = result, !made.isSettled || made.version != tile.key.version {
                    // A contact sheet keeps its name as long as it is being used.
                    inbox.post(
                        .named(
                            tile.key, version: made.isSettled ? made.version : nil, isAlone: tile.revision == nil))
                }
                inbox.post(.made(number, result.map(\.tile)))
            }
        case .picture(let position, let pass)?:
            requests[number] = pipeline.request(position, of: pass, urgency: urgency) { [inbox] result in
                inbox.post(.made(number, result))
            }
        case nil: break
        }
    }

    private func urgency(of request: SendQueue.Request, plan: Int) -> TileUrgency {
        if turn.plan != plan { turn = (plan, pipeline.newTurn()) }
        return TileUrgency(isAhead: request.isAhead, turn: turn.number, rank: request.rank)
    }

    private func send(_ message: Message) {
        if !unsent.isEmpty || !isSent(message) { unsent.append(message) }
    }

    private func isSent(_ message: Message) -> Bool {
        switch message {
        case .text(let bytes): connection?.send(utf8: bytes) ?? true
        case .binary(let parts): connection?.send(binary: parts) ?? true
        }
    }

    /// Tells the session to make no messages while the connection's send queue is more than half full.
    ///
    /// The connection calls `drained` when the queue has shrunk.
    private func updateBlocked() {
        while let connection {
            let isBlocked = !unsent.isEmpty || !connection.hasRoomForAnswers
            guard isBlocked != self.isBlocked else { return }
            self.isBlocked = isBlocked
            perform(session.handle([.blocked(isBlocked)], at: System.monotonicNanoseconds()))
        }
    }
}

/// Events that other threads post for a session, kept until its event loop takes them.
///
/// Safe on any thread.
final class SessionInbox: Sendable {
    private struct State {
        var events: [LiveSession.Event] = []
        var connection: WebSocketConnection?
        var isClosed = false
    }

    private let state = Mutex(State())

    fileprivate func connect(_ connection: WebSocketConnection) {
        state.withLock { $0.connection = connection }
    }

    /// Adds an event and wakes the event loop.
    ///
    /// Does nothing once the session has ended.
    func post(_ event: LiveSession.Event) {
        let connection = state.withLock { state -> WebSocketConnection? in
            guard !state.isClosed else { return nil }
            state.events.append(event)
            return state.events.count == 1 ? state.connection : nil
        }
        connection?.wake()
    }

    fileprivate func removeAll() -> [LiveSession.Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    fileprivate func close() {
        state.withLock { $0 = State(isClosed: true) }
    }
}
