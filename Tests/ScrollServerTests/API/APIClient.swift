// Asks the router without a socket.

import Foundation
import Testing

@testable import ScrollServer

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

    let router: Router
    let pipeline: TilePipeline
    private let pool: WorkerPool
    private let collections: [any ItemCollection]
    /// Fills the atlas; nil where it is not filled.
    let filler: AtlasFiller?

    /// - Parameters:
    ///   - patience: how long a plan waits for headers: on a busy machine, too, as long as it takes.
    ///   - fills: whether there is something that fills the atlas (see `fill`).
    init(
        _ collections: [any ItemCollection], maker: any TileMaker = PictureTileMaker(), memory: Int = 16 << 20,
        page: PageFiles.Origin = .program, atlas: Atlas = Atlas(), patience: Duration = .seconds(20),
        fills: Bool = false
    ) throws {
        pool = try WorkerPool(threads: 2)
        pipeline = try TilePipeline(
            maker: maker, memory: MemoryCache(byteLimit: memory, aheadLimit: memory / 4), disk: nil, workers: 2,
            byteLimit: 64 << 20, atlas: atlas)
        self.collections = collections
        filler = fills ? AtlasFiller(atlas, threads: 1, isBusy: { false }, collections: { collections }) : nil
        router = Router(
            catalog: Catalog(collections), page: PageFiles(page, pool: pool), pipeline: pipeline, pool: pool,
            patience: patience, mosaics: Mosaics(atlas: atlas, filler: filler))
    }

    /// Fills the atlas, and waits until it has all that can be had; false where that does not come.
    func fill() throws -> Bool {
        try filler?.start()
        return eventually { collections.allSatisfy { filler?.isSettled($0) ?? true } }
    }

    /// Over the demo alone.
    convenience init(demo count: Int) throws {
        try self.init([#require(DemoCollection(count: count))])
    }

    deinit {
        filler?.stop()
        pipeline.stop()
        pool.stop()
    }

    func get(_ target: String, _ fields: [(String, String)] = []) throws -> Reply {
        try ask(.get, target, fields)
    }

    func ask(
        _ method: ScrollServer.Method, _ target: String, _ fields: [(String, String)] = [], body: [UInt8] = []
    ) throws -> Reply {
        let request = try Request(method, target, headers: fields, body: body)
        let response = finish(try response(to: request), for: request)
        return Reply(
            status: response.status, headers: response.headers, body: try Self.bytes(response.body),
            byteCount: response.body.count)
    }

    private func response(to request: Request) throws -> Response {
        switch router.answer(request) {
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
