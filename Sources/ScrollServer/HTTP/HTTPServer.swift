// The HTTP/1.1 server: a listening socket, event loops, and a function that answers.

import Dispatch
import Synchronization

/// A server. It is started once and shut down once; `respond` is called on its event loops, for several requests at a
/// time.
final class HTTPServer: Sendable {
    /// Where a server can be reached.
    struct Address: Sendable, Equatable {
        /// The numeric address.
        let host: String
        let port: Int

        /// `http://127.0.0.1:8080`, an IPv6 address in brackets.
        var url: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
    }

    /// Why a server cannot start.
    enum StartError: Error, Equatable, CustomStringConvertible {
        case addressInUse(host: String, port: Int)
        case notPermitted(host: String, port: Int)
        case unknownHost(String)
        case system(SystemError)
        case alreadyStarted

        var description: String {
            switch self {
            case .addressInUse(let host, let port):
                "port \(port) of \(host) is in use; choose another with --port, or --port 0 for any free one"
            case .notPermitted(let host, let port):
                "port \(port) of \(host) may not be used without privileges; choose one from 1024 on with --port"
            case .unknownHost(let host): "'\(host)' is not an address of this machine; use --host 127.0.0.1"
            case .system(let error): "the server cannot start: \(error)"
            case .alreadyStarted: "the server has been started before"
            }
        }
    }

    private enum State {
        case new
        case running(ServerContext)
        case stopped
    }

    private let configuration: HTTPConfiguration
    private let respond: @Sendable (Request) -> Answer
    private let state = Mutex(State.new)
    /// Counts the loops that have ended.
    private let ended = DispatchSemaphore(value: 0)

    init(configuration: HTTPConfiguration = HTTPConfiguration(), respond: @escaping @Sendable (Request) -> Answer) {
        self.configuration = configuration
        self.respond = respond
    }

    /// Binds, listens and begins to answer.
    ///
    /// - Returns: where; the port is the one the system chose when 0 was asked for.
    func start() throws(StartError) -> Address {
        try state.withLock { state throws(StartError) in
            guard case .new = state else { throw .alreadyStarted }
            do throws(SystemError) {
                let (context, address) = try launch()
                state = .running(context)
                return address
            } catch {
                let (host, port) = (configuration.host, configuration.port)
                if error.isAddressInUse { throw .addressInUse(host: host, port: port) }
                if error.isPermission { throw .notPermitted(host: host, port: port) }
                if error.isAddressUnknown { throw .unknownHost(host) }
                throw .system(error)
            }
        }
    }

    private func launch() throws(SystemError) -> (ServerContext, Address) {
        System.ignoreBrokenPipeSignal()
        // Each connection may have a file open; what macOS grants without privileges is the upper bound.
        System.raiseDescriptorLimit(to: min(2 * configuration.connections + 256, 10240))
        let filePool = try WorkerPool(threads: configuration.fileThreads)
        var mailboxes: [Mailbox] = []
        for _ in 0..<max(configuration.loops, 1) { mailboxes.append(try Mailbox()) }
        let (descriptor, host, port) = try System.listen(
            host: configuration.host, port: configuration.port, backlog: 1024)
        let policy = HostPolicy(
            boundHost: configuration.host, boundAddress: host, allowedHosts: configuration.allowedHosts)
        let context = ServerContext(
            configuration: configuration, policy: policy, filePool: filePool, mailboxes: mailboxes, respond: respond)
        for number in mailboxes.indices {
            do throws(SystemError) {
                try System.startThread { [ended] in
                    let listener = number == 0 ? Listener(descriptor: descriptor) : nil
                    EventLoop(number: number, context: context, listener: listener).run()
                    ended.signal()
                }
            } catch {
                for mailbox in mailboxes.prefix(number) { mailbox.post(.shutdown(deadline: 0)) }
                if number == 0 { System.close(descriptor) }
                throw error
            }
        }
        return (context, Address(host: host, port: port))
    }

    /// Accepts no more connections, closes those that are idle, lets the answers under way be finished, and returns
    /// when all is done or the time is over. Not to be called from `respond`.
    ///
    /// - Returns: whether every loop has ended.
    @discardableResult
    func shutdown(within seconds: Double) -> Bool {
        let running = state.withLock { state -> ServerContext? in
            defer { state = .stopped }
            if case .running(let context) = state { return context }
            return nil
        }
        guard let running else { return true }
        let nanoseconds = UInt64(min(max(seconds, 0), 86400) * 1e9)
        let deadline = System.monotonicNanoseconds() + nanoseconds
        for mailbox in running.mailboxes { mailbox.post(.shutdown(deadline: deadline)) }
        // A little longer, for the loops to break off what is left.
        let limit = DispatchTime.now() + .nanoseconds(Int(nanoseconds)) + .milliseconds(500)
        var haveEnded = true
        for _ in running.mailboxes where ended.wait(timeout: limit) == .timedOut { haveEnded = false }
        running.filePool.stop()
        return haveEnded
    }

    /// Counts since the start.
    var statistics: ServerStatistics {
        let running = state.withLock { state -> ServerContext? in
            if case .running(let context) = state { return context }
            return nil
        }
        var sum = ServerStatistics()
        guard let running else { return sum }
        sum.open = running.openConnections.load(ordering: .relaxed)
        for counters in running.counters {
            sum.accepted += counters.accepted.load(ordering: .relaxed)
            sum.refused += counters.refused.load(ordering: .relaxed)
            sum.requests += counters.requests.load(ordering: .relaxed)
            sum.writes += counters.writes.load(ordering: .relaxed)
            sum.turns += counters.turns.load(ordering: .relaxed)
            sum.timeouts += counters.timeouts.load(ordering: .relaxed)
            sum.upgrades += counters.upgrades.load(ordering: .relaxed)
        }
        return sum
    }
}
