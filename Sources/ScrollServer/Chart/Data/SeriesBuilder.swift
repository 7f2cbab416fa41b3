// Puts rows into blocks, and blocks into a store.

/// What grows a series. Confined to one thread; what it publishes is safe on all.
///
/// Rows may come in any order of x: as long as they come in order everything can be published, after that nothing new
/// is until `sortOut` has put the rest in its place.
struct SeriesBuilder {
    /// As a power of two: 65,536 points a block, or 4,096 where there are many lines.
    let shift: Int
    let lineCount: Int
    private(set) var blocks: [SeriesBlock] = []
    private(set) var tree: BlockTree
    private(set) var tail: SeriesBlock
    private(set) var tailCount = 0
    var store: any SeriesStore
    /// The greatest x so far.
    private var lastX = -Double.infinity
    /// Rows came out of order: then blocks are sorted one by one, and `sortOut` is to be called.
    private(set) var isDisordered = false
    /// Rows whose x was below that of one before them.
    private(set) var disorderCount = 0
    /// See `SeriesView.generation`.
    var generation: UInt64

    var capacity: Int { 1 << shift }
    /// All points.
    var count: Int { blocks.count << shift + tailCount }

    /// - Parameters:
    ///   - shift: a multiple of 4, at least 4.
    ///   - generation: unlike that of a builder of other points for the same series.
    init(lineCount: Int, shift: Int, store: any SeriesStore, generation: UInt64 = 0) throws(SystemError) {
        precondition(shift % 4 == 0 && shift >= 4)
        self.shift = shift
        self.lineCount = lineCount
        self.store = store
        self.generation = generation
        tree = BlockTree(lineCount: lineCount)
        tail = try .empty(capacity: 1 << shift, lineCount: lineCount)
    }

    static func shift(lineCount: Int) -> Int { lineCount <= 32 ? 16 : 12 }

    /// Adds the rows of a batch. O(rows · lines).
    mutating func append(_ batch: RowBatch) throws(SystemError) {
        precondition(batch.columnCount == lineCount + 1)
        var done = 0
        while done < batch.count {
            let part = done..<min(batch.count, done + capacity - tailCount)
            let x = batch.column(0)
            note(UnsafeBufferPointer(start: x + part.lowerBound, count: part.count))
            let filled = tailCount..<tailCount + part.count
            (tail.storedX + tailCount).update(from: x + part.lowerBound, count: part.count)
            for line in 0..<lineCount {
                (tail.doubles(line: line) + tailCount)
                    .update(from: batch.column(line + 1) + part.lowerBound, count: part.count)
                tail.buildExtremes(line: line, filled)
            }
            tailCount += part.count
            done += part.count
            if tailCount == capacity { try seal() }
        }
    }

    /// Looks whether rows come in order.
    private mutating func note(_ x: UnsafeBufferPointer<Double>) {
        var (last, count) = (lastX, 0)
        for value in x {
            if value < last { count += 1 } else { last = value }
        }
        lastX = last
        disorderCount += count
        if count > 0 { isDisordered = true }
    }

    /// All points, to be read by anyone; nil while they are not in order.
    func view(revision: Int, description: SeriesDescription) -> SeriesView? {
        guard !isDisordered else { return nil }
        return SeriesView(
            revision: revision, generation: generation, count: count, description: description, blocks: blocks,
            tree: tree, tail: tail,
            shift: shift)
    }

    // MARK: Blocks

    /// Gives the full tail to the store and begins another.
    private mutating func seal() throws(SystemError) {
        let isKept = try append(isDisordered ? tail.sorted(count: capacity) : tail)
        // Nobody else has seen it: its memory can be used again, which saves making it.
        if !isKept || !isKnownUniquelyReferenced(&tail) {
            tail = try .empty(capacity: capacity, lineCount: lineCount)
        }
        tailCount = 0
    }

    /// Adds a block in Float64 that is full.
    ///
    /// - Returns: whether the store has made another block of it.
    private mutating func append(_ full: SeriesBlock) throws(SystemError) -> Bool {
        let whole = 0..<capacity
        let extents = (0..<lineCount).map { full.extent(line: $0, whole) }
        let kept = try store.keep(full)
        blocks.append(kept)
        tree.append(extents)
        return kept !== full
    }

    /// Forgets all points behind the first `count` blocks. What was published stays as it is.
    mutating func truncate(toBlocks count: Int) throws(SystemError) {
        blocks.removeLast(blocks.count - count)
        tree.truncate(to: count)
        tail = try .empty(capacity: capacity, lineCount: lineCount)
        tailCount = 0
        isDisordered = false
        lastX = blocks.last?.x(at: capacity - 1) ?? -.infinity
    }

    /// Gives this builder a tail of its own, since what comes next would be written over points that were published.
    mutating func copyTail() throws(SystemError) {
        tail = try tail.copy(count: tailCount)
    }

    /// Takes up where another builder stopped.
    ///
    /// - Parameters:
    ///   - blocks: full blocks, with the extremes of their lines.
    ///   - tail: a block in Float64, of which the first `tailCount` points are there, with their extremes.
    init(
        lineCount: Int, shift: Int, store: any SeriesStore, blocks: [(block: SeriesBlock, extents: [ValueExtent])],
        tail: SeriesBlock, tailCount: Int, disorderCount: Int, generation: UInt64
    ) {
        precondition(tail.form.capacity == 1 << shift && tailCount < 1 << shift)
        self.lineCount = lineCount
        self.shift = shift
        self.store = store
        self.disorderCount = disorderCount
        self.generation = generation
        tree = BlockTree(lineCount: lineCount)
        for (block, extents) in blocks {
            self.blocks.append(block)
            tree.append(extents)
        }
        self.tail = tail
        self.tailCount = tailCount
        lastX = tailCount > 0 ? tail.x(at: tailCount - 1) : self.blocks.last?.x(at: 1 << shift - 1) ?? -.infinity
    }

    /// Bytes of all blocks, packed.
    var packedByteCount: Int { blocks.reduce(0) { $0 + FileStore.aligned($1.form.byteCount) } }

    /// Writes all blocks to another store, in their order.
    mutating func move(to other: any SeriesStore) throws(SystemError) {
        var other = other
        for index in blocks.indices { blocks[index] = try other.keepPacked(blocks[index]) }
        store = other
    }
}
