// Intra prediction against the standard's equations (H.265, 8.4.4.2), written plainly.

import Testing

@testable import HEVC

@Suite struct HEVCPredictionTests {
    @Test(arguments: [8, 10, 16]) func allModesPredictAsTheStandardSays(bitDepth: Int) {
        var random = RepeatableNoise(seed: TestSeed.seed())
        for round in 0..<35 * 12 {
            var plane = Plane(width: 128, height: 128)
            // Flat, gently bent and noisy samples, so that each smoothing has its turn.
            let noise = [1, 1 << (bitDepth - 7), 1 << bitDepth][round % 3]
            let base = noise == 1 << bitDepth ? 0 : random.below((1 << bitDepth) - noise)
            plane.samples = plane.samples.map { _ in UInt16(base + random.below(noise)) }
            let size = 4 << (round / 35 % 4)
            let block = PlainPrediction(
                size: size, mode: round % 35, component: round / 140 % 3, isLikeLuma: random.below(2) == 0,
                isEdgeFiltered: random.below(4) != 0, isStrong: random.below(2) == 0,
                isSmooth: random.below(8) != 0, bitDepth: bitDepth)
            let neighbours = IntraNeighbours(
                belowLeft: random.below(size / 4 + 1) * 4, left: random.below(4) != 0, corner: random.below(4) != 0,
                above: random.below(4) != 0, aboveRight: random.below(size / 4 + 1) * 4)
            let wanted = block.predict(plane, x: 40, y: 44, neighbours)
            var predictor = IntraPredictor(strongSmoothing: block.isStrong, isSmoothingDisabled: !block.isSmooth)
            predictor.predict(
                &plane, x: 40, y: 44, log2Size: 2 + round / 35 % 4, mode: block.mode, component: block.component,
                filtersLikeLuma: block.isLikeLuma, withoutEdgeFilter: !block.isEdgeFiltered, neighbours: neighbours,
                bitDepth: bitDepth)
            #expect(plane == wanted, "\(block) \(neighbours)")
        }
    }

    @Test func blocksAtTheBordersReadNothingOutside() {
        for mode in 0...34 {
            var plane = Plane(width: 32, height: 32)
            var predictor = IntraPredictor(strongSmoothing: true, isSmoothingDisabled: false)
            let all = IntraNeighbours(belowLeft: 99, left: true, corner: true, above: true, aboveRight: 99)
            for (x, y) in [(0, 0), (24, 0), (0, 24), (24, 24), (28, 28), (-1, 0)] {
                predictor.predict(
                    &plane, x: x, y: y, log2Size: 3, mode: mode, component: 0, filtersLikeLuma: false,
                    withoutEdgeFilter: false, neighbours: all, bitDepth: 8)
            }
            // Without any neighbour, all is grey.
            #expect(plane.samples.prefix(8).allSatisfy { $0 == 128 })
        }
    }
}

/// A second, slow prediction with a dictionary of samples for p[x][y].
private struct PlainPrediction {
    let size, mode, component: Int
    let isLikeLuma, isEdgeFiltered, isStrong, isSmooth: Bool
    let bitDepth: Int

    private struct Place: Hashable {
        let x, y: Int
        init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
    }

    func predict(_ plane: Plane, x: Int, y: Int, _ neighbours: IntraNeighbours) -> Plane {
        let p = smoothed(references(plane, x: x, y: y, neighbours))
        var plane = plane
        for row in 0..<size {
            for column in 0..<size {
                plane.samples[(y + row) * plane.width + x + column] = UInt16(value(p, column, row))
            }
        }
        return plane
    }

    /// The places of the reference samples in the order of 8.4.4.2.2.
    private var order: [Place] {
        (0..<2 * size).reversed().map { Place(-1, $0) } + (-1..<2 * size).map { Place($0, -1) }
    }

