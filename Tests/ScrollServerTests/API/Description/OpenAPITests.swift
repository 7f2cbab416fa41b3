// The description of the API, held against what others make of it and of the running program.

import Foundation
import Testing

@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer

@Suite struct OpenAPITests {
    /// The program over a small folder and a table.
    private final class World {
        private let folder: TemporaryFolder
        let application: Application
        let address: String

        init() throws {
            folder = try TemporaryFolder()
            let grey = [UInt8](repeating: 128, count: 40 * 30 * 3)
            let picture = JPEGEncoder.encode(
                PixelBuffer(width: 40, height: 30, format: .rgb, bytes: grey), quality: 80)
            for number in 0..<6 {
                try folder.write("pictures/\(number % 2)/\(number).jpg", picture)
            }
            let rows = (10..<40).map { "2024-01-01T00:\($0):00Z,\($0),\($0 % 7)" }
            try folder.write("table.csv", Array((["time,a,b"] + rows).joined(separator: "\n").utf8))
            application = try Application(
                try Options([
                    "--port=0", "--cache-limit=0", "--state=\(folder.path)/state", "\(folder.path)/pictures",
                    "\(folder.path)/table.csv",
                ]), page: .program)
            address = "http://localhost:\(try application.start().port)"
            for scan in application.scans { scan.waitForScan() }
        }

        deinit { application.stop(within: 1) }

        /// The id of the first picture.
        func item() throws -> String {
            let reply = try APIClient.ask(application.router, .get, "/api/collections/pictures/items?limit=1")
            return try #require(JSONReader.value(of: reply.body)["items"]?.elements.first?["id"]?.text)
        }

        /// Writes a file, and returns its path.
        func write(_ name: String, _ text: String) throws -> String { try folder.write(name, Array(text.utf8)) }
    }

    /// The description is of the routes, and of no others.
    @Test func describesEveryRoute() throws {
        let router = try APIClient(demo: 1).router
        let document = try JSONReader.value(of: APIClient.ask(router, .get, "/openapi.json").body)
        #expect(document["openapi"]?.text == "3.1.0")
        guard case .object(let paths)? = document["paths"] else { throw CancellationError() }
        #expect(Set(paths.keys) == Set(router.routes.map(\.template)))
        for route in router.routes {
            for operation in route.operations {
                let described = paths[route.template]?[operation.method.name.lowercased()]
                #expect(described?["operationId"]?.text == operation.id, "\(route.template)")
            }
        }
        let width = document["components"]?["parameters"]?["width"]
        #expect(width?["schema"]?["maximum"]?.number == 100_000 && width?["required"] == .bool(true))
    }

    @Test(.needs(.openAPIValidator)) func isSoundOpenAPI() throws {
        let folder = try TemporaryFolder()
        for arguments in [[], ["--base-path=/pictures"]] {
            let application = try Application(
                try Options(["--port=0", "--cache-limit=0", "--state=\(folder.path)/state"] + arguments), page: .program
            )
            defer { application.stop(within: 1) }
            let reply = try APIClient.ask(
                application.router, .get, arguments.isEmpty ? "/openapi.json" : "/pictures/openapi.json")
            let output = try PythonOracle.run(
                """
                import json, sys
                from openapi_spec_validator import OpenAPIV31SpecValidator
                description = json.load(sys.stdin)
                errors = list(OpenAPIV31SpecValidator(description).iter_errors())
                for error in errors: print(error.message, list(error.path))
                print(len(errors), 'errors', description['servers'][0]['url'])
                """, input: reply.body)
            let address = arguments.isEmpty ? "/" : "/pictures"
            #expect(String(decoding: output, as: UTF8.self) == "0 errors \(address)\n")
        }
    }

    /// Requests that schemathesis makes of the description, right ones and wrong ones, get the answers described.
    @Test(.needs(.schemathesis), .optimised()) func schemathesis() throws {
        let world = try World()
        // It does not count the one from which it gets the description.
        let operations = world.application.router.routes.flatMap(\.operations).count - 1
        let configuration = try world.write("schemathesis.toml", Self.configuration(item: try world.item()))
        // With several workers, Python 3.11 miscounts the depth of its own parser.
        let run = try ToolRun(
            "python3",
            [
                "-m", "schemathesis.cli", "--no-color", "--config-file", configuration, "run", "--checks=all",
                "--mode=all", "--max-examples=4", "--seed=1", "--workers=1", "--continue-on-failure",
                "\(world.address)/openapi.json",
            ],
            // It remembers what failed in the folder where it runs.
            in: URL(fileURLWithPath: configuration).deletingLastPathComponent())
        #expect(run.status == 0, "\(run.output.suffix(8000))")
        for line in ["Operations:       \(operations) selected / \(operations) total", "Tested: \(operations)"] {
            #expect(run.output.contains(line), "\(line): \(run.output.prefix(2000))")
        }
    }

