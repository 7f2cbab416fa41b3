// The modes of intra prediction: planar, DC and angular (H.265, 8.4.4.2.4 to 8.4.4.2.6).

extension IntraPredictor {
    /// Predicts a block with INTRA_PLANAR (8.4.4.2.4).
    func predictPlanar(_ plane: inout Plane, _ block: IntraBlock, bitDepth: Int) {
        let size = block.size
        let shift = Int32(block.log2Size + 1)
        let source = reference.span
        let above = source.extracting(2 * size + 1..<3 * size + 1)
        let right = Int32(source[3 * size + 1])
        let below = Int32(source[size - 1])
        var samples = plane.samples.mutableSpan
        for row in 0..<size {
            let start = block.start(ofRow: row)
            var target = samples._mutatingExtracting(start..<start + size)
            let left = Int32(source[2 * size - 1 - row])
            let weight = Int32(size - 1 - row)
            // The parts that do not depend on the sample above, as a start and a slope.
            var sum = Int32(size) * (left + 1) + Int32(row + 1) * below
            let slope = right - left
            if bitDepth <= 10 {
                // The sums fit into 16 bits, and so more of them into a vector.
                let start = UInt16(truncatingIfNeeded: sum)
                let step = UInt16(truncatingIfNeeded: slope)
                let narrowWeight = UInt16(truncatingIfNeeded: weight)
                let narrowShift = UInt16(truncatingIfNeeded: shift)
                for column in 0..<size {
                    let part = start &+ step &* UInt16(truncatingIfNeeded: column &+ 1)
                    target[column] = (part &+ narrowWeight &* above[column]) &>> narrowShift
                }
                continue
            }
            for column in 0..<size {
                sum &+= slope
                target[column] = UInt16(truncatingIfNeeded: (sum &+ weight &* Int32(above[column])) &>> shift)
            }
        }
    }

    /// Predicts a block with INTRA_DC (8.4.4.2.5).
    func predictDC(_ plane: inout Plane, _ block: IntraBlock, filtersEdge: Bool) {
        let size = block.size
        let source = reference.span
        var sum = Int32(size)
        for index in 0..<size { sum &+= Int32(source[size + index]) &+ Int32(source[2 * size + 1 + index]) }
        let mean = sum >> Int32(block.log2Size + 1)
        let value = UInt16(truncatingIfNeeded: mean)
        var samples = plane.samples.mutableSpan
        for row in 0..<size {
            let start = block.start(ofRow: row)
            var target = samples._mutatingExtracting(start..<start + size)
            for column in 0..<size { target[column] = value }
        }
        guard filtersEdge else { return }
        let start = block.start(ofRow: 0)
        let corner = Int32(source[2 * size - 1]) + 2 * mean + Int32(source[2 * size + 1]) + 2
        samples[start] = UInt16(truncatingIfNeeded: corner >> 2)
        for index in 1..<size {
            let above = Int32(source[2 * size + 1 + index]) + 3 * mean + 2
            samples[start + index] = UInt16(truncatingIfNeeded: above >> 2)
            let left = Int32(source[2 * size - 1 - index]) + 3 * mean + 2
            samples[block.start(ofRow: index)] = UInt16(truncatingIfNeeded: left >> 2)
        }
    }

    /// Predicts a block with one of INTRA_ANGULAR2…34 (8.4.4.2.6).
    mutating func predictAngular(
        _ plane: inout Plane, _ block: IntraBlock, mode: Int, filtersEdge: Bool, bitDepth: Int
    ) {
        let size = block.size
        let isVertical = mode >= 18
        let angle = Self.angles[mode]
        Self.arrange(reference, into: &line, size: size, isVertical: isVertical, mode: mode)
        if isVertical {
            var samples = plane.samples.mutableSpan
            for row in 0..<size {
                let start = block.start(ofRow: row)
                var target = samples._mutatingExtracting(start..<start + size)
                project(&target, size: size, position: (row + 1) * angle, isNarrow: bitDepth <= 11)
            }
        } else {
            predictTurned(&plane, block, angle: angle, bitDepth: bitDepth)
        }
        if angle == 0, filtersEdge { filterEdge(&plane, block, isVertical: isVertical, bitDepth: bitDepth) }
    }

