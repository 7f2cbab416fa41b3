// Reference samples of a block: substitution (H.265, 8.4.4.2.2) and smoothing (8.4.4.2.3).

extension IntraPredictor {
    /// Reads the reference samples of a block, with a stand-in for each that is not available (8.4.4.2.2).
    mutating func gather(
        _ plane: Plane, x: Int, y: Int, size: Int, neighbours: IntraNeighbours, bitDepth: Int
    ) {
        let width = plane.width
        let samples = plane.samples.span
        var target = reference.mutableSpan
        // Counts from a damaged stream must not lead out of the plane.
        let hasLeft = neighbours.left && x > 0
        let hasAbove = neighbours.above && y > 0
        let hasCorner = neighbours.corner && x > 0 && y > 0
        let below = x > 0 ? max(0, min(neighbours.belowLeft, size, plane.height - y - size)) : 0
        let right = y > 0 ? max(0, min(neighbours.aboveRight, size, width - x - size)) : 0
        // The first available sample in the order of the search; all before it get its value.
        let first: Int
        if below > 0 {
            first = size - below
        } else if hasLeft {
            first = size
        } else if hasCorner {
            first = 2 * size
        } else if hasAbove {
            first = 2 * size + 1
        } else if right > 0 {
            first = 3 * size + 1
        } else {
            let grey = UInt16(truncatingIfNeeded: 1 << (bitDepth - 1))
            for index in 0...4 * size { target[index] = grey }
            return
        }
        if below > 0 {
            for row in 0..<below { target[size - 1 - row] = samples[(y + size + row) * width + x - 1] }
        }
        if hasLeft {
            for row in 0..<size { target[2 * size - 1 - row] = samples[(y + row) * width + x - 1] }
        }
        if hasCorner { target[2 * size] = samples[(y - 1) * width + x - 1] }
        if hasAbove {
            let start = (y - 1) * width + x
            for column in 0..<size { target[2 * size + 1 + column] = samples[start + column] }
        }
        if right > 0 {
            let start = (y - 1) * width + x + size
            for column in 0..<right { target[3 * size + 1 + column] = samples[start + column] }
        }
        let value = target[first]
        for index in 0..<first { target[index] = value }
        if first < size, !hasLeft { Self.fill(&target, from: size, count: size) }
        if first < 2 * size, !hasCorner { Self.fill(&target, from: 2 * size, count: 1) }
        if first <= 2 * size, !hasAbove { Self.fill(&target, from: 2 * size + 1, count: size) }
        Self.fill(&target, from: 3 * size + 1 + right, count: size - right)
    }

    /// Repeats the sample before a range in that range.
    private static func fill(_ target: inout MutableSpan<UInt16>, from start: Int, count: Int) {
        let value = target[start - 1]
        for index in start..<start + count { target[index] = value }
    }

    /// Smooths the reference samples (8.4.4.2.3).
    static func smooth(
        _ reference: [UInt16], into smoothed: inout [UInt16], size: Int, mayBeStrong: Bool, bitDepth: Int
    ) {
        let last = 4 * size
        let source = reference.span
        var target = smoothed.mutableSpan
        let ends = (Int32(source[0]), Int32(source[2 * size]), Int32(source[last]))
        target[0] = source[0]
        target[last] = source[last]
        if mayBeStrong, size == 32 {
            let limit = Int32(1) << Int32(bitDepth - 5)
            let bendsLeft = abs(ends.1 + ends.0 - 2 * Int32(source[size]))
            let bendsAbove = abs(ends.1 + ends.2 - 2 * Int32(source[3 * size]))
            if bendsLeft < limit, bendsAbove < limit {
                for index in 1..<64 {
                    let weight = Int32(index)
                    target[index] = UInt16(truncatingIfNeeded: ((64 - weight) * ends.0 + weight * ends.1 + 32) >> 6)
                    target[64 + index] = UInt16(
                        truncatingIfNeeded: ((64 - weight) * ends.1 + weight * ends.2 + 32) >> 6)
                }
                target[64] = source[64]
                return
            }
        }
        for index in 1..<last {
            let sum = Int32(source[index - 1]) + 2 * Int32(source[index]) + Int32(source[index + 1])
            target[index] = UInt16(truncatingIfNeeded: (sum + 2) >> 2)
        }
    }
}
