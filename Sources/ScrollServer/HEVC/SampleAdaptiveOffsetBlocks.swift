// Sample adaptive offset of one coding tree block: bands and edges (H.265, 8.7.3.2).

extension SampleAdaptiveOffset {
    /// hPos and vPos of the second neighbour (table 8-13); the first lies opposite.
    struct Direction {
        let x: Int
        let y: Int

        init(_ edgeClass: UInt8) {
            x = edgeClass == 1 ? 0 : edgeClass == 3 ? -1 : 1
            y = edgeClass == 0 ? 0 : 1
        }
    }

    /// Whether samples of the eight coding tree blocks around one may be read (8.7.3.2).
    struct Surroundings {
        /// Row by row, from the upper left one; the middle is the block itself.
        private var flags = [9 of Bool](repeating: false)

        init(map: FilterMap, column: Int, row: Int) {
            let own = row * map.ctbColumns + column
            let slice = map.slice(ofCTB: own)
            for y in -1...1 {
                for x in -1...1 {
                    guard 0..<map.ctbColumns ~= column + x, 0..<map.ctbRows ~= row + y else { continue }
                    let other = own + y * map.ctbColumns + x
                    let otherSlice = map.slice(ofCTB: other)
                    // Of two slices, the one that is decoded later decides.
                    let later = otherSlice.address > slice.address ? otherSlice : slice
                    let crossesSlices = otherSlice.address == slice.address || later.loopFilterAcrossSlices
                    let crossesTiles =
                        map.layout.loopFilterAcrossTiles || map.tileIndex[own] == map.tileIndex[other]
                    flags[(y + 1) * 3 + x + 1] = crossesSlices && crossesTiles
                }
            }
        }

        /// Whether the block at a side may be read: -1, 0 or 1 for columns and rows.
        @inline(__always)
        func isUsable(_ x: Int, _ y: Int) -> Bool { flags[(y + 1) * 3 + x + 1] }
    }

    /// Adds offsets to the samples of four bands (SaoTypeIdx 1).
    static func addBands(_ samples: inout [UInt16], _ area: Area, _ offsets: Offsets, band: Int, bitDepth: Int) {
        var table = [32 of Int32](repeating: 0)
        table[band & 31] = offsets.values.0
        table[(band + 1) & 31] = offsets.values.1
        table[(band + 2) & 31] = offsets.values.2
        table[(band + 3) & 31] = offsets.values.3
        let shift = Int32(bitDepth - 5)
        let most = offsets.most
        var samples = samples.mutableSpan
        for row in 0..<area.rows {
            let start = (area.y + row) * area.width + area.x
            var target = samples._mutatingExtracting(start..<start + area.columns)
            for column in 0..<area.columns {
                let value = Int32(target[column])
                let sum = value &+ table[Int((value &>> shift) & 31)]
                target[column] = UInt16(truncatingIfNeeded: min(max(sum, 0), most))
            }
        }
    }

    /// Adds offsets to the samples at edges of a direction (SaoTypeIdx 2).
    static func addEdges(
        _ samples: inout [UInt16], _ area: Area, _ offsets: Offsets, _ window: DeblockedRows,
        _ direction: Direction, _ usable: Surroundings
    ) {
        let source = window.samples.span
        var samples = samples.mutableSpan
        for row in 0..<area.rows {
            // Which coding tree blocks hold the neighbours of the inner samples.
            let before = row - direction.y < 0 ? -1 : 0
            let behind = row + direction.y >= area.rows ? 1 : 0
            let place = window.start(ofRow: row) + area.x
            let step = direction.y * area.width + direction.x
            let start = (area.y + row) * area.width + area.x
            let inner = usable.isUsable(0, before) && usable.isUsable(0, behind)
            var left = inner
            var right = inner
            if direction.x > 0 {
                left = usable.isUsable(-1, before) && usable.isUsable(0, behind)
                right = usable.isUsable(0, before) && usable.isUsable(1, behind)
            } else if direction.x < 0 {
                left = usable.isUsable(0, before) && usable.isUsable(-1, behind)
                right = usable.isUsable(1, before) && usable.isUsable(0, behind)
            }
            let line = Line(start: start, place: place, step: step)
            let last = area.columns - 1
            if inner {
                addEdges(&samples, source, line, offsets, first: left ? 0 : 1, end: right ? last + 1 : last)
            } else {
                // The ends may have neighbours even where the inner samples have none.
                if left { addEdges(&samples, source, line, offsets, first: 0, end: 1) }
                if right { addEdges(&samples, source, line, offsets, first: last, end: last + 1) }
            }
        }
    }

