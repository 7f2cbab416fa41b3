// Colour tables in ICC profiles of printers, scanners and cameras.

/// The steps of a table from device samples to the profile connection space, each in 0...1.
package struct ICCLookup: Sendable {
    /// Most nodes of a grid, at 32 bytes each: more than any profile has.
    private static let nodeLimit = 1 << 19

    /// One curve per sample, before the grid.
    private var inputs: [ToneCurve] = []
    /// Nodes along each sample; empty without a grid.
    private var grid: [Int] = []
    /// Three numbers per node; the last sample varies fastest.
    private var nodes: [ColourMatrix.Vector] = []
    /// Three curves each: after the grid, and after the matrix.
    private var middle: [ToneCurve] = []
    private var matrix: ColourMatrix?
    private var outputs: [ToneCurve] = []
    /// Factor of the results: the older 16-bit tables store Lab's 1 as 0xFF00 (ICC.1:2022 §10.10).
    private var scale = 1.0

    /// Reads an `A2B` tag for `count` samples; nil where it is damaged or of another kind.
    init?(_ data: ICCData, count: Int, isLab: Bool) {
        guard data.byte(8) == count, data.byte(9) == 3 else { return nil }
        let isRead =
            switch data.signature(0) {
            case "mft1": readTables(data, width: 1, count: count)
            case "mft2": readTables(data, width: 2, count: count)
            case "mAB ": readSteps(data, count: count)
            default: false
            }
        guard isRead, inputs.count == count || grid.isEmpty && count == 3 else { return nil }
        if isLab, data.signature(0) == "mft2" { scale = 65535.0 / 65280 }
    }

    /// Converts samples, each 0...1; cost: about 1 µs.
    func value(_ samples: SIMD4<Double>) -> ColourMatrix.Vector {
        var samples = samples
        for (channel, curve) in inputs.enumerated() { samples[channel] = curve.value(samples[channel]) }
        var result = grid.isEmpty ? ColourMatrix.Vector(samples[0], samples[1], samples[2]) : interpolated(samples)
        if !middle.isEmpty { for channel in 0..<3 { result[channel] = middle[channel].value(result[channel]) } }
        if let matrix { result = matrix.applied(to: result) }
        if !outputs.isEmpty { for channel in 0..<3 { result[channel] = outputs[channel].value(result[channel]) } }
        return result * scale
    }

    /// Interpolates linearly between the nodes around a point.
    private func interpolated(_ samples: SIMD4<Double>) -> ColourMatrix.Vector {
        var base = 0
        var steps = SIMD4<Int>(repeating: 0)
        var rests = SIMD4<Double>(repeating: 0)
        for (channel, count) in grid.enumerated() {
            let position = min(max(samples[channel], 0), 1) * Double(count - 1)
            let node = min(Int(clamping: position), count - 2)
            base = base * count + node
            rests[channel] = position - Double(node)
        }
        var step = 1
        for channel in grid.indices.reversed() {
            steps[channel] = step
            step *= grid[channel]
        }
        var sum = ColourMatrix.Vector(repeating: 0)
        for corner in 0..<1 << grid.count {
            var weight = 1.0
            var node = base
            for channel in grid.indices {
                let isFar = corner >> channel & 1 == 1
                weight *= isFar ? rests[channel] : 1 - rests[channel]
                if isFar { node += steps[channel] }
            }
            if weight > 0 { sum += nodes[node] * weight }
        }
        return sum
    }

    /// Reads types `lut8Type` and `lut16Type` (ICC.1:2022 §10.10, §10.11); their matrix is for XYZ inputs only.
    private mutating func readTables(_ data: ICCData, width: Int, count: Int) -> Bool {
        guard let side = data.byte(10), side >= 2 else { return false }
        let most = width == 1 ? 255.0 : 65535
        func number(_ offset: Int) -> Double? {
            (width == 1 ? data.byte(offset) : data.uint16(offset)).map { Double($0) / most }
        }
        let entries = width == 1 ? [256, 256] : [data.uint16(48) ?? 0, data.uint16(50) ?? 0]
        guard entries.allSatisfy({ (2...4096).contains($0) }) else { return false }
        var offset = width == 1 ? 48 : 52
        func curves(_ number: Int, _ entries: Int, _ read: (Int) -> Double?) -> [ToneCurve]? {
            var curves: [ToneCurve] = []
            for _ in 0..<number {
                let values = (0..<entries).compactMap { read(offset + width * $0) }
                guard values.count == entries else { return nil }
                curves.append(.table(values))
                offset += width * entries
            }
            return curves
        }
        guard let before = curves(count, entries[0], number) else { return false }
        inputs = before
        grid = [Int](repeating: side, count: count)
        guard let length = readNodes(data, at: offset, width: width) else { return false }
        offset += length
        guard let after = curves(3, entries[1], number) else { return false }
        outputs = after
        return true
    }

    /// Reads type `lutAToBType` (ICC.1:2022 §10.12).
    private mutating func readSteps(_ data: ICCData, count: Int) -> Bool {
        func curves(_ field: Int, _ number: Int) -> [ToneCurve]? {
            guard let start = data.uint32(field) else { return nil }
            if start == 0 { return [] }
            var curves: [ToneCurve] = []
            var offset = start
            for _ in 0..<number {
                guard let (curve, length) = data.part(at: offset).flatMap(ToneCurve.read) else { return nil }
                curves.append(curve)
                offset += (length + 3) / 4 * 4
            }
            return curves
        }
        guard let a = curves(28, count), let m = curves(20, 3), let b = curves(12, 3), b.count == 3 else {
            return false
        }
        (inputs, middle, outputs) = (a, m, b)
        if let start = data.uint32(16), start > 0 {
            let numbers = (0..<12).compactMap { data.fixed(start + 4 * $0) }
            guard numbers.count == 12 else { return false }
            matrix = ColourMatrix(
                [numbers[0], numbers[3], numbers[6]], [numbers[1], numbers[4], numbers[7]],
                [numbers[2], numbers[5], numbers[8]], offset: [numbers[9], numbers[10], numbers[11]])
        }
        guard let start = data.uint32(24), start > 0 else { return count == 3 }
        grid = (0..<count).compactMap { data.byte(start + $0) }
        guard grid.count == count, grid.allSatisfy({ $0 >= 2 }), let width = data.byte(start + 16),
            [1, 2].contains(width)
        else { return false }
        return readNodes(data, at: start + 20, width: width) != nil
    }

    /// Reads the grid's nodes; returns their byte count, or nil where they are cut off or too many.
    private mutating func readNodes(_ data: ICCData, at offset: Int, width: Int) -> Int? {
        var count = 1
        for side in grid {
            count *= side
            guard count <= Self.nodeLimit else { return nil }
        }
        guard offset <= data.count, data.count - offset >= 3 * count * width else { return nil }
        let most = width == 1 ? 255.0 : 65535
        func number(_ index: Int) -> Double {
            Double((width == 1 ? data.byte(offset + index) : data.uint16(offset + 2 * index)) ?? 0) / most
        }
        nodes = (0..<count).map { [number(3 * $0), number(3 * $0 + 1), number(3 * $0 + 2)] }
        return 3 * count * width
    }
}
