// Which source samples contribute to each target sample along one axis, and with what weight.

import Foundation

/// The Lanczos 3 kernel along one axis: widened when scaling down, cut off and renormalised at the edges.
///
/// Weights are computed as they are asked for, in 14-bit fixed point, since an axis may have millions of samples.
struct LanczosAxis: Sendable {
    /// The exact sum of the weights of each target sample, so that a constant area keeps its value.
    static let one = 1 << 14
    static let shift: Int32 = 14
    private static let lobeCount = 3.0

    /// The number of target samples, at least 1.
    let targetCount: Int
    /// At least the largest number of source samples that contribute to one target sample.
    let tapCount: Int
    private let sourceCount: Int
    private let sourceStart: Double
    private let scale: Double
    private let stretch: Double
    private let support: Double

    /// Describes an axis.
    ///
    /// - Parameters:
    ///   - sourceCount: number of source samples, at least 1.
    ///   - sourceStart: where the length to be scaled begins, in source samples; it may lie within one.
    ///   - sourceLength: the length to be scaled, in source samples; it may end within the last sample.
    ///   - targetCount: number of target samples, at least 1.
    init(sourceCount: Int, sourceStart: Double = 0, sourceLength: Double, targetCount: Int) {
        (self.sourceCount, self.sourceStart, self.targetCount) = (sourceCount, sourceStart, targetCount)
        scale = sourceLength / Double(targetCount)
        stretch = max(scale, 1)
        support = Self.lobeCount * stretch
        tapCount = min(sourceCount, max(1, Int(clamping: 2 * support) + 2))
    }

    /// Returns the source samples that contribute to a target sample.
    ///
    /// O(1).
    func span(of target: Int) -> Range<Int> {
        let center = sourceStart + (Double(target) + 0.5) * scale
        let start = min(max(Int(clamping: center - support + 0.5), 0), sourceCount - 1)
        return start..<max(min(Int(clamping: center + support + 0.5), sourceCount), start + 1)
    }

    /// Appends the weights of a target sample, one for each sample of its span.
    ///
    /// `exact` is scratch. Cost: two sines for each weight.
    func appendWeights(of target: Int, to weights: inout [Int16], exact: inout [Double]) {
        let center = sourceStart + (Double(target) + 0.5) * scale
        exact.removeAll(keepingCapacity: true)
        for source in span(of: target) { exact.append(Self.kernel((Double(source) - center + 0.5) / stretch)) }
        let sum = exact.reduce(0, +)
        let first = weights.count
        // At the kernel's edge the weights may sum to 0; the first sample then gets all the weight.
        guard sum > 1e-6 else {
            for index in exact.indices { weights.append(index == 0 ? Int16(Self.one) : 0) }
            return
        }
        // The largest weight absorbs the rounding error.
        var (largest, total) = (first, 0)
        for value in exact {
            let weight = Int(clamping: (value / sum * Double(Self.one)).rounded())
            weights.append(Int16(clamping: weight))
            total += weight
            if weights[weights.count - 1] > weights[largest] { largest = weights.count - 1 }
        }
        weights[largest] = Int16(clamping: Int(weights[largest]) + Self.one - total)
    }

    private static func kernel(_ x: Double) -> Double {
        func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
        return abs(x) < lobeCount ? sinc(x) * sinc(x / lobeCount) : 0
    }
}

/// The weights of all target samples of an axis.
struct LanczosWeights: Sendable {
    /// Weights of each target sample; unused ones at the end are 0.
    let tapCount: Int
    /// For each target sample, the range of source samples that contribute to it.
    let spans: [Range<Int>]
    /// `tapCount` weights for each target sample.
    let weights: [Int16]

    /// Computes the weights.
    ///
    /// Memory: 16 bytes and `tapCount` weights for each target sample.
    init(_ axis: LanczosAxis) {
        tapCount = axis.tapCount
        spans = (0..<axis.targetCount).map(axis.span)
        var weights: [Int16] = []
        weights.reserveCapacity(axis.targetCount * tapCount)
        var exact: [Double] = []
        for target in 0..<axis.targetCount {
            axis.appendWeights(of: target, to: &weights, exact: &exact)
            while weights.count < (target + 1) * tapCount { weights.append(0) }
        }
        self.weights = weights
    }
}
