// The samples at one edge segment: decisions and filters (H.265, 8.7.2.5.3 to 8.7.2.5.8).

extension Deblocking {
    /// Filters four lines of luma across an edge (8.7.2.5.3, 8.7.2.5.6, 8.7.2.5.7).
    @inline(__always)
    static func filterLuma(
        _ samples: inout MutableSpan<UInt16>, at place: Int, _ line: EdgeLine, _ limits: EdgeLimits
    ) {
        let first = LumaLine(samples, at: place, across: line.across)
        let last = LumaLine(samples, at: place + 3 * line.along, across: line.across)
        let (beta, tc) = (limits.beta, limits.tc)
        let bendP = first.bendP + last.bendP
        let bendQ = first.bendQ + last.bendQ
        guard bendP + bendQ < beta else { return }
        let isStrong = first.isFlat(beta: beta, tc: tc) && last.isFlat(beta: beta, tc: tc)
        let sideLimit = (beta + (beta >> 1)) >> 3
        var place = place
        for _ in 0..<4 {
            var values = LumaLine(samples, at: place, across: line.across)
            if isStrong {
                values.filterStrongly(tc: tc)
            } else {
                values.filterNormally(limits, changesP1: bendP < sideLimit, changesQ1: bendQ < sideLimit)
            }
            values.store(&samples, at: place, across: line.across, limits)
            place += line.along
        }
    }

    /// Filters the lines of a chroma edge segment (8.7.2.5.5, 8.7.2.5.8).
    @inline(__always)
    static func filterChroma(
        _ samples: inout MutableSpan<UInt16>, at place: Int, _ line: EdgeLine, _ limits: EdgeLimits
    ) {
        var place = place
        let across = line.across
        for _ in 0..<line.length {
            let p1 = Int32(samples[place - 2 * across])
            let p0 = Int32(samples[place - across])
            let q0 = Int32(samples[place])
            let q1 = Int32(samples[place + across])
            let delta = min(max(((q0 - p0) * 4 + p1 - q1 + 4) >> 3, -limits.tc), limits.tc)
            if !limits.keepsP {
                samples[place - across] = UInt16(truncatingIfNeeded: min(max(p0 + delta, 0), limits.most))
            }
            if !limits.keepsQ {
                samples[place] = UInt16(truncatingIfNeeded: min(max(q0 - delta, 0), limits.most))
            }
            place += line.along
        }
    }
}

/// Eight samples of luma on a line across an edge: p3 to p0 before it, q0 to q3 behind it.
private struct LumaLine {
    var p3, p2, p1, p0, q0, q1, q2, q3: Int32

    @inline(__always)
    init(_ samples: borrowing MutableSpan<UInt16>, at place: Int, across: Int) {
        p3 = Int32(samples[place - 4 * across])
        p2 = Int32(samples[place - 3 * across])
        p1 = Int32(samples[place - 2 * across])
        p0 = Int32(samples[place - across])
        q0 = Int32(samples[place])
        q1 = Int32(samples[place + across])
        q2 = Int32(samples[place + 2 * across])
        q3 = Int32(samples[place + 3 * across])
    }

    /// dp of 8-355.
    var bendP: Int32 { abs(p2 - 2 * p1 + p0) }
    /// dq of 8-357.
    var bendQ: Int32 { abs(q2 - 2 * q1 + q0) }

    /// dSam: whether the strong filter suits this line (8.7.2.5.6).
    @inline(__always)
    func isFlat(beta: Int32, tc: Int32) -> Bool {
        2 * (bendP + bendQ) < beta >> 2 && abs(p3 - p0) + abs(q0 - q3) < beta >> 3
            && abs(p0 - q0) < (5 * tc + 1) >> 1
    }

    /// The filter of dE 2 (8.7.2.5.7).
    @inline(__always)
    mutating func filterStrongly(tc: Int32) {
        let old = self
        let reach = 2 * tc
        p0 = near(old.p0, reach, (old.p2 + 2 * old.p1 + 2 * old.p0 + 2 * old.q0 + old.q1 + 4) >> 3)
        p1 = near(old.p1, reach, (old.p2 + old.p1 + old.p0 + old.q0 + 2) >> 2)
        p2 = near(old.p2, reach, (2 * old.p3 + 3 * old.p2 + old.p1 + old.p0 + old.q0 + 4) >> 3)
        q0 = near(old.q0, reach, (old.p1 + 2 * old.p0 + 2 * old.q0 + 2 * old.q1 + old.q2 + 4) >> 3)
        q1 = near(old.q1, reach, (old.p0 + old.q0 + old.q1 + old.q2 + 2) >> 2)
        q2 = near(old.q2, reach, (old.p0 + old.q0 + old.q1 + 3 * old.q2 + 2 * old.q3 + 4) >> 3)
    }

    /// The filter of dE 1 (8.7.2.5.7).
    @inline(__always)
    mutating func filterNormally(_ limits: EdgeLimits, changesP1: Bool, changesQ1: Bool) {
        let (tc, most) = (limits.tc, limits.most)
        let wanted = (9 * (q0 - p0) - 3 * (q1 - p1) + 8) >> 4
        guard abs(wanted) < tc * 10 else { return }
        let delta = min(max(wanted, -tc), tc)
        let half = tc >> 1
        if changesP1 {
            let change = min(max((((p2 + p0 + 1) >> 1) - p1 + delta) >> 1, -half), half)
            p1 = min(max(p1 + change, 0), most)
        }
        if changesQ1 {
            let change = min(max((((q2 + q0 + 1) >> 1) - q1 - delta) >> 1, -half), half)
            q1 = min(max(q1 + change, 0), most)
        }
        p0 = min(max(p0 + delta, 0), most)
        q0 = min(max(q0 - delta, 0), most)
    }

    /// Writes the samples that a filter may change.
    @inline(__always)
    func store(_ samples: inout MutableSpan<UInt16>, at place: Int, across: Int, _ limits: EdgeLimits) {
        if !limits.keepsP {
            samples[place - 3 * across] = UInt16(truncatingIfNeeded: p2)
            samples[place - 2 * across] = UInt16(truncatingIfNeeded: p1)
            samples[place - across] = UInt16(truncatingIfNeeded: p0)
        }
        if !limits.keepsQ {
            samples[place] = UInt16(truncatingIfNeeded: q0)
            samples[place + across] = UInt16(truncatingIfNeeded: q1)
            samples[place + 2 * across] = UInt16(truncatingIfNeeded: q2)
        }
    }

    /// Holds a value within a reach of another.
    @inline(__always)
    private func near(_ value: Int32, _ reach: Int32, _ wanted: Int32) -> Int32 {
        min(max(wanted, value - reach), value + reach)
    }
}
