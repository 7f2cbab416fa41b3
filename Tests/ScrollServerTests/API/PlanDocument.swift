// The API's documents, by field and type.

import Foundation
import Testing

@testable import HTTP

/// A plan.
///
/// Decoding fails where a field is missing or of another type.
struct PlanDocument: Decodable, Equatable {
    struct Size: Decodable, Equatable {
        var width: Double
        var height: Double
    }

    struct Point: Decodable, Equatable {
        var x: Double
        var y: Double
    }

    struct Run: Decodable, Equatable {
        var first: Int
        var last: Int
    }

    struct Edges: Decodable, Equatable {
        var top: Bool
        var bottom: Bool
        var left: Bool
        var right: Bool
    }

    struct Clip: Decodable, Equatable {
        var top: Double
        var left: Double
        var bottom: Double
        var right: Double
    }

    struct Tile: Decodable, Equatable {
        var index: Int
        var item: String
        var level: Int
        var column: Int
        var row: Int
        var x: Double
        var y: Double
        var width: Double
        var height: Double
        var clip: Clip?
        var name: String?
        var colour: String?
        var thumbnail: String?
        /// The media type of what no picture is sent of.
        var media: String?
        var url: String
    }

    struct Range: Decodable, Equatable {
        var minX: Double
        var minY: Double
        var maxX: Double
        var maxY: Double
    }

    struct Anchor: Decodable, Equatable {
        var index: Int
        var item: String
        var url: String
        var name: String?
        var x: Double
        var y: Double
        var fractionX: Double
        var fractionY: Double
    }

    struct Heading: Decodable, Equatable {
        var group: Int
        var title: String
        var date: String?
        var count: Int
        var first: Int
        var selected: Int?
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    struct Page: Decodable, Equatable {
        var index: Int
        var x: Double
    }

    struct Footer: Decodable, Equatable {
        var state: String
        var message: String?
        var retryAfter: Double?
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    var collection: String
    var revision: Int
    var count: Int
    var layout: String
    var columns: Int?
    var lead: Int?
    var rowHeight: Double?
    var group: String?
    var headings: [Heading]?
    var sticky: Heading?
    var item: String?
    var minimumZoomScale: Double
    var maximumZoomScale: Double
    var zoomRemainder: Double?
    var leaves: Bool?
    var offsetRange: Range
    var anchor: Anchor?
    var pages: [Page]?
    var contentSize: Size
    var contentOffset: Point
    var zoomScale: Double
    var visible: Run?
    var window: Run?
    var edges: Edges
    var tiles: [Tile]
    var prefetch: [Int]
    var hasMore: Bool
    var footer: Footer?

    /// The first tile of an item.
    func tile(of index: Int, _ location: SourceLocation = #_sourceLocation) throws -> Tile {
        try #require(tiles.first { $0.index == index }, "no tile of item \(index)", sourceLocation: location)
    }
}

/// A page of items.
struct ItemPage: Decodable {
    struct Item: Decodable, Equatable {
        var index: Int
        var id: String
        var name: String
        var width: Int?
        var height: Int?
        var measured: Bool
        var orientation: Int
        var format: String?
        var bytes: Int?
        var modified: String?
        var error: String?
    }

    var items: [Item]
    var nextCursor: String?
    var hasNextPage: Bool
}

/// A collection as the list and the single answer have it.
struct CollectionDocument: Decodable, Equatable {
    var id: String
    var name: String
    var kind: String
    var count: Int
    var complete: Bool
    var layouts: [String]
    var groups: [String]
    var orders: [String]
    var revision: Int
    var minimumZoomScale: Double?
    var maximumZoomScale: Double?
    var footer: Footer?

    struct Footer: Decodable, Equatable {
        var state: String
        var message: String?
        var retryAfter: Double?
    }
}

/// An error (RFC 9457).
struct ProblemDocument: Decodable {
    var type: String
    var title: String
    var status: Int
    var detail: String
    var parameter: String?
}

extension APIClient.Reply {
    /// The error that this must be.
    func problem(_ status: Int, _ location: SourceLocation = #_sourceLocation) throws -> ProblemDocument {
        try #require(self.status == status, "\(self.status) \(text)", sourceLocation: location)
        #expect(headers["Content-Type"] == "application/problem+json", sourceLocation: location)
        let problem: ProblemDocument = try decoded()
        #expect(problem.status == status, sourceLocation: location)
        #expect(!problem.detail.isEmpty && !problem.title.isEmpty, sourceLocation: location)
        return problem
    }

    /// The plan that this must be.
    func plan(_ location: SourceLocation = #_sourceLocation) throws -> PlanDocument {
        try #require(status == 200, "\(status) \(text)", sourceLocation: location)
        return try decoded()
    }
}
