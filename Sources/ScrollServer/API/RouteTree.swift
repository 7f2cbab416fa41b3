// Finds the route of a path by its parts, one after the other.

/// The paths of all routes as a tree, with a node for each part that several of them begin with.
///
/// A part that is written out is preferred to one with an ending, and that to one of any text.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        /// Parts that are written out, and the nodes behind them.
        var fixed: [(text: String, node: Int)] = []
        /// Parts that end with a text, such as `.dzi`.
        var endings: [(text: String, node: Int)] = []
        /// The node behind a part of any text.
        var any: Int?
        /// The route that ends here.
        var route: Int?
    }

    private var nodes = [Node()]

    /// Puts routes into a tree; of two for the same path the first counts.
    init(_ routes: [Route]) {
        for (number, route) in routes.enumerated() {
            var place = 0
            for segment in route.path { place = insert(segment, below: place) }
            if nodes[place].route == nil { nodes[place].route = number }
        }
    }

    private mutating func insert(_ segment: Route.Segment, below place: Int) -> Int {
        let next = nodes.count
        switch segment {
        case .fixed(let text):
            if let known = nodes[place].fixed.first(where: { $0.text == text }) { return known.node }
            nodes[place].fixed.append((text, next))
        case .ending(let text):
            if let known = nodes[place].endings.first(where: { $0.text == text }) { return known.node }
            nodes[place].endings.append((text, next))
        case .any:
            if let known = nodes[place].any { return known }
            nodes[place].any = next
        }
        nodes.append(Node())
        return next
    }

    /// The number of the route for the parts of a path; nil where there is none.
    ///
    /// O(parts) in most cases, without allocation: only where a part fits in several ways are all of them tried.
    func route(for segments: [String]) -> Int? { route(for: segments, from: 0, below: 0) }

    private func route(for segments: [String], from first: Int, below place: Int) -> Int? {
        guard first < segments.count else { return nodes[place].route }
        let length = segments[first].utf8.count
        for index in nodes[place].fixed.indices {
            // Compares lengths first, since comparing two strings costs a call.
            if nodes[place].fixed[index].text.utf8.count == length, nodes[place].fixed[index].text == segments[first] {
                if let found = route(for: segments, from: first + 1, below: nodes[place].fixed[index].node) {
                    return found
                }
            }
        }
        for index in nodes[place].endings.indices where segments[first].hasSuffix(nodes[place].endings[index].text) {
            if let found = route(for: segments, from: first + 1, below: nodes[place].endings[index].node) {
                return found
            }
        }
        guard let any = nodes[place].any else { return nil }
        return route(for: segments, from: first + 1, below: any)
    }
}
