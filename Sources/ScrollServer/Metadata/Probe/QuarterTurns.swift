// Combines quarter turns and mirrorings of a picture.

/// Combined quarter turns and mirrorings, as the displayed directions of the stored axes, y downwards.
struct QuarterTurns {
    private var x = (1, 0)
    private var y = (0, 1)

    mutating func rotateLeft(quarters: Int) {
        for _ in 0..<quarters {
            // Maps (x, y) to (y, −x).
            x = (x.1, -x.0)
            y = (y.1, -y.0)
        }
    }

    mutating func mirror(leftRight: Bool) {
        x = leftRight ? (-x.0, x.1) : (x.0, -x.1)
        y = leftRight ? (-y.0, y.1) : (y.0, -y.1)
    }

    /// The EXIF orientation, 1...8.
    var orientation: Int {
        switch (x.0, x.1, y.0, y.1) {
        case (-1, 0, 0, 1): 2
        case (-1, 0, 0, -1): 3
        case (1, 0, 0, -1): 4
        case (0, 1, 1, 0): 5
        case (0, 1, -1, 0): 6
        case (0, -1, -1, 0): 7
        case (0, -1, 1, 0): 8
        default: 1
        }
    }
}
