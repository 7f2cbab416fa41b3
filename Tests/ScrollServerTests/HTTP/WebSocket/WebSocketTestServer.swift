// A server whose WebSockets echo, or do what a test says.

import Synchronization

@testable import HTTP

/// `/echo` sends back what comes; `/held` says what happens and leaves sending to the test.
final class WebSocketTestServer: Sendable {
    let server: HTTPServer
    let port: Int
    let log: SocketLog

    init(
        queueLimit: Int = 1 << 20, messageLimit: Int = 1 << 20,
        _ configure: (inout HTTPConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = HTTPConfiguration()
        configuration.port = 0
        configuration.loops = 2
        configure(&configuration)
        let log = SocketLog()
        self.log = log
        server = HTTPServer(configuration: configuration) { request in
            switch request.pathSegments.first {
            case "echo", "held":
                let echoes = request.pathSegments.first == "echo"
                var upgrade = WebSocketUpgrade { RecordingHandler(log: log, echoes: echoes) }
                upgrade.queueLimit = queueLimit
                upgrade.messageLimit = messageLimit
                return .upgrade(upgrade)
            default: return .now(Response(text: request.target))
            }
        }
        port = try server.start().port
    }

    deinit {
        server.shutdown(within: 0)
    }

    func client(_ path: String, behind: [UInt8] = [], receiveBuffer: Int32? = nil) throws -> WebSocketClient {
        try WebSocketClient(port: port, path: path, behind: behind, receiveBuffer: receiveBuffer)
    }
}

/// What handlers were told, in order.
final class SocketLog: Sendable {
    struct State {
        var connections: [WebSocketConnection] = []
        var texts: [String] = []
        var binaryByteCount = 0
        var drained = 0
        var closed: [WebSocketCloseCode] = []
        /// Echoes that were refused: a client's loss.
        var refused = 0
    }

    let state = Watched(State())

    var closed: [WebSocketCloseCode] { state.current.closed }
    var drained: Int { state.current.drained }
    var connections: [WebSocketConnection] { state.current.connections }

    /// The first connection, once it is there.
    func first() -> WebSocketConnection? {
        _ = state.comesTrue { !$0.connections.isEmpty }
        return connections.first
    }
}

private final class RecordingHandler: WebSocketHandler {
    private let log: SocketLog
    private let echoes: Bool
    private var connection: WebSocketConnection?

    init(log: SocketLog, echoes: Bool) {
        self.log = log
        self.echoes = echoes
    }

    func opened(_ connection: WebSocketConnection) {
        self.connection = connection
        log.state.change { $0.connections.append(connection) }
    }

    func received(text: String) {
        log.state.change { $0.texts.append(text) }
        if echoes { note(connection?.send(text: text)) }
    }

    func received(binary: [UInt8]) {
        log.state.change { $0.binaryByteCount += binary.count }
        if echoes { note(connection?.send(binary: [binary])) }
    }

    func drained() {
        log.state.change { $0.drained += 1 }
    }

    func closed(_ code: WebSocketCloseCode) {
        log.state.change { $0.closed.append(code) }
    }

    private func note(_ isSent: Bool?) {
        if isSent != true { log.state.change { $0.refused += 1 } }
    }
}
