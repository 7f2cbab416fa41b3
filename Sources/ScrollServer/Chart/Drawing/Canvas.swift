// The pixels of a tile while it is drawn.

/// Opaque pixels, 0xRRGGBB, that colours are laid over.
struct Canvas {
    let width: Int
    let height: Int
    /// Rows from the top.
    private(set) var pixels: [UInt32]

    init(width: Int, height: Int, ground: UInt32) {
        self.width = width
        self.height = height
        pixels = [UInt32](repeating: ground, count: width * height)
    }

    /// Inks a rectangle, cut to the canvas.
    mutating func fill(columns: Range<Int>, rows: Range<Int>, colour: UInt32) {
        let columns = columns.clamped(to: 0..<width)
        for row in rows.clamped(to: 0..<height) {
            for index in row * width + columns.lowerBound..<row * width + columns.upperBound { pixels[index] = colour }
        }
    }

    /// Inks what the buffer's shape covers, and empties the buffer, which must be of the canvas's size.
    ///
    /// - Parameter opacity: 0 … 256.
    mutating func fill(_ coverage: inout CoverageBuffer, colour: UInt32, opacity: Int) {
        precondition(coverage.width == width && coverage.height == height)
        let ink = Ink(colour)
        let opacity = UInt32(truncatingIfNeeded: opacity)
        let width = width
        for row in 0..<height where coverage.isTouched(row: row) {
            pixels.withUnsafeMutableBufferPointer { pixels in
                coverage.takeRow(row) { column, count, covered in
                    // 2¹⁷ × 2⁸ at most: the strength is 0 … 256.
                    let strength = (UInt32(bitPattern: covered) &* opacity &+ 1 << 16) &>> 17
                    for index in row &* width &+ column..<row &* width &+ column &+ count {
                        pixels[index] = ink.over(pixels[index], strength: strength)
                    }
                }
            }
        }
    }

    /// Inks the pixels of one row, each with its own strength, 0 … 256, of which there must be `width`.
    mutating func blend(row: Int, strengths: UnsafePointer<Int16>, colour: UInt32) {
        let ink = Ink(colour)
        let width = width
        pixels.withUnsafeMutableBufferPointer { pixels in
            for column in 0..<width {
                let strength = strengths[column]
                if strength == 0 { continue }
                let index = row &* width &+ column
                pixels[index] = ink.over(pixels[index], strength: UInt32(truncatingIfNeeded: Int(strength)))
            }
        }
    }
}

/// A colour that is laid over others, in sRGB values as they are, as browsers do it.
struct Ink {
    private let colour: UInt32
    private let redBlue: UInt32
    private let green: UInt32

    /// Of 0xRRGGBB.
    init(_ colour: UInt32) {
        self.colour = colour & 0xFF_FFFF
        redBlue = colour & 0xFF_00FF
        green = colour >> 8 & 0xFF
    }

    /// The colour over `under`: 0 leaves that as it is, 256 leaves nothing of it. Exact to half a step.
    @inline(__always)
    func over(_ under: UInt32, strength: UInt32) -> UInt32 {
        if strength >= 256 { return colour }
        let rest = 256 &- strength
        // Red and blue side by side: each sum is less than 2¹⁶.
        let first = (under & 0xFF_00FF) &* rest &+ redBlue &* strength &+ 0x80_0080
        let second = (under &>> 8 & 0xFF) &* rest &+ green &* strength &+ 0x80
        return first &>> 8 & 0xFF_00FF | second & 0xFF00
    }
}
