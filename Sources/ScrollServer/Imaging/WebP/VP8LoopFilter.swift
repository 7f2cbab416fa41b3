// The loop filters of VP8 (RFC 6386 §15), eight pixels along an edge at a time.

/// Smooths the edges of blocks in place. Pixels across an edge are named as in §15: p3 … p0 before it, q0 … q3 after it.
enum VP8LoopFilter {
    typealias Pixels = UnsafeMutablePointer<UInt8>
    private typealias Lanes = SIMD8<Int16>

    // MARK: Edges between rows

    /// Filters the edge above `pixels`, eight pixels wide.
    ///
    /// - Parameters:
    ///   - limit: of the difference across the edge.
    ///   - isOuter: whether the edge is between macroblocks.
    @inline(__always)
    static func filterAbove(_ pixels: Pixels, stride: Int, _ strength: VP8FilterStrength, isOuter: Bool) {
        func load(_ row: Int) -> Lanes {
            Lanes(widening: UnsafeRawPointer(pixels + row &* stride).loadUnaligned(as: SIMD8<UInt8>.self))
        }
        func store(_ lanes: Lanes, _ row: Int) {
            UnsafeMutableRawPointer(pixels + row &* stride).storeBytes(
                of: SIMD8<UInt8>(narrowing: lanes), as: SIMD8<UInt8>.self)
        }
        var edge = Edge(
            p3: load(-4), p2: load(-3), p1: load(-2), p0: load(-1), q0: load(0), q1: load(1), q2: load(2), q3: load(3))
        guard edge.filter(strength, isOuter: isOuter) else { return }
        if isOuter { store(edge.p2, -3) }
        store(edge.p1, -2)
        store(edge.p0, -1)
        store(edge.q0, 0)
        store(edge.q1, 1)
        if isOuter { store(edge.q2, 2) }
    }

    /// Filters the edge left of `pixels`, eight pixels high.
    @inline(__always)
    static func filterLeft(_ pixels: Pixels, stride: Int, _ strength: VP8FilterStrength, isOuter: Bool) {
        let columns = Columns(pixels - 4, stride: stride)
        var edge = Edge(
            p3: Lanes(widening: columns.c01.lowHalf), p2: Lanes(widening: columns.c01.highHalf),
            p1: Lanes(widening: columns.c23.lowHalf), p0: Lanes(widening: columns.c23.highHalf),
            q0: Lanes(widening: columns.c45.lowHalf), q1: Lanes(widening: columns.c45.highHalf),
            q2: Lanes(widening: columns.c67.lowHalf), q3: Lanes(widening: columns.c67.highHalf))
        guard edge.filter(strength, isOuter: isOuter) else { return }
        func narrow(_ lanes: Lanes) -> SIMD8<UInt8> { SIMD8<UInt8>(narrowing: lanes) }
        Columns.store(
            (
                narrow(edge.p3), narrow(edge.p2), narrow(edge.p1), narrow(edge.p0), narrow(edge.q0), narrow(edge.q1),
                narrow(edge.q2), narrow(edge.q3)
            ), pixels - 4, stride: stride)
    }

    // MARK: The simple filter

    @inline(__always)
    static func filterAboveSimply(_ pixels: Pixels, stride: Int, limit: Int16) {
        func load(_ row: Int) -> Lanes {
            Lanes(widening: UnsafeRawPointer(pixels + row &* stride).loadUnaligned(as: SIMD8<UInt8>.self))
        }
        let (p0, q0) = simple(load(-2), load(-1), load(0), load(1), limit: limit)
        UnsafeMutableRawPointer(pixels - stride).storeBytes(of: p0, as: SIMD8<UInt8>.self)
        UnsafeMutableRawPointer(pixels).storeBytes(of: q0, as: SIMD8<UInt8>.self)
    }

    @inline(__always)
    static func filterLeftSimply(_ pixels: Pixels, stride: Int, limit: Int16) {
        let columns = Columns(pixels - 4, stride: stride)
        let (p0, q0) = simple(
            Lanes(widening: columns.c23.lowHalf), Lanes(widening: columns.c23.highHalf),
            Lanes(widening: columns.c45.lowHalf), Lanes(widening: columns.c45.highHalf), limit: limit)
        let pairs = unsafeBitCast(SIMD16<UInt8>(interleaving: p0, q0), to: SIMD8<UInt16>.self)
        for row in 0..<8 {
            UnsafeMutableRawPointer(pixels + (row &* stride &- 1)).storeBytes(of: pairs[row], as: UInt16.self)
        }
    }

