// Deblocking and sample adaptive offset against the standard's equations (H.265, 8.7), written plainly.

import Testing

@testable import HEVC

@Suite struct HEVCLoopFilterTests {
    @Test(arguments: ChromaFormat.allCases) func deblockingFiltersAsTheStandardSays(format: ChromaFormat) {
        var random = RepeatableNoise(seed: TestSeed.seed())
        for round in 0..<12 {
            let map = Self.map(format, round: round, &random)
            var planes = Self.planes(map, amplitude: [6, 30, 1 << map.layout.lumaDepth][round % 3], &random)
            var wanted = planes
            for index in wanted.indices {
                PlainFilter(map: map, component: index).deblock(&wanted[index], isVertical: true)
                PlainFilter(map: map, component: index).deblock(&wanted[index], isVertical: false)
            }
            Deblocking.filter(&planes, map: map)
            #expect(planes == wanted)
        }
    }

    @Test(arguments: ChromaFormat.allCases) func offsetsAreAddedAsTheStandardSays(format: ChromaFormat) {
        var random = RepeatableNoise(seed: TestSeed.seed())
        for round in 0..<12 {
            let map = Self.map(format, round: round, &random)
            var planes = Self.planes(map, amplitude: [4, 30, 1 << map.layout.lumaDepth][round % 3], &random)
            let wanted = planes.indices.map { PlainFilter(map: map, component: $0).offset(planes[$0]) }
            SampleAdaptiveOffset.filter(&planes, map: map)
            #expect(planes == wanted)
        }
    }

    /// A map with random edges, quantisations, slices, tiles and offsets.
    private static func map(_ format: ChromaFormat, round: Int, _ random: inout RepeatableNoise) -> FilterMap {
        let depth = [8, 10, 16][round % 3]
        var map = FilterMap(
            FilterMap.Layout(
                width: 72, height: 56, log2CTB: 4 + round % 2, chroma: format, lumaDepth: depth, chromaDepth: depth,
                cbQpOffset: random.below(25) - 12, crQpOffset: random.below(25) - 12,
                loopFilterAcrossTiles: random.below(2) == 0))
        map.qp = map.qp.map { _ in Int8(random.below(52)) }
        map.edges = map.edges.indices.map { index in
            let left = index % map.columns > 0 && index % map.columns % 2 == 0 ? 1 : 0
            let top = index >= map.columns && index / map.columns % 2 == 0 ? 2 : 0
            return UInt8((left | top) & random.below(4))
        }
        if round % 2 == 0 { map.bypass = map.bypass.map { _ in random.below(5) == 0 ? 1 : 0 } }
        let sliceCount = 1 + random.below(4)
        let count = map.ctbColumns * map.ctbRows
        for slice in 0..<sliceCount {
            map.sliceParameters.append(
                SliceFilterParameters(
                    betaOffsetDiv2: random.below(13) - 6, tcOffsetDiv2: random.below(13) - 6, saoLuma: true,
                    saoChroma: true, loopFilterAcrossSlices: random.below(2) == 0,
                    address: slice * count / sliceCount))
        }
        map.slices = (0..<count).map { UInt16(($0 * sliceCount) / count) }
        map.tileIndex = (0..<count).map { $0 % map.ctbColumns < 2 ? 0 : 1 }
        map.sao = map.sao.map { _ in
            let offsets = (0..<4).map { _ in Int16(random.below(15) - 7) << Int16(depth == 16 ? 6 : 0) }
            return SAOParameters(
                kind: UInt8(random.below(3)), band: UInt8(random.below(32)), edgeClass: UInt8(random.below(4)),
                offsets: (offsets[0], offsets[1], offsets[2], offsets[3]))
        }
        return map
    }

    private static func planes(_ map: FilterMap, amplitude: Int, _ random: inout RepeatableNoise) -> [Plane] {
        let format = map.layout.chroma
        return (0..<(format == .monochrome ? 1 : 3)).map { component in
            var plane = Plane(
                width: map.layout.width >> (component == 0 ? 0 : format.log2Width),
                height: map.layout.height >> (component == 0 ? 0 : format.log2Height))
            let base = random.below((1 << map.layout.lumaDepth) - amplitude + 1)
            plane.samples = plane.samples.map { _ in UInt16(base + random.below(amplitude)) }
            return plane
        }
    }
}

/// Second, slow loop filters, sample by sample.
private struct PlainFilter {
    let map: FilterMap
    let component: Int

