// What is seen stays where it is, whatever comes and goes around it.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Platform

@Suite struct SeenRowsTests {
    /// What a client has of a plan, over HTTP or on a session.
    private struct Seen {
        var revision = 0
        var offset = (x: 0.0, y: 0.0)
        var anchor: (item: String, x: Double, y: Double, rounding: Double) = ("", 0, 0, 0)
        var rows: String?
        /// The frames of pictures as painted, without what is cut off, by their item: of those with several tiles, the
        /// first one's.
        var frames: [String: Rect] = [:]
        /// Where the lowest tile ends.
        var bottom = -Double.infinity
        var indices: [String: Int] = [:]
        var visible = 0..<0
        var lead = 0

        init(_ plan: JSONValue, tiles: [JSONValue]) {
            revision = plan["revision"]?.integer ?? 0
            offset = (plan["contentOffset"]?["x"]?.number ?? .nan, plan["contentOffset"]?["y"]?.number ?? .nan)
            let (x, y) = (plan["anchor"]?["x"]?.number, plan["anchor"]?["y"]?.number)
            let rounding = plan["anchor"]?["rounding"]?.number
            anchor = (plan["anchor"]?["item"]?.text ?? "", x ?? .nan, y ?? .nan, rounding ?? .nan)
            rows = plan["rows"]?.elements.compactMap(\.text).joined(separator: ",")
            lead = plan["lead"]?.integer ?? 0
            visible = (plan["visible"]?["first"]?.integer ?? 0)..<(plan["visible"]?["last"]?.integer ?? -1) + 1
            for tile in tiles {
                guard let item = tile["item"]?.text, let x = tile["x"]?.number, let y = tile["y"]?.number,
                    let width = tile["width"]?.number, let height = tile["height"]?.number
                else { continue }
                func cut(_ side: String) -> Double { tile["clip"]?[side]?.number ?? 0 }
                bottom = max(bottom, y + height - cut("bottom"))
                guard tile["column"]?.integer ?? 0 == 0, tile["row"]?.integer ?? 0 == 0 else { continue }
                frames[item] = Rect(
                    minX: x + cut("left"), minY: y + cut("top"), maxX: x + width - cut("right"),
                    maxY: y + height - cut("bottom"))
                indices[item] = tile["index"]?.integer
            }
        }

        /// The query for the same place, moved, as the page asks.
        func query(_ base: String, dx: Double = 0, dy: Double = 0) -> String {
            let place = "&x=\(offset.x + dx)&y=\(offset.y + dy)&anchor=\(anchor.item)"
            let corner =
                "&anchorX=\(anchor.x - dx)&anchorY=\(anchor.y - dy)&anchorRounding=\(anchor.rounding)&revision=\(revision)"
            return base + place + corner + (rows.map { "&rows=\($0)" } ?? "")
        }
    }

    /// Asks for plans, over HTTP or on one session.
    private final class Reader {
        let bench: SessionRouteTests.Bench
        private let session: MatrixSession?

        init(_ collection: StagedGroups, isLive: Bool) throws {
            bench = try SessionRouteTests.Bench(collection)
            session =
                isLive
                ? MatrixSession(try WebSocketClient(port: bench.port, path: "/api/collections/staged/session")) : nil
        }

        func look(_ query: String) throws -> Seen {
            if let session {
                let shown = try session.look(query)
                #expect(shown.problem == nil)
                return Seen(shown.place, tiles: Array(shown.tiles.values))
            }
            let reply = try bench.client.value.get("/api/collections/staged/plan?\(query)")
            #expect(reply.status == 200, "\(reply.text)")
            let plan = try JSONReader.value(of: reply.body)
            return Seen(plan, tiles: plan["tiles"]?.elements ?? [])
        }
    }

    private static let layouts = [
        "layout=grid", "layout=grid&group=folder", "layout=justified", "layout=justified&group=folder",
    ]
    /// Sizes as cameras give them: in most windows their lengths are fractions of a point.
    private static let photographs = [(4032, 3024), (3024, 4032), (6000, 4000), (1920, 1080), (1000, 667)].map {
        PixelSize(width: $0.0, height: $0.1)
    }
    private static let base = "width=900&height=500&spacing=4&overscan=120&"

    private static func collection(_ sizes: [PixelSize] = []) -> StagedGroups {
        StagedGroups(
            groups: (0..<9).map { (number: $0 * 10, count: [400, 3, 90, 33, 250, 1, 120, 60, 200][$0]) }, sizes: sizes)
    }

