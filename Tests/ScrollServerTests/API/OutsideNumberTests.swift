// Numbers from outside: whatever one says where a number is expected, an answer comes, soon, and nothing ends.

import Foundation
import Testing
import Tiling

@testable import HTTP
@testable import ScrollServer

@Suite struct OutsideNumberTests {
    /// Numbers at the ends of what types hold, and texts that look like some.
    private static let numbers =
        [
            "0", "-0", "-1", "0.5", "5e-324", "-5e-324", "1.7976931348623157e308", "-1.7976931348623157e308",
            "2147483647", "2147483648", "-2147483649", "4294967296", "9007199254740991", "9007199254740993",
            "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e15",
            "-1e15", "1e18", "1e19", "1e300", "-1e300", "1e999", "inf", "-inf", "nan", "0x1p63", "1_0", "٣", "1e", "",
        ] + [String(repeating: "9", count: 1000), "0." + String(repeating: "0", count: 1000) + "1"]

    /// The application over a folder, a list and a chart, and its demo.
    private struct World {
        let folder: TemporaryFolder
        let application: Application
        /// An item of each collection.
        var items: [String: String] = [:]

        init() throws {
            folder = try TemporaryFolder()
            for number in 0..<12 {
                try folder.write("pictures/\(number % 3)/\(number).png", TinyImage.png(width: 4 + number, height: 3))
                try folder.write(
                    "pictures/\(number % 3)/\(number).xmp",
                    Array(
                        """
                        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                        <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
                        xmp:Rating="\(number % 6)" xmp:Label="Red" exif:GPSLatitude="\(number * 15 % 90),30.0N"
                        exif:GPSLongitude="\(number * 30 % 180),0.0W" exif:ISOSpeedRatings="\(100 << number)"/>
                        </rdf:RDF></x:xmpmeta>
                        """.utf8))
            }
            let rows = (0..<12).map {
                "\($0 % 3)/\($0).png,\(["1e300", "-1e300", "2", "9e18"][$0 % 4]),\($0),2024-01-0\($0 % 9 + 1)"
            }
            try folder.write("pictures/list.csv", Array(("path,pages,score,day\n" + rows.joined(separator: "\n")).utf8))
            let points = (0..<200).map { "\($0),\([1e300, -1e300, 5, 1e-300][$0 % 4]),\($0 % 7)" }
            try folder.write("numbers.csv", Array(("x,wild,tame\n" + points.joined(separator: "\n")).utf8))
            let times = (0..<200).map { "2024-01-01T00:00:\(10 + $0 % 50),\($0 % 7)" }
            try folder.write("times.csv", Array(("time,v\n" + times.joined(separator: "\n")).utf8))
            application = try Application(
                try Options([
                    "--port=0", "--cache-limit=0", "--state=\(folder.path)/state", "--demo=1000000000",
                    "\(folder.path)/pictures", "\(folder.path)/pictures/list.csv", "\(folder.path)/numbers.csv",
                    "\(folder.path)/times.csv",
                ]), page: .program)
            _ = try application.start()
            for collection in try collections() {
                let reply = try get("/api/collections/\(collection)/items?limit=1")
                struct Page: Decodable {
                    struct Item: Decodable { var id: String }
                    var items: [Item]
                }
                items[collection] = (try? reply.decoded(Page.self))?.items.first?.id ?? "0"
            }
        }

        func collections() throws -> [String] {
            struct Answer: Decodable { let collections: [CollectionDocument] }
            return try get("/api/collections").decoded(Answer.self).collections.map(\.id)
        }

