// Plans of a grid whose cells are too small for a tile each, and the tiles that these name.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import Platform

@Suite struct MosaicRouteTests {
    private static let base = "/api/collections/demo"
    private static let view = "width=800&height=600&spacing=4"

    /// The plan's members that a mosaic has besides.
    private struct Mosaic: Decodable {
        struct Cells: Decodable {
            var cell: Double
            var pitch: Double
            var isAll: Bool
        }

        struct Focus: Decodable {
            var item: String
            var fraction: Double
        }

        var mosaic: Cells?
        var zoomFocus: Focus?
    }

    private struct Cell: Decodable {
        var index: Int
        var item: String
        var name: String?
        var x: Double
        var y: Double
        var width: Double
        var height: Double
        var preview: String?
    }

    private struct Found: Decodable { var cell: Cell? }

    private static func pixels(_ bytes: [UInt8]) throws -> PixelBuffer {
        if bytes.first == 0xFF {
            var decoder = try JPEGDecoder(source: ByteSource(bytes))
            return try decoder.readAll()
        }
        var decoder = try PNGDecoder(source: ByteSource(bytes))
        return try decoder.readAll()
    }

    /// In the tiles' pixels, each cell has its item's colour where the plan's grid puts it.
    @Test(arguments: [(60, 1.0, 0), (60, 2, 17), (133, 1, 40), (400, 2, 3)])
    func cellsArePaintedWhereTheGridPutsThem(columns: Int, scale: Double, lead: Int) throws {
        let client = try APIClient(demo: 1_000_000)
        let collection = try #require(DemoCollection(count: 1_000_000))
        let query = "\(Self.view)&columns=\(columns)&scale=\(scale)&lead=\(lead)&y=1234.5&overscan=0"
        let reply = try client.get("\(Self.base)/plan?\(query)")
        let (plan, mosaic) = (try reply.plan(), try reply.decoded(Mosaic.self))
        let grid = GridLayout(count: 1_000_000, width: 800, columns: columns, spacing: 4, scale: scale, lead: lead)
        #expect(abs((mosaic.mosaic?.pitch ?? 0) - grid.pitch) < 1e-9 && plan.columns == columns && plan.lead == lead)
        #expect(!plan.tiles.isEmpty && plan.prefetch.isEmpty)
        var checked = 0
        for tile in plan.tiles {
            #expect(tile.url.hasPrefix("\(Self.base)/mosaic/\(tile.column)/\(tile.row)?columns=\(columns)&"))
            let pixels = try Self.pixels(try client.get(tile.url).body)
            #expect(pixels.width == Int(clamping: (tile.width * scale).rounded()))
            #expect(pixels.height == Int(clamping: (tile.height * scale).rounded()))
            let visible = try #require(plan.visible)
            for index in stride(from: visible.first, through: visible.last, by: 13) {
                let frame = grid.frame(of: index).scaled(by: scale)
                let (x, y) = (Int(clamping: frame.midX) - tile.column * 512, Int(clamping: frame.midY) - tile.row * 512)
                guard frame.width >= 3, (0..<pixels.width).contains(x), (0..<pixels.height).contains(y) else {
                    continue
                }
                let summary = try #require(collection.summary(at: index))
                let colour = try #require(summary.colour)
                let start = y * pixels.rowByteCount + x * pixels.format.channelCount
                let found = pixels.bytes[start..<start + 3].map { Int($0) }
                let expected = [16, 8, 0].map { Int(colour >> $0 & 255) }
                #expect(isNear(found, expected, within: 12), "item \(index): \(found), not \(expected)")
                checked += 1
            }
        }
        #expect(checked > 20 || grid.cell * scale < 3)
    }