    /// §15.2
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

        /// - Returns: false where no pixel changes.
        @inline(__always)
        mutating func filter(_ strength: VP8FilterStrength, isOuter: Bool) -> Bool {
            let limit = isOuter ? strength.edgeLimit &+ 4 : strength.edgeLimit
            let across = distance(p0, q0) &* 4 &+ distance(p1, q1)
            let nextToEdge = largest(distance(p1, p0), distance(q1, q0))
            let interior = largest(
                largest(largest(distance(p3, p2), distance(p2, p1)), largest(distance(q3, q2), distance(q2, q1))),
                nextToEdge)
            let filtered =
                across.isAtMost(Lanes(repeating: 2 &* limit &+ 1))
                & interior.isAtMost(Lanes(repeating: strength.interiorLimit))
            let words = unsafeBitCast(filtered, to: SIMD2<UInt64>.self)
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

        /// Between macroblocks: up to three pixels on each side.
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

/// Eight columns of eight pixels each, two in a vector.
private struct Columns {
    let c01, c23, c45, c67: SIMD16<UInt8>

    @inline(__always)
    init(_ pixels: UnsafeMutablePointer<UInt8>, stride: Int) {
        func row(_ index: Int) -> SIMD8<UInt8> {
            UnsafeRawPointer(pixels + index &* stride).loadUnaligned(as: SIMD8<UInt8>.self)
        }
        (c01, c23, c45, c67) = Self.transposed(row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
    }

    /// Interleaves three times: rows four apart, then two, then neighbours.
    @inline(__always)
    private static func transposed(
        _ r0: SIMD8<UInt8>, _ r1: SIMD8<UInt8>, _ r2: SIMD8<UInt8>, _ r3: SIMD8<UInt8>, _ r4: SIMD8<UInt8>,
        _ r5: SIMD8<UInt8>, _ r6: SIMD8<UInt8>, _ r7: SIMD8<UInt8>
    ) -> (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>) {
        let (s0, s1) = (SIMD16<UInt8>(interleaving: r0, r4), SIMD16<UInt8>(interleaving: r1, r5))
        let (s2, s3) = (SIMD16<UInt8>(interleaving: r2, r6), SIMD16<UInt8>(interleaving: r3, r7))
        let t0 = SIMD16<UInt8>(interleaving: s0.lowHalf, s2.lowHalf)
        let t1 = SIMD16<UInt8>(interleaving: s0.highHalf, s2.highHalf)
        let t2 = SIMD16<UInt8>(interleaving: s1.lowHalf, s3.lowHalf)
        let t3 = SIMD16<UInt8>(interleaving: s1.highHalf, s3.highHalf)
        return (
            SIMD16<UInt8>(interleaving: t0.lowHalf, t2.lowHalf), SIMD16<UInt8>(interleaving: t0.highHalf, t2.highHalf),
            SIMD16<UInt8>(interleaving: t1.lowHalf, t3.lowHalf), SIMD16<UInt8>(interleaving: t1.highHalf, t3.highHalf)
        )
    }

    typealias Eight = (
        SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>
    )

    /// Writes eight columns of eight pixels.
    @inline(__always)
    static func store(_ columns: Eight, _ pixels: UnsafeMutablePointer<UInt8>, stride: Int) {
        let rows = transposed(
            columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6, columns.7)
        func store(_ pair: SIMD16<UInt8>, _ row: Int) {
            UnsafeMutableRawPointer(pixels + row &* stride).storeBytes(of: pair.lowHalf, as: SIMD8<UInt8>.self)
            UnsafeMutableRawPointer(pixels + (row &+ 1) &* stride).storeBytes(of: pair.highHalf, as: SIMD8<UInt8>.self)
        }
        store(rows.0, 0)
        store(rows.1, 2)
        store(rows.2, 4)
        store(rows.3, 6)
    }
}
