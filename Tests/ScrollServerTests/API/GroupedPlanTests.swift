// Plans with headings over folders and months.

import Foundation
import Testing
import Tiling

@testable import Catalog

@Suite struct GroupedPlanTests {
    private static let base = "/api/collections/f/plan?width=900&height=600&spacing=4&fit=cover"

    /// 2 files in the folder itself, 30 in `a`, 3 in `a/b`, 40 in `c`.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, count) in [("", 2), ("a/", 30), ("a/b/", 3), ("c/", 40)] {
            for number in 0..<count {
                try folder.write("\(name)\(number).png", TinyImage.png(width: 30 + number * 7 % 40, height: 40))
            }
        }
        return folder
    }

    private static let titles = ["F", "a", "a/b", "c"]
    private static let counts = [2, 30, 3, 40]
    private static let starts = [0, 2, 32, 35]

    private func layout(_ collection: FolderCollection, _ kind: LayoutKind) -> GroupedLayout {
        let proportions = Proportions(collection.sizes(in: 0..<75).map { Proportions.proportion(of: $0) })
        let groups =
            kind == .justified
            ? GroupIndex(
                Self.counts, of: proportions, metrics: JustifiedMetrics(width: 900, rowHeight: 150, spacing: 4),
                headingHeight: 44, gap: 12)
            : GroupIndex(
                Self.counts, grid: GridLayout(count: 0, width: 900, columns: 6, spacing: 4), headingHeight: 44, gap: 12)
        return GroupedLayout(groups, of: proportions)
    }

    @Test(arguments: [LayoutKind.grid, .justified]) func plansAreTheLayout(kind: LayoutKind) throws {
        let folder = try folder()
        let collection = try folder.scanned()
        collection.measure(Array(0..<75))
        let client = try APIClient([collection])
        let layout = layout(collection, kind)
        let query = "\(Self.base)&layout=\(kind.rawValue)&columns=6&lead=3&rowHeight=150&group=folder&overscan=0"
        for y in [0.0, 300, 700, 5000] {
            let plan = try client.get("\(query)&y=\(y)").plan()
            #expect(plan.group == "folder" && plan.layout == kind.rawValue)
            #expect(abs(plan.contentSize.height - layout.contentSize.height) < 0.001)
            let top = plan.contentOffset.y
            let seen = Rect(x: 0, y: top, width: 900, height: 600)
            let expected = layout.headings(in: seen)
            let headings = try #require(plan.headings)
            #expect(headings.map(\.group) == expected.map(\.group))
            for (heading, expected) in zip(headings, expected) {
                #expect(heading.title == Self.titles[heading.group] && heading.date == nil)
                #expect(heading.count == Self.counts[heading.group] && heading.first == Self.starts[heading.group])
                #expect(heading.x == 0 && heading.width == 900 && heading.height == 44)
                #expect(abs(heading.y - (expected.frame.y - top)) < 0.001)
            }
            let sticky = try #require(plan.sticky)
            let wanted = try #require(layout.stickyHeading(at: top))
            #expect(sticky.group == wanted.group && abs(sticky.y - (wanted.frame.y - top)) < 0.001)
            let items = layout.items(in: seen)
            #expect(plan.visible == .init(first: items.lowerBound, last: items.upperBound - 1))
            var request = Planner.Request(viewport: Size(width: 900, height: 600))
            (request.offset.y, request.overscan) = (top, 0)
            let tiles = Planner(layout: .grouped(layout)).plan(for: request) { window in
                collection.sizes(in: window).map { Planner.Picture(size: $0, isTiled: true) }
            }.tiles
            #expect(plan.tiles.map(\.index) == tiles.map(\.index))
            for (tile, expected) in zip(plan.tiles, tiles) {
                #expect(abs(tile.x - expected.frame.x) < 0.001 && abs(tile.y - expected.frame.y) < 0.001)
                #expect(abs(tile.width - expected.frame.width) < 0.001)
            }
        }
        // Backwards, groups come in the other order.
        let back = try client.get("\(query)&y=0&order=-name").plan()
        #expect(back.headings?.first?.title == "c" && back.headings?.first?.count == 40)
        // The inset pushes what sticks down.
        let inset = try client.get("\(query)&y=200&inset=50,0,0,0").plan()
        #expect(inset.sticky?.y == 50)
    }

    @Test func months() throws {
        let folder = try TemporaryFolder()
        for (number, day) in [-40, 0, 3, 30, 31, 366, 800].enumerated() {
            let path = try folder.write("\(number).png")
            let date = Date(timeIntervalSince1970: 1_577_836_800 + Double(day) * 86_400)  // 2020-01-01
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        let client = try APIClient([try folder.scanned()])
        let query = "\(Self.base)&layout=justified&group=month&height=9000"
            .replacingOccurrences(of: "height=600&", with: "")
        let plan = try client.get("\(query)&order=date").plan()
        let titles = ["November 2019", "January 2020", "February 2020", "January 2021", "March 2022"]
        #expect(plan.headings?.map(\.title) == titles)
        #expect(plan.headings?.map(\.date) == ["2019-11", "2020-01", "2020-02", "2021-01", "2022-03"])
        #expect(plan.headings?.map(\.count) == [1, 3, 1, 1, 1])
        #expect(try client.get("\(query)&order=-date").plan().headings?.map(\.title) == titles.reversed())
        for wrong in ["group=month", "group=folder&order=date", "group=month&order=size"] {
            let target = "\(Self.base)&layout=justified&\(wrong)"
            #expect(try client.get(target).problem(400).parameter == "group")
        }
        // Where nothing is grouped the request has no meaning.
        #expect(try client.get("\(Self.base)&layout=stack&group=month").plan().headings == nil)
        #expect(try client.get("/api/collections/f").text.contains(#""groups":["folder","month"]"#))
    }

    /// Files come and go in all folders, folders with them: as if laid out from scratch, and what is seen stays.
    @Test(arguments: [LayoutKind.grid, .justified]) func followsChanges(kind: LayoutKind) throws {
        let collection = StagedGroups(groups: (0..<12).map { (number: $0 * 10, count: 1 + $0 * 7 % 23) })
        let layouts = LayoutIndex(collection)
        var request = LayoutRequest(kind: kind, viewport: Size(width: 700, height: 500), spacing: 4)
        request.grouping = .folder
        request.rowHeight = 80
        var generator = SeededNumbers(state: 5)
        for _ in 0..<120 {
            collection.change(&generator)
            let fresh = LayoutIndex(collection)
            let found = fresh.withGroups(request) { layout, groups in
                (layout.contentSize, layout.frames(of: 0..<layout.count), groups.numbers, groups.counts)
            }
            let expected = try #require(found)
            layouts.withGroups(request) { layout, groups in
                #expect(groups.numbers == expected.2 && groups.counts == expected.3)
                #expect(layout.count == collection.status.count)
                #expect(layout.frames(of: 0..<layout.count).map(\.width).allSatisfy { $0 > 0 })
                // Rows of long groups may break elsewhere: their sections have another history.
                guard kind == .grid || groups.counts.allSatisfy({ $0 < 96 }) else { return }
                #expect(layout.contentSize == expected.0)
                #expect(layout.frames(of: 0..<layout.count) == expected.1)
            }
        }
    }

    /// Zooming keeps the item under the focus under it, below headings as well.
    @Test(arguments: [LayoutKind.grid, .justified]) func zoom(kind: LayoutKind) throws {
        let folder = try folder()
        let collection = try folder.scanned()
        collection.measure(Array(0..<75))
        let client = try APIClient([collection])
        let query = "\(Self.base)&layout=\(kind.rawValue)&group=folder"
        let plan = try client.get("\(query)&columns=6&rowHeight=150&y=700").plan()
        let tile = try #require(plan.tiles.first { $0.y > 100 && $0.y < 450 && $0.x > 100 })
        let focus = Point(x: tile.x + tile.width / 2, y: tile.y + tile.height / 2)
        for factor in [0.7, 1.5] {
            let zoomed = try client.get(
                "\(query)&columns=6&rowHeight=150&y=\(plan.contentOffset.y)&toZoom=\(factor)&focusX=\(focus.x)"
                    + "&focusY=\(focus.y)"
            ).plan()
            #expect(zoomed.columns != 6 && zoomed.rowHeight != 150 && zoomed.group == "folder")
            let shown = try zoomed.tile(of: tile.index)
            #expect(abs(shown.y + shown.height / 2 - focus.y) < 0.5)
        }
        let picture = try client.get("\(query)&columns=1&rowHeight=900&y=700&toZoom=2").plan()
        #expect(picture.layout == "item" || picture.layout == "pages")
        #expect(picture.headings == nil && picture.group == nil)
    }
}
