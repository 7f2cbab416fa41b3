// The pixels of an interlaced PNG, which arrive all over the picture.

import Pixels
import Platform

/// Zeroed bytes, in memory or, if too many, in a file; not thread-safe.
final class PNGCanvas {
    private let byteCount: Int
    /// The bytes; empty if they are in `file`.
    private var bytes: [UInt8] = []
    private let file: ScratchMemory?

    /// Allocates `byteCount` zeroed bytes.
    ///
    /// - Parameters:
    ///   - byteCount: at least 1.
    ///   - limit: the most bytes kept in memory.
    ///   - scratch: where more are kept; nil for nowhere.
    /// - Throws: `ImageError.tooLarge` where there is no room for them.
    init(byteCount: Int, limit: Int, scratch: DecodingScratch?) throws(ImageError) {
        self.byteCount = byteCount
        guard byteCount > limit else {
            file = nil
            bytes = [UInt8](repeating: 0, count: byteCount)
            return
        }
        guard let scratch, byteCount <= scratch.byteLimit else {
            throw .tooLarge(
                "an interlaced picture takes \(byteCount >> 20) MiB while it is decoded, more than the cache's limit")
        }
        do throws(SystemError) {
            file = try ScratchMemory(folder: scratch.folder, byteCount: byteCount)
        } catch {
            throw .tooLarge(
                "an interlaced picture takes \(byteCount >> 20) MiB of the cache's disk while it is decoded: "
                    + error.explanation)
        }
    }

    /// Passes all bytes to `body`.
    func withBytes(_ body: (inout MutableSpan<UInt8>) -> Void) {
        if let file { file.withBytes(body) } else { Self.withBytes(of: &bytes, body) }
    }

    private static func withBytes(of bytes: inout [UInt8], _ body: (inout MutableSpan<UInt8>) -> Void) {
        var span = bytes.mutableSpan
        body(&span)
    }

    /// Whether the disk lost pixels.
    var isDamaged: Bool { file?.isDamaged == true }

    /// Tells that no bytes before `offset`, or none at all, are needed for a while, or any more.
    func rest(before offset: Int? = nil) {
        let offset = offset ?? byteCount
        let page = FileSystem.pageByteCount
        if offset >= page { file?.rest(at: 0, byteCount: offset / page * page) }
    }
}
