// Packing a full block into few bytes without loss, and sorting a block by x.

import Platform

extension SeriesBlock {
    /// The same points in the form that keeps every number of this full Float64 block bit for bit in the fewest bytes.
    ///
    /// `scratch` is used for it where it is long enough. Throws when there is no memory.
    func packed(into scratch: SeriesMemory? = nil) throws(SystemError) -> SeriesBlock {
        let packed = packedForm()
        var memory = scratch
        if memory?.byteCount ?? 0 < packed.byteCount { memory = try SeriesMemory(byteCount: packed.byteCount) }
        guard let memory, let block = SeriesBlock(form: packed, memory: memory) else { return self }
        if packed.x == .stored { readX(0..<form.capacity) { memory.store($0, at: 0) } }
        for (line, stored) in packed.lines.enumerated() {
            readDoubles(line: line) { source in
                if stored.isSingle {
                    memory.write(Float.self, at: stored.offset, count: source.count) { target in
                        for index in source.indices { target[index] = Float(source[index]) }
                    }
                } else {
                    memory.store(source, at: stored.offset)
                }
            }
        }
        return block
    }

    /// The smallest form that keeps every number of this full Float64 block bit for bit.
    func packedForm() -> BlockForm {
        let singles = form.lines.indices.map { line in
            readDoubles(line: line) { elements in
                let values = elements.extracting(..<form.capacity)
                for index in values.indices {
                    let value = values[index]
                    // NaN is not equal to itself; as a gap it may have any bits, so it fits into Float32.
                    if Double(Float(value)).bitPattern != value.bitPattern, value == value { return false }
                }
                return true
            }
        }
        return BlockForm(capacity: form.capacity, x: readX(0..<form.capacity, Self.even) ?? .stored, singles: singles)
    }

    private static func even(_ x: Span<Double>) -> BlockForm.X? {
        let (start, step) = (x[0], x[1] - x[0])
        guard step.isFinite else { return nil }
        for index in x.indices where (start + Double(index) * step).bitPattern != x[index].bitPattern { return nil }
        return .even(start: start, step: step)
    }

    /// The first `count` points of this Float64 block, sorted by x; points of equal x keep their order.
    ///
    /// Throws when there is no memory.
    func sorted(count: Int) throws(SystemError) -> SeriesBlock {
        let order = readX(0..<count) { x in
            let keys = x.indices.map { x[$0] }
            // Equal x are compared by position, since `sort` does not promise to be stable.
            return keys.indices.sorted { keys[$0] < keys[$1] || keys[$0] == keys[$1] && $0 < $1 }
        }
        return try copy(order)
    }

    /// The first `count` points of this Float64 block, copied to memory of their own.
    ///
    /// Throws when there is no memory.
    func copy(count: Int) throws(SystemError) -> SeriesBlock { try copy(Array(0..<count)) }

    /// The points of this Float64 block that have these indices, in this order.
    private func copy(_ order: [Int]) throws(SystemError) -> SeriesBlock {
        let copy = try SeriesBlock.empty(capacity: form.capacity, lineCount: form.lines.count)
        let x = readX(0..<form.capacity) { x in order.map { x[$0] } }
        copy.storeX(x.span, at: 0)
        for line in form.lines.indices {
            let values = readDoubles(line: line) { values in order.map { values[$0] } }
            copy.storeValues(line: line, values.span, at: 0)
        }
        return copy
    }
}
