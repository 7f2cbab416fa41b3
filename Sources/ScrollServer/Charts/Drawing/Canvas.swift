// The pixels of a tile while it is drawn.

/// Opaque pixels, 0xRRGGBB, onto which colours are painted.
struct Canvas {
    let width: Int
    let height: Int
    /// Row by row from the top.
    private(set) var pixels: [UInt32]
    /// The rows that shapes may paint.
    var rows: Range<Int>

    init(width: Int, height: Int, ground: UInt32) {
        self.width = width
        self.height = height
        rows = 0..<height
        pixels = [UInt32](repeating: ground, count: width * height)
    }

    /// Paints the part of a rectangle that lies on the canvas.
    mutating func fill(columns: Range<Int>, rows: Range<Int>, colour: UInt32) {
        let columns = columns.clamped(to: 0..<width)
        for row in rows.clamped(to: 0..<height) {
            for index in row * width + columns.lowerBound..<row * width + columns.upperBound { pixels[index] = colour }
        }
    }

    /// Paints the shape in the buffer, which has the canvas's size, and empties the buffer.
    ///
    /// `opacity` is 0 … 256.
    mutating func fill(_ coverage: inout CoverageBuffer, colour: UInt32, opacity: Int) {
        precondition(coverage.width == width && coverage.height == height)
        let ink = Ink(colour)
        let opacity = UInt32(truncatingIfNeeded: opacity)
        let width = width
        for row in 0..<height where coverage.isTouched(row: row) {
            guard rows.contains(row) else {
                coverage.drainRow(row) { _, _, _ in }
                continue
            }
            var pixels = pixels.mutableSpan
            var line = pixels._mutatingExtracting(row * width..<(row + 1) * width)
            coverage.drainRow(row) { column, count, covered in
                // At most 2¹⁷ × 2⁸ before the shift, so the strength is 0 … 256.
                let strength = Ink.step((UInt32(bitPattern: covered) &* opacity &+ 1 << 16) &>> 17)
                for index in column..<column &+ count { line[index] = ink.over(line[index], strength: strength) }
            }
        }
    }

    /// Paints the pixels of one row, each with its own strength, 0 … 256.
    ///
    /// `strengths` must have at least `width` elements.
    mutating func blend(row: Int, strengths: Span<Int16>, colour: UInt32) {
        guard rows.contains(row) else { return }
        let ink = Ink(colour)
        let width = width
        var pixels = pixels.mutableSpan
        var line = pixels._mutatingExtracting(row * width..<(row + 1) * width)
        for column in line.indices {
            let strength = strengths[column]
            if strength == 0 { continue }
            line[column] = ink.over(line[column], strength: Ink.step(UInt32(truncatingIfNeeded: Int(strength))))
        }
    }
}

/// A colour that is blended over others.
///
/// The sRGB values are mixed directly, without linear light, as browsers do.
///
/// Strengths are rounded to steps of 1/64. The error, two levels of 255, cannot be seen; and a chart of one line then
/// has few enough colours for a palette, which halves the bytes.
struct Ink {
    private let colour: UInt32
    private let redBlue: UInt32
    private let green: UInt32

    /// - Parameter colour: 0xRRGGBB.
    init(_ colour: UInt32) {
        self.colour = colour & 0xFF_FFFF
        redBlue = colour & 0xFF_00FF
        green = colour >> 8 & 0xFF
    }

    /// The step nearest to a strength of 0 … 256.
    @inline(__always)
    static func step(_ strength: UInt32) -> UInt32 { (strength &+ 2) & ~3 }

    /// The colour blended over `under`: at strength 0 the result is `under`, at 256 it is the colour.
    ///
    /// Exact to half a level.
    @inline(__always)
    func over(_ under: UInt32, strength: UInt32) -> UInt32 {
        if strength >= 256 { return colour }
        let rest = 256 &- strength
        // Red and blue are computed in one number: each sum is below 2¹⁶.
        let first = (under & 0xFF_00FF) &* rest &+ redBlue &* strength &+ 0x80_0080
        let second = (under &>> 8 & 0xFF) &* rest &+ green &* strength &+ 0x80
        return first &>> 8 & 0xFF_00FF | second & 0xFF00
    }
}
