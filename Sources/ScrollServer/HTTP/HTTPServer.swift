// The HTTP/1.1 server: starts and stops the listening socket and the event loops.

import Dispatch
import Platform
import Synchronization

/// An HTTP server, which can be started once and shut down once.
///
/// Its event loops call `respond` concurrently for each request, so `respond` must not block.
package final class HTTPServer: Sendable {
    /// The address at which a server can be reached.
    package struct Address: Sendable, Equatable {
        /// The numeric address; empty for a Unix socket.
        let host: String
        /// 0 for a Unix socket.
        let port: Int
        var base = BasePath()
        var token: AccessToken?
        /// The one-time token for the browser that the program opens.
        var once: AccessToken?
        var unixSocket: String?

        /// The origin: `http://127.0.0.1:8080`, an IPv6 address in brackets; `unix:/path` for a Unix socket, as proxies
        /// write it.
        var url: String {
            unixSocket.map { "unix:\($0)" } ?? "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
        /// The URL of the page, with the token if one is needed.
        ///
        /// For a Unix socket, the path follows the socket and a colon, as proxies write it.
        package var page: String { page(token) }
        /// The page's URL without the token, for logs.
        package var urlWithoutToken: String { page(nil) }
        /// The page's URL for the browser that the program opens.
        package var pageToOpen: String { page(once ?? token) }

        private func page(_ token: AccessToken?) -> String {
            let path = base.address("/") + (token.map { "?token=\($0.secret)" } ?? "")
            return unixSocket == nil ? url + path : path == "/" ? url : "\(url):\(path)"
        }
        /// Whether other accounts of this machine can send requests without a token.
        package var isOpenToAccounts: Bool { unixSocket == nil && token == nil }
        /// Whether other machines may be able to do so as well.
        package var isOpenToMachines: Bool { isOpenToAccounts && NetworkAddress(host)?.isLoopback != true }
    }

    /// The reason why a server cannot start.
    package enum StartError: Error, Equatable, CustomStringConvertible {
        case addressInUse(host: String, port: Int)
        case notPermitted(host: String, port: Int)
        case unknownHost(String)
        case socket(String, LocalSocket.Failure)
        case system(SystemError)
        case alreadyStarted

        package var description: String {
            switch self {
            case .addressInUse(let host, let port):
                "port \(port) of \(host) is in use; choose another with --port, or --port 0 for any free one"
            case .notPermitted(let host, let port):
                "port \(port) of \(host) may not be used without privileges; choose one from 1024 on with --port"
            case .unknownHost(let host): "'\(host)' is not an address of this machine; use --host 127.0.0.1"
            case .socket(let path, .inUse): "another server listens on '\(path)'; choose another --unix-socket"
            case .socket(let path, .isNoSocket(let kind)):
                "'\(path)' is \(kind.description), not a socket; choose another path for --unix-socket"
            case .socket(let path, .tooLong(let limit)):
                "'\(path)' is too long for a socket's path: the system takes at most \(limit) bytes"
            case .socket(let path, .system(let error)):
                "no socket can be made at '\(path)': \(error.reason)"
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
    /// Signalled once by each event loop when it ends.
    private let ended = DispatchSemaphore(value: 0)

    package init(
        configuration: HTTPConfiguration = HTTPConfiguration(), respond: @escaping @Sendable (Request) -> Answer
    ) {
        self.configuration = configuration
        self.respond = respond
    }

    /// Binds, listens and starts answering requests.
    ///
    /// - Returns: the listening address, with the port chosen by the system if the configured one is 0.
    package func start() throws(StartError) -> Address {
        try state.withLock { state throws(StartError) in
            guard case .new = state else { throw .alreadyStarted }
            let listening = try listen()
            do throws(SystemError) {
                let context = try launch(listening)
                state = .running(context)
                return listening.address
            } catch {
                throw .system(error)
            }
        }
    }

    /// A listening socket, its address, and its file if it has one.
    private struct ListeningSocket {
        let descriptor: Int32
        let address: Address
        var socket: LocalSocket?
    }

    private func listen() throws(StartError) -> ListeningSocket {
        let settings = configuration.access
        let backlog = 1024
        if let path = configuration.unixSocket {
            do throws(LocalSocket.Failure) {
                let (descriptor, file) = try LocalSocket.listen(at: path, backlog: backlog)
                // The file's permissions decide who may connect.
                let token = settings.token.token(isLocal: true)
                return ListeningSocket(
                    descriptor: descriptor,
                    address: Address(host: "", port: 0, base: settings.base, token: token, unixSocket: path),
                    socket: file)
            } catch {
                throw .socket(path, error)
            }
        }
        let (host, port) = (configuration.host, configuration.port)
        do throws(SystemError) {
            let (descriptor, numeric, bound) = try System.listen(host: host, port: port, backlog: backlog)
            let token = settings.token.token(isLocal: NetworkAddress(numeric)?.isLoopback == true)
            let once = token == nil || !settings.opensBrowser ? nil : AccessToken()
            let address = Address(host: numeric, port: bound, base: settings.base, token: token, once: once)
            return ListeningSocket(descriptor: descriptor, address: address)
        } catch {
            if error.isAddressInUse { throw .addressInUse(host: host, port: port) }
            if error.isPermission { throw .notPermitted(host: host, port: port) }
            if error.isAddressUnknown { throw .unknownHost(host) }
            throw .system(error)
        }
    }

    private func launch(_ listening: ListeningSocket) throws(SystemError) -> ServerContext {
        // The first event loop closes the socket when it ends; until it runs, close it here.
        var hasOwner = false
        defer {
            if !hasOwner {
                listening.socket?.remove()
                System.close(listening.descriptor)
            }
        }
        System.ignoreWriteSignals()
        // Each connection may have an open file; macOS allows at most 10240 descriptors without privileges.
        System.raiseDescriptorLimit(to: min(2 * configuration.connections + 256, 10240))
        let filePool = try WorkerPool(threads: configuration.fileThreads)
        var mailboxes: [Mailbox] = []
        for _ in 0..<max(configuration.loops, 1) { mailboxes.append(try Mailbox()) }
        let hosts = HostPolicy(
            boundHost: configuration.host, boundAddress: listening.address.host,
            allowedHosts: configuration.access.hosts)
        let access = AccessPolicy(
            configuration.access, token: listening.address.token, once: listening.address.once, hosts: hosts)
        let context = ServerContext(
            configuration: configuration, access: access, filePool: filePool, mailboxes: mailboxes, respond: respond)
        DescriptorRelief.set { [weak context] in context?.makeRoom(8) ?? false }
        for number in mailboxes.indices {
            do throws(SystemError) {
                try System.startThread { [ended] in
                    let listener =
                        number == 0 ? Listener(descriptor: listening.descriptor, file: listening.socket) : nil
                    EventLoop(number: number, context: context, listener: listener).run()
                    ended.signal()
                }
                hasOwner = true
            } catch {
                for mailbox in mailboxes.prefix(number) { mailbox.post(.shutdown(deadline: 0)) }
                throw error
            }
        }
        return context
    }

    /// Stops accepting, closes idle connections, and waits for answers in progress, at most this time plus 0.5 s.
    ///
    /// Do not call it from `respond`.
    ///
    /// - Returns: whether every event loop has ended.
    @discardableResult
    package func shutdown(within seconds: Double) -> Bool {
        let running = state.withLock { state -> ServerContext? in
            defer { state = .stopped }
            if case .running(let context) = state { return context }
            return nil
        }
        guard let running else { return true }
        DescriptorRelief.set(nil)
        let nanoseconds = UInt64(clamping: min(max(seconds, 0), 86400) * 1e9)
        let deadline = System.monotonicNanoseconds() + nanoseconds
        for mailbox in running.mailboxes { mailbox.post(.shutdown(deadline: deadline)) }
        // Wait a little longer, so that the loops can close the remaining connections.
        let limit = DispatchTime.now() + .nanoseconds(Int(nanoseconds)) + .milliseconds(500)
        var haveEnded = true
        for _ in running.mailboxes where ended.wait(timeout: limit) == .timedOut { haveEnded = false }
        running.filePool.stop()
        return haveEnded
    }

    /// Counts since the start; zero before the start and after the shutdown.
    package var statistics: ServerStatistics {
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
            sum.evicted += counters.evicted.load(ordering: .relaxed)
            sum.requests += counters.requests.load(ordering: .relaxed)
            sum.writes += counters.writes.load(ordering: .relaxed)
            sum.turns += counters.turns.load(ordering: .relaxed)
            sum.timeouts += counters.timeouts.load(ordering: .relaxed)
            sum.upgrades += counters.upgrades.load(ordering: .relaxed)
        }
        return sum
    }
}
