// The decoded samples of one component: a strip of rows, reused from strip to strip.

import Platform

/// Where the samples of one component lie: one row of MCUs, with one row before and room for one row after.
///
/// ```
/// row 0         the last row of the strip before (at the top: a copy of row 1)
/// row 1 … n     the rows of this strip
/// row n + 1     at the foot of the picture: a copy of its last row, which moves up if the last strip is not full
/// ```
/// Each row has `margin` bytes before its `paddedWidth` samples and 2 × `margin` after them, so that a vector of 16 may
/// be read from any position between one sample before the first and the last. The planes of a picture share one
/// memory, which a decoder borrows once for a strip.
final class JPEGPlane {
    static let margin = 16

    let component: JPEGFrame.Component
    /// Bytes from one row to the next.
    let stride: Int
    /// Index in the memory of the first byte after the plane.
    let end: Int
    /// 64 factors in natural order, 0 until `setQuantisation`.
    private(set) var quantisation = [Int16](repeating: 0, count: 64)
    /// Brings coefficients of more than 8 bits per sample to 8; nil for 8-bit pictures.
    ///
    /// The factors in `quantisation` are then all 1.
    private(set) var reduction: JPEGReduction?
    private var hasQuantisation = false
    private let firstRow: Int

    /// Lays the plane out from index `start` of the memory; `precision` is the bits of a sample, 8 or more.
    init(_ component: JPEGFrame.Component, mcusWide: Int, start: Int, precision: Int = 8) {
        self.component = component
        reduction = precision > 8 ? JPEGReduction(extraBitCount: precision - 8) : nil
        let paddedWidth = mcusWide * component.horizontal * component.blockSize
        stride = (paddedWidth + 3 * Self.margin + 15) / 16 * 16
        firstRow = start + Self.margin
        end = start + stride * (component.stripRowCount + 2)
    }

    /// Returns the index in the memory of the first sample of row `index`, 0...stripRowCount + 1.
    func row(_ index: Int) -> Int { firstRow + stride * min(max(index, 0), component.stripRowCount + 1) }

    /// Sets the factors from `table` (64 values), once.
    ///
    /// Later calls do nothing: the table that was valid when the component's first scan began stays in force.
    func setQuantisation(_ table: [UInt16]) {
        guard !hasQuantisation else { return }
        for (index, value) in table.prefix(64).enumerated() {
            quantisation[index] = reduction == nil ? Int16(truncatingIfNeeded: value) : 1
            reduction?.factors[index] = Int64(value)
        }
        hasQuantisation = true
    }

    /// Makes row `index` a copy of row `other`.
    func copyRow(_ other: Int, to index: Int, in samples: inout [UInt8]) {
        var samples = samples.mutableSpan
        samples.copy(row(other)..<row(other) + stride - Self.margin, to: row(index))
    }
}
