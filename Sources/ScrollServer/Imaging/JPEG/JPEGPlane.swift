// The decoded samples of one component: a strip of rows, reused from strip to strip.

/// Samples of one row of MCUs, with the row before them and room for one after.
///
/// ```
/// row 0         the last row of the strip before (at the top: a copy of row 1)
/// row 1 … n     the rows of this strip
/// row n + 1     in the last strip, where it may be one earlier, a copy of the last row
/// ```
/// Each row has `margin` bytes before and 2 × `margin` after its `paddedWidth` samples, so that vectors of 16 may be
/// read from one sample before the first to anywhere among the last. The memory is not an array, so that blocks are
/// stored without uniqueness or bounds checks: block columns end at `mcusWide × horizontal`, rows at
/// `stripRowCount`, which is what the plane is sized by.
final class JPEGPlane {
    static let margin = 16

    let component: JPEGFrame.Component
    /// Bytes from a row to the next.
    let stride: Int
    /// 64 factors in natural order, 0 until `setQuantisation`.
    let quantisation: UnsafeMutablePointer<Int16>
    private(set) var hasQuantisation = false
    private let samples: UnsafeMutablePointer<UInt8>
    private let byteCount: Int

    init(_ component: JPEGFrame.Component, mcusWide: Int) {
        self.component = component
        let paddedWidth = mcusWide * component.horizontal * component.blockSize
        stride = (paddedWidth + 3 * Self.margin + 15) / 16 * 16
        byteCount = stride * (component.stripRowCount + 2)
        samples = .allocate(capacity: byteCount)
        samples.initialize(repeating: 128, count: byteCount)
        quantisation = .allocate(capacity: 64)
        quantisation.initialize(repeating: 0, count: 64)
    }

    deinit {
        samples.deallocate()
        quantisation.deallocate()
    }

    /// The first sample of row `index`, 0...stripRowCount + 1.
    func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        samples + Self.margin + stride * min(max(index, 0), component.stripRowCount + 1)
    }

    /// Takes the table (64 values) that was valid when the component's first scan began.
    func setQuantisation(_ table: [UInt16]) {
        guard !hasQuantisation else { return }
        for (index, value) in table.prefix(64).enumerated() { quantisation[index] = Int16(truncatingIfNeeded: value) }
        hasQuantisation = true
    }

    /// Makes row `index` a copy of row `other`.
    func copyRow(_ other: Int, to index: Int) {
        row(index).update(from: row(other), count: stride - Self.margin)
    }
}
