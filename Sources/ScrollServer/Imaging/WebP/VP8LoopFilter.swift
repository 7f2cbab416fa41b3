// The loop filters of VP8 (RFC 6386 §15), eight pixels along an edge at a time.

import Platform

/// Smooths the edges of blocks in place.
///
/// Pixels across an edge are named as in §15: p3...p0 before it, q0...q3 after it.
enum VP8LoopFilter {
    private typealias Lanes = SIMD8<Int16>

    /// The edges of a macroblock that are filtered.
    struct Edges {
        let strength: VP8FilterStrength
        let isSimple: Bool
        let hasAbove: Bool
        let hasLeft: Bool

        /// Filters a plane's `size` × `size` pixels from `offset` on: all edges between columns, then those between rows.
        func filter(_ pixels: inout MutableSpan<UInt8>, at offset: Int, stride: Int, size: Int) {
            for start in Swift.stride(from: offset, to: offset &+ size &* stride, by: 8 &* stride) {
                if hasLeft { filterLeft(&pixels, at: start, stride: stride, isOuter: true) }
                guard strength.hasInnerEdges else { continue }
                for column in Swift.stride(from: 4, to: size, by: 4) {
                    filterLeft(&pixels, at: start &+ column, stride: stride, isOuter: false)
                }
            }
            for start in Swift.stride(from: offset, to: offset &+ size, by: 8) {
                if hasAbove { filterAbove(&pixels, at: start, stride: stride, isOuter: true) }
                guard strength.hasInnerEdges else { continue }
                for row in Swift.stride(from: 4, to: size, by: 4) {
                    filterAbove(&pixels, at: start &+ row &* stride, stride: stride, isOuter: false)
                }
            }
        }

        @inline(__always)
        private func filterLeft(_ pixels: inout MutableSpan<UInt8>, at offset: Int, stride: Int, isOuter: Bool) {
            if isSimple {
                let limit = strength.limit(isOuter: isOuter)
                VP8LoopFilter.filterLeftSimply(&pixels, at: offset, stride: stride, limit: limit)
            } else {
                VP8LoopFilter.filterLeft(&pixels, at: offset, stride: stride, strength, isOuter: isOuter)
            }
        }

        @inline(__always)
        private func filterAbove(_ pixels: inout MutableSpan<UInt8>, at offset: Int, stride: Int, isOuter: Bool) {
            if isSimple {
                let limit = strength.limit(isOuter: isOuter)
                VP8LoopFilter.filterAboveSimply(&pixels, at: offset, stride: stride, limit: limit)
            } else {
                VP8LoopFilter.filterAbove(&pixels, at: offset, stride: stride, strength, isOuter: isOuter)
            }
        }
    }

    // MARK: The normal filter's edges

    /// Filters the edge above the eight pixels from `offset` on.
    ///
    /// `isOuter` tells that the edge is between macroblocks.
    @inline(__always)
    private static func filterAbove(
        _ pixels: inout MutableSpan<UInt8>, at offset: Int, stride: Int, _ strength: VP8FilterStrength, isOuter: Bool
    ) {
        @inline(__always) func lanes(_ row: UInt64) -> Lanes { Lanes(widening: bitCast(row, to: SIMD8<UInt8>.self)) }
        @inline(__always) func row(_ lanes: Lanes) -> UInt64 { bitCast(SIMD8<UInt8>(narrowing: lanes)) }
        let start = offset &- 4 &* stride
        let rows = EightRows(pixels.span, at: start, stride: stride)
        var edge = Edge(
            p3: lanes(rows.r0), p2: lanes(rows.r1), p1: lanes(rows.r2), p0: lanes(rows.r3), q0: lanes(rows.r4),
            q1: lanes(rows.r5), q2: lanes(rows.r6), q3: lanes(rows.r7))
        guard edge.filter(strength, isOuter: isOuter) else { return }
        EightRows(
            rows.r0, isOuter ? row(edge.p2) : rows.r1, row(edge.p1), row(edge.p0), row(edge.q0), row(edge.q1),
            isOuter ? row(edge.q2) : rows.r6, rows.r7
        ).store(in: &pixels, at: start, stride: stride)
    }