    private func references(_ plane: Plane, x: Int, y: Int, _ neighbours: IntraNeighbours) -> [Place: Int] {
        var p: [Place: Int] = [:]
        let order = self.order
        for place in order {
            let isAvailable =
                place.x >= size
                ? place.x < size + neighbours.aboveRight
                : place.x >= 0
                    ? neighbours.above
                    : place.y < 0
                        ? neighbours.corner : place.y < size ? neighbours.left : place.y < size + neighbours.belowLeft
            if isAvailable { p[place] = Int(plane.samples[(y + place.y) * plane.width + x + place.x]) }
        }
        var last = order.compactMap { p[$0] }.first ?? 1 << (bitDepth - 1)
        for place in order {
            last = p[place] ?? last
            p[place] = last
        }
        return p
    }

    private func smoothed(_ p: [Place: Int]) -> [Place: Int] {
        let order = self.order
        let distance = min(abs(mode - 26), abs(mode - 10))
        let threshold = [8: 7, 16: 1, 32: 0][size] ?? 99
        guard isSmooth, component == 0 || isLikeLuma, mode != 1, distance > threshold else { return p }
        let ends = [order[0], Place(-1, -1), order[4 * size]].map { p[$0] ?? 0 }
        let middles = [Place(-1, size - 1), Place(size - 1, -1)].map { p[$0] ?? 0 }
        let limit = 1 << (bitDepth - 5)
        let isBilinear =
            isStrong && component == 0 && size == 32 && abs(ends[1] + ends[2] - 2 * middles[1]) < limit
            && abs(ends[1] + ends[0] - 2 * middles[0]) < limit
        var result = p
        for (index, place) in order.enumerated() where index > 0 && index < 4 * size {
            if isBilinear {
                let away = place.x < 0 ? place.y : place.x
                let end = place.x < 0 ? ends[0] : ends[2]
                result[place] = ((63 - away) * ends[1] + (away + 1) * end + 32) >> 6
            } else {
                let (a, b, c) = (p[order[index - 1]] ?? 0, p[place] ?? 0, p[order[index + 1]] ?? 0)
                result[place] = (a + 2 * b + c + 2) >> 2
            }
        }
        return result
    }

    private func value(_ p: [Place: Int], _ x: Int, _ y: Int) -> Int {
        func sample(_ x: Int, _ y: Int) -> Int { p[Place(x, y)] ?? 0 }
        let hasEdge = component == 0 && size < 32
        if mode == 0 {
            let across = (size - 1 - x) * sample(-1, y) + (x + 1) * sample(size, -1)
            let down = (size - 1 - y) * sample(x, -1) + (y + 1) * sample(-1, size)
            return (across + down + size) / (2 * size)
        }
        if mode == 1 {
            let mean = (0..<size).reduce(size) { $0 + sample($1, -1) + sample(-1, $1) } / (2 * size)
            if hasEdge, x == 0, y == 0 { return (sample(-1, 0) + 2 * mean + sample(0, -1) + 2) >> 2 }
            if hasEdge, y == 0 { return (sample(x, -1) + 3 * mean + 2) >> 2 }
            if hasEdge, x == 0 { return (sample(-1, y) + 3 * mean + 2) >> 2 }
            return mean
        }
        let angles = [32, 26, 21, 17, 13, 9, 5, 2, 0, -2, -5, -9, -13, -17, -21, -26]
        let isVertical = mode >= 18
        let turn = mode == 34 ? 32 : isVertical ? -angles[mode - 18] : angles[mode - 2]
        let inverse = turn < 0 ? Int((8192 / Double(turn)).rounded()) : 0
        /// ref[] (8-53 to 8-58, 8-61 to 8-66).
        func reference(_ index: Int) -> Int {
            if index >= 0 { return isVertical ? sample(index - 1, -1) : sample(-1, index - 1) }
            let side = -1 + ((index * inverse + 128) >> 8)
            return isVertical ? sample(-1, side) : sample(side, -1)
        }
        let (along, away) = isVertical ? (x, y) : (y, x)
        if turn == 0, hasEdge, isEdgeFiltered, along == 0 {
            let side = isVertical ? sample(-1, y) : sample(x, -1)
            return min(max(reference(1) + ((side - sample(-1, -1)) >> 1), 0), (1 << bitDepth) - 1)
        }
        let (whole, part) = (((away + 1) * turn) >> 5, ((away + 1) * turn) & 31)
        if part == 0 { return reference(along + whole + 1) }
        return ((32 - part) * reference(along + whole + 1) + part * reference(along + whole + 2) + 16) >> 5
    }
}
