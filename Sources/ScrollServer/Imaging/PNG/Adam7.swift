// The seven passes of an interlaced PNG (PNG §8.2).

/// One pass: every `columnStep`th pixel of every `rowStep`th row, starting at (`firstColumn`, `firstRow`).
struct Adam7: Sendable {
    let firstColumn: Int
    let firstRow: Int
    let columnStep: Int
    let rowStep: Int

    static let passes: [Adam7] = [
        Adam7(firstColumn: 0, firstRow: 0, columnStep: 8, rowStep: 8),
        Adam7(firstColumn: 4, firstRow: 0, columnStep: 8, rowStep: 8),
        Adam7(firstColumn: 0, firstRow: 4, columnStep: 4, rowStep: 8),
        Adam7(firstColumn: 2, firstRow: 0, columnStep: 4, rowStep: 4),
        Adam7(firstColumn: 0, firstRow: 2, columnStep: 2, rowStep: 4),
        Adam7(firstColumn: 1, firstRow: 0, columnStep: 2, rowStep: 2),
        Adam7(firstColumn: 0, firstRow: 1, columnStep: 1, rowStep: 2),
    ]

    /// Returns the columns of this pass in a picture `width` pixels wide; if 0, the pass has no rows either.
    func width(of width: Int) -> Int {
        width > firstColumn ? (width - firstColumn + columnStep - 1) / columnStep : 0
    }

    /// Returns the rows of this pass in a picture `height` pixels high.
    func height(of height: Int) -> Int {
        height > firstRow ? (height - firstRow + rowStep - 1) / rowStep : 0
    }
}
