// Reads the composite of a PSD, row by row: each channel is stored apart, plain, in runs or in a zlib stream.

import Metadata
import Pixels

/// The rows of each wanted channel.
struct PSDRows {
    /// One channel's place in the file.
    private struct Channel {
        var reader: BlockReader
        /// The lengths of its rows in runs.
        var counts: BlockReader?
        /// The zlib stream of all channels, which is read once for each of them.
        var stream: TIFFDeflateStream?
        /// Bytes of the stream before the channel's next row.
        var skippedByteCount = 0
    }

    /// Most bytes that a byte of a zlib stream can become (RFC 1951: 258 bytes in two bits).
    static let deflateRatio = 1032

    /// Bytes of a row of one channel.
    let rowByteCount: Int
    /// Bits of a sample.
    private let bits: Int
    private let isLarge: Bool
    /// Whether samples are stored as differences from the ones before.
    private let hasPrediction: Bool
    private var channels: [Channel] = []
    /// Room for a row; nothing unless floats are sorted.
    private var scratch: [UInt8] = []

    /// Finds the first `channelCount` channels.
    ///
    /// - Throws: `ImageError` for a compression that is not decoded, or where the file ends before the channels.
    init(_ header: PSDHeader, channelCount: Int, _ source: ByteSource) throws(ImageError) {
        rowByteCount = (header.width * header.bits + 7) / 8
        (isLarge, bits) = (header.isLarge, header.bits)
        let start = header.compositeOffset
        let compression = try Self.compression(header, source)
        hasPrediction = compression == 3
        switch compression {
        case 0:
            for index in 0..<channelCount {
                // No overflow: a row has at most 2²³ bytes, a picture 2³² rows and 56 channels.
                let offset = start + 2 + index * header.height * rowByteCount
                channels.append(Channel(reader: BlockReader(source, offset: offset)))
            }
        case 1:
            let countByteCount = isLarge ? 4 : 2
            let tableByteCount = header.height * countByteCount
            var offset = start + 2 + header.channelCount * tableByteCount
            guard offset < source.count else {
                throw .damaged("the file ends before its picture", offset: source.count)
            }
            for index in 0..<channelCount {
                var counts = BlockReader(source, offset: start + 2 + index * tableByteCount)
                channels.append(Channel(reader: BlockReader(source, offset: offset), counts: counts))
                guard index + 1 < channelCount else { break }
                for _ in 0..<header.height { offset += counts.nextCount(isLarge) ?? 0 }
            }
        case 2, 3:
            guard !hasPrediction || bits > 1 else { throw .damaged("differences of single bits", offset: start) }
            guard start + 2 < source.count else {
                throw .damaged("the file ends before its picture", offset: source.count)
            }
            scratch = [UInt8](repeating: 0, count: hasPrediction && bits == 32 ? rowByteCount : 0)
            // No overflow, for the same reason.
            let planeByteCount = header.height * rowByteCount
            for index in 0..<channelCount {
                let input = TIFFInput(source, start + 2..<source.count, reversesBits: false)
                channels.append(
                    Channel(
                        reader: BlockReader(source, offset: start),
                        stream: TIFFDeflateStream(input, byteCount: header.channelCount * planeByteCount),
                        skippedByteCount: index * planeByteCount))
            }
        case let number: throw .damaged("compression \(number)", offset: start)
        }
    }

    /// Reads how the composite is stored: plain (0), in runs (1), or in a zlib stream (2), also of differences (3).
    static func compression(_ header: PSDHeader, _ source: ByteSource) throws(ImageError) -> Int {
        let bytes = source.bytes(at: header.compositeOffset, count: 2)
        guard bytes.count == 2 else { throw .damaged("the file ends before its picture", offset: source.count) }
        return bytes.bigEndianNumber
    }

    /// Reads the next row of a channel into `row`, which has `rowByteCount` bytes.
    ///
    /// - Returns: false where the file ends.
    mutating func read(_ channel: Int, into row: inout [UInt8]) -> Bool {
        if let stream = channels[channel].stream { return inflate(channel, stream, into: &row) }
        guard channels[channel].counts != nil else { return readPlain(channel, into: &row) }
        guard let count = channels[channel].counts?.nextCount(isLarge) else { return false }
        let end = channels[channel].reader.offset + count
        let isWhole = unpack(&channels[channel].reader, to: end, into: &row)
        channels[channel].reader.offset = end
        return isWhole
    }

    /// Reads a row from the zlib stream, and undoes differences; before these, bytes of floats lie by significance.
    private mutating func inflate(_ channel: Int, _ stream: TIFFDeflateStream, into row: inout [UInt8]) -> Bool {
        var bytes = row.mutableSpan
        while channels[channel].skippedByteCount > 0 {
            let count = min(bytes.count, channels[channel].skippedByteCount)
            guard stream.read(into: &bytes, 0..<count) == count else { return false }
            channels[channel].skippedByteCount -= count
        }
        guard stream.read(into: &bytes, 0..<rowByteCount) == rowByteCount else { return false }
        guard hasPrediction else { return true }
        if bits == 32 {
            TIFFPredictor.undoFloats(&bytes, 0..<rowByteCount, size: 4, stride: 1, scratch: &scratch)
        } else {
            TIFFPredictor.undoDifferences(&bytes, 0..<rowByteCount, bits: bits, stride: 1, isLittleEndian: false)
        }
        return true
    }

    private mutating func readPlain(_ channel: Int, into row: inout [UInt8]) -> Bool {
        for index in row.indices {
            guard let byte = channels[channel].reader.next() else { return false }
            row[index] = byte
        }
        return true
    }

    /// Unpacks runs up to `end` (PackBits); what is missing of a row stays 0.
    ///
    /// - Returns: false where the file ends first.
    private func unpack(_ reader: inout BlockReader, to end: Int, into row: inout [UInt8]) -> Bool {
        var position = 0
        while position < row.count, reader.offset < end {
            guard let head = reader.next() else { return false }
            if head < 128 {
                for _ in 0...head {
                    guard let byte = reader.next() else { return false }
                    if position < row.count { row[position] = byte }
                    position += 1
                }
            } else if head > 128 {
                guard let byte = reader.next() else { return false }
                let runEnd = min(row.count, position + 257 - Int(head))
                while position < runEnd {
                    row[position] = byte
                    position += 1
                }
            }
        }
        while position < row.count {
            row[position] = 0
            position += 1
        }
        return true
    }
}

extension BlockReader {
    /// Reads the length of a row in runs.
    fileprivate mutating func nextCount(_ isLarge: Bool) -> Int? {
        guard let high = nextUInt16() else { return nil }
        guard isLarge else { return high }
        return nextUInt16().map { high << 16 | $0 }
    }
}
