// Keeps blocks in a file of the server's own, which is mapped.

import Platform

/// Appends blocks to a file and maps each.
///
/// When writing fails (a full disk), later blocks stay in memory. Writes go only after all existing blocks, so views of
/// earlier moments do not change.
struct FileStore: SeriesStore {
    let file: SeriesFile
    private(set) var kind: SeriesStorage
    /// The offset of the next block: a multiple of `FileSystem.pageByteCount`.
    private(set) var byteCount: Int
    /// The generation of the file's newest index.
    var generation: UInt64 = 0
    /// Whether the file has its final name, under which the next start finds it.
    var isNamed = false
    private var memory = MemoryStore()
    /// The next block in packed form, before it is written to the file.
    private var scratch: SeriesMemory?

    /// Continues a file of which `byteCount` bytes are in use.
    init(_ file: SeriesFile, kind: SeriesStorage, byteCount: Int) {
        self.file = file
        self.kind = kind
        self.byteCount = Self.aligned(byteCount)
    }

    static func aligned(_ byteCount: Int) -> Int {
        (byteCount + FileSystem.pageByteCount - 1) / FileSystem.pageByteCount * FileSystem.pageByteCount
    }

    /// Advances past `count` bytes at `byteCount` that are not a block.
    mutating func skip(_ count: Int) { byteCount = Self.aligned(byteCount + count) }

    mutating func keep(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock {
        guard kind != .memory else { return try memory.keep(block) }
        if scratch == nil { scratch = try SeriesMemory(byteCount: block.form.byteCount) }
        if let kept = append(try block.packed(into: scratch)) { return kept }
        kind = .memory
        return try memory.keep(block)
    }

    mutating func keepPacked(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock {
        guard kind != .memory else { return block }
        if let kept = append(block) { return kept }
        kind = .memory
        return block
    }

    /// Appends a packed block; nil when it can be neither written nor mapped.
    private mutating func append(_ packed: SeriesBlock) -> SeriesBlock? {
        let count = packed.form.byteCount
        // A block with even x and no lines has no bytes, so nothing is written.
        guard count == 0 || packed.readBytes({ file.write($0, at: byteCount) }),
            let memory = count == 0
                ? try? SeriesMemory(byteCount: 0)
                : try? SeriesMemory(descriptor: file.descriptor, offset: byteCount, byteCount: count)
        else { return nil }
        let location = BlockLocation(file: file.number, offset: byteCount)
        byteCount = Self.aligned(byteCount + count)
        return SeriesBlock(form: packed.form, memory: memory, location: location, sum: packed.readBytes(BlockSum.of))
    }
}
