// The server that the HTTP benchmark measures: it serves until it is told to stop, when the benchmark asks for it.

import Foundation
import Testing

@testable import HTTP
@testable import Platform

@Suite struct HTTPBenchmarkServer {
    private static let directory = ProcessInfo.processInfo.environment["SCROLLSERVER_HTTP_BENCHMARK"]

    /// Serves the files of the folder that the variable names, from memory, and `/deferred/…` by way of a pool.
    ///
    /// Its port is in the file `port` of that folder; a byte from the pipe `stop` there ends it.
    @Test(.enabled(if: directory != nil, "only Tests/Benchmarks/HTTP/compare.sh runs it"))
    func serve() throws {
        let directory = try #require(Self.directory)
        let pool = try WorkerPool(threads: 2)
        let files = try Self.load(directory)
        let disk = try #require(StaticFiles(root: directory, pool: pool))
        var configuration = HTTPConfiguration()
        configuration.port = 0
        let server = HTTPServer(configuration: configuration) { request in
            if let name = request.pathSegments.first, request.pathSegments.count == 1, let response = files[name] {
                return .now(response)
            }
            if request.pathSegments.first == "deferred", let name = request.pathSegments.last,
                let response = files[name]
            {
                return .later(.work(on: pool) { response })
            }
            if request.pathSegments.first == "disk" {
                var inner = request
                inner.pathSegments.removeFirst()
                return disk.respond(to: inner) ?? .now(Problem.notFound("nothing here").response)
            }
            return .now(Problem.notFound("nothing here").response)
        }
        let address = try server.start()
        try "\(address.port)\n".write(toFile: directory + "/port", atomically: true, encoding: .utf8)
        _ = try FileHandle(forReadingFrom: URL(fileURLWithPath: directory + "/stop")).read(upToCount: 1)
        #expect(server.shutdown(within: 1))
        print(server.statistics)
    }

    private static func load(_ directory: String) throws -> [String: Response] {
        var files: [String: Response] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where name != "stop" {
            guard let data = FileManager.default.contents(atPath: directory + "/" + name) else { continue }
            let bytes = [UInt8](data)
            files[name] = Response(
                headers: [
                    "Content-Type": MIMEType.ofFile(named: name), "ETag": "\"\(bytes.count)\"",
                    "Cache-Control": "no-cache",
                ], body: .bytes(bytes))
        }
        return files
    }
}