    /// Readers who scroll and stop while items come and go above and below: nothing that they see moves, neither down nor
    /// sideways.
    @Test(arguments: layouts, [false, true]) func insertionsMoveNothing(layout: String, isLive: Bool) throws {
        var numbers = SeededNumbers(state: 42)
        let collection = Self.collection()
        let reader = try Reader(collection, isLive: isLive)
        let query = Self.base + layout
        var seen = try reader.look(query + "&y=9000")
        var faults: [String] = []
        for step in 0..<120 {
            let (first, last) = (seen.visible.lowerBound, seen.visible.upperBound)
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0, 1:
                collection.insert(
                    Int.random(in: 1...4, using: &numbers), at: max(0, first - Int.random(in: 1...40, using: &numbers)))
            case 2: if first > 50 { collection.remove(at: first - Int.random(in: 1...40, using: &numbers)) }
            case 3:
                collection.insert(
                    Int.random(in: 1...4, using: &numbers),
                    at: min(collection.status.count, last + Int.random(in: 1...9, using: &numbers)))
            default: break
            }
            let dy = step % 3 == 0 ? Double(Int.random(in: -160...160, using: &numbers)) : 0
            let next = try reader.look(seen.query(query, dy: dy))
            for (item, frame) in seen.frames {
                guard let index = seen.indices[item], seen.visible.contains(index), let now = next.frames[item] else {
                    continue
                }
                let moved = max(
                    abs(now.minX - frame.minX), abs(now.minY - frame.minY + dy), abs(now.width - frame.width))
                if moved > 0.01 { faults.append("step \(step): \(item) \(frame) is at \(now), scrolled by \(dy)") }
            }
            if next.frames.keys.filter({ seen.frames[$0] != nil }).isEmpty {
                faults.append("step \(step): nothing is left")
            }
            seen = next
        }
        #expect(faults.isEmpty, "\(faults.prefix(3))")
    }

    /// The same with photographs in windows of phones and laptops: not one is painted a pixel beside where it was.
    @Test(
        arguments: layouts + ["layout=stack", "layout=strip"],
        [(390.0, 3.0), (1003, 1), (1003, 1.25), (1280, 2), (777, 1.5)])
    func notByAPixel(layout: String, window: (width: Double, scale: Double)) throws {
        for isLive in [false, true] {
            var numbers = SeededNumbers(state: 42)
            let collection = Self.collection(Self.photographs)
            let reader = try Reader(collection, isLive: isLive)
            let query = "width=\(window.width)&height=800&scale=\(window.scale)&\(layout)"
            let isStrip = layout.hasSuffix("strip")
            var seen = try reader.look(query + (isStrip ? "&x=90000" : "&y=9000"))
            var faults: [String] = []
            for step in 0..<40 {
                let first = seen.visible.lowerBound
                if step % 4 == 3, first > 9 {
                    collection.remove(at: first - Int.random(in: 1...9, using: &numbers))
                } else {
                    collection.insert(
                        Int.random(in: 1...3, using: &numbers), at: Int.random(in: 0..<first, using: &numbers))
                }
                // Whole pixels, as a browser scrolls.
                let moved = step % 3 == 0 ? Double(Int.random(in: -300...300, using: &numbers)) / window.scale : 0
                let (dx, dy) = isStrip ? (moved, 0) : (0, moved)
                let next = try reader.look(seen.query(query, dx: dx, dy: dy))
                var stayed = 0
                for (item, frame) in seen.frames {
                    guard let index = seen.indices[item], seen.visible.contains(index), let now = next.frames[item]
                    else {
                        continue
                    }
                    stayed += 1
                    let away = max(
                        abs(now.minX - frame.minX + dx), abs(now.minY - frame.minY + dy),
                        abs(now.maxX - frame.maxX + dx), abs(now.maxY - frame.maxY + dy))
                    if away > 0.01 { faults.append("step \(step), live \(isLive): \(item) \(frame) is at \(now)") }
                }
                if stayed == 0 { faults.append("step \(step), live \(isLive): nothing is left") }
                seen = next
            }
            #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(3))")
        }
    }

    /// The top of a column is its first picture's, and its end the last one's, however its content was pushed.
    @Test func theEndsStayEnds() throws {
        let collection = Self.collection(Self.photographs)
        let reader = try Reader(collection, isLive: true)
        let query = "width=1003&height=800&layout=stack"
        var seen = try reader.look(query + "&y=20000")
        for _ in 0..<9 {
            collection.insert(1, at: 2)
            seen = try reader.look(seen.query(query))
            #expect(seen.anchor.rounding >= -0.5 && seen.anchor.rounding < 0.5)
            let top = try reader.look(seen.query(query, dy: -1e6))
            #expect(top.offset.y == 0)
            #expect(top.frames.values.map(\.minY).min() == 0)
            let end = try reader.look(seen.query(query, dy: 1e8))
            #expect(abs(end.bottom - 800) <= 0.5)
            _ = try reader.look(seen.query(query))
        }
    }

    /// Items that come and go in view: rows above the first change stay.
    @Test(arguments: layouts, [false, true]) func changesInViewMoveWhatIsBelow(layout: String, isLive: Bool) throws {
        var numbers = SeededNumbers(state: 7)
        let collection = Self.collection()
        let reader = try Reader(collection, isLive: isLive)
        let query = Self.base + layout
        for step in 0..<40 {
            let seen = try reader.look(query + "&y=\(Double(step * 250))")
            let rows = Dictionary(grouping: seen.frames.filter { seen.visible.contains(seen.indices[$0.key] ?? -1) }) {
                $0.value.minY
            }
            let tops = rows.keys.sorted()
            guard tops.count > 2, let edited = rows[tops[1]]?.compactMap({ seen.indices[$0.key] }).sorted()[0] else {
                continue
            }
            if Bool.random(using: &numbers) {
                collection.insert(1, at: edited + 1)
            } else {
                collection.remove(at: edited)
            }
            let next = try reader.look(seen.query(query))
            for (item, frame) in rows[tops[0]] ?? [] { #expect(next.frames[item] == frame, "step \(step)") }
        }
    }

    /// The item at the top goes, and others above it: what was beside it stays.
    @Test(arguments: [false, true]) func theAnchorGoes(isLive: Bool) throws {
        let collection = Self.collection()
        let reader = try Reader(collection, isLive: isLive)
        let query = Self.base + "layout=grid"
        let seen = try reader.look(query + "&y=9050")
        let first = seen.visible.lowerBound
        for _ in 0..<7 { collection.remove(at: first - 20) }
        collection.remove(at: first - 7)
        let next = try reader.look(seen.query(query))
        let below = try #require(seen.indices.first { $0.value == first + 1 }).key
        // Over HTTP only the items that begin rows are known.
        if isLive { #expect(next.frames[below]?.minY == seen.frames[below]?.minY) }
        #expect(next.offset.y.isFinite && next.offset.y > 0)
    }

    /// Where the first row has had to begin behind empty cells, it keeps its place and its columns when items come before
    /// it and within what is seen, at once.
    @Test(arguments: ["layout=grid", "layout=grid&group=folder"], 1...3)
    func aFirstRowBehindEmptyCells(layout: String, many: Int) throws {
        let collection = Self.collection()
        let reader = try Reader(collection, isLive: true)
        let query = Self.base + layout
        var seen = try reader.look(query + "&y=300")
        collection.insert(many, at: 0)
        seen = try reader.look(seen.query(query))
        seen = try reader.look(seen.query(query, dy: -400))
        let first = try #require(seen.frames.first { seen.indices[$0.key] == 0 }).value
        #expect(seen.visible.lowerBound == 0 && first.minX > 200)
        let start = seen.frames.filter { (seen.indices[$0.key] ?? .max) < many }
        collection.insert(2, at: many)
        collection.insert(1, at: 0)
        let next = try reader.look(seen.query(query))
        for (item, frame) in start { #expect(next.frames[item] == frame, "\(item)") }
    }

    /// What is not looked at any more is laid out as for a reader who comes.
    @Test(arguments: [false, true]) func whatNobodySeesSettles(isLive: Bool) throws {
        let collection = Self.collection()
        let reader = try Reader(collection, isLive: isLive)
        let query = Self.base + "layout=grid"
        let seen = try reader.look(query + "&y=9000")
        collection.insert(1, at: 0)
        let held = try reader.look(seen.query(query))
        #expect(held.lead > 0)
        // Still, at the same revision.
        let still = try reader.look(held.query(query, dy: -40))
        #expect(still.lead == held.lead)
        if isLive {
            // A phone's bar slides away: the viewport has another height.
            let place = "&anchor=\(still.anchor.item)&fractionX=0&fractionY=0.25"
            let taller = try reader.look("width=900&height=560&spacing=4&overscan=120&layout=grid\(place)")
            #expect(taller.lead == held.lead)
            _ = try reader.look(still.query(query))
        }
        let far = try reader.look(still.query(query, dy: -3000))
        #expect(far.lead == 0)
        let again = try reader.look(far.query(query, dy: -10))
        #expect(again.lead == 0)
    }

    /// An item that only changes its place does not take the view with it.
    @Test func renamedItemsLeaveTheView() throws {
        let collection = Self.collection()
        let reader = try Reader(collection, isLive: true)
        let query = Self.base + "layout=grid"
        let seen = try reader.look(query + "&y=9000")
        collection.move(from: seen.visible.lowerBound, to: 1000)
        let next = try reader.look(seen.query(query))
        let kept = seen.frames.filter { next.frames[$0.key] != nil }
        #expect(kept.count > seen.frames.count / 2)
        #expect(abs(next.offset.y - seen.offset.y) < 500)
    }

    @Test func badRows() throws {
        let client = try APIClient([Self.collection()])
        let query = "/api/collections/staged/plan?\(Self.base)layout=justified&anchor=5&revision=1"
        // Rows of items that are not there are of no account.
        #expect(try client.get("\(query)&rows=x,y,5,99999,4,4").status == 200)
        for rows in ["5,9,x,9,9,12", "9,5,12,3,4,4,4,4", "1739,1739,0,x,y,y", "5,x,5,5,y,5,6,6,5,7"] {
            for layout in ["justified", "justified&group=folder", "grid&group=folder", "grid"] {
                let other = query.replacingOccurrences(of: "layout=justified", with: "layout=\(layout)")
                #expect(try client.get("\(other)&rows=\(rows)").status == 200, "\(layout) \(rows)")
            }
        }
        for rows in ["1,2,3", (0...2001).map { String($0 % 10) }.joined(separator: ",")] {
            let reply = try client.get("\(query)&rows=\(rows)")
            #expect(reply.status == 400 && reply.text.contains("\"rows\""))
        }
    }
}