    /// With its version an address is immutable; without it the answer has a tag, and is not sent again.
    @Test func tilesAreCached() throws {
        let client = try APIClient(demo: 5000)
        let tile = try #require(try client.get("\(Self.base)/plan?\(Self.view)&columns=100").plan().tiles.first)
        let reply = try client.get(tile.url)
        #expect(reply.status == 200 && reply.headers["Cache-Control"] == "public, max-age=31536000, immutable")
        let bare = String(tile.url.prefix(upTo: try #require(tile.url.range(of: "&v=")).lowerBound))
        let again = try client.get(bare)
        #expect(again.status == 200 && again.body == reply.body && again.headers["Cache-Control"] == "no-cache")
        let tag = try #require(again.headers["ETag"])
        #expect(try client.get(bare, [("if-none-match", tag)]).status == 304)
        #expect(try client.get("\(bare)&v=other").headers["Cache-Control"] == "no-cache")
    }

    /// All of 10⁹ pictures on one screen, in a handful of tiles.
    @Test func allOfAThousandMillion() throws {
        let client = try APIClient(demo: 1_000_000_000)
        let reply = try client.get("\(Self.base)/plan?\(Self.view)&columns=all")
        let (plan, mosaic) = (try reply.plan(), try reply.decoded(Mosaic.self).mosaic)
        #expect(plan.visible?.first == 0 && plan.visible?.last == 999_999_999 && mosaic?.isAll == true)
        #expect(plan.contentSize.height <= 600 && plan.contentSize.height > 590 && plan.tiles.count <= 4)
        // There is nothing further out.
        #expect(plan.minimumZoomScale == 1)
        let columns = try #require(plan.columns)
        let out = try client.get("\(Self.base)/plan?\(Self.view)&columns=\(columns)&toZoom=0.5").plan()
        #expect(out.columns == columns && out.zoomRemainder == 1)
    }

    /// In and out again about a point: the picture there stays there.
    @Test func zoomsKeepWhatIsUnderThePointer() throws {
        let client = try APIClient(demo: 1_000_000)
        var query = "columns=all"
        var (kept, zoom): (Mosaic.Focus?, String) = (nil, "")
        var (item, places): (String?, [Double]) = (nil, [])
        for factor in Array(repeating: 1.45, count: 8) + Array(repeating: 1 / 1.45, count: 12) {
            zoom = "&toZoom=\(factor)&focusX=333&focusY=222"
            if let kept { zoom += "&focusItem=\(kept.item)&focusFraction=\(kept.fraction)" }
            let reply = try client.get("\(Self.base)/plan?\(Self.view)&\(query)\(zoom)")
            let plan = try reply.plan()
            let focus = try reply.decoded(Mosaic.self).zoomFocus
            let found: Mosaic.Focus = try #require(focus)
            kept = found
            let place = "columns=\(plan.columns ?? 0)&lead=\(plan.lead ?? 0)&y=\(plan.contentOffset.y)"
            query = place
            let answer = try client.get("\(Self.base)/cell?\(Self.view)&\(place)&pointX=333&pointY=222")
            let cell = try #require(try answer.decoded(Found.self).cell)
            if cell.width >= 1 {
                item = item ?? cell.item
                #expect(cell.item == item, "at \(place)")
            }
            places.append(cell.width)
        }
        #expect(item != nil && (places.max() ?? 0) > 8 && abs((places.last ?? 0) - (places.min() ?? 1)) < 1e-3)
    }

    /// Steps of a wheel from a mosaic on lead into the picture that was under the pointer in the beginning, wherever that is.
    @Test(arguments: [(700.0, 420.0), (333, 222), (5, 590), (790, 300)])
    func zoomsLeadIntoWhatIsUnderThePointer(x: Double, y: Double) throws {
        let client = try APIClient(demo: 50_000)
        var place = "columns=93&y=120"
        let start = try #require(
            try client.get("\(Self.base)/cell?\(Self.view)&\(place)&pointX=\(x)&pointY=\(y)").decoded(Found.self).cell)
        var (kept, rest): (Mosaic.Focus?, Double) = (nil, 1)
        for step in 1...60 {
            var zoom = "&toZoom=\(1.284 * rest)&focusX=\(x)&focusY=\(y)"
            if let kept { zoom += "&focusItem=\(kept.item)&focusFraction=\(kept.fraction)" }
            let reply = try client.get("\(Self.base)/plan?\(Self.view)&\(place)\(zoom)")
            let plan = try reply.plan()
            if plan.layout == "item" {
                #expect(plan.anchor?.item == start.item, "after \(step) steps")
                return
            }
            kept = try reply.decoded(Mosaic.self).zoomFocus
            #expect(kept?.item == start.item, "at \(plan.columns ?? 0) columns")
            rest = plan.zoomRemainder ?? 1
            place = "columns=\(plan.columns ?? 0)&lead=\(plan.lead ?? 0)&y=\(plan.contentOffset.y)"
        }
        Issue.record("no picture is entered")
    }

    /// Wherever a finger comes down between pictures, there is one: a gap belongs to the cell before it.
    @Test(arguments: [1.0, 2, 3]) func gapsBelongToCells(scale: Double) throws {
        let client = try APIClient(demo: 1000)
        let query = "width=390&height=600&spacing=4&columns=15&scale=\(scale)"
        for x in stride(from: 150.0, to: 200, by: 0.5) {
            let place = "pointX=\(x)&pointY=201"
            #expect(
                try client.get("\(Self.base)/cell?\(query)&\(place)").decoded(Found.self).cell != nil, "at \(x)")
        }
    }

