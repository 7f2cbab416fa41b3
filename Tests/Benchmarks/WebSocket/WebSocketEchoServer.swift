// The server that conformance suites and the echo benchmark talk to: it serves until it is told to stop.

import Foundation
import Testing

@testable import HTTP

@Suite struct WebSocketEchoServer {
    private static let directory = ProcessInfo.processInfo.environment["SCROLLSERVER_WEBSOCKET_BENCHMARK"]

    /// Echoes every message.
    ///
    /// Its port and process are in the file `port` of the folder that the variable names; a byte from the pipe `stop`
    /// there ends it.
    @Test(.enabled(if: directory != nil, "only the scripts beside the benchmarks run it"))
    func serve() throws {
        let directory = try #require(Self.directory)
        var configuration = HTTPConfiguration()
        configuration.port = 0
        let server = HTTPServer(configuration: configuration) { _ in
            var upgrade = WebSocketUpgrade { Echo() }
            upgrade.messageLimit = 64 << 20
            upgrade.queueLimit = 128 << 20
            return .upgrade(upgrade)
        }
        let address = try server.start()
        try "\(address.port) \(ProcessInfo.processInfo.processIdentifier)\n"
            .write(toFile: directory + "/port", atomically: true, encoding: .utf8)
        _ = try FileHandle(forReadingFrom: URL(fileURLWithPath: directory + "/stop")).read(upToCount: 1)
        #expect(server.shutdown(within: 1))
        print(server.statistics)
    }
}

/// Sends back what comes.
private final class Echo: WebSocketHandler {
    private var connection: WebSocketConnection?

    func opened(_ connection: WebSocketConnection) { self.connection = connection }
    func received(text: String) { connection?.send(text: text) }
    func received(binary: [UInt8]) { connection?.send(binary: [binary]) }
    func drained() {}
    func closed(_ code: WebSocketCloseCode) {}
}
