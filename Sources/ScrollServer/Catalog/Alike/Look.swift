// What of a picture's appearance is compared to find copies.

/// A descriptor of a picture's central square, made from 16 × 16 pixels; 28 bytes.
///
/// The pixels are averaged to 8 × 8 values of lightness. Each of 112 bits tells whether a value is greater than its
/// right, or its lower, neighbour: the difference hash in both directions (after N. Krawetz, "Kind of Like That",
/// 2013). Scaling and compressing keep nearly all bits.
///
/// A picture is described in one of the eight positions of a square: that in which lightness grows to the right and
/// downwards, and more to the right. So turned and mirrored copies have equal looks. Where that is nearly undecided,
/// `positions` has the others.
package struct Look: Sendable, Hashable {
    /// The side in values.
    static let side = 8
    /// The bits of each direction, a byte for each row; the last column, and the last row, have none.
    private(set) var across: UInt64
    private(set) var down: UInt64
    /// Lightness of 4 × 4 areas, four bits each: standard deviations from the mean, in thirds, from -8 to 7.
    private(set) var areas: UInt64
    /// The mean of lightness, of blue and of red difference, and the standard deviation of lightness; 0 … 255.
    let tone: SIMD4<UInt8>

    /// The unused bits of `across` that tell which decisions about the position are in doubt.
    private static let (mayMirror, mayFlip, mayTranspose): (UInt64, UInt64, UInt64) = (1 << 7, 1 << 15, 1 << 23)
    private static let usedAcross: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    /// A decision is in doubt where a slope is below this fraction of the possible one.
    private static let doubt: Float = 0.06

    /// Describes 16 × 16 pixels of three bytes; nil for another number of bytes.
    ///
    /// O(pixels).
    package init?(pixels: [UInt8]) {
        guard let thumbnail = LookThumbnail(pixels: pixels) else { return nil }
        self.init(thumbnail)
    }

    init(_ thumbnail: LookThumbnail) {
        tone = thumbnail.tone
        var light = thumbnail.light
        guard !thumbnail.isFlat else {
            // The differences would be those of noise.
            (across, down, areas) = (0, 0, Self.areas(of: light))
            return
        }
        let (right, lower, scale) = Self.slopes(of: light)
        var doubts: UInt64 = 0
        if abs(right) < Self.doubt * scale { doubts |= Self.mayMirror }
        if abs(lower) < Self.doubt * scale { doubts |= Self.mayFlip }
        if abs(abs(right) - abs(lower)) < Self.doubt * scale { doubts |= Self.mayTranspose }
        if right < 0 { light = Self.mirrored(light) }
        if lower < 0 { light = Self.transposed(Self.mirrored(Self.transposed(light))) }
        if abs(lower) > abs(right) { light = Self.transposed(light) }
        if abs(lower) > abs(right), doubts & Self.mayMirror != 0 || doubts & Self.mayFlip != 0 {
            // The doubts are told of the described position.
            let (mirror, flip) = (doubts & Self.mayMirror != 0, doubts & Self.mayFlip != 0)
            doubts = doubts & Self.mayTranspose | (flip ? Self.mayMirror : 0) | (mirror ? Self.mayFlip : 0)
        }
        (across, down) = Self.gradients(of: light)
        areas = Self.areas(of: light)
        across |= doubts
    }

    private init(across: UInt64, down: UInt64, areas: UInt64, tone: SIMD4<UInt8>) {
        (self.across, self.down, self.areas, self.tone) = (across, down, areas, tone)
    }

    /// Returns how much lightness grows to the right and downwards, and the most that either could be.
    private static func slopes(of light: [Float]) -> (right: Float, lower: Float, scale: Float) {
        var (right, lower, squares): (Float, Float, Float) = (0, 0, 0)
        for row in 0..<side {
            for column in 0..<side {
                let value = light[row * side + column]
                right += value * (Float(column) - 3.5)
                lower += value * (Float(row) - 3.5)
                squares += value * value
            }
        }
        // By Cauchy and Schwarz: 8 × 42 is the sum of the squared weights.
        return (right, lower, (squares * 336).squareRoot())
    }

    static func mirrored(_ light: [Float]) -> [Float] {
        light.indices.map { light[$0 / side * side + side - 1 - $0 % side] }
    }

    static func transposed(_ light: [Float]) -> [Float] {
        light.indices.map { light[$0 % side * side + $0 / side] }
    }

    /// Returns the bits of both directions of 8 × 8 values.
    private static func gradients(of light: [Float]) -> (across: UInt64, down: UInt64) {
        var (across, down): (UInt64, UInt64) = (0, 0)
        for row in 0..<side {
            for column in 0..<side {
                let (index, bit) = (row * side + column, UInt64(1) << UInt64(row * side + column))
                if column + 1 < side, light[index] > light[index + 1] { across |= bit }
                if row + 1 < side, light[index] > light[index + side] { down |= bit }
            }
        }
        return (across, down)
    }

    private static func areas(of light: [Float]) -> UInt64 {
        let deviation = max(
            LookThumbnail.flatDeviation, (light.reduce(0) { $0 + $1 * $1 } / Float(light.count)).squareRoot())
        var areas: UInt64 = 0
        for area in 0..<16 {
            let first = area / 4 * 2 * side + area % 4 * 2
            let mean = (light[first] + light[first + 1] + light[first + side] + light[first + side + 1]) / 4
            let step = min(max((mean / deviation * 3).rounded(), -8), 7)
            areas |= UInt64(Int(step) + 8) << UInt64(4 * area)
        }
        return areas
    }

    // MARK: Positions

    /// The look in each position that the picture may have been described in, itself first: 1, 2, 4 or 8.
    package var positions: [Look] {
        var looks = [self]
        if across & Self.mayMirror != 0 { looks += looks.map(\.mirrored) }
        if across & Self.mayFlip != 0 { looks += looks.map(\.transposed.mirrored.transposed) }
        if across & Self.mayTranspose != 0 { looks += looks.map(\.transposed) }
        return looks
    }

    /// Equal neighbours have the same bit in both positions; only there it is wrong.
    private var mirrored: Look {
        Look(
            across: ~Self.reversingRows(across & Self.usedAcross) >> 1 & Self.usedAcross,
            down: Self.reversingRows(down), areas: Self.moving(areas) { $0 & ~3 | 3 - $0 & 3 }, tone: tone)
    }

    private var transposed: Look {
        Look(
            across: Self.transposing(down), down: Self.transposing(across & Self.usedAcross),
            areas: Self.moving(areas) { $0 >> 2 | ($0 & 3) << 2 }, tone: tone)
    }

    private static func moving(_ areas: UInt64, _ source: (UInt64) -> UInt64) -> UInt64 {
        (0..<16).reduce(UInt64(0)) { $0 | (areas >> (4 * source($1)) & 15) << (4 * $1) }
    }

    /// Reverses the bits of each byte.
    private static func reversingRows(_ bits: UInt64) -> UInt64 {
        var bits = (bits & 0x0F0F_0F0F_0F0F_0F0F) << 4 | bits >> 4 & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits & 0x3333_3333_3333_3333) << 2 | bits >> 2 & 0x3333_3333_3333_3333
        return (bits & 0x5555_5555_5555_5555) << 1 | bits >> 1 & 0x5555_5555_5555_5555
    }

    /// Exchanges rows and columns of 8 × 8 bits.
    ///
    /// After H. S. Warren, "Hacker's Delight", section 7-3.
    private static func transposing(_ bits: UInt64) -> UInt64 {
        var bits = bits
        for (shift, mask) in [
            (7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0),
        ] as [(UInt64, UInt64)] {
            let changed = (bits ^ bits >> shift) & mask
            bits ^= changed ^ changed << shift
        }
        return bits
    }

    // MARK: Comparing

    /// The number of bits that differ in this position.
    ///
    /// O(1).
    @inline(__always)
    func difference(from other: Look) -> Int {
        ((across ^ other.across) & Self.usedAcross).nonzeroBitCount + (down ^ other.down).nonzeroBitCount
    }

    /// How different two pictures look in the position in which they differ least; 0 for equal ones.
    ///
    /// O(1).
    func distance(to other: Look) -> Int {
        let shapes = positions.map { $0.difference(from: other) + 2 * Self.areaDifference($0.areas, other.areas) }
        let tone = (0..<4).reduce(0) { $0 + abs(Int(self.tone[$1]) - Int(other.tone[$1])) }
        return 4 * (shapes.min() ?? 0) + tone
    }

    /// Within which distance people call pictures alike: copies, and shots of the same thing.
    private static let mostDistant = 280

    /// Whether two pictures are alike; less strict than groups are, which hold copies and bursts.
    ///
    /// O(1).
    func isLike(_ other: Look) -> Bool {
        hasTone(of: other, mean: 32, deviation: 24) && distance(to: other) <= Self.mostDistant
    }

    /// The sum of the differences of areas in this position, in thirds of the standard deviation.
    ///
    /// O(1).
    @inline(__always)
    static func areaDifference(_ first: UInt64, _ second: UInt64) -> Int {
        // Bytes of 0 … 15: even areas, then odd ones.
        let even: UInt64 = 0x0F0F_0F0F_0F0F_0F0F
        let one = SIMD2(first & even, first >> 4 & even)
        let other = SIMD2(second & even, second >> 4 & even)
        // With a bit above each byte, differences borrow nothing from the next one.
        let top = SIMD2<UInt64>(repeating: 0x1010_1010_1010_1010)
        let difference = (one | top) &- other
        let isPositive = (difference & top) &>> 4
        let mask = isPositive &* 31
        let low = difference & SIMD2(repeating: even)
        // |d| = d, or 16 - d with the 16 borrowed.
        let negative = (SIMD2(repeating: even) &- low &+ SIMD2(repeating: 0x0101_0101_0101_0101))
        let absolute = low & mask | negative & ~mask
        let sum = absolute.x &+ absolute.y
        return Int((sum &* 0x0101_0101_0101_0101) >> 56)
    }

    /// How much lighter the right half is than the left, and the lower than the upper; -128 … 127.
    var halves: (right: Int, lower: Int) {
        var (right, lower) = (0, 0)
        for area in 0..<16 {
            let value = Int(areas >> UInt64(4 * area) & 15) - 8
            right += area & 3 >= 2 ? value : -value
            lower += area >= 8 ? value : -value
        }
        return (min(max(right, -128), 127), min(max(lower, -128), 127))
    }

    /// Whether means and contrast may be of the same picture: a greyed copy has no colour.
    ///
    /// O(1).
    func hasTone(of other: Look, mean: Int, deviation: Int) -> Bool {
        func far(_ index: Int, _ limit: Int) -> Bool { abs(Int(tone[index]) - Int(other.tone[index])) > limit }
        if far(0, mean) || far(3, deviation) { return false }
        return isGrey || other.isGrey || !far(1, 12) && !far(2, 12)
    }

    private var isGrey: Bool { abs(Int(tone.y) - 128) <= 2 && abs(Int(tone.z) - 128) <= 2 }

    /// The look of nothing: no picture has all areas eight thirds below their mean.
    static let none = Look(across: 0, down: 0, areas: 0, tone: .zero)
    var isNone: Bool { areas == 0 }
}