        func get(_ target: String) throws -> APIClient.Reply { try APIClient.ask(application.router, .get, target) }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// Asks, and notes what is no answer below 500 within a second.
    ///
    /// What took longer is asked once more: the machine may have been busy.
    private func check(
        _ application: Application, _ method: HTTP.Method, _ target: String, _ body: String = "",
        fields: [(String, String)] = []
    ) throws -> Int {
        for attempt in 1...2 {
            let start = ContinuousClock.now
            let reply: APIClient.Reply
            do {
                reply = try APIClient.ask(application.router, method, target, fields, body: Array(body.utf8))
            } catch let error as RequestError {
                // No request at all, such as one whose path has a part `..`.
                #expect(error.status == 400, "\(target.prefix(300)): \(error)")
                return error.status
            }
            let time = ContinuousClock.now - start
            // Only where something is wrong: most of a million answers are not.
            func shown() -> String {
                "\(method) \(target.prefix(300)) \(body.prefix(200)): \(reply.status) \(reply.text.prefix(200))"
            }
            #expect(reply.status < 500, "\(shown())")
            // Where the files lie is told to nobody who does not ask for it.
            #expect(!reply.text.contains("/catalog-") || target.contains("path=true"), "\(shown())")
            if time < .seconds(1) { return reply.status }
            #expect(attempt == 1, "\(time): \(shown())")
        }
        return 0
    }

    /// Queries that bring into play what one parameter alone does not.
    private static func bases(_ route: String, item: String) -> [String] {
        let view = "width=800&height=600"
        switch route {
        case "plan", "cell", "marks", "picture":
            return [
                view, "\(view)&layout=stack", "\(view)&layout=justified&rowHeight=100", "\(view)&layout=strip",
                "\(view)&layout=grid&columns=1000&scale=2", "\(view)&layout=item&item=\(item)&zoom=2",
                "\(view)&layout=pages", "\(view)&deceleration=normal&velocityY=900&t=1&bounce=true",
                "\(view)&focusX=10&focusY=10&toZoom=2", "\(view)&layout=grid&columns=all&toZoom=0.5&focusX=1&focusY=1",
                "\(view)&anchor=\(item)&anchorX=1&anchorY=1&anchorRounding=0.5&revision=0",
                "\(view)&anchor=\(item)&fractionX=0.5&fractionY=0.5", "\(view)&group=folder&layout=grid&columns=40",
                "\(view)&lineGap=4&start=end&pointerX=3",
                "\(view)&range=visible&valueAxes=panes&valueScale=log&units=v:m",
                "\(view)&from=10&to=20&overview=100,40&brush=20,300", "\(view)&ranges=tame:0:5&base=3&valueScale=index",
            ]
        case "mosaic": return ["width=800&columns=100&scale=1", "width=800&cell=3&held=0,1"]
        case "points", "statistics": return ["lines=0", "from=1&to=50&quantiles=0.5"]
        default: return [""]
        }
    }

    private static func replacing(_ name: String, _ value: String, in base: String) -> String {
        let rest = base.split(separator: "&").filter { !$0.hasPrefix(name + "=") }
        return (rest + ["\(name)=\(escaped(value))"]).joined(separator: "&")
    }

    /// Every parameter and field of every route that is read, from the table of routes, and every number in its path.
    @Test(.optimised()) func everyParameterOfEveryRoute() throws {
        let world = try World()
        defer { world.application.stop(within: 1) }
        var (asked, understood) = (0, 0)
        func check(_ target: String, _ fields: [(String, String)] = []) throws {
            asked += 1
            if try self.check(world.application, .get, target, fields: fields) == 200 { understood += 1 }
        }
        for route in world.application.router.routes where route.template.contains("{collection}") {
            guard let operation = route.operations.first(where: { $0.method == .get }) else { continue }
            var name = ""
            if route.path.count > 3, case .fixed(let text) = route.path[3] { name = text }
            let items = world.items.sorted { $0.key < $1.key }
            for (turn, (collection, item)) in items.enumerated() {
                func path(_ number: String?) -> String {
                    var parts = ["collection": collection, "item": item]
                    for part in PathParameters.parameters(of: route.template) where parts[part.name] == nil {
                        parts[part.name] = number.map(Self.escaped)
                    }
                    return route.path(parts)
                }
                // Each number goes with another base, so that over its numbers a parameter has been in all of them.
                let bases = Self.bases(name, item: item)
                func base(_ place: Int) -> String { bases[place % bases.count] }
                if PathParameters.parameters(of: route.template).count > 2 {
                    for (place, number) in Self.numbers.enumerated() { try check("\(path(number))?\(base(place))") }
                }
                for (first, parameter) in operation.parameters.enumerated() {
                    let texts = Self.numbers + parameter.shape.within + parameter.shape.beyond
                    // Each text goes to two of the collections, and the next parameter's to others.
                    for (place, text) in texts.enumerated() where (first + place + turn) % items.count < 2 {
                        try check("\(path(nil))?\(Self.replacing(parameter.name, text, in: base(first + place)))")
                    }
                }
                for field in operation.fields {
                    for (place, number) in Self.numbers.enumerated() where number.allSatisfy(\.isASCII) {
                        try check("\(path(nil))?\(base(place))", [(field.name, number)])
                    }
                }
            }
        }
        #expect(
            understood > asked / 20, "most are refused before anything is done with them: \(understood) of \(asked)")
        print("numbers from outside: \(asked) requests, \(understood) answered with what was asked for")
    }

