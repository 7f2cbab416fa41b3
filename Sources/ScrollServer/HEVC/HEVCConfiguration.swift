/// A decoder configuration record (`hvcC`, ISO/IEC 14496-15, 8.3.3.1).
struct HEVCConfiguration {
    /// Bytes of the length before each unit of a sample.
    let lengthSize: Int
    /// The record's units: parameter sets, perhaps messages.
    private(set) var units: [NALUnit] = []

    /// Reads a record.
    init(_ bytes: [UInt8]) throws(HEVCError) {
        guard bytes.count >= 23 else { throw .damaged("the HEVC configuration has \(bytes.count) bytes, not 23") }
        guard bytes[0] <= 1 else { throw .unsupported("version \(bytes[0]) of the HEVC configuration") }
        lengthSize = Int(bytes[21] & 3) + 1
        guard lengthSize != 3 else { throw .damaged("the HEVC configuration has unit lengths of 3 bytes") }
        var offset = 23
        func number() throws(HEVCError) -> Int {
            guard offset + 2 <= bytes.count else { throw .damaged("the HEVC configuration ends early") }
            defer { offset += 2 }
            return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
        }
        for _ in 0..<bytes[22] {
            offset += 1
            for _ in 0..<(try number()) {
                let length = try number()
                guard bytes.count - offset >= length else { throw .damaged("the HEVC configuration ends early") }
                if let unit = NALUnit(bytes, in: offset..<offset + length) { units.append(unit) }
                offset += length
            }
        }
    }
}

/// The parameter sets that were sent so far (H.265, 7.4.2.4.2).
struct ParameterSets {
    private(set) var sequences: [Int: SequenceParameters] = [:]
    private(set) var pictures: [Int: PictureParameters] = [:]
    private(set) var first: SequenceParameters?

    /// Takes a unit if it is a parameter set of the base layer.
    mutating func take(_ unit: NALUnit) throws(HEVCError) {
        guard unit.layer == 0 else { return }
        if unit.type == NALUnit.sequenceParameterSet {
            let set = try SequenceParameters(unit)
            sequences[set.identifier] = set
            if first == nil { first = set }
        } else if unit.type == NALUnit.pictureParameterSet {
            let set = try PictureParameters(unit)
            pictures[set.identifier] = set
        }
    }

    /// The parameter sets that a slice names.
    func active(_ identifier: Int) throws(HEVCError) -> (SequenceParameters, PictureParameters) {
        guard let picture = pictures[identifier] else {
            throw .damaged("a slice names picture parameter set \(identifier), which is missing")
        }
        guard let sequence = sequences[picture.sequence] else {
            throw .damaged("a picture parameter set names sequence parameter set \(picture.sequence), which is missing")
        }
        guard picture.qpDeltaDepth <= sequence.log2CTB - sequence.log2MinCoding,
            picture.chromaOffsetDepth <= sequence.log2CTB - sequence.log2MinCoding
        else { throw .damaged("quantisation groups are smaller than coding blocks") }
        guard picture.log2MaxSkip <= sequence.log2MaxTransform || picture.log2MaxSkip == 2 else {
            throw .damaged("skipped transforms are larger than any transform")
        }
        guard sequence.chroma == .yuv444 || !picture.hasCrossComponent else {
            throw .damaged("cross-component prediction needs 4:4:4")
        }
        return (sequence, picture)
    }
}
