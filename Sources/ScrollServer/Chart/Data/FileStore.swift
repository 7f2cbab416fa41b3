// Keeps blocks in a file of our own, mapped.

/// Appends blocks to a file and maps each. When the file takes no more (a full disk), later blocks stay in memory.
///
/// Only what lies behind all blocks is ever written, so views of earlier moments stay as they are.
struct FileStore: SeriesStore {
    let file: SeriesFile
    private(set) var kind: SeriesStorage
    /// Where the next block goes: a multiple of `FileSystem.pageByteCount`.
    private(set) var byteCount: Int
    /// Of the file's newest index.
    var generation: UInt64 = 0
    /// Whether the file has the name by which it is found.
    var isNamed = false
    private var memory = MemoryStore()
    /// The next block, packed, on its way to the file.
    private var scratch: SeriesMemory?

    /// - Parameter byteCount: of the file's part that is in use.
    init(_ file: SeriesFile, kind: SeriesStorage, byteCount: Int) {
        self.file = file
        self.kind = kind
        self.byteCount = Self.aligned(byteCount)
    }

    static func aligned(_ byteCount: Int) -> Int {
        (byteCount + FileSystem.pageByteCount - 1) / FileSystem.pageByteCount * FileSystem.pageByteCount
    }

    /// Leaves room for other things than blocks, which were written at `byteCount`.
    mutating func skip(_ count: Int) { byteCount = Self.aligned(byteCount + count) }

    mutating func keep(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock {
        guard kind != .memory else { return try memory.keep(block) }
        let form = block.packedForm()
        if scratch?.byteCount ?? 0 < form.byteCount { scratch = try SeriesMemory(byteCount: block.form.byteCount) }
        guard let scratch else { return try memory.keep(block) }
        block.pack(as: form, into: scratch.base)
        let bytes = UnsafeRawBufferPointer(start: scratch.base, count: form.byteCount)
        if let kept = append(bytes, form) { return kept }
        kind = .memory
        return try memory.keep(block)
    }

    mutating func keepPacked(_ block: SeriesBlock) throws(SystemError) -> SeriesBlock {
        guard kind != .memory else { return block }
        if let kept = append(block.bytes, block.form) { return kept }
        kind = .memory
        return block
    }

    /// - Returns: nil when the file takes no more, or no more can be mapped.
    private mutating func append(_ bytes: UnsafeRawBufferPointer, _ form: BlockForm) -> SeriesBlock? {
        guard form.byteCount > 0, file.write(bytes, at: byteCount),
            let memory = try? SeriesMemory(
                descriptor: file.descriptor, offset: byteCount, byteCount: form.byteCount)
        else { return form.byteCount == 0 ? Self.bare(form, file, byteCount) : nil }
        let place = BlockPlace(file: file.number, offset: byteCount)
        byteCount = Self.aligned(byteCount + form.byteCount)
        return SeriesBlock(form: form, memory: memory, place: place)
    }

    /// A block of even x and no lines has no bytes.
    private static func bare(_ form: BlockForm, _ file: SeriesFile, _ offset: Int) -> SeriesBlock? {
        guard let memory = try? SeriesMemory(byteCount: 0) else { return nil }
        return SeriesBlock(form: form, memory: memory, place: BlockPlace(file: file.number, offset: offset))
    }
}
