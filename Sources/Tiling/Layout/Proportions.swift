// The proportions of a collection's items, in order, under any change.

/// A sequence of proportions (width divided by height), kept in chunks.
///
/// The proportions do not depend on a viewport: one value serves all layouts of a collection. Finding an item is
/// O(log n). A change moves at most one chunk (2 KiB). About one insertion in a hundred splits a chunk and moves the
/// list of chunks after it: 8 bytes per chunk, 0.2 MB at ten million items. Memory is 4 bytes per item at best
/// (appended), 6 after many random insertions.
public struct Proportions: Sendable {
    /// Narrower pictures count as this narrow, so that no cell becomes too narrow to see.
    public static let narrowest: Float = 1 / 8
    /// Wider pictures count as this wide, so that a cell is high enough to see and to click.
    public static let widest: Float = 32
    /// 3:2 landscape: the assumption for an item whose size is not known.
    public static let commonest: Float = 1.5

    static let chunkCapacity = 512

    private(set) var chunks: [[Float]] = []
    /// The number of items in each chunk; none is empty.
    private(set) var counts = RunTree()

    /// Creates a sequence without items.
    public init() {}

    /// The proportions given, each limited as in `bounded`.
    ///
    /// O(n).
    public init(_ proportions: some Sequence<Float>) {
        for proportion in proportions { append(proportion) }
    }

    /// The proportion of a picture of `size` (upright); `estimate` where the size is not known.
    ///
    /// Limited as in `bounded`.
    public static func proportion(of size: PixelSize?, estimate: Float = commonest) -> Float {
        guard let size, size.width > 0, size.height > 0 else { return bounded(estimate) }
        return bounded(Float(Double(size.width) / Double(size.height)))
    }

    /// The proportion limited to `narrowest … widest`; `commonest` for NaN.
    public static func bounded(_ proportion: Float) -> Float {
        proportion.isNaN ? commonest : min(max(proportion, narrowest), widest)
    }

    /// Number of items.
    public var count: Int { counts.itemCount }

    /// The proportion of item `index`, which must be in `0 ..< count`.
    public subscript(index: Int) -> Float {
        get {
            let (chunk, position) = locate(index)
            return chunks[chunk][position]
        }
        set {
            let (chunk, position) = locate(index)
            chunks[chunk][position] = Self.bounded(newValue)
        }
    }

    /// Calls `body` with the proportion of each item of `range`, in order.
    ///
    /// O(log n + range).
    func forEach(in range: Range<Int>, _ body: (Float) -> Void) {
        guard !range.isEmpty else { return }
        var (chunk, position) = locate(range.lowerBound)
        var left = range.count
        while left > 0 {
            let end = min(chunks[chunk].count, position + left)
            for proportion in chunks[chunk][position..<end] { body(proportion) }
            left -= end - position
            (chunk, position) = (chunk + 1, 0)
        }
    }

    // MARK: Changes

    /// Adds an item at the end.
    public mutating func append(_ proportion: Float) {
        if let last = chunks.indices.last, chunks[last].count < Self.chunkCapacity {
            chunks[last].append(Self.bounded(proportion))
            counts[last] = chunks[last].count
        } else {
            var chunk: [Float] = []
            chunk.reserveCapacity(Self.chunkCapacity)
            chunk.append(Self.bounded(proportion))
            chunks.append(chunk)
            counts.append(1)
        }
    }

    /// Inserts an item before the one at `index` (0 … count).
    ///
    /// O(log n + chunk).
    public mutating func insert(_ proportion: Float, at index: Int) {
        precondition(index >= 0 && index <= count, "place \(index) of \(count)")
        if index == count { return append(proportion) }
        var (chunk, position) = locate(index)
        if chunks[chunk].count == Self.chunkCapacity {
            split(chunk)
            let kept = chunks[chunk].count
            if position > kept { (chunk, position) = (chunk + 1, position - kept) }
        }
        chunks[chunk].insert(Self.bounded(proportion), at: position)
        counts[chunk] = chunks[chunk].count
    }

    /// Removes item `index`.
    ///
    /// O(log n + chunk).
    public mutating func remove(at index: Int) {
        let (chunk, position) = locate(index)
        chunks[chunk].remove(at: position)
        let left = chunks[chunk].count
        if left == 0 {
            chunks.remove(at: chunk)
            counts.remove(at: chunk)
            return
        }
        counts[chunk] = left
        guard left < Self.chunkCapacity / 4 else { return }
        for first in [chunk - 1, chunk] where first >= 0 && first + 1 < chunks.count {
            // At most three quarters, so that the next insertion does not split the chunk again.
            guard chunks[first].count + chunks[first + 1].count <= Self.chunkCapacity * 3 / 4 else { continue }
            chunks[first].append(contentsOf: chunks[first + 1])
            chunks.remove(at: first + 1)
            counts.remove(at: first + 1)
            counts[first] = chunks[first].count
            return
        }
    }

    private mutating func split(_ chunk: Int) {
        let kept = chunks[chunk].count / 2
        var tail: [Float] = []
        tail.reserveCapacity(Self.chunkCapacity)
        tail.append(contentsOf: chunks[chunk][kept...])
        chunks[chunk].removeSubrange(kept...)
        counts[chunk] = kept
        counts.insert(tail.count, at: chunk + 1)
        chunks.insert(tail, at: chunk + 1)
    }

    private func locate(_ index: Int) -> (chunk: Int, position: Int) {
        precondition(index >= 0 && index < count, "item \(index) of \(count)")
        let chunk = counts.run(of: index)
        return (chunk, index - counts.start(of: chunk))
    }
}
