// Plans of collections whose sizes are still being learnt.

import Foundation
import Testing
import Tiling

@testable import Catalog

@Suite struct PlanAnchorTests {
    private static let sizes = (0..<200).map { PixelSize(width: 300, height: 120 + ($0 * 111) % 780) }
    private static let base = "/api/collections/staged/plan?width=600&height=500&layout=stack&spacing=4"

    /// The first plan waits for the headers of what it shows, and holds the item at the viewport's top.
    @Test func measuresWhatItShows() throws {
        let collection = StagedCollection(sizes: Self.sizes)
        let client = try APIClient([collection])
        // Until anything is known every item is taken for 3:2, 400 points high.
        let plan = try client.get("\(Self.base)&y=20210").plan()
        let tile = try plan.tile(of: 50)
        #expect(tile.y == -10)
        #expect(tile.height == Double(Self.sizes[50].height) * 2)
        #expect(plan.revision == collection.status.revision)
        #expect(collection.measureCalls > 0)
        let visible = try #require(plan.visible)
        for index in visible.first...visible.last where index != 50 {
            #expect(try plan.tile(of: index).height > 0)
        }
    }

    /// An item stays where it was although the sizes above it were learnt meanwhile.
    @Test func anchorHolds() throws {
        let collection = StagedCollection(sizes: Self.sizes)
        let client = try APIClient([collection])
        let first = try client.get("\(Self.base)&y=20210").plan()
        let tile = try first.tile(of: 50)
        collection.measure(Array(0..<40))
        let query = "\(Self.base)&y=\(first.contentOffset.y)"
        let free = try client.get(query).plan()
        #expect(free.tiles.first { $0.index == 50 }?.y != tile.y)
        let anchor = "&anchor=i50&anchorX=\(tile.x)&anchorY=\(tile.y)"
        let held = try client.get("\(query)\(anchor)&revision=\(first.revision)").plan()
        #expect(try held.tile(of: 50).y == tile.y)
        // A position that belongs to the collection as it is now counts as it is.
        let current = try client.get("\(query)\(anchor)&revision=\(held.revision)").plan()
        #expect(current.contentOffset == first.contentOffset)
        // An item that has gone cannot be held.
        let gone = try client.get("\(query)&anchor=i999&revision=\(first.revision)").plan()
        #expect(gone.contentOffset == first.contentOffset)
    }

    /// Zooming about a point while sizes are learnt: the anchor is carried along to its place at the new scale.
    @Test func anchorZooms() throws {
        // So large that twice as large is not too large yet, and on whole points however large they are shown.
        let collection = StagedCollection(
            sizes: Self.sizes.map { PixelSize(width: $0.width * 4, height: $0.height * 4) })
        let client = try APIClient([collection])
        let first = try client.get("\(Self.base)&y=20210").plan()
        let tile = try first.tile(of: 50)
        collection.measure(Array(0..<40))
        let query = "\(Self.base)&y=\(first.contentOffset.y)&toZoom=2&focusX=0&focusY=90"
        let zoomed = try client.get(
            "\(query)&anchor=i50&anchorX=\(tile.x)&anchorY=\(tile.y)&revision=\(first.revision)"
        ).plan()
        #expect(zoomed.zoomScale == 2)
        let top = zoomed.tiles.filter { $0.index == 50 }.map(\.y).min()
        #expect(top == 90 + (tile.y - 90) * 2)
    }

    /// A page that had to wait for headers is turned once, not once more when they are there.
    @Test func pageTurnsOnce() throws {
        for (velocity, expected) in [(1000.0, 2500.0), (-1000, 2000), (0, 2000)] {
            let client = try APIClient([StagedCollection(sizes: Self.sizes)])
            let plan = try client.get("\(Self.base)&y=2100&overscan=0&paging=true&velocityY=\(velocity)").plan()
            #expect(plan.contentOffset.y == expected, "\(velocity)")
        }
    }

    /// Sizes that are learnt, and items that come, show in the next plan, whatever was asked before.
    @Test func layoutFollowsTheCollection() throws {
        let collection = StagedCollection(sizes: Array(Self.sizes[..<50]), measured: 0..<50, isComplete: false)
        let client = try APIClient([collection])
        func height() throws -> Double { try client.get("\(Self.base)&y=0").plan().contentSize.height }
        func expected(_ count: Int) -> Double {
            Self.sizes[..<count].reduce(-4.0) { $0 + Double($1.height) * 2 + 4 }
        }
        // What is still to come has its place behind the last one.
        #expect(try abs(height() - (expected(50) + Footer.length(along: .vertical))) < 0.1)
        collection.append(Array(Self.sizes[50...]), isComplete: true)
        collection.measure(Array(50..<200))
        #expect(try abs(height() - expected(200)) < 0.1)
        #expect(try client.get("\(Self.base)&y=1e9").plan().visible?.last == 199)
    }

    /// The headers are read on, behind the answer, where the timeout ended before all were known.
    @Test func everythingShownIsMeasuredInTheEnd() throws {
        let collection = StagedCollection(sizes: Self.sizes)
        let client = try APIClient([collection], headerTimeout: .zero)
        let plan = try client.get("\(Self.base)&y=0&overscan=2000").plan()
        let indices = plan.tiles.map(\.index)
        #expect(collection.news.comesTrue { indices.allSatisfy { collection.summary(at: $0)?.size != nil } })
    }
}
