// Finds the chunks of an OpenEXR file, in whichever order they are stored (OpenEXR file layout, "Chunk").

import Metadata
import Pixels

/// Reads chunks of scan lines, or tiles of the largest level, and unpacks them.
struct OpenEXRChunks {
    /// Most bytes of a chunk after unpacking.
    static let byteLimit = 1 << 26
    /// Most bytes that a packed byte may become: those of deflate (RFC 1951) and a little more.
    private static let ratio = 1100

    /// Chunks next to each other, and from the top down.
    let across: Int
    let down: Int

    private let header: OpenEXRHeader
    private let compression: OpenEXRHeader.Compression
    private let source: ByteSource
    private var table: BlockReader
    private let cell: (width: Int, height: Int)
    /// Bytes before a chunk's data.
    private let headByteCount: Int
    /// Where the next chunk begins, if chunks are stored from the top.
    private var next: (index: Int, offset: Int)

    /// Takes a header that is not refused; throws `ImageError` for chunks that are too large.
    init(_ header: OpenEXRHeader, _ source: ByteSource) throws(ImageError) {
        if let refusal = header.refusal { throw refusal }
        (self.header, self.source) = (header, source)
        compression = header.compression ?? .none
        let window = header.dataWindow
        cell = header.tile ?? (window.width, compression.rowCount)
        across = (window.width - 1) / cell.width + 1
        down = (window.height - 1) / cell.height + 1
        let (count, isTooMuch) = across.multipliedReportingOverflow(by: down)
        guard !isTooMuch, count <= source.count / 8 else {
            throw .damaged("its list of chunks ends beyond the file's end", offset: source.count)
        }
        headByteCount = (header.part == nil ? 0 : 4) + (header.tile == nil ? 8 : 20)
        table = BlockReader(source, offset: header.tableOffset)
        next = (0, header.tableOffset + 8 * count)
        let area = area(of: 0)
        // A row has less than 2³³ samples, of at most 2¹⁶ channels, of 4 bytes.
        guard area.height <= Self.byteLimit, Self.byteCount(area, header.channels) <= Self.byteLimit else {
            throw .tooLarge(
                "an OpenEXR picture with chunks of more than \(Self.byteLimit >> 20) MiB is too large")
        }
    }

    /// The pixels of a chunk.
    func area(of index: Int) -> OpenEXRWindow {
        let window = header.dataWindow
        let (x, y) = (window.minX + index % across * cell.width, window.minY + index / across * cell.height)
        return OpenEXRWindow(
            minX: x, minY: y, maxX: min(x + cell.width - 1, window.maxX), maxY: min(y + cell.height - 1, window.maxY))
    }

    /// The row of chunks that has a row of the data window.
    func row(of y: Int) -> Int { (y - header.dataWindow.minY) / cell.height }

    /// Returns the bytes of a chunk after unpacking: row after row, and in each the channels one after the other.
    ///
    /// - Returns: nil where the file has no such chunk, or it makes no sense.
    mutating func bytes(of index: Int) -> [UInt8]? {
        guard let data = place(of: index) else { return nil }
        let area = area(of: index)
        let byteCount = Self.byteCount(area, header.channels)
        guard data.count <= byteCount, byteCount <= data.count * Self.ratio + 64 else { return nil }
        let packed = source.bytes(at: data.lowerBound, count: data.count)
        guard packed.count == data.count else { return nil }
        // What would not become shorter is stored as it is.
        if packed.count == byteCount { return packed }
        let bytes: [UInt8]? =
            switch compression {
            case .none, .dwaa, .dwab: nil
            case .rle: OpenEXRPacking.runs(packed, byteCount).map(OpenEXRPacking.restored)
            case .zips, .zip: OpenEXRPacking.inflated(packed, byteCount).map(OpenEXRPacking.restored)
            case .pxr24: OpenEXRPacking.pxr24(packed, area, header.channels)
            case .piz: OpenEXRWavelets.unpacked(packed, area, header.channels, byteCount)
            case .b44, .b44a: OpenEXRBlocks.unpacked(packed, area, header.channels, byteCount)
            }
        return bytes?.count == byteCount ? bytes : nil
    }

    /// How many of the first chunks the file has, where they are stored in any order; nil where it has all.
    mutating func presentCount(limit: Int) -> Int? {
        let count = across * down
        guard !header.isFromTop, count <= limit else { return nil }
        var (present, last) = (0, (index: 0, offset: 0))
        for index in 0..<count {
            let offset = entry(index)
            guard offset > 0, offset < source.count - headByteCount else { continue }
            present += 1
            if offset > last.offset { last = (index, offset) }
        }
        if present > 0, place(of: last.index) == nil { present -= 1 }
        return present < count ? present : nil
    }

    /// The offset of a chunk; 0 where the list of chunks does not have it.
    private mutating func entry(_ index: Int) -> Int {
        let range = table.load(8, at: header.tableOffset + 8 * index)
        guard range.count == 8 else { return 0 }
        let bytes = table.block[range]
        // No file is as long as the eighth byte could say.
        guard bytes.last == 0 else { return 0 }
        return bytes.dropLast().littleEndianNumber
    }

    /// Finds the packed bytes of a chunk.
    private mutating func place(of index: Int) -> Range<Int>? {
        var offset = entry(index)
        // Programs that were stopped leave zeros; then the chunks follow each other.
        if offset == 0, header.isFromTop, index == next.index { offset = next.offset }
        guard offset > 0 else { return nil }
        let head = source.bytes(at: offset, count: headByteCount)
        guard head.count == headByteCount else { return nil }
        let numbers = stride(from: 0, to: headByteCount, by: 4).map { place in
            Int(Int32(truncatingIfNeeded: head[place..<place + 4].littleEndianNumber))
        }
        var expected = header.part.map { [$0] } ?? []
        if header.tile == nil {
            expected.append(area(of: index).minY)
        } else {
            expected += [index % across, index / across, 0, 0]
        }
        guard let byteCount = numbers.last, byteCount > 0, numbers.dropLast().elementsEqual(expected) else {
            return nil
        }
        let end = offset + headByteCount + byteCount
        guard end <= source.count else { return nil }
        next = (index + 1, end)
        return offset + headByteCount..<end
    }

    // MARK: Sizes

    /// Numbers from one to another, both included, that `step` divides.
    static func sampleCount(_ first: Int, _ last: Int, every step: Int) -> Int {
        step == 1 ? last - first + 1 : quotient(last, step) - quotient(first - 1, step)
    }

    /// Division that rounds down; `divisor` is positive.
    static func quotient(_ number: Int, _ divisor: Int) -> Int {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }

    /// Whether a channel has samples in a row.
    static func hasRow(_ y: Int, _ channel: OpenEXRChannel) -> Bool { y % channel.ySampling == 0 }

    /// The bytes of some pixels in all channels.
    static func byteCount(_ area: OpenEXRWindow, _ channels: [OpenEXRChannel]) -> Int {
        channels.reduce(0) { sum, channel in
            let columns = sampleCount(area.minX, area.maxX, every: channel.xSampling)
            let rows = sampleCount(area.minY, area.maxY, every: channel.ySampling)
            // Of sides that overflow, the sum is beyond every limit.
            let (samples, isTooMuch) = columns.multipliedReportingOverflow(by: rows * channel.kind.byteCount)
            return isTooMuch ? .max >> 1 : min(sum + samples, .max >> 1)
        }
    }
}
