// A server with a few resources, for tests over real sockets.

import Foundation
import Synchronization
import Testing

@testable import HTTP
@testable import Platform

/// A server on a free port, which answers what these tests ask for; shut down when the test ends.
final class TestServer: Sendable {
    let server: HTTPServer
    let port: Int
    /// What `/held` requests wait for: `finish` closures in the order in which they came.
    private let held = Watched<[@Sendable (Response) -> Void]>([])
    /// How many `/held` requests have been cancelled.
    let cancelled = Watched(0)
    let pool: WorkerPool

    /// What `/large` and `/file` have: each byte tells where it is.
    static let largeCount = 10 << 20
    static let large = (0..<largeCount).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) }

    private final class Box: Sendable {
        let respond = Mutex<(@Sendable (Request) -> Answer)?>(nil)
    }

    init(file: OpenFile? = nil, _ configure: (inout HTTPConfiguration) -> Void = { _ in }) throws {
        var configuration = HTTPConfiguration()
        configuration.port = 0
        configuration.loops = 2
        // However slow the machine is, a client gets to read what it is told before its connection is closed.
        configuration.timeouts.linger = 20 * HTTPConfiguration.Timeouts.second
        configure(&configuration)
        let box = Box()
        server = HTTPServer(configuration: configuration) { request in
            let respond = box.respond.withLock { $0 }
            return respond?(request) ?? .now(Problem.unavailable("not yet").response)
        }
        pool = try WorkerPool(threads: 2)
        port = try server.start().port
        box.respond.withLock {
            $0 = { [weak self] request in self?.answer(request, file) ?? .now(Response(503)) }
        }
    }

    deinit {
        server.shutdown(within: 0)
    }

    private func answer(_ request: Request, _ file: OpenFile?) -> Answer {
        switch request.pathSegments.first {
        case "hello":
            var response = Response(text: "hello")
            response.headers["ETag"] = "\"h\""
            return .now(response)
        case "echo":
            var response = Response(contentType: MIMEType.unknown, request.body)
            response.headers["X-Target"] = request.target
            return .now(response)
        case "large":
            return .now(Response(headers: ["ETag": "\"l\""], body: .bytes(Self.large)))
        case "file":
            guard let file else { return .now(Response(404)) }
            return .now(Response(headers: ["ETag": "\"f\""], body: .file(FileBody(file))))
        case "work":
            return .later(.work(on: pool) { Response(text: request.target) })
        case "held":
            return .later(
                Deferred { [self] finish in
                    held.change { $0.append(finish) }
                    return Cancellation { self.cancelled.change { $0 += 1 } }
                })
        default:
            return .now(Problem.notFound("there is no \(request.path) here").response)
        }
    }

    func client(receiveBuffer: Int32? = nil) throws -> RawClient {
        try RawClient(port: port, receiveBuffer: receiveBuffer)
    }

    /// Waits until so many `/held` requests have come, and gives their `finish` closures.
    func heldRequests(_ count: Int) -> [@Sendable (Response) -> Void] {
        _ = held.comesTrue { $0.count >= count }
        return held.current
    }
}
