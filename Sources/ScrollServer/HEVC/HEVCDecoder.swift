/// Decodes intra pictures of H.265 (ITU-T H.265, HEVC).
package struct HEVCDecoder: Sendable {
    /// Luma columns of the picture after its conformance window, as the first sequence parameter set says.
    package let width: Int
    /// Luma rows of the picture after its conformance window.
    package let height: Int

    /// Reads a decoder configuration record (`hvcC`, ISO/IEC 14496-15, 8.3.3).
    ///
    /// - Throws: `HEVCError` where the record or its parameter sets are damaged or not decoded here.
    package init(configuration: [UInt8]) throws(HEVCError) {
        throw .unsupported("HEVC")
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
        throw .unsupported("HEVC")
    }
}
