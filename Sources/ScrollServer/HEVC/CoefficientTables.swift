/// Orders and contexts of coefficients (H.265, 6.5.3 to 6.5.5 and 9.3.4.2.5).
enum CoefficientTables {
    /// Places in a 4 × 4 block in the order of the diagonal, horizontal and vertical scan: column plus 4 rows.
    static let places: [UInt8] = [
        0, 4, 1, 8, 5, 2, 12, 9, 6, 3, 13, 10, 7, 14, 11, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,
    ]

    /// For each place in a 4 × 4 block, when each scan comes to it.
    static let turns: [UInt8] = [
        0, 2, 5, 9, 1, 4, 8, 12, 3, 7, 11, 14, 6, 10, 13, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,
    ]

    /// Sub-blocks in the order of each scan, column plus 8 rows: 1, 4, 16 and 64 of them from 0, 1, 5 and 21 on.
    ///
    /// The horizontal and vertical scans follow with 1 and 4, from 85 and 90 on.
    static let subBlocks: [UInt8] = [
        0, 0, 8, 1, 9, 0, 8, 1, 16, 9, 2, 24, 17, 10, 3, 25, 18, 11, 26, 19, 27, 0, 8, 1, 16, 9, 2, 24, 17, 10, 3,
        32, 25, 18, 11, 4, 40, 33, 26, 19, 12, 5, 48, 41, 34, 27, 20, 13, 6, 56, 49, 42, 35, 28, 21, 14, 7, 57, 50,
        43, 36, 29, 22, 15, 58, 51, 44, 37, 30, 23, 59, 52, 45, 38, 31, 60, 53, 46, 39, 61, 54, 47, 62, 55, 63, 0, 0,
        1, 8, 9, 0, 0, 8, 1, 9,
    ]

    /// For each sub-block of a block, when the diagonal scan comes to it, by the same starts, row by row.
    static let subBlockTurns: [UInt8] = [
        0, 0, 2, 1, 3, 0, 2, 5, 9, 1, 4, 8, 12, 3, 7, 11, 14, 6, 10, 13, 15, 0, 2, 5, 9, 14, 20, 27, 35, 1, 4, 8, 13,
        19, 26, 34, 42, 3, 7, 12, 18, 25, 33, 41, 48, 6, 11, 17, 24, 32, 40, 47, 53, 10, 16, 23, 31, 39, 46, 52, 57,
        15, 22, 30, 38, 45, 51, 56, 60, 21, 29, 37, 44, 50, 55, 59, 62, 28, 36, 43, 49, 54, 58, 61, 63, 0, 0, 1, 2,
        3, 0, 0, 2, 1, 3,
    ]

    /// Context of a significance flag by scan, by the coded sub-blocks at the right (1) and below (2), and by turn.
    ///
    /// The fifth pattern is of blocks of 4 × 4.
    static let significance: [UInt8] = [
        2, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 0, 1, 2, 0, 0, 1, 2, 0, 0, 1, 0, 0, 0, 2, 2, 1, 2,
        1, 0, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 2, 1, 6, 3, 4, 7, 6,
        4, 5, 7, 8, 5, 8, 8, 8, 2, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0,
        0, 0, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
        0, 1, 4, 5, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8, 8, 2, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0,
        2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2,
        2, 2, 2, 2, 2, 2, 2, 2, 0, 2, 6, 7, 1, 3, 6, 7, 4, 4, 8, 8, 5, 5, 8, 8,
    ]

    /// levelScale (8.6.4.1).
    static let levelScale: [UInt8] = [40, 45, 51, 57, 64, 72]
}
