// Maps a sample to light, or from one encoding to another.

import Foundation

/// A function on 0...1, as ICC profiles store it.
package enum ToneCurve: Sendable, Equatable {
    /// Values at equal distances.
    case table([Double])
    /// `(a x + b)^g + e` from `d` on, and `c x + f` below it (ICC.1:2022 §10.18, function type 4).
    case parametric(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)

    /// Most entries of a table.
    private static let entryLimit = 65_536

    static func gamma(_ g: Double) -> ToneCurve { .parametric(g: g, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0) }

    /// The sRGB curve (IEC 61966-2-1 §5.2).
    package static let sRGB = ToneCurve.parametric(
        g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045, e: 0, f: 0)
    /// The inverse of ITU-R BT.709-6 §1.2.
    static let bt709 = ToneCurve.parametric(
        g: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, c: 1 / 4.5, d: 0.081, e: 0, f: 0)

    /// Evaluates the curve at `x`, clamped to 0...1; the result is 0...1.
    package func value(_ x: Double) -> Double {
        let x = min(max(x, 0), 1)
        switch self {
        case .table(let values):
            let position = x * Double(values.count - 1)
            let index = min(Int(clamping: position), values.count - 2)
            let rest = position - Double(index)
            return values[index] * (1 - rest) + values[index + 1] * rest
        case .parametric(let g, let a, let b, let c, let d, let e, let f):
            let result = x >= d ? pow(max(a * x + b, 0), g) + e : c * x + f
            return result.isFinite ? min(max(result, 0), 1) : 0
        }
    }

    /// Reads a curve (ICC.1:2022 §10.6, §10.18).
    ///
    /// - Returns: the curve and its byte count; nil where it is of another type or cut off.
    static func read(_ data: ICCData) -> (curve: ToneCurve, byteCount: Int)? {
        switch data.signature(0) {
        case "curv": readTable(data)
        case "para": readFunction(data)
        default: nil
        }
    }

    private static func readTable(_ data: ICCData) -> (curve: ToneCurve, byteCount: Int)? {
        guard let count = data.uint32(8), count <= entryLimit, data.count >= 12 + 2 * count else { return nil }
        let byteCount = 12 + 2 * count
        if count == 0 { return (.gamma(1), byteCount) }
        // A single number is an exponent with 8 fraction bits.
        if count == 1 { return data.uint16(12).map { (.gamma(Double($0) / 256), byteCount) } }
        let values = (0..<count).compactMap { data.uint16(12 + 2 * $0).map { Double($0) / 65535 } }
        return (.table(values), byteCount)
    }

    private static func readFunction(_ data: ICCData) -> (curve: ToneCurve, byteCount: Int)? {
        guard let type = data.uint16(8), type < 5 else { return nil }
        let count = [1, 3, 4, 5, 7][type]
        let numbers = (0..<count).compactMap { data.fixed(12 + 4 * $0) }
        guard numbers.count == count else { return nil }
        func number(_ index: Int) -> Double { index < count ? numbers[index] : 0 }
        let (g, a, b) = (numbers[0], count > 1 ? numbers[1] : 1, number(2))
        // Where functions of the first two types begin to rise.
        let start = a != 0 ? -b / a : 0
        let curve: ToneCurve
        switch type {
        case 0, 1: curve = .parametric(g: g, a: a, b: b, c: 0, d: type == 0 ? 0 : start, e: 0, f: 0)
        case 2: curve = .parametric(g: g, a: a, b: b, c: 0, d: start, e: number(3), f: number(3))
        default: curve = .parametric(g: g, a: a, b: b, c: number(3), d: number(4), e: number(5), f: number(6))
        }
        return (curve, 12 + 4 * count)
    }
}
