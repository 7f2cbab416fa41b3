// The pixels of an interlaced PNG, which arrive all over the picture.

import Platform

/// Zeroed bytes, in memory or, if too many, in a file; not thread-safe.
@safe final class PNGCanvas {
    /// Bounds: writers stay below `byteCount`.
    let bytes: UnsafeMutableRawBufferPointer
    private let file: ScratchMemory?

    /// Allocates `byteCount` zeroed bytes.
    ///
    /// - Parameters:
    ///   - byteCount: at least 1.
    ///   - limit: the most bytes kept in memory.
    ///   - scratch: where more are kept; nil for nowhere.
    /// - Throws: `ImageError.tooLarge` where there is no room for them.
    init(byteCount: Int, limit: Int, scratch: DecodingScratch?) throws(ImageError) {
        guard byteCount > limit else {
            file = nil
            unsafe bytes = .allocate(byteCount: byteCount, alignment: 16)
            unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
            return
        }
        guard let scratch, byteCount <= scratch.byteLimit else {
            throw .tooLarge(
                "an interlaced picture takes \(byteCount >> 20) MiB while it is decoded, more than the cache's limit")
        }
        do throws(SystemError) {
            let file = try ScratchMemory(folder: scratch.folder, byteCount: byteCount)
            self.file = file
            unsafe bytes = unsafe UnsafeMutableRawBufferPointer(start: file.base, count: byteCount)
        } catch {
            throw .tooLarge(
                "an interlaced picture takes \(byteCount >> 20) MiB of the cache's disk while it is decoded: "
                    + error.explanation)
        }
    }

    deinit {
        if file == nil { unsafe bytes.deallocate() }
    }

    /// Whether the disk lost pixels.
    var isDamaged: Bool { file?.isDamaged == true }

    /// Tells that no bytes before `offset` are needed for a while, or any more.
    func rest(before offset: Int) {
        let page = FileSystem.pageByteCount
        if offset >= page { file?.rest(at: 0, byteCount: offset / page * page) }
    }
}
