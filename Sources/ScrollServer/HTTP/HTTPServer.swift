// The HTTP/1.1 server: starts and stops the listening socket and the event loops.

import Dispatch
import Synchronization

/// A server, which can be started once and shut down once. Its event loops call `respond` for each request, several at
/// the same time, so `respond` must not block.
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
    /// Signalled once by each event loop that ends.
    private let ended = DispatchSemaphore(value: 0)

    init(configuration: HTTPConfiguration = HTTPConfiguration(), respond: @escaping @Sendable (Request) -> Answer) {
        self.configuration = configuration
        self.respond = respond
    }

    /// Binds, listens and starts to answer.
    ///
    /// - Returns: the address listened on; its port is the one that the system chose if the configuration's is 0.
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
        System.ignoreWriteSignals()
        // Each connection may have a file open; macOS grants at most 10240 descriptors without privileges.
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

    /// Stops accepting connections, closes idle ones, and waits for the answers under way, at most for this time and
    /// half a second. Must not be called from `respond`.
    ///
    /// - Returns: whether every event loop has ended.
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
        // A little longer, so that the loops can close the connections that are left.
        let limit = DispatchTime.now() + .nanoseconds(Int(nanoseconds)) + .milliseconds(500)
        var haveEnded = true
        for _ in running.mailboxes where ended.wait(timeout: limit) == .timedOut { haveEnded = false }
        running.filePool.stop()
        return haveEnded
    }

    /// The counts since the start; zero before it and after the shutdown.
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
