// Where full blocks are kept.

/// Keeps blocks. Confined to the builder's thread.
protocol SeriesStore {
    var kind: SeriesStorage { get }
    /// Bytes of the file, those that no block uses any more included; 0 without a file.
    var byteCount: Int { get }
    /// A block with the same points, packed, that is never written again.
    mutating func keep(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock
    /// The same for a block that is packed.
    mutating func keepPacked(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock
}

/// Keeps blocks in memory.
struct MemoryStore: SeriesStore {
    var kind: SeriesStorage { .memory }
    var byteCount: Int { 0 }

    mutating func keep(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock {
        let form = block.packedForm()
        let memory = try SeriesMemory(byteCount: form.byteCount)
        block.pack(as: form, into: memory.base)
        return SeriesBlock(form: form, memory: memory) ?? block
    }

    mutating func keepPacked(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock { block }
}
