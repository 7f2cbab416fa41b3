// The order in which a block's 64 coefficients are coded (T.81 figure A.6).

enum JPEGZigzag {
    /// Where in its block (row × 8 + column) the coefficient that is coded k-th stands.
    ///
    /// 128 entries, so that an index masked to 7 bits is always inside; those from 64 on stand for the last
    /// coefficient, where a damaged run that leads out of the block ends.
    static let natural: [UInt8] = {
        var order: [UInt8] = []
        for diagonal in 0..<15 {
            let cells = (max(0, diagonal - 7)...min(diagonal, 7)).map { UInt8($0 * 8 + diagonal - $0) }
            order += diagonal % 2 == 0 ? cells.reversed() : cells
        }
        return order + [UInt8](repeating: 63, count: 64)
    }()
}
