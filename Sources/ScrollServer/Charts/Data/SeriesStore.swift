// The places that keep full blocks.

import Platform

/// Keeps blocks.
///
/// Confined to the builder's thread.
protocol SeriesStore {
    var kind: SeriesStorage { get }
    /// The bytes of the file, including those of blocks that are no longer used; 0 without a file.
    var byteCount: Int { get }
    /// Returns a packed block with the same points, which is never written again. Throws when there is no memory.
    mutating func keep(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock
    /// The same for a block that is packed already.
    mutating func keepPacked(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock
}

/// Keeps blocks in memory.
struct MemoryStore: SeriesStore {
    var kind: SeriesStorage { .memory }
    var byteCount: Int { 0 }

    mutating func keep(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock {
        try block.packed()
    }

    mutating func keepPacked(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock { block }
}
