// Finds the route of a path by its parts, one after the other.

/// The paths of all routes as a tree, with a node for each part that several of them begin with.
///
/// A part that is written out is preferred to one with an ending, and that to one of any text.
struct RouteTree: Sendable {
    /// A part of a path and the node behind it.
    private struct Branch: Sendable {
        let text: String
        /// In bytes of UTF-8.
        let length: Int
        let node: Int
    }

    /// Numbers alone, so that a walk retains nothing.
    private struct Node: Sendable {
        /// The branches of parts that are written out.
        var fixed = 0..<0
        /// The branches of parts that end with a text, such as `.dzi`.
        var endings = 0..<0
        /// The node behind a part of any text; -1 for none.
        var any = -1
        /// The route that ends here; -1 for none.
        var route = -1
        /// Whether a part that is written out may lead nowhere where another branch would not.
        var isAmbiguous: Bool { !endings.isEmpty || any >= 0 }
    }

    private var nodes: [Node] = []
    private var branches: [Branch] = []

    /// Puts routes into a tree; of two for the same path the first counts.
    ///
    /// Branches have the order of the routes.
    init(_ routes: [Route]) { _ = addNode(routes.indices.map { $0 }, of: routes, depth: 0) }

    /// Adds the node of routes that are the same in their first `depth` parts, and those behind it.
    private mutating func addNode(_ numbers: [Int], of routes: [Route], depth: Int) -> Int {
        let place = nodes.count
        nodes.append(Node())
        nodes[place].route = numbers.first { routes[$0].path.count == depth } ?? -1
        var groups: [(part: Route.Segment, numbers: [Int])] = []
        for number in numbers where routes[number].path.count > depth {
            let part = routes[number].path[depth]
            if let known = groups.firstIndex(where: { $0.part == part }) {
                groups[known].numbers.append(number)
            } else {
                groups.append((part, [number]))
            }
        }
        var (fixed, endings): ([Branch], [Branch]) = ([], [])
        for group in groups {
            let next = addNode(group.numbers, of: routes, depth: depth + 1)
            switch group.part {
            case .fixed(let text): fixed.append(Branch(text: text, length: text.utf8.count, node: next))
            case .ending(let text): endings.append(Branch(text: text, length: text.utf8.count, node: next))
            case .any: nodes[place].any = next
            }
        }
        nodes[place].fixed = branches.count..<branches.count + fixed.count
        branches += fixed
        nodes[place].endings = branches.count..<branches.count + endings.count
        branches += endings
        return place
    }

    /// The number of the route for the parts of a path; nil where there is none.
    ///
    /// O(parts) in most cases, without allocation: only where a part fits in several ways are all of them tried.
    func route(for segments: [String]) -> Int? { route(for: segments, from: 0, below: 0) }

    private func route(for segments: [String], from first: Int, below start: Int) -> Int? {
        var place = start
        for index in first..<segments.count {
            let node = nodes[place]
            if let next = written(segments, index, of: node) {
                if !node.isAmbiguous {
                    place = next
                    continue
                }
                if let found = route(for: segments, from: index + 1, below: next) { return found }
            }
            for branch in node.endings where segments[index].hasSuffix(branches[branch].text) {
                if let found = route(for: segments, from: index + 1, below: branches[branch].node) { return found }
            }
            guard node.any >= 0 else { return nil }
            place = node.any
        }
        let found = nodes[place].route
        return found >= 0 ? found : nil
    }

    /// The node behind a part that is written out.
    @inline(__always)
    private func written(_ segments: [String], _ index: Int, of node: Node) -> Int? {
        if node.fixed.isEmpty { return nil }
        let length = segments[index].utf8.count
        for branch in node.fixed
        where branches[branch].length == length && branches[branch].text == segments[index] {
            return branches[branch].node
        }
        return nil
    }
}
