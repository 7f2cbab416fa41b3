// The atlas's memory: mapped pages, atomic bits, and the only pointers to them.

import Platform
import Synchronization

/// Pages of a file or of memory, unmapped with the last reference.
///
/// The bound is `byteCount`; `withBytes` and `write` check each range against it.
@safe final class AtlasPages: Sendable {
    let byteCount: Int
    /// Marked `nonisolated(unsafe)`: a file's pages are only read, and memory is written before it is published.
    nonisolated(unsafe) fileprivate let base: UnsafeMutableRawPointer
    /// The `MappingGuard` index of a file's pages; nil for memory.
    private let guardRegion: Int?

    /// Maps a part of a file; nil if the system refuses.
    init?(_ descriptor: Int32, at offset: Int, byteCount: Int) {
        guard let base = try? unsafe FileSystem.map(descriptor, at: offset, byteCount: byteCount) else {
            return nil
        }
        guard let region = unsafe MappingGuard.watch(base, byteCount: byteCount) else {
            unsafe FileSystem.unmap(base, byteCount: byteCount)
            return nil
        }
        unsafe (self.base, self.byteCount, guardRegion) = unsafe (base, byteCount, region)
    }

    /// Maps zeroed pages, which take memory as they are written; nil if the system refuses.
    init?(byteCount: Int) {
        guard let base = try? unsafe FileSystem.mapZeros(byteCount: byteCount) else { return nil }
        unsafe (self.base, self.byteCount, guardRegion) = unsafe (base, byteCount, nil)
    }

    deinit {
        if let guardRegion { MappingGuard.forget(guardRegion) }
        unsafe FileSystem.unmap(base, byteCount: byteCount)
    }

    /// Whether a page could not be read, so that zeros are in its place.
    var isDamaged: Bool {
        MappingGuard.isAnyDamaged && guardRegion.map { MappingGuard.isDamaged($0) } == true
    }

    /// Calls `body` with `count` bytes from `offset` on; traps outside the pages.
    func withBytes<Result>(at offset: Int, count: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(offset >= 0 && count >= 0 && count <= byteCount - offset)
        return unsafe body(Span(_unsafeStart: (base + offset).assumingMemoryBound(to: UInt8.self), count: count))
    }

    /// Returns `count` bytes from `offset` on; traps outside the pages.
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        withBytes(at: offset, count: count) { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
    }

    /// Writes bytes to memory that nobody reads yet; traps outside the pages, and in those of a file.
    func write(_ bytes: Span<UInt8>, at offset: Int) {
        precondition(guardRegion == nil && offset >= 0 && bytes.count <= byteCount - offset)
        unsafe bytes.withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(start: base + offset, count: $0.count).copyMemory(from: $0)
        }
    }
}

/// Eight bits for each of `count` indices.
///
/// Thread-safe. Each index is checked against `count`.
@safe final class AtlasBits: Sendable {
    /// Marked `nonisolated(unsafe)`: only `deinit` releases the memory, and its bytes are atomic.
    nonisolated(unsafe) fileprivate let bytes: UnsafeMutablePointer<Atomic<UInt8>>
    fileprivate let count: Int

    init(count: Int) {
        self.count = count
        unsafe bytes = .allocate(capacity: count)
        for index in 0..<count { unsafe (bytes + index).initialize(to: Atomic(0)) }
    }

    deinit {
        unsafe bytes.deinitialize(count: count)
        unsafe bytes.deallocate()
    }

    func has(_ bit: Int, _ index: Int) -> Bool {
        precondition(index >= 0 && index < count)
        return unsafe bytes[index].load(ordering: .relaxed) & 1 << bit != 0
    }

    func set(_ bit: Int, _ index: Int) {
        precondition(index >= 0 && index < count)
        unsafe bytes[index].bitwiseOr(1 << bit, ordering: .relaxed)
    }
}

/// Parts of chunks, from which pictures are read without counting references: a tile draws tens of thousands.
///
/// The bound of a part, `AtlasChunk.count` pictures of `stride` bytes, is checked when it is opened; then each position is
/// checked against `AtlasChunk.count`.
@safe struct AtlasViews {
    /// Plain pointers into pages and bits that `opened` keeps alive.
    @safe private struct View {
        let base: UnsafeRawPointer
        /// Which pictures have been verified; nil if all are.
        let checked: UnsafePointer<Atomic<UInt8>>?
    }

    /// The bytes per picture in a part.
    let stride: Int
    private(set) var opened: [AtlasChunk.Pixels?]
    private var views: [View?]

    /// Prepares for a number of chunks, whose parts have `stride` bytes per picture.
    init(count: Int, stride: Int) {
        self.stride = stride
        opened = [AtlasChunk.Pixels?](repeating: nil, count: count)
        views = [View?](repeating: nil, count: count)
    }

    /// Returns whether a chunk is open.
    func isOpen(_ number: Int) -> Bool { views[number] != nil }

    /// Opens a chunk's part.
    mutating func open(_ number: Int, _ pixels: AtlasChunk.Pixels) {
        precondition(pixels.start >= 0 && AtlasChunk.count * stride <= pixels.pages.byteCount - pixels.start)
        precondition(pixels.checked.map { $0.count >= AtlasChunk.count } ?? true)
        opened[number] = pixels
        views[number] = unsafe View(
            base: UnsafeRawPointer(pixels.pages.base + pixels.start),
            checked: pixels.checked.map { unsafe UnsafePointer($0.bytes) })
    }

    /// Returns whether a bit is set for a picture of an open chunk, or all its pictures are sound.
    @inline(__always)
    func has(_ bit: Int, _ number: Int, _ position: Int) -> Bool {
        precondition(position >= 0 && position < AtlasChunk.count)
        guard let view = views[number], let checked = unsafe view.checked else { return true }
        return unsafe checked[position].load(ordering: .relaxed) & 1 << bit != 0
    }

    /// Calls `body` with the bytes of a picture of an open chunk.
    @inline(__always)
    func withBytes(_ number: Int, _ position: Int, _ body: (Span<UInt8>) -> Void) {
        precondition(position >= 0 && position < AtlasChunk.count)
        guard let view = views[number] else { return }
        let bytes = unsafe (view.base + position &* stride).assumingMemoryBound(to: UInt8.self)
        unsafe body(Span(_unsafeStart: bytes, count: stride))
    }
}
