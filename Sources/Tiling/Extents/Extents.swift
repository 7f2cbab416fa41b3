// Lengths of items, in closed form or in a tree.

/// The lengths of a collection's items along one axis: a repeating pattern, or measured one by one.
public enum Extents: Sendable {
    case periodic(PeriodicExtents)
    case measured(ExtentTree)

    /// Number of items.
    public var count: Int {
        switch self {
        case .periodic(let extents): extents.count
        case .measured(let tree): tree.count
        }
    }

    /// The sum of all lengths, in stored units.
    public var total: Double {
        switch self {
        case .periodic(let extents): extents.total
        case .measured(let tree): tree.total
        }
    }

    /// The length of item `index` in stored units.
    public func length(of index: Int) -> Double {
        switch self {
        case .periodic(let extents): extents.length(of: index)
        case .measured(let tree): tree.length(of: index)
        }
    }

    /// The sum of the lengths of items `0 ..< index`, in stored units.
    public func sum(before index: Int) -> Double {
        switch self {
        case .periodic(let extents): extents.sum(before: index)
        case .measured(let tree): tree.sum(before: index)
        }
    }

    /// The last item that starts at or before `position` points; 0 when none does.
    public func index(at position: Double, in scale: ExtentScale) -> Int {
        switch self {
        case .periodic(let extents): extents.index(at: position, in: scale)
        case .measured(let tree): tree.index(at: position, in: scale)
        }
    }
}
