// The decoded samples of one component: a strip of rows, reused from strip to strip.

/// The samples of one row of MCUs, with one row before and room for one row after.
///
/// ```
/// row 0         the last row of the strip before (at the top: a copy of row 1)
/// row 1 … n     the rows of this strip
/// row n + 1     at the foot of the picture: a copy of its last row, which moves up if the last strip is not full
/// ```
/// Each row has `margin` bytes before its `paddedWidth` samples and 2 × `margin` after them, so that a vector of 16 may
/// be read from any position between one sample before the first and the last. The memory is not an array, so that
/// blocks are stored without uniqueness or bounds checks: block columns end at `mcusWide × horizontal` and rows at
/// `stripRowCount`, and the plane is sized by these.
@safe final class JPEGPlane {
    static let margin = 16

    let component: JPEGFrame.Component
    /// Bytes from one row to the next.
    let stride: Int
    /// 64 factors in natural order, 0 until `setQuantisation`.
    let quantisation: UnsafeMutablePointer<Int16>
    /// Brings coefficients of more than 8 bits per sample to 8; nil for 8-bit pictures.
    ///
    /// The factors in `quantisation` are then all 1. Valid as long as the plane.
    let reduction: JPEGReduction?
    private(set) var hasQuantisation = false
    private let samples: UnsafeMutablePointer<UInt8>
    private let byteCount: Int

    /// Allocates the samples; `precision` is the bits of a sample, 8 or more.
    init(_ component: JPEGFrame.Component, mcusWide: Int, precision: Int = 8) {
        self.component = component
        reduction = precision > 8 ? JPEGReduction(extraBitCount: precision - 8) : nil
        let paddedWidth = mcusWide * component.horizontal * component.blockSize
        stride = (paddedWidth + 3 * Self.margin + 15) / 16 * 16
        byteCount = stride * (component.stripRowCount + 2)
        unsafe samples = .allocate(capacity: byteCount)
        unsafe samples.initialize(repeating: 128, count: byteCount)
        unsafe quantisation = .allocate(capacity: 64)
        unsafe quantisation.initialize(repeating: 0, count: 64)
    }

    deinit {
        unsafe samples.deallocate()
        unsafe quantisation.deallocate()
        unsafe reduction?.factors.deallocate()
    }

    /// Returns the first sample of row `index`, 0...stripRowCount + 1.
    func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe samples + Self.margin + stride * min(max(index, 0), component.stripRowCount + 1)
    }

    /// Sets the factors from `table` (64 values), once.
    ///
    /// Later calls do nothing: the table that was valid when the component's first scan began stays in force.
    func setQuantisation(_ table: [UInt16]) {
        guard !hasQuantisation else { return }
        for (index, value) in table.prefix(64).enumerated() {
            unsafe quantisation[index] = reduction == nil ? Int16(truncatingIfNeeded: value) : 1
            unsafe reduction?.factors[index] = Int64(value)
        }
        hasQuantisation = true
    }

    /// Makes row `index` a copy of row `other`.
    func copyRow(_ other: Int, to index: Int) {
        unsafe row(index).update(from: row(other), count: stride - Self.margin)
    }
}
