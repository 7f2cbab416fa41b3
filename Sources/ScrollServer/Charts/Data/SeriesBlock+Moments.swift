// The sums over a part of a block.

extension SeriesBlock {
    /// The sums over the points `range`, which must be published.
    ///
    /// O(range), in constant memory.
    func moments(line: Int, _ range: Range<Int>) -> LineMoments {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity)
        return readElements(line: line) { values in
            moments(range, isPacked: true, value: { Double(values[$0]) }) {
                let four = values.load(at: $0, as: SIMD4<Float>.self)
                return SIMD4(Double(four[0]), Double(four[1]), Double(four[2]), Double(four[3]))
            }
        } double: { values in
            moments(range, isPacked: form.x != .stored, value: { values[$0] }) { values.load(at: $0) }
        }
    }

    /// The sums over points with these values; those of packed points are computed some at a time.
    @inline(__always)
    private func moments(
        _ range: Range<Int>, isPacked: Bool, value: (Int) -> Double, fourValues: (Int) -> SIMD4<Double>
    ) -> LineMoments {
        var moments = LineMoments()
        let size = isPacked ? 1024 : form.capacity
        for first in stride(from: range.lowerBound, to: range.upperBound, by: size) {
            let part = first..<min(range.upperBound, first + size)
            switch form.x {
            case .stored:
                readX(0..<form.capacity) { x in
                    moments.add(
                        LineMoments(
                            part, x: { x[$0] }, fourX: { x.load(at: $0) }, value: value, fourValues: fourValues))
                }
            case .even(let start, let step):
                moments.add(
                    LineMoments(
                        part, x: { start + Double($0) * step },
                        fourX: {
                            start + SIMD4<Double>(Double($0), Double($0 + 1), Double($0 + 2), Double($0 + 3)) * step
                        },
                        value: value, fourValues: fourValues))
            }
        }
        return moments
    }
}
