// A picture of at most 16 × 16 pixels, which represents an item in a mosaic.

import Tiling

/// The central square of a picture, upright, at 16, 8, 4, 2 and 1 pixels a side, in sRGB.
///
/// ```
///  1 px: 3 │ 2 px: 12 │ 4 px: 48 │ 1 unused │ 8 px: 192 │ 16 px: 768 bytes
/// ```
/// Each sample of each level is the average of the sRGB samples that it covers, as browsers scale pictures. Transparent
/// pictures are drawn on `neutral`.
package struct TinyPicture: Sendable, Equatable {
    /// The side of the finest level in pixels.
    package static let side = 16
    /// The bytes of the levels of 1, 2 and 4 pixels together, of 8, and of 16 pixels.
    static let (smallCount, middleCount, largeCount) = (64, 192, 768)
    static let byteCount = smallCount + middleCount + largeCount
    /// The colour of missing pixels, 0xRRGGBB.
    package static let neutral: UInt32 = 0x80_8080

    /// `byteCount` bytes.
    let bytes: [UInt8]
    /// Whether the picture is partly transparent.
    let hasAlpha: Bool
    /// Whether it was made from a thumbnail in the file, which may show the picture before an edit.
    var isFromThumbnail = false

    /// The average colour, 0xRRGGBB.
    var colour: UInt32 { UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) }

    /// Returns the offset in `bytes` of a level of 1, 2, 4, 8 or 16 pixels a side.
    static func start(ofSide side: Int) -> Int {
        switch side {
        case 1: 0
        case 2: 3
        case 4: 15
        case 8: smallCount
        default: smallCount + middleCount
        }
    }

    /// Largest difference between samples, 0 … 255, of a thumbnail and its picture: of each, and on average.
    ///
    /// Thumbnails of 80 × 53 pixels that show their picture differ by up to 31, and by 4 on average.
    private static let tolerance = (each: 40, mean: 8)

    /// Returns whether another picture shows the same, even if one of them is more scaled or compressed.
    func agrees(with other: TinyPicture) -> Bool {
        var sum = 0
        for index in Self.start(ofSide: Self.side)..<Self.byteCount {
            let difference = abs(Int(bytes[index]) - Int(other.bytes[index]))
            guard difference <= Self.tolerance.each else { return false }
            sum += difference
        }
        return sum <= Self.tolerance.mean * Self.largeCount
    }

    /// Returns whether two average colours, 0xRRGGBB, may be of one picture; one may be of its central square only.
    static func isAlike(_ first: UInt32, _ second: UInt32) -> Bool {
        [16, 8, 0].allSatisfy { shift in
            abs(Int(first >> shift & 255) - Int(second >> shift & 255)) <= 2 * tolerance.mean
        }
    }

    /// Makes a picture from stored bytes; nil if their number is wrong.
    init?(bytes: [UInt8], hasAlpha: Bool, isFromThumbnail: Bool = false) {
        guard bytes.count == Self.byteCount else { return nil }
        (self.bytes, self.hasAlpha, self.isFromThumbnail) = (bytes, hasAlpha, isFromThumbnail)
    }

    /// Makes all levels from the finest one's `pixels`, rows from the top: red, green and blue, 0 … 255.
    init(pixels: [SIMD4<Float>], hasAlpha: Bool) {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        var (level, side) = (pixels, Self.side)
        while true {
            let start = Self.start(ofSide: side)
            for (pixel, colour) in level.enumerated() {
                for channel in 0..<3 {
                    bytes[start + pixel * 3 + channel] = UInt8(clamping: colour[channel] + 0.5)
                }
            }
            if side == 1 { break }
            side /= 2
            level = (0..<side * side).map { pixel in
                let first = pixel / side * 4 * side + pixel % side * 2
                let sum = level[first] + level[first + 1] + level[first + 2 * side] + level[first + 2 * side + 1]
                return sum * 0.25
            }
        }
        self.bytes = bytes
        self.hasAlpha = hasAlpha
    }
}
