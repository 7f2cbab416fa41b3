// The memory of a series' block: the process's own, or a mapped part of one of the server's files.

import Platform

/// Whole pages, unmapped with the last reference.
///
/// All access to the pages is in this file: every function compares the offset and the number of the elements with
/// `byteCount` once, and gives out checked spans.
///
/// `@unchecked Sendable`: `base` never changes, and the users of the memory agree on which part may be read (see
/// `SeriesBlock`). A mapped file is always one of the server's own. Where it has been truncated or the disk fails,
/// reads give zeros, and `isDamaged` is true afterwards.
@safe final class SeriesMemory: @unchecked Sendable {
    /// The first byte: that of a page.
    private let base: UnsafeMutableRawPointer
    let byteCount: Int
    /// The region in `MappingGuard` of a mapped file, which is only for reading; nil for memory of the process's own.
    private let watched: Int?

    /// New memory, filled with zeros.
    init(byteCount: Int) throws(SystemError) {
        self.byteCount = max(byteCount, 1)
        unsafe base = try unsafe FileSystem.mapZeros(byteCount: self.byteCount)
        watched = nil
    }

    /// Maps bytes of a file, read-only, or reads them where the system allows no more mappings.
    ///
    /// `offset` is a multiple of `FileSystem.pageByteCount`.
    convenience init(descriptor: Int32, offset: Int, byteCount: Int) throws(SystemError) {
        let byteCount = max(byteCount, 1)
        let base = try unsafe FileSystem.map(descriptor, at: offset, byteCount: byteCount)
        if let region = unsafe MappingGuard.watch(base, byteCount: byteCount) {
            unsafe self.init(base: base, byteCount: byteCount, watched: region)
            return
        }
        unsafe FileSystem.unmap(base, byteCount: byteCount)
        try self.init(byteCount: byteCount)
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: self.base, count: byteCount)
        guard try unsafe FileSystem.read(descriptor, at: offset, into: buffer) == byteCount else {
            throw SystemError.outOfMemory("mmap")
        }
    }

    private init(base: UnsafeMutableRawPointer, byteCount: Int, watched: Int) {
        unsafe (self.base, self.byteCount, self.watched) = unsafe (base, byteCount, watched)
    }

    deinit {
        if let watched { MappingGuard.forget(watched) }
        unsafe FileSystem.unmap(base, byteCount: byteCount)
    }

    /// Whether some bytes could not be read from the file, so that results from them are wrong.
    var isDamaged: Bool { watched.map { MappingGuard.isDamaged($0) } ?? false }

    /// The number that is stored from byte `offset` on.
    @inline(__always)
    func load<Number: FullyInhabited>(at offset: Int, as type: Number.Type) -> Number {
        precondition(offset >= 0 && byteCount &- offset >= MemoryLayout<Number>.size)
        return unsafe base.loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Calls `body` with `count` numbers from byte `offset` on, which is a multiple of their size.
    @inline(__always)
    func read<Number: FullyInhabited & BitwiseCopyable, Answer>(
        _ type: Number.Type, at offset: Int, count: Int, _ body: (Span<Number>) -> Answer
    ) -> Answer {
        body(unsafe UnsafeBufferPointer(start: start(type, at: offset, count: count), count: count).span)
    }

    /// Calls `body` with `count` numbers of the process's own memory to be written.
    @inline(__always)
    func write<Number: FullyInhabited & BitwiseCopyable, Answer>(
        _ type: Number.Type, at offset: Int, count: Int, _ body: (inout MutableSpan<Number>) -> Answer
    ) -> Answer {
        precondition(watched == nil)
        let numbers = unsafe UnsafeMutableBufferPointer(start: start(type, at: offset, count: count), count: count)
        var span = unsafe numbers.mutableSpan
        return body(&span)
    }

    /// Appends `count` numbers from byte `offset` on to `target`, where there must be room.
    func append<Number: FullyInhabited & BitwiseCopyable>(
        at offset: Int, count: Int, to target: inout OutputSpan<Number>
    ) {
        let source = unsafe start(Number.self, at: offset, count: count)
        precondition(count <= target.freeCapacity)
        unsafe target.withUnsafeMutableBufferPointer { buffer, filled in
            guard let first = buffer.baseAddress else { return }
            unsafe (first + filled).initialize(from: source, count: count)
            filled += count
        }
    }

    /// Copies numbers to the process's own memory, from byte `offset` on, which is a multiple of their size.
    func store<Number: FullyInhabited & BitwiseCopyable>(_ numbers: Span<Number>, at offset: Int) {
        precondition(watched == nil)
        let target = unsafe start(Number.self, at: offset, count: numbers.count)
        unsafe numbers.withUnsafeBufferPointer { source in
            if let first = source.baseAddress { unsafe target.update(from: first, count: source.count) }
        }
    }

    /// Checks that the memory has `count` numbers from byte `offset` on.
    @inline(__always)
    private func start<Number>(_ type: Number.Type, at offset: Int, count: Int) -> UnsafeMutablePointer<Number> {
        let size = MemoryLayout<Number>.stride
        // The memory begins with a page, so a multiple of a number's size is aligned for it.
        precondition(offset >= 0 && offset <= byteCount && offset % size == 0)
        precondition(count >= 0 && count <= (byteCount &- offset) / size)
        return unsafe (base + offset).assumingMemoryBound(to: type)
    }
}
