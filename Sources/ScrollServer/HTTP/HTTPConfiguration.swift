// The settings of a server.

import Platform

/// Address, limits and timeouts of a server. Times are in nanoseconds.
package struct HTTPConfiguration: Sendable {
    /// The name or numeric address to listen on, and the port; 0 takes any free port.
    package var host = "127.0.0.1"
    package var port = 8080
    /// The path of a Unix socket to listen on, in place of host and port; nil for these.
    package var unixSocket: String?
    package var access = AccessSettings()
    /// The number of event loops; each has a thread.
    var loops = System.processorCount()
    /// The number of threads that send files.
    var fileThreads = 4
    /// The most connections served at a time; any more get a 503.
    var connections = 1024
    /// The most of them that one client may have, told apart by its address (IPv6: its network, /64); those of this
    /// machine share none.
    var connectionsPerClient = 256
    /// Whether each request becomes a line of the log.
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
        /// For the first request of a connection, even where others need its room.
        var grace: UInt64 = 5 * second
        /// Between requests; after that, the connection is closed.
        var idle: UInt64 = 60 * second
        /// While the client takes no byte of an answer; after that, the connection is closed.
        var write: UInt64 = 30 * second
        /// For the client to read the last answer and close its side; after that, the connection is closed.
        var linger: UInt64 = 2 * second
        /// A client that has ended its side while it waits for an answer gets an interim response this often: if it has
        /// gone, the write fails and the work is cancelled.
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