    /// Filters the edge left of the eight rows from `offset` on.
    @inline(__always)
    private static func filterLeft(
        _ pixels: inout MutableSpan<UInt8>, at offset: Int, stride: Int, _ strength: VP8FilterStrength, isOuter: Bool
    ) {
        let columns = Lines(EightRows(pixels.span, at: offset &- 4, stride: stride)).transposed
        var edge = Edge(
            p3: Lanes(wideningLow: columns.l04), p2: Lanes(wideningLow: columns.l15),
            p1: Lanes(wideningLow: columns.l26), p0: Lanes(wideningLow: columns.l37),
            q0: Lanes(wideningHigh: columns.l04), q1: Lanes(wideningHigh: columns.l15),
            q2: Lanes(wideningHigh: columns.l26), q3: Lanes(wideningHigh: columns.l37))
        guard edge.filter(strength, isOuter: isOuter) else { return }
        Lines(
            SIMD16<UInt8>(narrowing: edge.p3, edge.q0), SIMD16<UInt8>(narrowing: edge.p2, edge.q1),
            SIMD16<UInt8>(narrowing: edge.p1, edge.q2), SIMD16<UInt8>(narrowing: edge.p0, edge.q3)
        ).transposed.rows.store(in: &pixels, at: offset &- 4, stride: stride)
    }

    // MARK: The simple filter

    @inline(__always)
    private static func filterAboveSimply(_ pixels: inout MutableSpan<UInt8>, at offset: Int, stride: Int, limit: Int16)
    {
        @inline(__always) func load(_ row: Int) -> Lanes {
            Lanes(widening: pixels.load(at: offset &+ row &* stride, as: SIMD8<UInt8>.self))
        }
        let (p0, q0) = simple(load(-2), load(-1), load(0), load(1), limit: limit)
        pixels.store(p0, at: offset &- stride)
        pixels.store(q0, at: offset)
    }

    @inline(__always)
    private static func filterLeftSimply(_ pixels: inout MutableSpan<UInt8>, at offset: Int, stride: Int, limit: Int16)
    {
        let columns = Lines(EightRows(pixels.span, at: offset &- 4, stride: stride)).transposed
        let (p0, q0) = simple(
            Lanes(wideningLow: columns.l26), Lanes(wideningLow: columns.l37), Lanes(wideningHigh: columns.l04),
            Lanes(wideningHigh: columns.l15), limit: limit)
        let pairs = bitCast(SIMD16<UInt8>(interleaving: p0, q0), to: SIMD8<UInt16>.self)
        for row in 0..<8 { pixels.store(pairs[row], at: offset &+ row &* stride &- 1) }
    }

    /// Filters with the simple filter (§15.2).
    @inline(__always)
    private static func simple(
        _ p1: Lanes, _ p0: Lanes, _ q0: Lanes, _ q1: Lanes, limit: Int16
    ) -> (SIMD8<UInt8>, SIMD8<UInt8>) {
        let across = distance(p0, q0) &* 4 &+ distance(p1, q1)
        let filtered = across.isAtMost(Lanes(repeating: 2 &* limit &+ 1))
        let a = (q0 &- p0) &* 3 &+ (p1 &- q1).limited(-128, 127)
        let a1 = ((a &+ 4) &>> 3).limited(-16, 15) & filtered
        let a2 = ((a &+ 3) &>> 3).limited(-16, 15) & filtered
        return (
            SIMD8<UInt8>(narrowing: (p0 &+ a2).limited(0, 255)), SIMD8<UInt8>(narrowing: (q0 &- a1).limited(0, 255))
        )
    }

    // MARK: The normal filter

    /// Eight lines across an edge.
    private struct Edge {
        var p3, p2, p1, p0, q0, q1, q2, q3: Lanes

        /// Filters the lines; false where no pixel changes.
        @inline(__always)
        mutating func filter(_ strength: VP8FilterStrength, isOuter: Bool) -> Bool {
            let limit = strength.limit(isOuter: isOuter)
            let across = distance(p0, q0) &* 4 &+ distance(p1, q1)
            let nextToEdge = largest(distance(p1, p0), distance(q1, q0))
            let interior = largest(
                largest(largest(distance(p3, p2), distance(p2, p1)), largest(distance(q3, q2), distance(q2, q1))),
                nextToEdge)
            let filtered =
                across.isAtMost(Lanes(repeating: 2 &* limit &+ 1))
                & interior.isAtMost(Lanes(repeating: strength.interiorLimit))
            let words = bitCast(filtered, to: SIMD2<UInt64>.self)
            if words[0] | words[1] == 0 { return false }
            let isEven = nextToEdge.isAtMost(Lanes(repeating: strength.highVarianceThreshold))
            let outer = (p1 &- q1).limited(-128, 127)
            if isOuter {
                filterOuter(outer, varied: ~isEven & filtered, even: isEven & filtered)
            } else {
                let a = (q0 &- p0) &* 3 &+ (outer & ~isEven)
                let a1 = ((a &+ 4) &>> 3).limited(-16, 15) & filtered
                let a2 = ((a &+ 3) &>> 3).limited(-16, 15) & filtered
                let a3 = ((a1 &+ 1) &>> 1) & isEven & filtered
                p1 = (p1 &+ a3).limited(0, 255)
                p0 = (p0 &+ a2).limited(0, 255)
                q0 = (q0 &- a1).limited(0, 255)
                q1 = (q1 &- a3).limited(0, 255)
            }
            return true
        }

