// Sorting rows that came out of order.

import Platform

extension SeriesBuilder {
    /// A run of points in order of x, and the next point to be merged.
    private struct Run {
        var blocks: [(block: SeriesBlock, count: Int)]
        var block = 0
        var index = 0

        var isOver: Bool { block == blocks.count }
        var x: Double { blocks[block].block.x(at: index) }

        mutating func advance() {
            index += 1
            if index == blocks[block].count { (block, index) = (block + 1, 0) }
        }
    }

    /// Sorts all points by x; points of equal x keep the order in which they came.
    ///
    /// Blocks before the first misplaced point stay as they are; the others are merged in O(n log blocks) with constant
    /// memory.
    mutating func sortBlocks() throws(SystemError) {
        guard isDisordered else { return }
        // Published points change their positions.
        generation = StableHash.mix(generation)
        var sources = blocks.map { (block: $0, count: capacity) }
        if tailCount > 0 { sources.append((try tail.sorted(count: tailCount), tailCount)) }
        // The smallest x from each block on. A block may stay where no later point belongs before its end.
        var least = [Double](repeating: .infinity, count: sources.count + 1)
        for index in sources.indices.reversed() {
            least[index] = min(least[index + 1], sources[index].block.x(at: 0))
        }
        var kept = 0
        while kept < blocks.count, blocks[kept].x(at: capacity - 1) <= least[kept + 1] { kept += 1 }
        var runs: [Run] = []
        for source in sources[kept...] {
            if let last = runs.last?.blocks.last, last.block.x(at: last.count - 1) <= source.block.x(at: 0) {
                runs[runs.count - 1].blocks.append(source)
            } else {
                runs.append(Run(blocks: [source]))
            }
        }
        for source in sources { source.block.checkOnce() }
        try truncate(toBlocks: kept)
        try merge(&runs)
        // Data merged from a damaged file must not become sound blocks.
        guard sources.allSatisfy(\.block.isSound) else { throw .damaged("read") }
    }

    private mutating func merge(_ runs: inout [Run]) throws(SystemError) {
        let batch = RowBatch(lineCount: lineCount, capacity: 4096)
        var heap = RunHeap()
        for (run, state) in runs.enumerated() { heap.insert(RunHeap.Key(x: state.x, run: run)) }
        while let first = heap.removeFirst() {
            let run = first.run
            // Takes points from this run as long as no other run has an earlier one.
            let next = heap.first
            repeat {
                if batch.isFull {
                    try append(batch)
                    batch.count = 0
                }
                let source = runs[run].blocks[runs[run].block].block
                let index = runs[run].index
                batch.append(x: source.x(at: index)) { source.value(line: $0, at: index) }
                runs[run].advance()
                if runs[run].isOver { break }
            } while next.map({ RunHeap.Key(x: runs[run].x, run: run) < $0 }) ?? true
            if !runs[run].isOver { heap.insert(RunHeap.Key(x: runs[run].x, run: run)) }
        }
        try append(batch)
    }
}

/// The runs, ordered by their next x; at equal x the earlier run comes first.
private struct RunHeap {
    struct Key: Comparable {
        let x: Double
        let run: Int

        static func < (one: Key, other: Key) -> Bool {
            one.x < other.x || one.x == other.x && one.run < other.run
        }
    }

    private var keys: [Key] = []
    var first: Key? { keys.first }

    mutating func insert(_ key: Key) {
        keys.append(key)
        var index = keys.count - 1
        while index > 0, keys[index] < keys[(index - 1) / 2] {
            keys.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func removeFirst() -> Key? {
        guard let first = keys.first, let last = keys.popLast() else { return nil }
        guard !keys.isEmpty else { return first }
        keys[0] = last
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < keys.count && keys[child] < keys[least] {
                least = child
            }
            if least == index { return first }
            keys.swapAt(index, least)
            index = least
        }
    }
}
