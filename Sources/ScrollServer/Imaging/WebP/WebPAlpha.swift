// The alpha of a lossy WebP (RFC 9649 §2.7.1.2).

import Pixels

/// Decodes rows of alpha, one byte per pixel.
struct WebPAlpha {
    private enum Samples {
        case plain(WebPBytes, position: Int)
        case lossless(VP8LDecoder)
    }

    private enum Filter: Int {
        case none, horizontal, vertical, gradient
    }

    private let width: Int
    private var samples: Samples
    private let filter: Filter
    private var isFirst = true
    private var above: [UInt8]
    /// The row read last.
    private(set) var row: [UInt8]

    private static let blockByteCount = 1 << 16

    /// Reads the header of an `ALPH` chunk, whose contents are `range`.
    init(_ source: ByteSource, range: Range<Int>, width: Int, height: Int) throws(ImageError) {
        self.width = width
        let start = range.lowerBound
        guard let info = source.bytes(at: start, count: min(1, range.count)).first else {
            throw .damaged("there is no alpha", offset: min(start, source.count))
        }
        filter = Filter(rawValue: Int(info) >> 2 & 3) ?? .none
        above = [UInt8](repeating: 0, count: width)
        row = above
        let data = start + 1..<range.upperBound
        switch info & 3 {
        case 0:
            samples = .plain(WebPBytes(source, range: data, blockByteCount: Self.blockByteCount), position: 0)
        case 1:
            samples = .lossless(
                try VP8LDecoder(source, range: data, width: width, height: height, hasAlpha: false))
        case let method: throw .damaged("alpha compressed by method \(method)", offset: start)
        }
    }

    /// Decodes the next row into `row`.
    ///
    /// - Returns: false where the data ends before the row does.
    mutating func readRow() -> Bool {
        swap(&above, &row)
        guard readSamples() else { return false }
        if filter != .none { Self.undo(filter, &row, above: above, isFirst: isFirst) }
        isFirst = false
        return true
    }

    private mutating func readSamples() -> Bool {
        switch samples {
        case .lossless(let decoder):
            guard decoder.readRow() else { return false }
            row = decoder.row.map { UInt8(truncatingIfNeeded: $0 &>> 8) }
            return true
        case .plain(var bytes, var position):
            var done = 0
            while done < width {
                if position >= bytes.filled {
                    guard !bytes.isAtEnd else { return false }
                    position = bytes.advance(to: position)
                    guard position < bytes.filled else { return false }
                }
                let count = min(width - done, bytes.filled - position)
                row.replaceSubrange(done..<done + count, with: bytes.block[position..<position + count])
                position += count
                done += count
            }
            samples = .plain(bytes, position: position)
            return true
        }
    }

    private static func undo(_ filter: Filter, _ row: inout [UInt8], above: [UInt8], isFirst: Bool) {
        let above = above.span
        var row = row.mutableSpan
        if filter == .horizontal || isFirst {
            var left: UInt8 = isFirst ? 0 : above[0]
            for column in row.indices {
                left = left &+ row[column]
                row[column] = left
            }
        } else if filter == .vertical {
            for column in row.indices { row[column] = row[column] &+ above[column] }
        } else {
            row[0] = row[0] &+ above[0]
            var left = Int16(row[0])
            for column in 1..<row.count {
                let gradient = left &+ Int16(above[column]) &- Int16(above[column &- 1])
                let sample = row[column] &+ UInt8(truncatingIfNeeded: min(max(gradient, 0), 255))
                row[column] = sample
                left = Int16(sample)
            }
        }
    }
}
