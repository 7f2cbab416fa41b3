// The pixels of a tiny picture as they are compared.

/// Lightness and tone of 16 × 16 pixels.
package struct LookThumbnail: Sendable {
    static let pixelCount = 16 * 16
    /// 8 × 8 values of lightness, minus their mean.
    let light: [Float]
    /// As in `Look`.
    let tone: SIMD4<UInt8>

    /// Reads 16 × 16 pixels of three bytes; nil for another number of bytes.
    ///
    /// O(pixels).
    package init?(pixels: [UInt8]) {
        guard pixels.count == Self.pixelCount * 3 else { return nil }
        let side = Look.side
        var light = [Float](repeating: 0, count: side * side)
        var colour = SIMD2<Float>.zero
        for pixel in 0..<Self.pixelCount {
            let (red, green, blue) = (
                Float(pixels[pixel * 3]), Float(pixels[pixel * 3 + 1]), Float(pixels[pixel * 3 + 2])
            )
            // ITU-R BT.601.
            let luma = 0.299 * red + 0.587 * green + 0.114 * blue
            light[pixel / 32 * side + pixel % 16 / 2] += luma / 4
            colour += SIMD2(0.564 * (blue - luma), 0.713 * (red - luma))
        }
        let mean = light.reduce(0, +) / Float(light.count)
        for index in light.indices { light[index] -= mean }
        let deviation = (light.reduce(0) { $0 + $1 * $1 } / Float(light.count)).squareRoot()
        func byte(_ value: Float) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
        colour /= Float(Self.pixelCount)
        tone = SIMD4(byte(mean), byte(128 + colour.x), byte(128 + colour.y), byte(deviation))
        self.light = light
    }

    /// The standard deviation of lightness below which nothing but noise may be seen.
    static let flatDeviation: Float = 2

    /// Whether the picture has one colour, except for noise.
    var isFlat: Bool { Self.squares(light) < Self.flatDeviation * Self.flatDeviation * Float(light.count) }

    /// The least correlation of copies.
    private static let leastCorrelation: Float = 0.92

    /// Returns whether another picture shows the same, in any of eight positions.
    ///
    /// O(pixels).
    package func shows(_ other: LookThumbnail) -> Bool {
        // Pictures of one colour each have no shapes to compare; that the colours are the same is known already.
        if isFlat, other.isFlat { return true }
        let length = (Self.squares(light) * Self.squares(other.light)).squareRoot()
        var turned = light
        for position in 0..<8 {
            if position > 0 { turned = position % 2 == 1 ? Look.transposed(turned) : Look.mirrored(turned) }
            var sum: Float = 0
            for index in turned.indices { sum += turned[index] * other.light[index] }
            if sum >= Self.leastCorrelation * length { return true }
        }
        return false
    }

    private static func squares(_ values: [Float]) -> Float { values.reduce(0) { $0 + $1 * $1 } }
}