    /// Every number in the addresses of IIIF and Deep Zoom.
    @Test(.optimised()) func everyPartOfEveryImage() throws {
        let world = try World()
        defer { world.application.stop(within: 1) }
        for (collection, item) in world.items.sorted(by: { $0.key < $1.key }) {
            let name = "\(collection)~\(item)"
            for number in Self.numbers.map(Self.escaped) {
                let images = [
                    "\(number),0,9,9/max/0/default.jpg", "0,\(number),9,9/max/0/default.jpg",
                    "0,0,\(number),9/!9,9/0/default.jpg", "0,0,9,\(number)/!9,9/0/default.jpg",
                    "pct:\(number),0,9,9/!9,9/0/default.jpg", "pct:0,0,\(number),\(number)/!9,9/0/default.jpg",
                    "full/\(number),/0/default.jpg", "full/,\(number)/0/default.jpg", "full/^\(number),1/0/default.jpg",
                    "full/!\(number),9/0/default.jpg", "full/^!\(number),9/0/default.jpg",
                    "full/pct:\(number)/0/default.jpg", "full/!9,9/\(number)/default.jpg",
                    "full/!9,9/!\(number)/default.jpg",
                ]
                for image in images {
                    for version in 2...3 {
                        _ = try check(world.application, .get, "/iiif/\(version)/\(name)/\(image)")
                    }
                }
                for tile in ["\(number)/0_0", "0/\(number)_0", "0/0_\(number)"] {
                    _ = try check(world.application, .get, "/dzi/\(name)_files/\(tile).jpg")
                }
            }
        }
    }