    private var log2Width: Int { component == 0 ? 0 : map.layout.chroma.log2Width }
    private var log2Height: Int { component == 0 ? 0 : map.layout.chroma.log2Height }
    private var depth: Int { map.layout.lumaDepth }

    private func clip(_ low: Int, _ high: Int, _ value: Int) -> Int { min(max(value, low), high) }

    private func block(_ x: Int, _ y: Int) -> Int { (y << log2Height) / 4 * map.columns + (x << log2Width) / 4 }

    private func ctb(_ x: Int, _ y: Int) -> Int {
        ((y << log2Height) >> map.layout.log2CTB) * map.ctbColumns + (x << log2Width) >> map.layout.log2CTB
    }

    private func beta(_ index: Int) -> Int {
        let q = clip(0, 51, index)
        return (q < 16 ? 0 : q <= 28 ? q - 10 : 2 * q - 38) << (depth - 8)
    }

    private func tc(_ index: Int) -> Int {
        // The first Q of each value from 1 on (table 8-12).
        let starts = [18: 1, 27: 2, 31: 3, 35: 4, 38: 5, 40: 6, 42: 7, 43: 8, 44: 9, 45: 10, 46: 11, 47: 13, 48: 14]
            .merging([49: 16, 50: 18, 51: 20, 52: 22, 53: 24]) { first, _ in first }
        let q = clip(0, 53, index)
        return (starts.filter { $0.key <= q }.map(\.value).max() ?? 0) << (depth - 8)
    }

    func deblock(_ plane: inout Plane, isVertical: Bool) {
        let width = plane.width
        let across = isVertical ? 1 : width
        let along = isVertical ? width : 1
        let segment = 4 >> (isVertical ? log2Height : log2Width)
        for y in stride(from: 0, to: plane.height, by: isVertical ? segment : 8) {
            for x in stride(from: 0, to: width, by: isVertical ? 8 : segment) {
                let owner = block(x, y)
                guard map.edges[owner] & (isVertical ? 1 : 2) != 0 else { continue }
                let other = isVertical ? block(x - 1, y) : block(x, y - 1)
                let slice = map.sliceParameters[Int(map.slices[ctb(x, y)])]
                let qp = (Int(map.qp[owner]) + Int(map.qp[other]) + 1) >> 1
                let keeps = (map.bypass[other] == 1, map.bypass[owner] == 1)
                let places = (0..<segment).map { y * width + x + $0 * along }
                if component == 0 {
                    luma(
                        &plane, places, across, beta: beta(qp + 2 * slice.betaOffsetDiv2),
                        tc: tc(qp + 2 + 2 * slice.tcOffsetDiv2), keeps)
                } else {
                    let index = qp + (component == 1 ? map.layout.cbQpOffset : map.layout.crQpOffset)
                    let table = [29, 30, 31, 32, 33, 33, 34, 34, 35, 35, 36, 36, 37, 37]
                    let of420 = index < 30 ? index : index > 43 ? index - 6 : table[index - 30]
                    let mapped = map.layout.chroma == .yuv420 ? of420 : min(index, 51)
                    chroma(&plane, places, across, tc: tc(mapped + 2 + 2 * slice.tcOffsetDiv2), keeps)
                }
            }
        }
    }

    private func chroma(_ plane: inout Plane, _ places: [Int], _ across: Int, tc: Int, _ keeps: (Bool, Bool)) {
        for place in places {
            let s = (-2...1).map { Int(plane.samples[place + $0 * across]) }
            let delta = clip(-tc, tc, ((((s[2] - s[1]) << 2) + s[0] - s[3] + 4) >> 3))
            if !keeps.0 { plane.samples[place - across] = UInt16(clip(0, (1 << depth) - 1, s[1] + delta)) }
            if !keeps.1 { plane.samples[place] = UInt16(clip(0, (1 << depth) - 1, s[2] - delta)) }
        }
    }