    /// Fills ref[] (8-53 to 8-58) for rows, or for columns with both directions exchanged.
    private static func arrange(
        _ reference: [UInt16], into line: inout [UInt16], size: Int, isVertical: Bool, mode: Int
    ) {
        let angle = angles[mode]
        let source = reference.span
        var target = line.mutableSpan
        let corner = 2 * size
        let direction = isVertical ? 1 : -1
        let last = angle < 0 ? size : 2 * size
        for index in 0...last { target[32 + index] = source[corner + direction * index] }
        let lowest = (size * angle) >> 5
        guard angle < 0, lowest < -1 else { return }
        let inverse = inverseAngles[mode]
        for index in lowest ... -1 {
            target[32 + index] = source[corner - direction * ((index * inverse + 128) >> 8)]
        }
    }

    /// Predicts one row from ref[], at a position in 1/32 of a sample (8-59, 8-60).
    private func project(_ target: inout MutableSpan<UInt16>, size: Int, position: Int, isNarrow: Bool) {
        let first = 32 + (position >> 5) + 1
        let fraction = Int32(position & 31)
        if fraction == 0 {
            let source = line.span.extracting(first..<first + size)
            for index in 0..<size { target[index] = source[index] }
        } else {
            let near = line.span.extracting(first..<first + size)
            let far = line.span.extracting(first + 1..<first + 1 + size)
            if isNarrow {
                // The sums fit into 16 bits, and so more of them into a vector.
                let weight = UInt16(truncatingIfNeeded: fraction)
                for index in 0..<size {
                    target[index] = ((32 &- weight) &* near[index] &+ weight &* far[index] &+ 16) &>> 5
                }
                return
            }
            for index in 0..<size {
                let sum = (32 &- fraction) &* Int32(near[index]) &+ fraction &* Int32(far[index]) &+ 16
                target[index] = UInt16(truncatingIfNeeded: sum &>> 5)
            }
        }
    }

    /// Predicts columns as if they were rows, and turns the block.
    private mutating func predictTurned(_ plane: inout Plane, _ block: IntraBlock, angle: Int, bitDepth: Int) {
        let size = block.size
        var rows = turned
        turned = []
        var scratch = rows.mutableSpan
        for row in 0..<size {
            var target = scratch._mutatingExtracting(row * size..<(row + 1) * size)
            project(&target, size: size, position: (row + 1) * angle, isNarrow: bitDepth <= 11)
        }
        var samples = plane.samples.mutableSpan
        for row in 0..<size {
            let start = block.start(ofRow: row)
            var target = samples._mutatingExtracting(start..<start + size)
            var index = row
            for column in 0..<size {
                target[column] = scratch[index]
                index &+= size
            }
        }
        turned = rows
    }

    /// Filters the first column of mode 26 or the first row of mode 10 (8-61, 8-67).
    private func filterEdge(_ plane: inout Plane, _ block: IntraBlock, isVertical: Bool, bitDepth: Int) {
        let size = block.size
        let source = reference.span
        let most = Int32((1 << bitDepth) - 1)
        let corner = Int32(source[2 * size])
        let direction = isVertical ? 1 : -1
        let base = Int32(source[2 * size + direction])
        for index in 0..<size {
            let sample = base + ((Int32(source[2 * size - direction * (index + 1)]) - corner) >> 1)
            let place = isVertical ? block.start(ofRow: index) : block.start(ofRow: 0) + index
            plane.samples[place] = UInt16(truncatingIfNeeded: min(max(sample, 0), most))
        }
    }

    /// intraPredAngle by mode (table 8-5).
    private static let angles = [
        0, 0, 32, 26, 21, 17, 13, 9, 5, 2, 0, -2, -5, -9, -13, -17, -21, -26,
        -32, -26, -21, -17, -13, -9, -5, -2, 0, 2, 5, 9, 13, 17, 21, 26, 32,
    ]

    /// invAngle by mode (table 8-6), for the modes with a negative angle.
    private static let inverseAngles = [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -4096, -1638, -910, -630, -482, -390, -315,
        -256, -315, -390, -482, -630, -910, -1638, -4096, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
}