    /// Several parameters at once, drawn at random.
    @Test(.optimised()) func severalParametersAtOnce() throws {
        let world = try World()
        defer { world.application.stop(within: 1) }
        let seed = TestSeed.seed()
        var random = SeededNumbers(state: seed)
        let collections = world.items.sorted { $0.key < $1.key }
        for _ in 0..<4000 {
            guard let (collection, item) = collections.randomElement(using: &random),
                var query = Self.bases("plan", item: item).randomElement(using: &random)
            else { return }
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                guard let name = PlanRequest.names.randomElement(using: &random) else { continue }
                // What is allowed, and near its ends, as often as what is not.
                let number =
                    Bool.random(using: &random)
                    ? Self.numbers.randomElement(using: &random) ?? ""
                    : ["0.001", "1", "100000", "1000000", "2e13", "-2e13", "0.0001", "10000", "999999"]
                        .randomElement(using: &random) ?? ""
                query = Self.replacing(name, number, in: query)
            }
            let route = ["plan", "plan", "cell", "marks", "picture"].randomElement(using: &random) ?? "plan"
            _ = try check(world.application, .get, "/api/collections/\(collection)/\(route)?\(query)")
        }
    }

    /// Every field of every collection in a query, with every operator.
    @Test(.optimised()) func everyValueInAQuery() throws {
        let world = try World()
        defer { world.application.stop(within: 1) }
        var understood = 0
        for collection in world.items.keys.sorted() {
            struct Described: Decodable {
                struct Field: Decodable { var name: String }
                var fields: [Field]?
            }
            let described = try world.get("/api/collections/\(collection)").decoded(Described.self)
            for field in described.fields ?? [] {
                for number in Self.numbers {
                    for test in [
                        number, ">\(number)", "<=\(number)", "\(number)..", "..\(number)", "1..\(number)",
                        "\(number)..1",
                        "\(number)MB", "\(number)min", "1/\(number)", "f/\(number)",
                    ] {
                        let query = Self.escaped("\(field.name):\(test)")
                        for route in ["facets?limit=2", "items?limit=1"] {
                            let target = "/api/collections/\(collection)/\(route)&q=\(query)"
                            if try check(world.application, .get, target) == 200 { understood += 1 }
                        }
                    }
                }
            }
            guard described.fields?.contains(where: { $0.name == "gps" }) == true else { continue }
            for number in Self.numbers {
                for place in [
                    "\(number),0,1km", "0,\(number),1km", "0,0,\(number)km", "0,0,\(number)m", "90,180,\(number)mi",
                ] {
                    let query = Self.escaped("near:\(place)")
                    let target = "/api/collections/\(collection)/facets?q=\(query)"
                    if try check(world.application, .get, target) == 200 { understood += 1 }
                }
            }
        }
        #expect(understood > 1000)
    }

    /// A circle that is larger than the Earth finds what has a place.
    ///
    /// It once ended the program.
    @Test func aCircleLargerThanTheEarth() throws {
        let world = try World()
        defer { world.application.stop(within: 1) }
        for radius in ["1e15km", "1e300km", "20100km"] {
            let reply = try world.get("/api/collections/pictures/facets?q=near:0,0,\(radius)")
            #expect(reply.status == 200, "\(radius): \(reply.text)")
        }
    }

    /// A list's own column `pages` is no number of pages of a picture.
    ///
    /// It once ended the program.
    @Test func aColumnCalledPages() throws {
        let world = try World()
        defer { world.application.stop(within: 1) }
        struct Page: Decodable {
            struct Item: Decodable { var id: String }
            var items: [Item]
        }
        let items = try world.get("/api/collections/list/items").decoded(Page.self).items
        #expect(items.count == 12)
        for item in items {
            #expect(try world.get("/api/collections/list/items/\(item.id)").status == 200)
        }
    }

    /// Numbers in bodies: of lists, of saved places, and in the reports of live sessions.
    @Test func numbersInBodies() throws {
        let world = try World()
        defer { world.application.stop(within: 1) }
        let router = world.application.router
        #expect(try check(world.application, .post, "/api/collections", #"{"name":"Sizes"}"#) == 201)
        let made = try APIClient.ask(
            router, .post, "/api/collections/sizes/items", body: Array(#"{"items":[{"width":3,"height":4}]}"#.utf8))
        struct Edited: Decodable {
            struct Item: Decodable { var id: String }
            var items: [Item]
        }
        let item = try #require(try made.decoded(Edited.self).items.first).id
        for number in Self.numbers {
            let path = "/api/collections/sizes/items"
            for body in [
                #"{"items":[{"width":\#(number),"height":4}]}"#,
                #"{"items":[{"width":3,"height":4}],"index":\#(number)}"#,
            ] {
                _ = try check(world.application, .post, path, body)
            }
            for body in [
                #"{"first":\#(number),"count":1,"to":0}"#, #"{"first":0,"count":\#(number),"to":0}"#,
                #"{"first":0,"count":1,"to":\#(number)}"#,
            ] {
                _ = try check(world.application, .patch, path, body)
            }
            _ = try check(world.application, .patch, "\(path)/\(item)", #"{"width":\#(number),"height":9}"#)
            for member in ["columns", "lead", "rowHeight", "zoomScale"] {
                let state = #"{"collection":"demo","layout":"grid","\#(member)":\#(number)}"#
                _ = try check(world.application, .put, "/api/state/numbers", state)
            }
            let inset = #"{"top":\#(number),"left":0,"bottom":0,"right":0}"#
            for part in [
                #""contentInset":\#(inset)"#, #""contentOffset":{"x":\#(number),"y":0}"#,
                #""anchor":{"item":"1","fractionX":\#(number),"fractionY":0}"#,
            ] {
                _ = try check(
                    world.application, .put, "/api/state/numbers", #"{"collection":"demo","layout":"grid",\#(part)}"#)
            }
            for member in ["report", "budget", "pixels", "room", "acknowledged"] {
                guard let report = try? SessionReport(json: #"{"\#(member)":\#(number),"plan":"width=9&height=9"}"#)
                else {
                    continue
                }
                var session = LiveSession()
                _ = session.handle([.report(report)], at: 0)
            }
        }
    }
}
