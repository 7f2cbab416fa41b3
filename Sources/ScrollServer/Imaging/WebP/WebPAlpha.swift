// The alpha of a lossy WebP (RFC 9649 §2.7.1.2).

/// Decodes rows of alpha, one byte per pixel.
final class WebPAlpha {
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
    /// The row above, and the current one.
    private let above: WebPMemory<UInt8>
    private let row: WebPMemory<UInt8>

    private static let blockByteCount = 1 << 16

    /// Reads the header of an `ALPH` chunk, whose contents are `range`.
    init(_ source: ByteSource, range: Range<Int>, width: Int, height: Int) throws(ImageError) {
        self.width = width
        let start = range.lowerBound
        guard let info = source.bytes(at: start, count: min(1, range.count)).first else {
            throw .damaged("there is no alpha", offset: min(start, source.count))
        }
        filter = Filter(rawValue: Int(info) >> 2 & 3) ?? .none
        above = WebPMemory(count: width, repeating: 0)
        row = WebPMemory(count: width, repeating: 0)
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

    /// Decodes the next row; nil where the data ends before the row does.
    ///
    /// The pointer is valid until the next call.
    func readRow() -> UnsafeMutablePointer<UInt8>? {
        guard readSamples() else { return nil }
        undoFilter()
        unsafe above.pointer.update(from: row.pointer, count: width)
        isFirst = false
        return unsafe row.pointer
    }

    private func readSamples() -> Bool {
        switch samples {
        case .lossless(let decoder):
            return unsafe decoder.readRow { pixels in
                for column in 0..<width {
                    unsafe row.pointer[column] = unsafe UInt8(truncatingIfNeeded: pixels[column] &>> 8)
                }
            }
        case .plain(let bytes, var position):
            var done = 0
            while done < width {
                if position >= bytes.filled {
                    guard !bytes.isAtEnd else { return false }
                    position = bytes.advance(to: position)
                    guard position < bytes.filled else { return false }
                }
                let count = min(width - done, bytes.filled - position)
                unsafe (row.pointer + done).update(
                    from: bytes.base.assumingMemoryBound(to: UInt8.self) + position, count: count)
                position += count
                done += count
            }
            samples = .plain(bytes, position: position)
            return true
        }
    }

    private func undoFilter() {
        let (row, above) = unsafe (row.pointer, above.pointer)
        if filter == .none { return }
        if filter == .horizontal || isFirst {
            var left: UInt8 = unsafe isFirst ? 0 : above[0]
            for column in 0..<width {
                left = unsafe left &+ row[column]
                unsafe row[column] = left
            }
        } else if filter == .vertical {
            for column in 0..<width { unsafe row[column] = unsafe row[column] &+ above[column] }
        } else {
            unsafe row[0] = unsafe row[0] &+ above[0]
            var left = unsafe Int16(row[0])
            var column = 1
            while column < width {
                let gradient = unsafe left &+ Int16(above[column]) &- Int16(above[column &- 1])
                let sample = unsafe row[column] &+ UInt8(truncatingIfNeeded: min(max(gradient, 0), 255))
                unsafe row[column] = sample
                left = Int16(sample)
                column &+= 1
            }
        }
    }
}
