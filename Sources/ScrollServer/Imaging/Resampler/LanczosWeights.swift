// Which source samples contribute to each target sample along one axis, and with what weight.

import Foundation

/// The Lanczos 3 kernel: widened when scaling down, cut off and renormalised at the edges, in 14-bit fixed point.
struct LanczosWeights: Sendable {
    /// The exact sum of the weights of each target sample, so that a constant area keeps its value.
    static let one = 1 << 14
    static let shift: Int32 = 14
    private static let lobeCount = 3.0

    /// The largest number of source samples that contribute to one target sample.
    let tapCount: Int
    /// For each target sample, the range of source samples that contribute to it.
    let spans: [Range<Int>]
    /// `tapCount` weights for each target sample; unused ones at the end are 0.
    let weights: [Int16]

    /// Computes the weights.
    ///
    /// Cost: two sines for each weight.
    ///
    /// - Parameters:
    ///   - sourceCount: number of source samples, at least 1.
    ///   - sourceStart: where the length to be scaled begins, in source samples; it may lie within one.
    ///   - sourceLength: the length to be scaled, in source samples; it may end within the last sample.
    ///   - targetCount: number of target samples, at least 1.
    init(sourceCount: Int, sourceStart: Double = 0, sourceLength: Double, targetCount: Int) {
        let scale = sourceLength / Double(targetCount)
        let stretch = max(scale, 1)
        let support = Self.lobeCount * stretch
        var spans: [Range<Int>] = []
        var rows: [[Double]] = []
        for target in 0..<targetCount {
            let center = sourceStart + (Double(target) + 0.5) * scale
            let start = min(max(Int(clamping: center - support + 0.5), 0), sourceCount - 1)
            let end = max(min(Int(clamping: center + support + 0.5), sourceCount), start + 1)
            spans.append(start..<end)
            rows.append((start..<end).map { Self.kernel((Double($0) - center + 0.5) / stretch) })
        }
        let tapCount = rows.lazy.map(\.count).max() ?? 1
        var weights = [Int16](repeating: 0, count: tapCount * targetCount)
        for (target, row) in rows.enumerated() {
            for (tap, weight) in Self.fixed(row).enumerated() { weights[target * tapCount + tap] = weight }
        }
        self.tapCount = tapCount
        self.spans = spans
        self.weights = weights
    }

    private static func kernel(_ x: Double) -> Double {
        func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
        return abs(x) < lobeCount ? sinc(x) * sinc(x / lobeCount) : 0
    }

    /// Scales weights so that they sum to `one`; the largest weight absorbs the rounding error.
    private static func fixed(_ row: [Double]) -> [Int16] {
        let sum = row.reduce(0, +)
        // At the kernel's edge the weights may sum to 0; the first sample then gets all the weight.
        guard sum > 1e-6 else { return row.indices.map { $0 == 0 ? Int16(one) : 0 } }
        var fixed = row.map { Int(clamping: ($0 / sum * Double(one)).rounded()) }
        let largest = fixed.indices.max { fixed[$0] < fixed[$1] } ?? 0
        fixed[largest] += one - fixed.reduce(0, +)
        return fixed.map { Int16(clamping: $0) }
    }
}
