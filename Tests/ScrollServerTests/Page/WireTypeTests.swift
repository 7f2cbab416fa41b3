// The types of the page, held against what the server says.

import Foundation
import Testing

@testable import Catalog
@testable import Charts
@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer
@testable import Tiles

@Suite(.needs(.node), .needs(.tsc)) struct WireTypeTests {
    /// Members that no sample has.
    ///
    /// A picture has a progress only while a large file is read.
    private static let rare = ["ItemDetails.progress"]

    /// Whatever is sent is of its type, and whatever a type has is sent.
    @Test func typesAreWhatIsSent() throws {
        var samples = WireSamples()
        for source in MatrixSource.all {
            let world = try MatrixWorld(source, MatrixFolder())
            try samples.askAll(source.id, world.bytes)
            let layouts = source.isChart ? ["slides"] : ["grid", "justified", "stack", "strip", "pages"]
            let places = layouts.flatMap { layout in
                ["200", "200&y=30&x=30", "240", "240&badges=true&order=date", "240&columns=all"].map {
                    "layout=\(layout)&height=150&width=\($0)"
                }
            }
            try samples.listen(to: world.socket(), places + ["width=no"])
        }
        try samples.askAboutOddFiles()
        try samples.askWhileFilesAreCompared()
        try samples.askAboutCharts()
        try samples.askAboutPages()
        try samples.askAboutProgram()
        try samples.editList()
        try samples.selectItems()
        try samples.editManyItems()
        try samples.saveStates()
        try samples.fling()
        try samples.takeRareMessages()
        let (errors, unseen) = try samples.judge()
        #expect(samples.count > 100)
        #expect(errors.isEmpty, "\(errors.count) of \(samples.count): \(errors.prefix(8).joined(separator: "\n"))")
        #expect(unseen == Self.rare, "in wire.d.ts, but never sent")
    }

    /// Each of these differs from what is sent in one respect.
    @Test func whatIsWrongIsFound() throws {
        var samples = WireSamples()
        let wrong = [
            #"{"revision":1,"cell":null,"more":1}"#, #"{"revision":1}"#, #"{"revision":"1","cell":null}"#,
            #"{"revision":1,"cell":{"index":0,"item":"a","name":null,"x":0,"y":0,"width":1}}"#,
            #"{"revision":1,"cell":{"index":0,"item":"a","name":null,"x":0,"y":0,"width":1,"height":1,"preview":null}}"#,
        ]
        try samples.add("CellAnswer", Array(#"{"revision":1,"cell":null}"#.utf8), of: "nothing")
        for json in wrong { try samples.add("CellAnswer", Array(json.utf8), of: json) }
        let (errors, unseen) = try samples.judge()
        #expect(errors.count == wrong.count, "\(errors)")
        for (error, json) in zip(errors, wrong) { #expect(error.contains(json)) }
        #expect(unseen.contains("Plan.tiles") || unseen.contains("PlanBase.tiles"))
    }

    /// `.ci/embed-schemas` was run after the last change of the types.
    @Test func schemasAreOfTheseTypes() throws {
        let run = try ToolRun("node", [WireSamples.folder.appendingPathComponent("schemas.cjs").path])
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        try #require(run.status == 0 && lines.allSatisfy { $0.count == 2 }, "\(run.output.prefix(1000))")
        let schemas = Dictionary(lines.map { ($0[0], $0[1]) }) { first, _ in first }
        #expect(schemas == WireSchemas.all, "run .ci/embed-schemas")
    }

    /// The server reads each member of a report.
    @Test func reportsAreRead() throws {
        let members = [
            #""budget":1"#, #""pixels":2"#, #""room":3"#, #""acknowledged":4"#, #""bands":true"#, #""sheets":true"#,
            #""holds":{"/api/collections/demo/tiles/lfl/1/0/0?v=2":18250}"#, #""report":1,"plan":"width=9&height=9""#,
        ]
        func report(_ members: [String]) throws -> SessionReport {
            try SessionReport(json: "{\(members.joined(separator: ","))}")
        }
        let all = try report(members)
        for place in members.indices {
            var others = members
            others.remove(at: place)
            #expect(try report(others) != all, "\(members[place]) is not read")
        }
        var samples = WireSamples()
        try samples.add("Report", Array("{\(members.joined(separator: ","))}".utf8), of: "the page")
        let (errors, unseen) = try samples.judge()
        #expect(errors.isEmpty, "\(errors)")
        #expect(!unseen.contains { $0.hasPrefix("Report.") })
    }
}

// MARK: What is not seen in the matrix

extension WireSamples {
    /// A video with a length, a picture with a position, a rating and a companion, and one of another format than its name says.
    fileprivate mutating func askAboutOddFiles() throws {
        let files = try TemporaryFolder()
        try files.write("a.jpg", JPEGEncoder.encode(Self.grey(120, 90), quality: 80))
        try files.write("a.xmp", Array(Self.sidecar.utf8))
        try files.write("large.jpg", JPEGEncoder.encode(Self.grey(2000, 1200), quality: 80))
        try files.write("misnamed.jpg", TinyImage.png())
        try files.write("film.webm", Self.film)
        try files.write("live.jpg", MotionPhotoFile.microVideo(MotionPhotoFile.tinyFilm))
        let page = TIFFBuilder(width: 90, height: 90, sampleCount: 1, photometric: 1)
        let grey = [UInt8](repeating: 90, count: 90 * 90)
        try files.write("stack.tif", page.file(grey, [(page, grey), (page, grey)]))
        // Three pages that are channels, and more than 256 shades.
        var channel = page
        channel.texts[270] =
            #"<OME><Image><Pixels DimensionOrder="XYCZT" SizeC="3" SizeZ="1" SizeT="1"><Channel Name="DAPI"/>"#
            + #"<Channel Name="FITC"/><Channel Name="Cy5"/></Pixels></Image></OME>"#
        try files.write("channels.ome.tif", channel.file(grey, [(page, grey), (page, grey)]))
        try files.write("deep.pgm", Array("P5\n4 4\n65535\n".utf8) + Array(repeating: 7, count: 32))
        try files.write("map.tif", ScaledTIFF.map.bytes)
        try files.write("sub/deep/b.png")
        let bench = try SessionRouteTests.Bench(try files.scanned())
        try annotate(bench.client.value)
        for _ in 0..<2 { try askAll("f") { try bench.client.value.get($0) } }
        try ask("Plan", "/api/collections/f/plan?width=200&height=150&layout=plane&fieldX=gps") {
            try bench.client.value.get($0)
        }
        let sizes = ["width=200&height=9000", "width=240&height=9000"]
        for order in ["name", "size"] {
            try listen(
                to: bench.connect().socket, sizes.map { "\($0)&layout=stack&fit=cover&badges=true&order=\(order)" })
        }
    }

    /// A folder of which a query asks which files are equal, before anything has compared them; they are a stack.
    fileprivate mutating func askWhileFilesAreCompared() throws {
        let files = try TemporaryFolder()
        for name in ["a_z0.png", "a_z1.png", "a_z2.png"] { try files.write(name) }
        let client = try APIClient([try files.scanned()])
        for query in ["q=is:duplicate", "layout=pages&align=start&index=1"] {
            try ask("Plan", "/api/collections/f/plan?width=200&height=150&\(query)") { try client.get($0) }
        }
        try ask("CollectionDetails", "/api/collections/f") { try client.get($0) }
    }

    /// What a reader notes about all of these files.
    private mutating func annotate(_ client: APIClient) throws {
        let path = "/api/collections/f/annotations"
        let all = #"{"all":true,"flag":"pick","label":"red","rating":4,"keywords":{"add":["a"],"remove":["b"]}}"#
        let noted = try client.ask(.patch, path, body: Array(all.utf8)).body
        try add("Annotated", noted, of: path)
        let best = #"{"all":true,"flag":"best","dryRun":true}"#
        try add("Annotated", client.ask(.patch, path, body: Array(best.utf8)).body, of: path)
        for step in ["undo", "redo"] {
            try add("Annotated", client.ask(.post, "\(path)/\(step)").body, of: "\(path)/\(step)")
        }
        // What was changed later stays.
        let edit = try #require(JSONReader.value(of: noted)["edit"]?.integer)
        _ = try client.ask(.patch, path, body: Array(#"{"all":true,"rating":2}"#.utf8))
        try add("Annotated", client.ask(.post, "\(path)/undo?edit=\(edit)").body, of: "\(path)/undo?edit")
        _ = try client.ask(.post, "\(path)/undo")
    }

    private static func grey(_ width: Int, _ height: Int) -> PixelBuffer {
        PixelBuffer(
            width: width, height: height, format: .rgb, bytes: [UInt8](repeating: 128, count: width * height * 3))
    }

    private static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,8.25N"
        exif:GPSLongitude="11,34.5E" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
        """

    /// The header of a WebM of 83 seconds (RFC 9559 §5.1.2.10).
    private static let film: [UInt8] = {
        func element(_ id: [UInt8], _ contents: [UInt8]) -> [UInt8] { id + [0x80 | UInt8(contents.count)] + contents }
        let duration = element([0x44, 0x89], [0x47, 0xA2, 0x1C, 0x00])
        let size = element([0xB0], [64]) + element([0xBA], [36])
        return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], [UInt8]("webm".utf8)))
            + element(
                [0x18, 0x53, 0x80, 0x67],
                element([0x15, 0x49, 0xA9, 0x66], duration)
                    + element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], element([0xE0], size))))
    }()

    /// A chart with marks, bad rows and large numbers, one of a long table, and one whose table is still being read.
    fileprivate mutating func askAboutCharts() throws {
        let rows = (0..<40).map { "2024-03-01T\($0 < 10 ? "0" : "")\($0 / 2):00:00Z,\($0),9007199254740993\($0)" }
        let table = try TableFile((["t,a,b"] + rows + ["no,1,2", ""]).joined(separator: "\n"))
        let marks = try TableFile("t,what\n2024-03-01T01:00:00Z,one\n2024-03-01T01:00:01Z,two\n")
        let trees = try TableFile(
            "day,tree,height,walk\n2024-03-01,oak,1,PT1H2M3S\n2024-03-01,elm,2,PT45M30S\n2024-03-02,oak,3,PT59M30S\n")
        // Two pictures at times of the table, and one that is not there.
        let times = "path,when\na.png,2024-03-01T02:30\nb.png,2024-03-01T03:00\nc.png,2024-03-01T03:00\n"
        let shots = try TableFile(times, as: "shots.csv")
        for name in ["a.png", "b.png"] { try shots.folder.write(name) }
        let options = ["--marks=\(marks.path)", "--cache-limit=0", "--with=\(table.path)", trees.path, shots.path]
        let sources = try CollectionSources(try Options(options))
        defer { sources.cancel() }
        let series = try #require(sources.collections.first?.series)
        try #require(series.comesTrue { series.status.isComplete })
        _ = sources.start()
        let client = try APIClient(sources.collections)
        for collection in sources.collections.prefix(2) { try askAll(collection.id) { try client.get($0) } }
        sources.collections[2].measure([0, 1, 2])
        let below = "/api/collections/\(sources.collections[0].id)/plan?width=600&height=400&with=shots&point=4"
        try ask("Plan", below) { try client.get($0) }
        let keys = "/api/collections/\(sources.collections[1].id)/table?keyColumn=tree"
        // Another choice of columns is read anew, behind the first answer; the values of its key come last.
        try #require(
            try eventually {
                let values = try JSONReader.value(of: client.get(keys).body)["keys"]?["values"]
                return values?.elements.isEmpty == false
            })
        try ask("Table", keys) { try client.get($0) }
        let description = SeriesDescription(lines: ["a"], xKind: .time, xName: "x")
        let unread = Series(name: "unread", publication: SeriesPublication(description))
        let chart = ChartCollection(unread, id: "unread", name: "Unread", source: "unread", notice: "It is still read")
        let other = try APIClient([chart])
        try askAll("unread") { try other.get($0) }
    }

    /// A source that comes page by page: before its first page, while that comes, and after it.
    fileprivate mutating func askAboutPages() throws {
        let hand = HandTimer()
        let feed = try #require(EndlessFeed(timer: hand.timer))
        let client = try APIClient([feed])
        for _ in 0..<12 {
            try ask("CollectionDetails", "/api/collections/endless-feed") { try client.get($0) }
            for layout in ["grid", "strip"] {
                let query = "width=200&height=150&x=1e9&y=1e9&layout=\(layout)"
                try ask("Plan", "/api/collections/endless-feed/plan?\(query)") { try client.get($0) }
            }
            hand.advance(1)
        }
    }

    /// The program itself, and the list of collections of a server that is read-only.
    fileprivate mutating func askAboutProgram() throws {
        let files = try TemporaryFolder()
        try files.write("a.png")
        let about = AboutRoute.Setting(reads: ["/home/a/b"], cache: ("/home/a/cache", 1), stateFolder: "/home/a/state")
        for tellsPaths in [false, true] {
            let setting = Router.Setting(
                isReadOnly: true, unshown: [UnshownPath(name: "a", reason: "it is not there")], tellsPaths: tellsPaths,
                about: tellsPaths ? about : AboutRoute.Setting())
            let wiring = try Wiring(
                [try files.scanned()], page: .program,
                pipeline: TilePipeline(
                    maker: PictureTileMaker(), memory: MemoryCache(byteLimit: 1 << 20, aheadLimit: 1 << 18), disk: nil,
                    workers: 1, byteLimit: 1 << 20, atlas: Atlas()),
                pool: WorkerPool(threads: 1), Wiring.Setting(routes: setting))
            defer { wiring.stop() }
            try ask("About", "/api/about") { try APIClient.ask(wiring.router, .get, $0) }
            try askAll("f") { try APIClient.ask(wiring.router, .get, $0) }
        }
    }

    /// What has changed in a list since a revision.
    fileprivate mutating func editList() throws {
        let client = try APIClient(demo: 9)
        func edit(_ method: HTTP.Method, _ target: String, _ body: String) throws {
            let reply = try client.ask(method, "/api/collections\(target)", body: Array(body.utf8))
            try #require((200..<300).contains(reply.status), "\(target): \(reply.text)")
        }
        try edit(.post, "", #"{"name":"Picks"}"#)
        let boxes = (1...6).map { #"{"width":30,"height":\#(20 + $0)}"# }.joined(separator: ",")
        try edit(.post, "/picks/items", #"{"items":[\#(boxes)]}"#)
        let path = "/api/collections/picks"
        let before = try ask("CollectionDetails", path) { try client.get($0) }
        let revision = try #require(before["revision"]?.integer)
        try edit(.patch, "/picks/items", #"{"first":0,"count":2,"to":3}"#)
        for since in [revision, 0] {
            try ask("Plan", "\(path)/plan?width=100&height=500&layout=stack&since=\(since)") { try client.get($0) }
        }
    }

    /// States as the page saves them.
    fileprivate mutating func saveStates() throws {
        let client = try APIClient(demo: 3)
        let full = """
            {"collection":"demo","layout":"grid","columns":5,"lead":2,"order":"-name","group":"month","q":"a","item":"k",\
            "rowHeight":90.5,"zoomScale":1,"contentInset":{"top":44,"left":0,"bottom":0,"right":0},\
            "contentOffset":{"x":0,"y":9.5},"anchor":{"item":"k","fractionX":0,"fractionY":0.25}}
            """
        for (name, state) in [("full", full), ("bare", #"{"collection":"demo","layout":"stack"}"#)] {
            let reply = try client.ask(.put, "/api/state/\(name)", body: Array(state.utf8))
            try #require(reply.status == 201, "\(reply.text)")
            try ask("State", "/api/state/\(name)") { try client.get($0) }
        }
        // A page sends all members.
        try add("State", Array(full.utf8), of: "the page")
        try ask("Collections", "/api/collections") { try client.get($0) }
    }

    /// Bands and contact sheets, in a collection whose colours are known.
    fileprivate mutating func fling() throws {
        let collection = SessionRouteTests.pictures(9000)
        let bench = try SessionRouteTests.Bench(collection)
        for item in collection.summaries(in: 0..<9000) {
            bench.client.value.pipeline.atlas.note(colour: 0x80_4020, of: item, in: collection.source)
        }
        let layouts = ["grid&columns=25", "justified", "stack"]
        let places = layouts.flatMap { layout in
            [0, 4000, 4030].map { "width=800&height=600&layout=\(layout)&y=\($0)" }
        }
        try listen(to: bench.connect().socket, places)
    }

    /// What a session says when something goes wrong, by the functions that write it.
    fileprivate mutating func takeRareMessages() throws {
        try add("NumbersMessage", SessionMessage.numbers([("/a?v=1", 1)]), of: "a reconnection")
        try add("DropMessage", SessionMessage.drop([4, 5]), of: "a full budget")
        for seconds in [nil, 2] {
            let message = SessionMessage.failure(number: 7, "its file has gone", retryAfter: seconds)
            try add("FailedMessage", message, of: "a file that has gone")
        }
    }
}
