// Y′CbCr samples without JPEG, with subsampled chroma (TIFF 6.0 §21).

/// Unpacks the data units of a strip or tile to three samples per pixel.
final class TIFFYCbCrStream: TIFFStream {
    private let stream: any TIFFStream
    private let width: Int
    private let horizontal: Int
    private let vertical: Int
    /// A row of data units, each of `horizontal` × `vertical` luma samples, then Cb and Cr.
    private var units: [UInt8]
    private var nextRow: Int

    /// Unpacks data units of `horizontal` × `vertical` pixels, each 1, 2 or 4.
    init(_ stream: any TIFFStream, width: Int, horizontal: Int, vertical: Int) {
        (self.stream, self.width) = (stream, width)
        (self.horizontal, self.vertical) = (horizontal, vertical)
        units = [UInt8](repeating: 0, count: (width + horizontal - 1) / horizontal * (horizontal * vertical + 2))
        nextRow = vertical
    }

    var problem: ImageError? { stream.problem }
    var isPartial: Bool { stream.isPartial }

    /// Fills `buffer` with as many whole rows as it has room for, at least one.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var done = 0
        while done + 3 * width <= buffer.count {
            if nextRow == vertical {
                guard unsafe units.withUnsafeMutableBytes({ unsafe stream.read(into: $0) }) == units.count else {
                    break
                }
                nextRow = 0
            }
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + 3 * width])
            unsafe units.withUnsafeBufferPointer { unsafe takeApart($0, target) }
            nextRow += 1
            done += 3 * width
        }
        return done
    }

    private func takeApart(_ units: UnsafeBufferPointer<UInt8>, _ row: UnsafeMutableRawBufferPointer) {
        let unitByteCount = horizontal * vertical + 2
        for column in 0..<width {
            let unit = column / horizontal * unitByteCount
            unsafe row[3 * column] = unsafe units[unit + nextRow * horizontal + column % horizontal]
            unsafe row[3 * column + 1] = unsafe units[unit + unitByteCount - 2]
            unsafe row[3 * column + 2] = unsafe units[unit + unitByteCount - 1]
        }
    }
}