    /// Groups begin rows, below a rule; a zoom holds the column of the picture under the pointer, and its tiles say so.
    @Test func groupsHaveRules() throws {
        let folder = try TemporaryFolder()
        for (name, count) in [("a/", 1500), ("b/", 7), ("c/", 2500)] {
            for number in 0..<count {
                try folder.write("\(name)\(1000 + number).png", TinyImage.png(width: 9, height: 9))
            }
        }
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        let base = "/api/collections/\(collection.id)"
        let plan = try client.get("\(base)/plan?\(Self.view)&columns=45&group=folder&overscan=0").plan()
        #expect(plan.headings?.map(\.title) == ["a"] && (plan.headings?.first?.height ?? 99) <= 8)
        #expect(plan.tiles.allSatisfy { $0.url.contains("&group=folder") })
        let whole = try client.get("\(base)/plan?\(Self.view)&columns=all&group=folder").plan()
        #expect(whole.visible?.last == 4006 && whole.contentSize.height <= 600)
        let before = try client.get("\(base)/cell?\(Self.view)&y=400&columns=45&group=folder&pointX=402&pointY=160")
            .decoded(Found.self).cell
        let answer = try client.get(
            "\(base)/plan?\(Self.view)&y=400&columns=45&group=folder&toZoom=0.75&focusX=402&focusY=160")
        let zoomed = try answer.plan()
        #expect((zoomed.columns ?? 0) > 50)
        let tile = try #require(zoomed.tiles.first)
        #expect(tile.url.contains("&held="))
        #expect(try client.get(tile.url).status == 200)
        let after = try client.get(
            "\(base)/cell?\(Self.view)&y=400&columns=45&group=folder&toZoom=0.75&focusX=402&focusY=160&pointX=402&pointY=160"
        ).decoded(Found.self).cell
        // Farther from an end than the zoom moves it.
        #expect(before?.item != nil && before?.item == after?.item)
        // As the page asks about what it has painted: without saying how it came to be.
        let held = try #require(try JSONReader.value(of: answer.body)["mosaic"]?["held"]?.text)
        let painted = "\(Self.view)&y=\(zoomed.contentOffset.y)&columns=\(zoomed.columns ?? 0)&group=folder"
        let place = "pointX=402&pointY=160"
        let found = try client.get("\(base)/cell?\(painted)&held=\(held)&\(place)").decoded(Found.self).cell
        #expect(found?.item == before?.item)
        #expect(try client.get("\(base)/cell?\(painted)&\(place)").decoded(Found.self).cell?.item != before?.item)
    }

    /// What is under a point: nothing below the last picture.
    @Test func cells() throws {
        let client = try APIClient(demo: 1000)
        let query = "\(Self.view)&columns=50"
        let cell = try #require(try client.get("\(Self.base)/cell?\(query)&at=107").decoded(Found.self).cell)
        let frame = GridLayout(count: 1000, width: 800, columns: 50, spacing: 4).frame(of: 107)
        #expect(cell.index == 107 && abs(cell.x - frame.x) < 0.001 && abs(cell.y - frame.y) < 0.001)
        #expect(cell.name?.isEmpty == false)
        #expect(try client.get(try #require(cell.preview)).status == 200)
        #expect(try client.get("\(Self.base)/cell?\(query)&pointX=400&pointY=590").decoded(Found.self).cell == nil)
        #expect(try client.get("\(Self.base)/cell?\(query)&at=1000").decoded(Found.self).cell == nil)
        #expect(try client.get("\(Self.base)/cell?\(query)&pointX=4").problem(400).parameter == "pointY")
        #expect(try client.get("\(Self.base)/cell?\(query)&pointz=4").problem(400).parameter == "pointz")
    }

