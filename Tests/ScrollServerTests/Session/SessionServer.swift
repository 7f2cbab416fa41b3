// A server and its pages, for tests of live sessions over real sockets.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Pixels
@testable import ScrollServer
@testable import Tiles

extension SessionRouteTests {
    /// A server with one collection, and its pages.
    final class Bench: Sendable {
        let client: UncheckedClient
        let server: HTTPServer
        let port: Int
        let collection: String

        init(_ collection: any ItemCollection, maker: any TileMaker = PlainTileMaker()) throws {
            client = UncheckedClient(try APIClient([collection], maker: maker))
            self.collection = collection.id
            var configuration = HTTPConfiguration()
            configuration.port = 0
            configuration.loops = 2
            server = HTTPServer(configuration: configuration) { [router = client.value.router] in router.answer($0) }
            port = try server.start().port
        }

        deinit {
            server.shutdown(within: 0)
        }

        func connect(receiveBuffer: Int32? = nil) throws -> SessionClient {
            SessionClient(
                try WebSocketClient(
                    port: port, path: "/api/collections/\(collection)/session", receiveBuffer: receiveBuffer))
        }
    }

    static func pictures(_ count: Int) -> StagedCollection {
        StagedCollection(
            sizes: Array(repeating: PixelSize(width: 400, height: 300), count: count), measured: 0..<count,
            isTiled: true)
    }

    static let query = "width=800&height=600&columns=8&scale=1"

    /// The metrics, as `/metrics` gives them.
    static func text(of router: Router) -> String {
        guard let request = try? Request(.get, "/metrics"), case .now(let response) = router.answer(request),
            case .bytes(let bytes) = response.body
        else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func value(_ name: String, of router: Router) -> Int {
        let line = text(of: router).split(separator: "\n")
            .first { $0.hasPrefix("scrollserver_\(name) ") }
        return line?.split(separator: " ").last.flatMap { Int($0) } ?? -1
    }
}

/// A page on a socket.
final class SessionClient {
    let socket: WebSocketClient
    var page = SessionPage()

    init(_ socket: WebSocketClient) {
        self.socket = socket
    }

    func report(_ number: Int, _ query: String) {
        socket.send(.text(#"{"report":\#(number),"plan":"\#(query)"}"#))
    }

    /// Takes messages, and acknowledges them, until the page is as it should be.
    func receive(until isReached: (SessionPage) -> Bool) throws {
        while !isReached(page) {
            let frame = try #require(socket.receive(), "the session ended: \(page.wrongs) \(page.slots.count)")
            if frame.opcode == 1 { page.take(text: frame.payload) }
            guard frame.opcode == 2 else { continue }
            page.take(binary: frame.payload)
            socket.send(.text(#"{"acknowledged":\#(page.lastMessage)}"#))
        }
    }

    /// The close frame's payload.
    func closing() -> [UInt8]? {
        while let frame = socket.receive() {
            if frame.opcode == 8 { return frame.payload }
        }
        return nil
    }
}

/// Tiles of 30 KB.
struct LargeTileMaker: TileMaker {
    func byteEstimate(for pass: TilePass) -> Int { 1 }

    func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {
        let position = TilePosition(level: pass.levels.lowerBound, column: 0, row: 0)
        output.emit(position, EncodedTile(bytes: [UInt8](repeating: 7, count: 30_000), mediaType: "image/png"))
    }
}

/// The client is used by one thread at a time.
struct UncheckedClient: @unchecked Sendable {
    let value: APIClient

    init(_ value: APIClient) {
        self.value = value
    }
}
