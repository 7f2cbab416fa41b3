// How a server is set up.

/// Address, limits and timeouts of a server. Times are in nanoseconds of a monotonic clock.
struct HTTPConfiguration: Sendable {
    /// A name or numeric address to listen on; its port, 0 for any free one.
    var host = "127.0.0.1"
    var port = 8080
    /// Names beside `localhost` and numeric loopback addresses under which we may be asked, without port.
    var allowedHosts: [String] = []
    /// Event loops, each a thread.
    var loops = System.processorCount()
    /// Threads that send files.
    var fileThreads = 4
    /// Connections that are served at a time; those over it get a 503.
    var connections = 1024
    var limits = RequestParser.Limits()
    var timeouts = Timeouts()

    struct Timeouts: Sendable {
        /// From the first byte of a request to the end of its head; then 408.
        var head: UInt64 = 10 * second
        /// Between two arrivals of content; then 408.
        var content: UInt64 = 30 * second
        /// Between requests; then the connection is closed.
        var idle: UInt64 = 60 * second
        /// Without the client taking a byte of an answer; then the connection is broken off.
        var write: UInt64 = 30 * second
        /// For the client to read an answer after which we close, and to close its side.
        var linger: UInt64 = 2 * second
        /// How long after a client has ended its side it is asked, by an interim response, whether it is still there
        /// to get an answer that takes long.
        var probe: UInt64 = 1 * second

        /// Without a byte from a WebSocket's client; then it is sent a ping.
        var ping: UInt64 = 20 * second
        /// For a byte to come after a ping; then the connection is broken off.
        var pong: UInt64 = 20 * second
        /// For a WebSocket's client to answer our close frame; then the connection is broken off.
        var close: UInt64 = 1 * second

        static let second: UInt64 = 1_000_000_000
        static let millisecond: UInt64 = 1_000_000
    }
}
