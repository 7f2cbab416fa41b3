// The index over runs of items: how many items each has, and where it starts.

/// Items in consecutive runs, such as groups or sections, as an `ExtentTree` over the numbers of their items.
///
/// Every query and change is O(log runs).
public struct RunTree: Sendable {
    /// The number of items of each run, in units of 4096.
    ///
    /// In this unit one item is the tree's quantum (2⁻¹²), which leaves room for 10⁹ items in a run.
    private(set) var lengths = ExtentTree()
    private static let unit = ExtentScale(scale: 4096, gap: 0)

    /// No runs.
    public init() {}

    /// Number of runs.
    public var count: Int { lengths.count }

    /// Number of items in all runs.
    public var itemCount: Int { Int(clamping: lengths.total * Self.unit.scale) }

    /// The number of items in `run`, not negative.
    public subscript(run: Int) -> Int {
        get { Int(clamping: lengths.length(of: run) * Self.unit.scale) }
        set { lengths.resize(run, to: Double(newValue) / Self.unit.scale) }
    }

    /// The first item of `run`; the number of items if `run` is the number of runs.
    public func start(of run: Int) -> Int { Int(clamping: lengths.sum(before: run) * Self.unit.scale) }

    /// The items of `run`.
    public func items(of run: Int) -> Range<Int> {
        let start = start(of: run)
        return start..<start + self[run]
    }

    /// The last run that starts at or before item `index`; 0 when there is none.
    public func run(of index: Int) -> Int { lengths.index(at: Double(index), in: Self.unit) }

    /// Adds a run of `length` items at the end.
    public mutating func append(_ length: Int) { insert(length, at: count) }

    /// Inserts a run of `length` items before the one at `run` (0 … count).
    public mutating func insert(_ length: Int, at run: Int) {
        lengths.insert(Double(length) / Self.unit.scale, at: run)
    }

    /// Removes a run.
    ///
    /// - Returns: the number of its items.
    @discardableResult
    public mutating func remove(at run: Int) -> Int { Int(clamping: lengths.remove(at: run) * Self.unit.scale) }
}
