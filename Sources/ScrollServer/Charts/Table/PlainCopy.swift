// Copies of files whose text is compressed or in UTF-16, as plain UTF-8.

import Pixels
import Platform

/// Unpacks a file into a temporary one without a name: gzip (RFC 1952), UTF-16, and gzip of UTF-16.
///
/// The memory does not grow with the file, and the disk never gets full.
package enum PlainCopy {
    private static let chunkByteCount = 1 << 18

    /// The limits of a copy's size.
    package struct Limits: Sendable {
        /// The size in bytes up to which a copy may be any multiple of the file.
        var freeOfRatioByteCount = 1 << 28
        /// The largest multiple of the file beyond that size.
        ///
        /// Tables become 3 to 50 times as large; gzip can reach 1,032.
        var ratio = 100
        /// Returns the free bytes on the file system of an open file; a copy takes at most half of them.
        var freeByteCount: @Sendable (_ descriptor: Int32) -> Int? = { FileSystem.freeByteCount(of: $0) }
        /// The number of bytes of the copy that are needed; only a little more is made.
        var wantedByteCount = Int.max

        init() {}

        /// The limits of a copy when only its start is needed.
        package static func start(_ byteCount: Int) -> Limits {
            var limits = Limits()
            limits.wantedByteCount = byteCount
            return limits
        }
    }

    /// The copy to read in place of the file; nil where the file can be read itself.
    ///
    /// Throws for unsupported formats, which it names, and where the copy would exceed the limits.
    package static func of(_ file: OpenFile, limits: Limits = Limits()) throws(SeriesError) -> OpenFile? {
        let start = try bytes(file, at: 0, count: 4)
        let isGzip = start.starts(with: GzipHeader.signature)
        if isGzip {
            let target = try Target(of: file.count, limits)
            try unpack(file, target)
            let plain = try target.finished()
            return try decoded(plain, bytes(plain, at: 0, count: 2), limits) ?? plain
        }
        if let copy = try decoded(file, start, limits) { return copy }
        for (magic, name) in formats where start.starts(with: magic) {
            throw .unreadable("this is \(name), which is not read; unpack it, or save the table as CSV")
        }
        return nil
    }

    /// A copy of a file in UTF-16, which begins with `start`; nil for any other file.
    private static func decoded(
        _ file: OpenFile, _ start: [UInt8], _ limits: Limits
    ) throws(SeriesError) -> OpenFile? {
        guard start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) else { return nil }
        let target = try Target(of: file.count, limits)
        try decode(file, target, isLittle: start[0] == 0xFF)
        return try target.finished()
    }

    private static let formats: [([UInt8], String)] = [
        ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file (.zst)"), (Array("PAR1".utf8), "a Parquet file"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP file or spreadsheet (.zip, .xlsx, .ods)"),
        ([0xFD, 0x37, 0x7A, 0x58], "an XZ file (.xz)"), (Array("BZh".utf8), "a bzip2 file (.bz2)"),
    ]

    private static func bytes(_ file: OpenFile, at offset: Int, count: Int) throws(SeriesError) -> [UInt8] {
        try mapError(try file.bytes(at: offset, count: count)) { (error: SystemError) in
            SeriesError.unreadable(error.explanation)
        }
    }

    /// A temporary file that is being written.
    ///
    /// Confined to one thread.
    final class Target {
        /// The bytes written between two checks of the free space.
        private static let stepByteCount = 1 << 24

        private var descriptor: Int32?
        private var count = 0
        private let packedByteCount: Int
        private let limits: Limits
        /// The length for which there was room at the last check.
        private var roomEnd = 0

        var isEnough: Bool { count >= limits.wantedByteCount }

        init(of packedByteCount: Int, _ limits: Limits) throws(SeriesError) {
            (self.packedByteCount, self.limits) = (packedByteCount, limits)
            descriptor = SeriesFile.makeNameless()
            if descriptor == nil { throw .storage("no temporary file can be made in TMPDIR, /var/tmp or /tmp") }
        }

        deinit { if let descriptor { System.close(descriptor) } }

        func append(_ bytes: [UInt8]) throws(SeriesError) {
            guard let descriptor else { return }
            let end = count + bytes.count
            let (most, isAny) = packedByteCount.multipliedReportingOverflow(by: limits.ratio)
            guard end <= limits.freeOfRatioByteCount || isAny || end <= most else {
                throw .expandsTooMuch(packed: packedByteCount, unpacked: count)
            }
            if end > roomEnd, let free = limits.freeByteCount(descriptor) {
                // The copy takes at most half of the space that was free before, so at least as much is left.
                let half = free / 2 + count / 2
                guard end <= half else { throw .noRoomToUnpack(unpacked: count, free: free) }
                roomEnd = min(end + Self.stepByteCount, half)
            }
            try mapError(try FileSystem.write(bytes.span, to: descriptor, at: count)) {
                (error: SystemError) in SeriesError.storage(error.explanation)
            }
            count = end
        }

        /// The file with all that was written; its status is taken now.
        func finished() throws(SeriesError) -> OpenFile {
            guard let descriptor else { throw .storage("the temporary file is gone") }
            self.descriptor = nil
            return try mapError(try OpenFile(owning: descriptor)) { (error: SystemError) in
                SeriesError.storage(error.explanation)
            }
        }
    }

    // MARK: gzip

    private static func unpack(_ file: OpenFile, _ target: Target) throws(SeriesError) {
        var offset = 0
        var start = [UInt8]()
        repeat {
            offset = try headerEnd(file, offset)
            try unpackMember(file, &offset, target)
            start = try bytes(file, at: offset, count: 2)
        } while !target.isEnough && start == GzipHeader.signature
    }

    private static let damaged = "the gzip data are damaged"
    private static let cut = "the gzip data end too early; the file may still be written"

    /// The offset after a member's header.
    private static func headerEnd(_ file: OpenFile, _ start: Int) throws(SeriesError) -> Int {
        let header = try bytes(file, at: start, count: GzipHeader.byteLimit)
        do throws(GzipHeader.Fault) {
            return start + (try GzipHeader.byteCount(header))
        } catch {
            throw .unreadable(error == .cut ? cut : damaged)
        }
    }

    private static func unpackMember(
        _ file: OpenFile, _ offset: inout Int, _ target: Target
    ) throws(SeriesError) {
        var inflater = Inflater(gzipMemberWithOutputOf: chunkByteCount)
        var input = InflatePieces(at: offset) { (offset) throws(SeriesError) in
            try bytes(file, at: offset, count: chunkByteCount)
        }
        var checksum = CRC32()
        while true {
            let progress = try mapError(try inflater.inflate(from: &input)) { (_: InflateError) in
                SeriesError.unreadable(damaged)
            }
            let output = [UInt8](inflater.available)
            inflater.discard(output.count)
            checksum.update(output.span)
            if let failure = input.failure { throw failure }
            try target.append(output)
            if target.isEnough { return }
            switch progress {
            case .output: continue
            case .inputEnded: throw .unreadable(cut)
            case .limitReached: throw .unreadable(damaged)
            case .finished:
                guard inflater.gzipChecksum == checksum.value else { throw .unreadable(damaged) }
                offset = input.offset - inflater.unusedByteCount
                return
            }
        }
    }

    // MARK: UTF-16

    private static func decode(_ file: OpenFile, _ target: Target, isLittle: Bool) throws(SeriesError) {
        var offset = 2
        var high: UInt16?
        while true {
            let input = try bytes(file, at: offset, count: chunkByteCount)
            guard input.count > 1 else { return }
            var text = ""
            for byte in stride(from: 0, to: input.count - 1, by: 2) {
                let unit =
                    isLittle
                    ? UInt16(input[byte]) | UInt16(input[byte + 1]) << 8
                    : UInt16(input[byte]) << 8 | UInt16(input[byte + 1])
                if UTF16.isLeadSurrogate(unit) {
                    high = unit
                    continue
                }
                var code = UInt32(unit)
                if UTF16.isTrailSurrogate(unit), let lead = high {
                    code = 0x10000 + (UInt32(lead) - 0xD800) << 10 + UInt32(unit) - 0xDC00
                }
                high = nil
                text.unicodeScalars.append(Unicode.Scalar(code) ?? "\u{FFFD}")
            }
            try target.append(Array(text.utf8))
            if target.isEnough { return }
            offset += input.count / 2 * 2
        }
    }
}
