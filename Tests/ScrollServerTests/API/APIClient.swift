// Asks the router without a socket.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer
@testable import Tiles

/// A router with its pipeline and pool, for as long as this object lives.
final class APIClient {
    /// An answer as it would be sent: conditions and ranges applied, content left out for `HEAD`.
    struct Reply: Sendable {
        var status: Int
        var headers: ResponseHeaders
        var body: [UInt8]
        /// What `Content-Length` would say.
        var byteCount: Int

        var text: String { String(decoding: body, as: UTF8.self) }

        /// The body as a JSON object.
        func object(_ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
            let value = try JSONSerialization.jsonObject(with: Data(body))
            return try #require(value as? [String: Any], "\(text)", sourceLocation: location)
        }

        /// The body as a value whose fields have the types it declares.
        func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: Data(body))
        }
    }

    /// The Application's own.
    let wiring: Wiring
    private let collections: [any ItemCollection]
    var router: Router { wiring.router }
    var pipeline: TilePipeline { wiring.pipeline }
    /// Fills the atlas, once `fill` is called.
    var filler: AtlasFiller { wiring.filler }

    /// `headerTimeout`: how long a plan waits for headers: on a busy machine, too, as long as it takes.
    init(
        _ collections: [any ItemCollection], maker: any TileMaker = PictureTileMaker(), memory: Int = 16 << 20,
        page: PageFiles.Origin = .program, atlas: Atlas = Atlas(), headerTimeout: Duration = .seconds(20),
        stateFolder: String? = nil, writesSidecars: Bool = false
    ) throws {
        self.collections = collections
        wiring = try Wiring(
            collections, page: page,
            pipeline: TilePipeline(
                maker: maker, memory: MemoryCache(byteLimit: memory, aheadLimit: memory / 4), disk: nil, workers: 2,
                byteLimit: 64 << 20, atlas: atlas),
            pool: WorkerPool(threads: 2),
            Wiring.Setting(
                stateFolder: stateFolder, writesSidecars: writesSidecars, headerTimeout: headerTimeout))
    }

    /// Fills the atlas, and waits until it has all that can be had; false where that does not come.
    func fill() throws -> Bool {
        try wiring.start()
        return eventually { collections.allSatisfy { filler.isSettled($0) } }
    }

    /// Over the demo alone.
    convenience init(demo count: Int) throws {
        try self.init([#require(DemoCollection(count: count))])
    }

    deinit {
        wiring.stop()
    }

    func get(_ target: String, _ fields: [(String, String)] = []) throws -> Reply {
        try ask(.get, target, fields)
    }

    func ask(
        _ method: HTTP.Method, _ target: String, _ fields: [(String, String)] = [], body: [UInt8] = []
    ) throws -> Reply {
        try Self.ask(router, method, target, fields, body: body)
    }

    /// Asks any router.
    static func ask(
        _ router: Router, _ method: HTTP.Method, _ target: String, _ fields: [(String, String)] = [],
        body: [UInt8] = []
    ) throws -> Reply {
        let request = try Request(method, target, headers: fields, body: body)
        let response = finish(try Self.response(router.answer(request)), for: request)
        return Reply(
            status: response.status, headers: response.headers, body: try Self.bytes(response.body),
            byteCount: response.body.count)
    }

    private static func response(_ answer: Answer) throws -> Response {
        switch answer {
        case .now(let response): return response
        case .later(let deferred):
            let promise = Promise<Response>()
            _ = deferred.start { promise.keep($0) }
            return try #require(promise.wait(), "no answer in time")
        case .upgrade:
            return Problem(426, "a WebSocket has no answer").response
        }
    }

    private static func bytes(_ body: Response.Body) throws -> [UInt8] {
        switch body {
        case .none, .omitted: []
        case .bytes(let bytes): bytes
        case .file(let file): try file.file.bytes(at: file.offset, count: file.count)
        case .stream(let stream): try parts(stream)
        }
    }

    private static func parts(_ stream: StreamBody) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            switch stream.next() {
            case .bytes(let part): bytes += part
            case .end: return bytes
            case .failed: throw CancellationError()
            }
        }
    }
}
