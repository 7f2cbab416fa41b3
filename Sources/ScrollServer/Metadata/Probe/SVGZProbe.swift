// SVGZ: an SVG in gzip (SVG 1.1 §1.2; RFC 1952).

import Pixels

extension FormatTraits {
    /// Known by its name, since anything may be in gzip; `.svg` files may be packed, too.
    static let svgz = FormatTraits(
        "svgz", "image/svg+xml", endings: ["svgz"], sharedEndings: ["svg"], needsName: true, header: SVGZProbe.read
    ) { $0.starts(with: GzipHeader.signature + [8]) ? .svgz : nil }
}

/// Unpacks the file, and reads the size.
enum SVGZProbe {
    /// Most bytes that a file may unpack to.
    private static let byteLimit = 16 << 20
    /// Bytes up to which it may unpack to any multiple of its own, and the multiple beyond.
    private static let (freeByteCount, ratio) = (1 << 20, 100)

    /// Reads the size in CSS pixels, as `SVGProbe` does.
    ///
    /// Unpacks all of the first member: a browser shows no SVG whose checksum is wrong, and should get none that takes
    /// far more memory than the file. Cost: some 50 ms for the largest.
    ///
    /// - Throws: what `SVGProbe.read` throws, `.damaged` also for gzip data, `.tooLarge` beyond the limits.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        var plain = HeaderReader(ByteSource(try start(of: reader.mustReadSource())))
        var header = try SVGProbe.read(&plain)
        header.format = .svgz
        return header
    }

    /// Unpacks all of the file; returns the first bytes, as many as are searched for the root element.
    private static func start(of source: ByteSource) throws(ImageError) -> [UInt8] {
        let headerByteCount: Int
        do throws(GzipHeader.Fault) {
            headerByteCount = try GzipHeader.byteCount(source.bytes(at: 0, count: GzipHeader.byteLimit))
        } catch {
            throw .damaged("a gzip header that makes no sense", offset: 0)
        }
        let limit = min(byteLimit, max(freeByteCount, ratio * min(source.count, byteLimit)))
        var inflater = Inflater(gzipMemberWithOutputOf: 1 << 16)
        var input = InflatePieces(at: headerByteCount) { (offset) throws(Never) in
            source.bytes(at: offset, count: 1 << 16)
        }
        var checksum = CRC32()
        var start: [UInt8] = []
        var byteCount = 0
        while true {
            let progress: Inflater.Progress
            do throws(InflateError) {
                progress = try inflater.inflate(from: &input)
            } catch {
                throw .damaged(error.fault.rawValue, offset: input.offset)
            }
            checksum.update(inflater.available.span)
            start += inflater.available.prefix(SVGProbe.searchByteCount - start.count)
            byteCount += inflater.availableCount
            inflater.discard(inflater.availableCount)
            guard byteCount <= limit else {
                throw .tooLarge("an SVGZ that unpacks to more than \(limit >> 10) KiB is too large")
            }
            switch progress {
            case .output: continue
            case .inputEnded, .limitReached:
                throw .damaged("the gzip data end early", offset: input.offset)
            case .finished:
                guard inflater.gzipChecksum == checksum.value else {
                    throw .damaged("data that do not match their checksum", offset: input.offset)
                }
                return start
            }
        }
    }
}
