// Collects rows into blocks, and gives the blocks to a store.

import Platform

/// Builds a series.
///
/// Confined to one thread; the views that it publishes are safe on all threads.
///
/// Rows may come in any order of x. While they are in order, everything can be published. After a row out of order
/// nothing new is published until `sortBlocks` has sorted the points.
struct SeriesBuilder {
    /// log₂ of the points per block: 16, or 12 where there are many lines.
    let shift: Int
    let lineCount: Int
    private(set) var blocks: [SeriesBlock] = []
    private(set) var tree: BlockTree
    private(set) var tail: SeriesBlock
    private(set) var tailCount = 0
    var store: any SeriesStore
    /// The largest x so far.
    private var lastX = -Double.infinity
    /// Whether rows came out of order.
    ///
    /// Blocks are then sorted one by one, and `sortBlocks` must be called.
    private(set) var isDisordered = false
    /// The number of rows whose x was below that of an earlier row.
    private(set) var disorderCount = 0
    /// See `SeriesView.generation`.
    var generation: UInt64

    var capacity: Int { 1 << shift }
    /// The number of all points.
    var count: Int { blocks.count << shift + tailCount }

    /// Prepares an empty series; `shift` is a multiple of 4, at least 4.
    ///
    /// `generation` differs from that of any builder with other points for the same series.
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

    /// Adds the rows of a batch.
    ///
    /// O(rows · lines). Throws when there is no memory.
    mutating func append(_ batch: RowBatch) throws(SystemError) {
        precondition(batch.columnCount == lineCount + 1)
        var done = 0
        while done < batch.count {
            let part = done..<min(batch.count, done + capacity - tailCount)
            let values = batch.values
            func rows(_ column: Int) -> Range<Int> {
                column * batch.capacity + part.lowerBound..<column * batch.capacity + part.upperBound
            }
            note(values.span.extracting(rows(0)))
            tail.storeX(values.span.extracting(rows(0)), at: tailCount)
            for line in 0..<lineCount {
                tail.storeValues(line: line, values.span.extracting(rows(line + 1)), at: tailCount)
            }
            tailCount += part.count
            done += part.count
            if tailCount == capacity { try seal() }
        }
    }

    /// Counts the rows that are out of order.
    private mutating func note(_ x: Span<Double>) {
        var (last, count) = (lastX, 0)
        for index in x.indices {
            let value = x[index]
            if value < last { count += 1 } else { last = value }
        }
        lastX = last
        disorderCount += count
        if count > 0 { isDisordered = true }
    }

    /// The extremes of a line.
    ///
    /// O(log blocks).
    func extent(line: Int) -> ValueExtent {
        var extent = tree.extents.summary(line: line, blocks: 0..<blocks.count)
        extent.add(tail.extent(line: line, 0..<tailCount))
        return extent
    }

    /// A view of all points, safe on any thread; nil while the points are not in order.
    func view(revision: Int, description: SeriesDescription) -> SeriesView? {
        guard !isDisordered else { return nil }
        return SeriesView(
            revision: revision, generation: generation, count: count, description: description, blocks: blocks,
            tree: tree, tail: tail,
            shift: shift)
    }

    // MARK: Blocks

    /// Gives the full tail to the store and begins another tail.
    private mutating func seal() throws(SystemError) {
        let isKept = try append(isDisordered ? tail.sorted(count: capacity) : tail)
        // No view refers to this tail: its memory is used again, which is cheaper than new memory.
        if !isKept || !isKnownUniquelyReferenced(&tail) {
            tail = try .empty(capacity: capacity, lineCount: lineCount)
        }
        tailCount = 0
    }

    /// Adds a full Float64 block.
    ///
    /// - Returns: whether the store has made another block of it.
    private mutating func append(_ full: SeriesBlock) throws(SystemError) -> Bool {
        let whole = 0..<capacity
        let extents = (0..<lineCount).map { full.extent(line: $0, whole) }
        let sums = (0..<lineCount).map { full.moments(line: $0, whole) }
        let kept = try store.keep(full)
        blocks.append(kept)
        tree.append(extents, sums)
        return kept !== full
    }

    /// Removes all points after the first `count` blocks; published views do not change.
    mutating func truncate(toBlocks count: Int) throws(SystemError) {
        blocks.removeLast(blocks.count - count)
        tree.truncate(to: count)
        tail = try .empty(capacity: capacity, lineCount: lineCount)
        tailCount = 0
        isDisordered = false
        lastX = blocks.last?.x(at: capacity - 1) ?? -.infinity
    }

    /// Gives this builder a tail of its own.
    ///
    /// Otherwise the next points would overwrite points that were published.
    mutating func copyTail() throws(SystemError) {
        tail = try tail.copy(count: tailCount)
    }

    /// Continues where another builder stopped.
    ///
    /// `blocks` are full, with the extremes and the sums of their lines. `tail` is a Float64 block with its first
    /// `tailCount` points and their extremes.
    init(
        lineCount: Int, shift: Int, store: any SeriesStore,
        blocks: [(block: SeriesBlock, extents: [ValueExtent], sums: [LineMoments])],
        tail: SeriesBlock, tailCount: Int, disorderCount: Int, generation: UInt64
    ) {
        precondition(tail.form.capacity == 1 << shift && tailCount < 1 << shift)
        self.lineCount = lineCount
        self.shift = shift
        self.store = store
        self.disorderCount = disorderCount
        self.generation = generation
        tree = BlockTree(lineCount: lineCount)
        for (block, extents, sums) in blocks {
            self.blocks.append(block)
            tree.append(extents, sums)
        }
        self.tail = tail
        self.tailCount = tailCount
        lastX = tailCount > 0 ? tail.x(at: tailCount - 1) : self.blocks.last?.x(at: 1 << shift - 1) ?? -.infinity
    }

    /// The bytes of all blocks, packed and aligned.
    var packedByteCount: Int { blocks.reduce(0) { $0 + FileStore.aligned($1.form.byteCount) } }

    /// Writes all blocks, in order, to another store and uses that store from then on.
    mutating func move(to other: any SeriesStore) throws(SystemError) {
        var other = other
        for index in blocks.indices { blocks[index] = try other.keepPacked(blocks[index]) }
        store = other
    }
}