    /// In groups whose last rows are not full, the one below is the nearest of the next row; an item is found wherever it is.
    @Test func cellsBelow() throws {
        let folder = try TemporaryFolder()
        for (name, count) in [("a/", 70), ("b/", 3), ("c/", 110)] {
            for number in 0..<count { try folder.write("\(name)\(1000 + number).png") }
        }
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        let query = "/api/collections/\(collection.id)/cell?\(Self.view)&columns=45&group=folder"
        func index(_ place: String) throws -> Int? {
            try client.get("\(query)&\(place)").decoded(Found.self).cell?.index
        }
        // a: rows of 45 and 25; b: one of 3; c: rows of 45, 45 and 20.
        for (from, rows, to) in [
            (0, 1, 45), (44, 1, 69), (45, 1, 70), (60, 1, 72), (72, 1, 75), (70, 1, 73), (0, 3, 73), (44, 3, 117),
            (73, -1, 70), (117, -1, 72), (72, -1, 47), (70, -2, 0), (0, -1, 0), (182, 1, 182), (170, 0, 170),
            (0, 1000, 163), (150, 1, 182),
        ] {
            #expect(try index("at=\(from)&below=\(rows)") == to, "\(rows) below \(from)")
        }
        let item = try #require(try client.get("\(query)&at=100").decoded(Found.self).cell?.item)
        #expect(try index("at=3&on=\(item)") == 100)
        #expect(try index("at=3&on=gone") == 3)
        #expect(try client.get("\(query)&at=3&below=x").problem(400).parameter == "below")
        #expect(try client.get("\(query)&at=3&held=1").problem(400).parameter == "held")
    }

    /// Whatever is wrong with an address is named.
    @Test(arguments: [
        ("width=800", "columns"), ("columns=100", "width"), ("width=800&columns=100&cell=4", "columns"),
        ("width=800&columns=4", "columns"), ("width=800&cell=100", "cell"), ("width=800&columns=0", "columns"),
        ("width=800&columns=1000001", "columns"), ("width=800&columns=100&lead=-1", "lead"),
        ("width=800&columns=100&side=513", "side"), ("width=800&columns=100&zoom=0.5", "zoom"),
        ("width=800&columns=100&held=1", "held"), ("width=800&columns=100&held=1,x", "held"),
        ("width=800&columns=100&order=colours", "order"), ("width=800&columns=100&group=folder", "group"),
        ("width=800&column=100", "column"), ("width=nan&columns=100", "width"),
        ("width=800&columns=100&ground=fff", "ground"), ("width=800&columns=100&ground=-00001", "ground"),
        ("width=800&columns=100&ground=%23fafaf", "ground"), ("width=800&columns=100&ground=fafafg", "ground"),
    ]) func refusals(query: String, name: String) throws {
        let problem = try APIClient(demo: 1000).get("\(Self.base)/mosaic/0/0?\(query)").problem(400)
        #expect(problem.parameter == name)
    }

    /// A plan that is told the page's ground names tiles that are painted on it, on HTTP as in a session; others are transparent
    /// where there is no cell.
    @Test func tilesAreOnTheGround() throws {
        let client = try APIClient(demo: 990)
        let query = "\(Self.view)&columns=50"
        for (ground, sample) in [("FAFAFA", 250), ("101010", 16)] {
            let tile = try #require(
                try client.get("\(Self.base)/plan?\(query)&ground=\(ground)").plan().tiles.first { $0.column == 1 })
            #expect(tile.url.contains("&ground=\(ground.lowercased())&"))
            let reply = try client.get(tile.url)
            #expect(reply.headers["Content-Type"] == "image/jpeg")
            // Behind the last item there is nothing but the ground.
            let pixels = try Self.pixels(reply.body)
            let last = pixels.bytes.suffix(3).map { Int($0) }
            #expect(isNear(last, [sample, sample, sample], within: 3), "\(last)")
        }
        let bare = try #require(try client.get("\(Self.base)/plan?\(query)").plan().tiles.first { $0.column == 1 })
        #expect(!bare.url.contains("ground"))
        #expect(try client.get(bare.url).headers["Content-Type"] == "image/png")
        #expect(try client.get("\(Self.base)/plan?\(query)&ground=white").problem(400).parameter == "ground")
    }

    @Test func whatIsNotThere() throws {
        let client = try APIClient(demo: 1000)
        for place in ["2/0", "0/9", "999999999/0"] {
            _ = try client.get("\(Self.base)/mosaic/\(place)?width=800&columns=100").problem(404)
        }
        _ = try client.get("\(Self.base)/mosaic/-1/0?width=800&columns=100").problem(400)
        let cell = try client.get("\(Self.base)/mosaic/0/0?width=800&cell=4")
        let columns = try client.get("\(Self.base)/mosaic/0/0?width=800&columns=200")
        #expect(cell.status == 200 && cell.body == columns.body)
        // A tile of any size and place is answered, or refused, without a stop.
        for query in ["width=1&columns=1000000", "width=100000&columns=1000000&scale=10&side=2048&zoom=1000"] {
            _ = try client.get("\(Self.base)/mosaic/0/0?\(query)")
        }
    }
}
