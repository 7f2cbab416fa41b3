// Packing a full block into few bytes without loss, and sorting a block by x.

import Platform

extension SeriesBlock {
    /// The smallest form that keeps every number of this full Float64 block bit for bit.
    func packedForm() -> BlockForm {
        let singles = form.lines.indices.map { line in
            let values = unsafe doubles(line: line)
            for index in 0..<form.capacity {
                let value = unsafe values[index]
                // NaN is not equal to itself; as a gap it may have any bits, so it fits into Float32.
                if Double(Float(value)).bitPattern != value.bitPattern, value == value { return false }
            }
            return true
        }
        return BlockForm(capacity: form.capacity, x: evenX() ?? .stored, singles: singles)
    }

    private func evenX() -> BlockForm.X? {
        let x = unsafe storedX
        let (start, step) = unsafe (x[0], x[1] - x[0])
        guard step.isFinite else { return nil }
        for index in 0..<form.capacity where unsafe (start + Double(index) * step).bitPattern != x[index].bitPattern {
            return nil
        }
        return .even(start: start, step: step)
    }

    /// Writes this block in the form that `packedForm` gave.
    ///
    /// `target` must have `packed.byteCount` bytes.
    func pack(as packed: BlockForm, into target: UnsafeMutableRawPointer) {
        precondition(packed.capacity == form.capacity && packed.lines.count == form.lines.count)
        let capacity = form.capacity
        if packed.x == .stored {
            unsafe target.assumingMemoryBound(to: Double.self).update(from: storedX, count: capacity)
        }
        // Values and extremes: each line has 16ᵏ values and 2 · 16ᵏ⁻¹ + … + 2 · 16 extremes.
        var (elementCount, level) = (capacity, capacity / 16)
        while level > 1 {
            elementCount += 2 * level
            level /= 16
        }
        for (line, place) in packed.lines.enumerated() {
            let source = unsafe doubles(line: line)
            let start = unsafe target + place.offset
            if place.isSingle {
                let singles = unsafe start.assumingMemoryBound(to: Float.self)
                for index in 0..<elementCount { unsafe singles[index] = unsafe Float(source[index]) }
            } else {
                unsafe start.assumingMemoryBound(to: Double.self).update(from: source, count: elementCount)
            }
        }
    }

    /// The first `count` points of this Float64 block, sorted by x; points of equal x keep their order.
    ///
    /// Throws when there is no memory.
    func sorted(count: Int) throws(SystemError) -> SeriesBlock {
        precondition(count <= form.capacity)
        let sorted = try SeriesBlock.empty(capacity: form.capacity, lineCount: form.lines.count)
        let x = unsafe storedX
        // Equal x are compared by position, since `sort` does not promise to be stable.
        let order = (0..<count).sorted { unsafe x[$0] < x[$1] || x[$0] == x[$1] && $0 < $1 }
        for (place, source) in order.enumerated() { unsafe sorted.storedX[place] = unsafe x[source] }
        for line in form.lines.indices {
            let (source, target) = unsafe (doubles(line: line), sorted.doubles(line: line))
            for (place, index) in order.enumerated() { unsafe target[place] = unsafe source[index] }
            sorted.buildExtremes(line: line, 0..<count)
        }
        return sorted
    }

    /// The first `count` points of this Float64 block, copied to memory of their own.
    ///
    /// Throws when there is no memory.
    func copy(count: Int) throws(SystemError) -> SeriesBlock {
        precondition(count <= form.capacity)
        let copy = try SeriesBlock.empty(capacity: form.capacity, lineCount: form.lines.count)
        unsafe copy.storedX.update(from: storedX, count: count)
        for line in form.lines.indices {
            unsafe copy.doubles(line: line).update(from: doubles(line: line), count: count)
            copy.buildExtremes(line: line, 0..<count)
        }
        return copy
    }
}