    /// What the description cannot say, and what makes requests find something.
    private static func configuration(item: String) -> String {
        """
        [generation]
        # The server refuses a NUL in an address, whatever that is of.
        allow-x00 = false

        [phases.coverage]
        # A method that the server does not know at all is a 501, as RFC 9110 has it.
        unexpected-methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "TRACE"]

        [checks.positive_data_acceptance]
        expected-statuses = ["2xx", "3xx", "404", "409", "412", "416"]
        [checks.negative_data_rejection]
        expected-statuses = ["400", "404", "405", "406", "409", "412", "413", "414"]

        [parameters]
        "path.collection" = "pictures"
        "path.item" = "\(item)"
        "path.level" = 0
        "path.column" = 0
        "path.row" = 0
        "query.order" = "name"
        "query.group" = "folder"
        "query.q" = "name:1"
        "query.from" = "2024-01-01T00:12:00Z"
        "query.to" = "2024-01-01T00:30:00Z"
        "query.timeZone" = "Europe/Berlin"
        "query.xColumn" = "time"
        "query.keyColumn" = ""

        # What a plan's parameters have shown in a plan need not be shown again.
        [[operations]]
        include-operation-id = ["getCell", "listMarks", "getPicture", "changeSelection", "replaceSelection"]
        phases = { coverage = { enabled = false } }

        # Parameters and members that exclude or need each other, texts with a grammar, and names of what there is.
        [[operations]]
        include-operation-id = [
            "getPlan", "getCell", "listMarks", "getPicture", "getMosaicTile", "getPlaneTile", "changeSelection",
            "replaceSelection", "exportItems", "makeList", "addItems", "moveItems", "annotate", "getImage3", "getImage2", "listItems",
            "listFacets", "listPoints", "getStatistics", "getTable", "putState", "getTile", "measure", "getManifest"]
        checks = { positive_data_acceptance = { expected-statuses = ["2xx", "3xx", "400", "404", "409", "412"] } }

        # Few pictures have deep samples.
        [[operations]]
        include-operation-id = "getSamples"
        checks = { positive_data_acceptance = { expected-statuses = ["2xx", "404", "415"] } }

        # What only lists, and WebSockets, are there for.
        [[operations]]
        include-operation-id = ["renameList", "deleteList", "openSession"]
        checks = { positive_data_acceptance = { expected-statuses = ["2xx", "405", "412", "426"] } }

        [[operations]]
        include-tag = "charts"
        parameters = { "path.collection" = "table" }
        """
    }

    /// A client that is made from the description lists collections, plans, and fetches a tile.
    @Test(.needs(.openAPIClient)) func madeClient() throws {
        let world = try World()
        let folder = try TemporaryFolder()
        let description = try folder.write(
            "openapi.json", try APIClient.ask(world.application.router, .get, "/openapi.json").body)
        let configuration = try folder.write("client.yaml", Array(Self.clientConfiguration.utf8))
        let made = try ToolRun(
            "python3",
            [
                "-m", "openapi_python_client", "generate", "--path", description, "--output-path",
                "\(folder.path)/client", "--meta", "none", "--config", configuration, "--fail-on-warning",
            ])
        #expect(made.status == 0, "\(made.output)")
        let use = try folder.write("use.py", Array(Self.use.utf8))
        let run = try ToolRun("python3", [use, world.address])
        #expect(run.status == 0 && run.output == "pictures table 6 200 image/jpeg True\n", "\(run.output)")
    }

    /// The program that makes clients takes only some media types as bytes, unless it is told.
    private static let clientConfiguration = """
        post_hooks: []
        content_type_overrides:
          image/*: application/octet-stream
          image/png: application/octet-stream
          image/jpeg: application/octet-stream
          image/svg+xml: application/octet-stream
          "*/*": application/octet-stream
          video/mp4: application/octet-stream
          text/csv: application/octet-stream
          audio/x-mpegurl: application/octet-stream
          application/xml: application/octet-stream
          application/ld+json: application/json
        """

    private static let use = """
        import sys
        from urllib.parse import urlparse, parse_qs
        from client import Client
        from client.api.collections import list_collections
        from client.api.views import get_plan, get_tile
        client = Client(base_url=sys.argv[1])
        found = list_collections.sync(client=client).collections
        plan = get_plan.sync(found[0].id, client=client, width=300, height=200, names=True)
        tile = plan.tiles[0]
        version = parse_qs(urlparse(tile.url).query)['v'][0]
        answer = get_tile.sync_detailed(
            plan.collection, tile.item, tile.level, tile.column, tile.row, client=client, v=version)
        print(*[one.id for one in found], plan.count, int(answer.status_code), answer.headers['content-type'],
            answer.content[:2] == b'\\xff\\xd8')
        """
}
