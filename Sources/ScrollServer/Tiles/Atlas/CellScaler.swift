// Scales tiny pictures to the size of a cell.

/// Scales a square picture of a level of the atlas to `width × height` pixels, in linear light: pixels are averaged by area
/// where it becomes smaller, and drawn together linearly where it becomes larger.
struct CellScaler {
    private typealias Light = SIMD4<Float>

    /// For each target pixel the first source pixel, and the weights of it and the two behind it.
    private struct Taps {
        var first: [Int] = []
        var weights: [Light] = []

        func withTaps(_ body: (UnsafeBufferPointer<Int>, UnsafeBufferPointer<Light>) -> Void) {
            first.withUnsafeBufferPointer { first in weights.withUnsafeBufferPointer { body(first, $0) } }
        }

        init(from source: Int, to target: Int) {
            let step = Double(source) / Double(target)
            for place in 0..<target {
                if step >= 1 {
                    let (start, end) = (Double(place) * step, Double(place + 1) * step)
                    let first = min(Int(start), source - 1)
                    var weights = Light.zero
                    for tap in 0..<3 {
                        let pixel = Double(first + tap)
                        weights[tap] = Float(max(0, min(end, pixel + 1) - max(start, pixel)) / step)
                    }
                    self.first.append(first)
                    self.weights.append(weights)
                } else {
                    let middle = min(max((Double(place) + 0.5) * step - 0.5, 0), Double(source - 1))
                    let rest = Float(middle - middle.rounded(.down))
                    first.append(Int(middle))
                    weights.append(Light(1 - rest, rest, 0, 0))
                }
            }
        }
    }

    let side: Int
    let width: Int
    let height: Int
    private let columns: Taps
    private let rows: Taps
    /// The source with two pixels more at the right, and below, rows scaled along themselves.
    private var source: [Light]
    private var lines: [Light]
    /// `width × height` pixels of three bytes.
    private(set) var pixels: [UInt8]

    /// - Parameters:
    ///   - side: of the source, in pixels.
    ///   - width: of the target, in pixels, at least 1.
    ///   - height: of the target, in pixels, at least 1.
    init(side: Int, width: Int, height: Int) {
        (self.side, self.width, self.height) = (side, width, height)
        columns = Taps(from: side, to: width)
        rows = Taps(from: side, to: height)
        source = [Light](repeating: .zero, count: side * side + 2)
        lines = [Light](repeating: .zero, count: (side + 2) * width)
        pixels = [UInt8](repeating: 0, count: width * height * 3)
    }

    /// Scales a picture of `side × side` pixels of three bytes into `pixels`. Bounds: a tap that would lie outside of the
    /// source has no weight, and there is room for it.
    mutating func scale(_ bytes: UnsafeRawBufferPointer) {
        let (side, width, height) = (self.side, self.width, self.height)
        precondition(bytes.count >= side * side * 3)
        source.withUnsafeMutableBufferPointer { source in
            LinearLight.floats.withUnsafeBufferPointer { light in
                for pixel in 0..<side &* side {
                    let start = pixel &* 3
                    source[pixel] = Light(
                        light[Int(bytes[start])], light[Int(bytes[start &+ 1])], light[Int(bytes[start &+ 2])],
                        0)
                }
            }
            lines.withUnsafeMutableBufferPointer { lines in
                columns.withTaps { first, weights in
                    for row in 0..<side {
                        let (from, to) = (row &* side, row &* width)
                        for column in 0..<width {
                            let place = from &+ first[column]
                            let weight = weights[column]
                            lines[to &+ column] =
                                source[place] * weight.x + source[place &+ 1] * weight.y
                                + source[place &+ 2] * weight.z
                        }
                    }
                }
                pixels.withUnsafeMutableBufferPointer { pixels in
                    LinearLight.sample.withUnsafeBufferPointer { sample in
                        rows.withTaps { first, weights in
                            for row in 0..<height {
                                let weight = weights[row]
                                let from = first[row] &* width
                                var target = row &* width &* 3
                                for column in 0..<width {
                                    let place = from &+ column
                                    let sum =
                                        lines[place] * weight.x + lines[place &+ width] * weight.y
                                        + lines[place &+ 2 &* width] * weight.z
                                    // Weights add up to one, but for rounding.
                                    let rounded = sum.nearest
                                    pixels[target] = sample[Int(min(rounded.x, 65_535))]
                                    pixels[target &+ 1] = sample[Int(min(rounded.y, 65_535))]
                                    pixels[target &+ 2] = sample[Int(min(rounded.z, 65_535))]
                                    target &+= 3
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