    /// Where a row of a block lies in the plane and in the window, and the step to its second neighbours.
    private struct Line {
        let start: Int
        let place: Int
        let step: Int
    }

    /// Adds offsets to some columns of a row by its samples and their two neighbours.
    private static func addEdges(
        _ samples: inout MutableSpan<UInt16>, _ source: Span<UInt16>, _ line: Line, _ offsets: Offsets,
        first: Int, end: Int
    ) {
        guard first < end else { return }
        let own = source.extracting(line.place + first..<line.place + end)
        let a = source.extracting(line.place - line.step + first..<line.place - line.step + end)
        let b = source.extracting(line.place + line.step + first..<line.place + line.step + end)
        var target = samples._mutatingExtracting(line.start + first..<line.start + end)
        // In 16 bits, sums of samples and offsets fit up to a depth of 14 bits, and twice as many go into a vector.
        if offsets.most < 1 << 14 {
            addNarrow(&target, own, a, b, offsets)
        } else {
            addWide(&target, own, a, b, offsets)
        }
    }

    @inline(__always)
    private static func addNarrow(
        _ target: inout MutableSpan<UInt16>, _ own: Span<UInt16>, _ a: Span<UInt16>, _ b: Span<UInt16>,
        _ offsets: Offsets
    ) {
        let valley = Int16(truncatingIfNeeded: offsets.values.0)
        let concave = Int16(truncatingIfNeeded: offsets.values.1)
        let convex = Int16(truncatingIfNeeded: offsets.values.2)
        let peak = Int16(truncatingIfNeeded: offsets.values.3)
        let most = Int16(truncatingIfNeeded: offsets.most)
        let count = target.count
        guard own.count == count, a.count == count, b.count == count else { return }
        for index in 0..<count {
            let value = Int16(truncatingIfNeeded: own[index])
            let first = Int16(truncatingIfNeeded: a[index])
            let second = Int16(truncatingIfNeeded: b[index])
            let above: Int16 = (value > first ? 1 : 0) &+ (value > second ? 1 : 0)
            let below: Int16 = (value < first ? 1 : 0) &+ (value < second ? 1 : 0)
            let sign = above &- below
            let offset =
                (sign == -2 ? valley : 0) | (sign == -1 ? concave : 0) | (sign == 1 ? convex : 0)
                | (sign == 2 ? peak : 0)
            target[index] = UInt16(truncatingIfNeeded: min(max(value &+ offset, 0), most))
        }
    }

    @inline(__always)
    private static func addWide(
        _ target: inout MutableSpan<UInt16>, _ own: Span<UInt16>, _ a: Span<UInt16>, _ b: Span<UInt16>,
        _ offsets: Offsets
    ) {
        let (valley, concave, convex, peak) = offsets.values
        for index in 0..<target.count {
            let value = own[index]
            let sign =
                (value > a[index] ? 1 : 0) &- (value < a[index] ? 1 : 0) &+ (value > b[index] ? 1 : 0)
                &- (value < b[index] ? 1 : 0)
            let offset =
                sign == -2 ? valley : sign == -1 ? concave : sign == 1 ? convex : sign == 2 ? peak : 0
            let sum = Int32(value) &+ offset
            target[index] = UInt16(truncatingIfNeeded: min(max(sum, 0), offsets.most))
        }
    }
}
