// The description of the API, held against what others make of it and of the running program.

import Foundation
import Testing

@testable import HTTP
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
            for number in 0..<6 {
                try folder.write("pictures/\(number % 2)/\(number).png", TinyImage.png(width: 40 + number, height: 30))
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
        for arguments in [[], ["--base-path=/pictures"]] {
            let application = try Application(
                try Options(["--port=0", "--cache-limit=0", "--state="] + arguments), page: .program)
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
        let operations = world.application.router.routes.flatMap(\.operations).count
        let configuration = try world.write("schemathesis.toml", Self.configuration)
        let run = try ToolRun(
            "python3",
            [
                "-m", "schemathesis.cli", "--no-color", "--config-file", configuration, "run", "--checks=all",
                "--max-examples=6", "--seed=1", "--workers=2", "\(world.address)/openapi.json",
            ])
        #expect(run.status == 0, "\(run.output.suffix(6000))")
        #expect(run.output.contains("Operations: \(operations) selected / \(operations) total"), "\(run.output)")
        #expect(run.output.contains("Tested: \(operations)"), "\(run.output)")
    }

    /// What the description cannot say.
    private static let configuration = ""

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
        #expect(run.status == 0 && run.output == "pictures table 6 200 image/png True\n", "\(run.output)")
    }

    private static let clientConfiguration = ""

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
            answer.content[1:4] == b'PNG')
        """
}
