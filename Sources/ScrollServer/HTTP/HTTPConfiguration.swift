// The settings of a server.

import Platform

/// The address, limits and timeouts (in nanoseconds) of a server.
package struct HTTPConfiguration: Sendable {
    /// The name or numeric address to listen on, and the port; 0 means any free port.
    package var host = "127.0.0.1"
    package var port = 8080
    /// The path of a Unix socket to listen on instead of host and port; nil for host and port.
    package var unixSocket: String?
    package var access = AccessSettings()
    /// The number of event loops, each on its own thread.
    var loops = System.processorCount()
    /// The number of threads that send files.
    var fileThreads = 4
    /// The maximum number of connections served at a time; more are answered with 503.
    var connections = 1024
    /// The maximum number of connections of one client address (IPv6: /64 network); unlimited for this machine.
    var connectionsPerClient = 256
    /// Whether each request is written to the log.
    package var logsAccess = false
    var limits = RequestParser.Limits()
    var timeouts = Timeouts()

    package init() {}

    struct Timeouts: Sendable {
        /// From the first byte of a request to the end of its head; after that, 408.
        var head: UInt64 = 10 * second
        /// Between two reads of a request's content; after that, 408.
        var content: UInt64 = 30 * second
        /// From the first byte of a request's content to its end; after that, 408.
        var wholeContent: UInt64 = 60 * second
        /// Protects a new connection from eviction until its first request, even if others need its place.
        var grace: UInt64 = 5 * second
        /// Between requests; after that, the connection is closed.
        var idle: UInt64 = 60 * second
        /// While the client takes no byte of an answer; after that, the connection is closed.
        var write: UInt64 = 30 * second
        /// For the client to read the last answer and close its side; after that, the connection is closed.
        var linger: UInt64 = 2 * second
        /// How often a client that has closed its side while waiting gets an interim response: if the client is gone,
        /// the write fails and the work is cancelled.
        var probe: UInt64 = 1 * second

        /// While a WebSocket's client sends nothing; after that, it is sent a ping.
        var ping: UInt64 = 20 * second
        /// For any byte to come after a ping; after that, the connection is closed.
        var pong: UInt64 = 20 * second
        /// For a WebSocket's client to answer our close frame; after that, the connection is closed.
        var close: UInt64 = 1 * second

        static let second: UInt64 = 1_000_000_000
        static let millisecond: UInt64 = 1_000_000
    }
}