    private func luma(
        _ plane: inout Plane, _ places: [Int], _ across: Int, beta: Int, tc: Int, _ keeps: (Bool, Bool)
    ) {
        /// Samples of a line from the edge outwards, on one side.
        func side(_ line: Int, _ isP: Bool) -> [Int] {
            (0..<4).map { Int(plane.samples[places[line] + (isP ? -1 - $0 : $0) * across]) }
        }
        func bend(_ s: [Int]) -> Int { abs(s[2] - 2 * s[1] + s[0]) }
        let p = (0..<4).map { side($0, true) }
        let q = (0..<4).map { side($0, false) }
        let bends = (bend(p[0]) + bend(p[3]), bend(q[0]) + bend(q[3]))
        guard bends.0 + bends.1 < beta else { return }
        let isStrong = [0, 3].allSatisfy { line in
            let steps = abs(p[line][3] - p[line][0]) + abs(q[line][0] - q[line][3])
            return 2 * (bend(p[line]) + bend(q[line])) < beta >> 2 && steps < beta >> 3
                && abs(p[line][0] - q[line][0]) < (5 * tc + 1) >> 1
        }
        let limit = (beta + (beta >> 1)) >> 3
        for line in 0..<4 {
            let (p, q) = (p[line], q[line])
            let delta = (9 * (q[0] - p[0]) - 3 * (q[1] - p[1]) + 8) >> 4
            /// New samples of one side, given the other; the step has the sign of the side.
            func filtered(_ s: [Int], _ o: [Int], _ step: Int, _ bend: Int) -> [Int] {
                if isStrong {
                    let sums = [
                        (s[2] + 2 * s[1] + 2 * s[0] + 2 * o[0] + o[1] + 4) >> 3, (s[2] + s[1] + s[0] + o[0] + 2) >> 2,
                        (2 * s[3] + 3 * s[2] + s[1] + s[0] + o[0] + 4) >> 3,
                    ]
                    return (0..<3).map { clip(s[$0] - 2 * tc, s[$0] + 2 * tc, sums[$0]) }
                }
                guard abs(delta) < tc * 10 else { return s }
                let most = (1 << depth) - 1
                let change = clip(-(tc >> 1), tc >> 1, (((s[2] + s[0] + 1) >> 1) - s[1] + step) >> 1)
                return [clip(0, most, s[0] + step), bend < limit ? clip(0, most, s[1] + change) : s[1], s[2]]
            }
            let step = clip(-tc, tc, delta)
            for (index, value) in filtered(p, q, step, bends.0).prefix(3).enumerated() where !keeps.0 {
                plane.samples[places[line] - (index + 1) * across] = UInt16(value)
            }
            for (index, value) in filtered(q, p, -step, bends.1).prefix(3).enumerated() where !keeps.1 {
                plane.samples[places[line] + index * across] = UInt16(value)
            }
        }
    }

    func offset(_ plane: Plane) -> Plane {
        var result = plane
        for y in 0..<plane.height {
            for x in 0..<plane.width where map.bypass[block(x, y)] == 0 {
                let sao = map.sao[3 * ctb(x, y) + component]
                let offsets = [0, Int(sao.offsets.0), Int(sao.offsets.1), Int(sao.offsets.2), Int(sao.offsets.3)]
                let value = Int(plane.samples[y * plane.width + x])
                var index = 0
                if sao.kind == 1 {
                    let band = ((value >> (depth - 5)) - Int(sao.band)) & 31
                    index = band < 4 ? band + 1 : 0
                } else if sao.kind == 2 {
                    index = edgeIndex(plane, x, y, Int(sao.edgeClass))
                }
                result.samples[y * plane.width + x] = UInt16(clip(0, (1 << depth) - 1, value + offsets[index]))
            }
        }
        return result
    }

    /// edgeIdx (8.7.3.2).
    private func edgeIndex(_ plane: Plane, _ x: Int, _ y: Int, _ edgeClass: Int) -> Int {
        let (hPos, vPos) = ([-1, 0, -1, 1][edgeClass], [0, -1, -1, -1][edgeClass])
        var index = 2
        for (otherX, otherY) in [(x + hPos, y + vPos), (x - hPos, y - vPos)] {
            guard 0..<plane.width ~= otherX, 0..<plane.height ~= otherY else { return 0 }
            let (own, other) = (ctb(x, y), ctb(otherX, otherY))
            let slices = [own, other].map { map.sliceParameters[Int(map.slices[$0])] }
            if slices[0].address < slices[1].address, !slices[1].loopFilterAcrossSlices { return 0 }
            if slices[0].address > slices[1].address, !slices[0].loopFilterAcrossSlices { return 0 }
            if !map.layout.loopFilterAcrossTiles, map.tileIndex[own] != map.tileIndex[other] { return 0 }
            index += (Int(plane.samples[y * plane.width + x]) - Int(plane.samples[otherY * plane.width + otherX]))
                .signum()
        }
        return index == 2 ? 0 : index < 2 ? index + 1 : index
    }
}
