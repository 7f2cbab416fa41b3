/// Sets of reference pictures, which an intra picture carries without need (H.265, 7.3.7).
enum ReferenceSets {
    /// Reads `st_ref_pic_set` and returns how many pictures it names; pictures themselves are of no use here.
    static func readShortTerm(
        _ reader: inout BitReader, index: Int, counts: [Int], isInSliceHeader: Bool
    ) throws(HEVCError) -> Int {
        if index > 0, try reader.flag() {
            let delta = isInSliceHeader ? try reader.unsigned("delta_idx_minus1", upTo: index - 1) + 1 : 1
            _ = try reader.flag()
            _ = try reader.unsigned("abs_delta_rps_minus1", upTo: 32_767)
            guard index - delta >= 0, index - delta < counts.count else {
                throw .damaged("\(reader.subject): a reference set is predicted from none")
            }
            var count = 0
            for _ in 0...counts[index - delta] {
                if try reader.flag() {
                    count += 1
                } else if try reader.flag() {
                    count += 1
                }
            }
            guard count <= 16 else { throw .damaged("\(reader.subject): a reference set of \(count) pictures") }
            return count
        }
        let negative = try reader.unsigned("num_negative_pics", upTo: 16)
        let positive = try reader.unsigned("num_positive_pics", upTo: 16 - negative)
        for _ in 0..<negative + positive {
            _ = try reader.unsigned("delta_poc_minus1", upTo: 32_767)
            try reader.skip(1)
        }
        return negative + positive
    }

    /// Passes over the reference pictures of a slice header, which are there in all but IDR pictures (7.3.6.1).
    static func skip(_ reader: inout BitReader, sequence: SequenceParameters) throws(HEVCError) {
        try reader.skip(sequence.orderCountBits)
        let sets = sequence.referenceSets.count
        if try !reader.flag() {
            _ = try readShortTerm(&reader, index: sets, counts: sequence.referenceSets, isInSliceHeader: true)
        } else if sets > 1 {
            try reader.skip(bitsToCount(sets))
        }
        if sequence.hasLongTermReferences { try skipLongTerm(&reader, sequence: sequence) }
        if sequence.hasTemporalVectors { try reader.skip(1) }
    }

    private static func skipLongTerm(_ reader: inout BitReader, sequence: SequenceParameters) throws(HEVCError) {
        var listed = 0
        if sequence.longTermCount > 0 { listed = try reader.unsigned("num_long_term_sps", upTo: 32) }
        let count = listed + (try reader.unsigned("num_long_term_pics", upTo: 32))
        for index in 0..<count {
            if index < listed {
                try reader.skip(bitsToCount(sequence.longTermCount))
            } else {
                try reader.skip(sequence.orderCountBits + 1)
            }
            if try reader.flag() { _ = try reader.unsigned("delta_poc_msb_cycle_lt") }
        }
    }

    /// Bits of a field that tells one of `count` things: the binary logarithm, rounded up.
    static func bitsToCount(_ count: Int) -> Int {
        count > 1 ? Int.bitWidth - (count - 1).leadingZeroBitCount : 0
    }
}