        /// Filters an edge between macroblocks: up to three pixels on each side.
        @inline(__always)
        private mutating func filterOuter(_ outer: Lanes, varied: Lanes, even: Lanes) {
            let a = (q0 &- p0) &* 3 &+ outer
            let a1 = ((a &+ 4) &>> 3).limited(-16, 15) & varied
            let a2 = ((a &+ 3) &>> 3).limited(-16, 15) & varied
            let w = a.limited(-128, 127)
            let w1 = ((w &* 27 &+ 63) &>> 7) & even
            let w2 = ((w &* 18 &+ 63) &>> 7) & even
            let w3 = ((w &* 9 &+ 63) &>> 7) & even
            p2 = (p2 &+ w3).limited(0, 255)
            p1 = (p1 &+ w2).limited(0, 255)
            p0 = (p0 &+ a2 &+ w1).limited(0, 255)
            q0 = (q0 &- a1 &- w1).limited(0, 255)
            q1 = (q1 &- w2).limited(0, 255)
            q2 = (q2 &- w3).limited(0, 255)
        }
    }

    @inline(__always)
    private static func largest(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .> b) }

    @inline(__always)
    private static func distance(_ a: Lanes, _ b: Lanes) -> Lanes {
        let difference = a &- b
        return largest(difference, 0 &- difference)
    }
}

/// Eight rows or columns of eight pixels; each vector holds two of them, four apart.
private struct Lines {
    var l04, l15, l26, l37: SIMD16<UInt8>

    @inline(__always)
    init(_ l04: SIMD16<UInt8>, _ l15: SIMD16<UInt8>, _ l26: SIMD16<UInt8>, _ l37: SIMD16<UInt8>) {
        (self.l04, self.l15, self.l26, self.l37) = (l04, l15, l26, l37)
    }

    @inline(__always)
    init(_ rows: EightRows) {
        @inline(__always) func pair(_ row: UInt64, _ other: UInt64) -> SIMD16<UInt8> { bitCast(SIMD2(row, other)) }
        self.init(pair(rows.r0, rows.r4), pair(rows.r1, rows.r5), pair(rows.r2, rows.r6), pair(rows.r3, rows.r7))
    }

    @inline(__always)
    var rows: EightRows {
        @inline(__always) func words(_ pair: SIMD16<UInt8>) -> SIMD2<UInt64> { bitCast(pair) }
        let (w04, w15, w26, w37) = (words(l04), words(l15), words(l26), words(l37))
        return EightRows(w04[0], w15[0], w26[0], w37[0], w04[1], w15[1], w26[1], w37[1])
    }

    /// Transposes rows and columns by exchanging single pixels, then pairs, then fours.
    ///
    /// Uses shifts and masks, since the compiler splits vectors that are built from lanes.
    @inline(__always)
    var transposed: Lines {
        let (a, b) = Self.exchangingBytes(l04, l15)
        let (c, d) = Self.exchangingBytes(l26, l37)
        let (e, g) = Self.exchangingPairs(a, c)
        let (f, h) = Self.exchangingPairs(b, d)
        return Lines(e, f, g, h)
    }

    @inline(__always)
    private static func exchangingBytes(
        _ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>
    ) -> (SIMD8<UInt16>, SIMD8<UInt16>) {
        let a = bitCast(a, to: SIMD8<UInt16>.self)
        let b = bitCast(b, to: SIMD8<UInt16>.self)
        let low = SIMD8<UInt16>(repeating: 0xFF)
        return (a & low | b &<< 8, a &>> 8 | b & ~low)
    }

    /// Exchanges pairs, then the fours, which are side by side in one vector.
    @inline(__always)
    private static func exchangingPairs(
        _ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>
    ) -> (SIMD16<UInt8>, SIMD16<UInt8>) {
        let a = bitCast(a, to: SIMD4<UInt32>.self)
        let b = bitCast(b, to: SIMD4<UInt32>.self)
        let low = SIMD4<UInt32>(repeating: 0xFFFF)
        let (c, d) = (a & low | b &<< 16, a &>> 16 | b & ~low)
        return (
            bitCast(SIMD4<UInt32>(c[0], c[2], c[1], c[3]), to: SIMD16<UInt8>.self),
            bitCast(SIMD4<UInt32>(d[0], d[2], d[1], d[3]), to: SIMD16<UInt8>.self)
        )
    }
}
