// The order in which a block's 64 coefficients are coded (T.81 figure A.6).

enum JPEGZigzag {
    /// The position in its block (row × 8 + column) of the k-th coefficient in coding order.
    ///
    /// 128 entries, so that an index masked to 7 bits is always inside; entries from 64 on name the last coefficient,
    /// which absorbs a damaged run that leads out of the block.
    static let natural: [UInt8] = {
        var order: [UInt8] = []
        for diagonal in 0..<15 {
            let cells = (max(0, diagonal - 7)...min(diagonal, 7)).map { UInt8($0 * 8 + diagonal - $0) }
            order += diagonal % 2 == 0 ? cells.reversed() : cells
        }
        return order + [UInt8](repeating: 63, count: 64)
    }()

    /// For each half column of a block and each mask of its four coefficients: bit k is set where the mask has the k-th
    /// coefficient in zigzag order.
    static let masks: [UInt64] = (0..<256).map { entry in
        let (column, top) = (entry / 32, entry / 16 % 2 * 4)
        return (0..<4).reduce(0) { masks, row in
            guard entry >> row & 1 == 1, let order = natural.firstIndex(of: UInt8((top + row) * 8 + column)) else {
                return masks
            }
            return masks | 1 << UInt64(order)
        }
    }
}
