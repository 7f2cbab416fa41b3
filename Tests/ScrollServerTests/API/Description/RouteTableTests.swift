// The table of routes: complete, without doubles, and what requests are routed and checked by.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import ScrollServer

@Suite struct RouteTableTests {
    /// Queries without which a route asks for something else first.
    private static let needed = [
        "plan": "width=300&height=200", "cell": "width=300&height=200&at=1", "marks": "width=300&height=200",
        "picture": "width=300&height=200", "mosaic": "width=300&columns=100", "export": "as=paths.txt", "item": "id=0",
    ]

    @Test func everythingIsDescribedOnce() throws {
        let routes = try APIClient(demo: 1).router.routes
        let operations = routes.flatMap(\.operations)
        #expect(operations.count > 50)
        #expect(Set(routes.map(\.template)).count == routes.count)
        #expect(Set(operations.map(\.id)).count == operations.count)
        for route in routes {
            #expect(!route.summary.isEmpty && !route.subject.isEmpty, "\(route.template)")
            #expect(Set(route.operations.map(\.method)).count == route.operations.count, "\(route.template)")
            for parameter in PathParameters.parameters(of: route.template) {
                #expect(!parameter.meaning.isEmpty, "\(route.template): \(parameter.name)")
            }
        }
        for operation in operations {
            let names = operation.parameters.map(\.name)
            #expect(Set(names).count == names.count, "\(operation.id)")
            #expect(!operation.summary.isEmpty && !operation.summary.hasSuffix("."), "\(operation.id)")
            #expect(!operation.answers.isEmpty, "\(operation.id)")
            for error in operation.errors {
                #expect(DescribedErrors.meanings[error] != nil, "\(operation.id): \(error)")
            }
            for name in operation.answers.compactMap(\.schema) + [operation.body?.schema].compactMap(\.self) {
                #expect((WireSchemas.all[name] ?? DescribedSchemas.all[name]) != nil, "\(operation.id): \(name)")
            }
            for parameter in operation.parameters + operation.fields {
                #expect(!parameter.meaning.isEmpty && !parameter.meaning.hasSuffix("."), "\(parameter.name)")
            }
        }
        #expect(Set(WireSchemas.all.keys).isDisjoint(with: DescribedSchemas.all.keys))
    }

    /// Whether a path is a route's, part by part.
    private static func matches(_ route: Route, _ segments: [String]) -> Bool {
        guard route.path.count == segments.count else { return false }
        return zip(route.path, segments).allSatisfy { part, segment in
            switch part {
            case .fixed(let text): text == segment
            case .any: true
            case .ending(let text): segment.hasSuffix(text)
            }
        }
    }

    /// The tree finds a route where a search through all of them finds one.
    @Test func treeFindsWhatASearchFinds() throws {
        let routes = try APIClient(demo: 1).router.routes
        let tree = RouteTree(routes)
        for (number, route) in routes.enumerated() {
            let segments = route.path(["level": "1"]).split(separator: "/").map(String.init)
            #expect(tree.route(for: segments) == number, "\(route.template)")
        }
        let words =
            routes.flatMap { $0.template.split(separator: "/").map(String.init) } + ["a", "", "a.dzi", "1_1.jpg"]
        let parts = Array(Set(words)).sorted()
        var noise = RepeatableNoise(seed: 7)
        for _ in 0..<20_000 {
            let place = Int.random(in: 0..<routes.count, using: &noise)
            var segments = routes[place].template.split(separator: "/").map(String.init)
            for _ in 0..<Int.random(in: 0...2, using: &noise) {
                guard let part = parts.randomElement(using: &noise), !segments.isEmpty else { break }
                switch Int.random(in: 0..<3, using: &noise) {
                case 0: segments[Int.random(in: 0..<segments.count, using: &noise)] = part
                case 1: segments.insert(part, at: Int.random(in: 0...segments.count, using: &noise))
                default: segments.removeLast()
                }
            }
            let found = tree.route(for: segments)
            #expect((found != nil) == routes.contains { Self.matches($0, segments) }, "\(segments)")
            if let found { #expect(Self.matches(routes[found], segments), "\(segments)") }
        }
    }

    /// Whatever a parameter may not be is refused, with its name, wherever it can be given, also where it is not read.
    @Test func whatAParameterMayNotBeIsRefused() throws {
        let client = try APIClient(demo: 30)
        var refused = 0
        for route in client.router.routes {
            for operation in route.operations where operation.method == .get && !operation.takesAnyParameter {
                let path = route.path(["collection": "demo", "item": "0", "level": "0"])
                let kind = route.path.count > 3 ? route.template.split(separator: "/")[3] : ""
                let base = Self.needed[String(kind)] ?? ""
                for parameter in operation.parameters {
                    // What is checked where it is read is not read where there is no chart.
                    if route.subject == "charts", case .text = parameter.shape { continue }
                    for text in parameter.shape.beyond {
                        let rest = base.split(separator: "&").filter { !$0.hasPrefix("\(parameter.name)=") }
                        let query = (rest + ["\(parameter.name)=\(Query.escaped(text))"]).joined(separator: "&")
                        let reply = try client.get("\(path)?\(query)")
                        #expect(reply.status == 400, "\(path)?\(query)")
                        #expect(
                            reply.text.contains("\"parameter\":\"\(parameter.name)\""),
                            "\(path)?\(query): \(reply.text)")
                        refused += 1
                    }
                }
                let unknown = try client.get("\(path)?unknown=1")
                #expect(unknown.status == 400 && unknown.text.contains("unknown"), "\(path)")
            }
        }
        #expect(refused > 1000)
    }

    /// What a parameter may be is never out of its range.
    @Test func whatAParameterMayBeIsTaken() throws {
        let client = try APIClient(demo: 30)
        for route in client.router.routes {
            for operation in route.operations where operation.method == .get {
                let path = route.path(["collection": "demo", "item": "0", "level": "0"])
                let kind = route.path.count > 3 ? route.template.split(separator: "/")[3] : ""
                let base = Self.needed[String(kind)] ?? ""
                for parameter in operation.parameters {
                    for text in parameter.shape.within {
                        let rest = base.split(separator: "&").filter { !$0.hasPrefix("\(parameter.name)=") }
                        let query = (rest + ["\(parameter.name)=\(Query.escaped(text))"]).joined(separator: "&")
                        let reply = try client.get("\(path)?\(query)")
                        #expect(reply.status < 500, "\(path)?\(query): \(reply.text)")
                        for refusal in ["is not a number", "is not a whole", "is out of range", "is neither true"] {
                            #expect(!reply.text.contains(refusal), "\(path)?\(query): \(reply.text)")
                        }
                    }
                }
            }
        }
    }
}
