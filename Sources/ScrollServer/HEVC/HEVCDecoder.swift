/// Decodes intra pictures of H.265 (ITU-T H.265, HEVC).
package struct HEVCDecoder: Sendable {
    /// Luma columns of the picture after its conformance window, as the first sequence parameter set says.
    package let width: Int
    /// Luma rows of the picture after its conformance window.
    package let height: Int

    private let lengthSize: Int
    private let sets: ParameterSets

    /// Reads a decoder configuration record (`hvcC`, ISO/IEC 14496-15, 8.3.3).
    ///
    /// - Throws: `HEVCError` where the record or its parameter sets are damaged or not decoded here.
    package init(configuration: [UInt8]) throws(HEVCError) {
        let record = try HEVCConfiguration(configuration)
        var sets = ParameterSets()
        for unit in record.units { try sets.take(unit) }
        lengthSize = record.lengthSize
        self.sets = sets
        width = sets.first?.columns.count ?? 0
        height = sets.first?.rows.count ?? 0
    }

    /// Decodes the first picture of a sample: NAL units, each behind its length in bytes.
    ///
    /// - Parameters:
    ///   - sample: NAL units with lengths of the size that the configuration tells.
    ///   - maximumSamples: most luma samples that a picture may have; memory is taken only below that.
    ///   - isCancelled: asked at each row of coding tree blocks.
    package func decode(
        _ sample: [UInt8], maximumSamples: Int, isCancelled: () -> Bool = { false }
    ) throws(HEVCError) -> HEVCPicture {
        var sets = sets
        var decoder: PictureDecoder?
        var offset = 0
        while offset < sample.count {
            guard let range = unitRange(sample, at: offset) else {
                throw .damaged("a unit's length at byte \(offset) goes beyond the sample")
            }
            offset = range.upperBound
            guard let unit = NALUnit(sample, in: range), unit.layer == 0 else { continue }
            guard unit.isSlice else {
                if decoder == nil { try sets.take(unit) }
                continue
            }
            let (isFirst, identifier) = try SliceHeader.begin(unit)
            if isFirst, decoder != nil { break }
            let (sequence, picture) = try sets.active(identifier)
            let header = try SliceHeader(
                unit, sequence: sequence, picture: picture, previous: decoder?.header)
            if decoder == nil {
                guard isFirst else { throw .damaged("the first slice is not the first of a picture") }
                guard sequence.width * sequence.height <= maximumSamples else {
                    throw .tooLarge(width: sequence.width, height: sequence.height)
                }
                decoder = try PictureDecoder(sequence: sequence, picture: picture, header: header)
            }
            guard decoder?.picture.identifier == identifier else {
                throw .damaged("slices of a picture name different parameter sets")
            }
            try decoder?.decode(unit, header: header, isCancelled: isCancelled)
            if decoder?.isComplete == true { break }
        }
        guard let decoder else { throw .damaged("the sample holds no picture") }
        guard decoder.isComplete else { throw .damaged("slices are missing") }
        return decoder.finish()
    }

    /// The unit behind the length at an offset.
    private func unitRange(_ sample: [UInt8], at offset: Int) -> Range<Int>? {
        guard sample.count - offset >= lengthSize else { return nil }
        var length = 0
        for index in offset..<offset + lengthSize { length = length << 8 | Int(sample[index]) }
        let start = offset + lengthSize
        guard sample.count - start >= length else { return nil }
        return start..<start + length
    }
}
