// The header of a VP8 key frame (RFC 6386 §9, §19.2).

import Pixels

/// What a key frame declares before its macroblocks.
struct VP8Header {
    /// The settings of one segment, or of the whole picture if it has no segments.
    struct Segment {
        /// Index into the tables of quantisation steps, before clamping.
        var quantizer = 0
        var filterLevel = 0
    }

    /// In pixels, 1...16383.
    let width: Int
    let height: Int
    /// Bytes of the first partition.
    let firstPartitionByteCount: Int

    /// Four; only the first is used where the frame has no segments.
    private(set) var segments = [Segment](repeating: Segment(), count: 4)
    /// Probabilities of the tree by which macroblocks name their segment; nil where they do not.
    private(set) var segmentTree: [UInt8]?
    private(set) var isSimpleFilter = false
    private(set) var filterLevel = 0
    private(set) var sharpness = 0
    /// Added to the filter level of each macroblock of a key frame, and of those predicted by subblocks.
    private(set) var filterDeltas = (all: 0, subblocks: 0)
    private(set) var partitionCount = 1
    private(set) var quantizerDeltas = (y1DC: 0, y2DC: 0, y2AC: 0, uvDC: 0, uvAC: 0)
    /// Like `VP8Tables.coefficients`, with the frame's updates.
    private(set) var coefficients = VP8Tables.coefficients
    /// Probability that a macroblock has coefficients; nil where no macroblock can be skipped.
    private(set) var skipProbability: UInt8?

    /// Bytes before the first partition (§9.1).
    static let leadByteCount = 10

    /// Most bytes that the header takes in the first partition.
    ///
    /// 1056 probabilities of at most nine booleans of at most seven bits, and less than a kilobyte of the rest.
    private static let partitionByteLimit = 10_000

    /// Reads `lead`, the frame's first `leadByteCount` bytes or fewer, which are at `offset` in the file.
    init(lead: [UInt8], offset: Int) throws(ImageError) {
        guard lead.count == Self.leadByteCount else {
            throw .damaged("the file ends inside its header", offset: offset + lead.count)
        }
        let tag = Int(lead[0]) | Int(lead[1]) << 8 | Int(lead[2]) << 16
        guard tag & 1 == 0 else { throw .damaged("the picture is not a key frame", offset: offset) }
        guard tag >> 1 & 7 <= 3 else { throw .unsupported("VP8 of version \(tag >> 1 & 7)") }
        guard lead[3] == 0x9D, lead[4] == 0x01, lead[5] == 0x2A else {
            throw .damaged("the key frame has no start code", offset: offset + 3)
        }
        firstPartitionByteCount = tag >> 5
        // The two highest bits are a display scale, which browsers ignore.
        width = (Int(lead[6]) | Int(lead[7]) << 8) & 0x3FFF
        height = (Int(lead[8]) | Int(lead[9]) << 8) & 0x3FFF
        try ImageError.checkSize(width, height, offset: offset + 6)
    }

    /// Reads the rest of the header from the first partition.
    mutating func read(_ bits: inout VP8Bits, _ bytes: inout WebPBytes) {
        bits.prepare(&bytes, byteCount: Self.partitionByteLimit)
        let block = bytes.block.span
        // There is only one colour space, and the clamping hint can safely be ignored.
        _ = bits.literal(block, 2)
        readSegments(&bits, block)
        readFilter(&bits, block)
        partitionCount = 1 << bits.literal(block, 2)
        let quantizer = bits.literal(block, 7)
        quantizerDeltas.y1DC = bits.optionalSigned(block, 4) ?? 0
        quantizerDeltas.y2DC = bits.optionalSigned(block, 4) ?? 0
        quantizerDeltas.y2AC = bits.optionalSigned(block, 4) ?? 0
        quantizerDeltas.uvDC = bits.optionalSigned(block, 4) ?? 0
        quantizerDeltas.uvAC = bits.optionalSigned(block, 4) ?? 0
        for index in segments.indices {
            segments[index].quantizer += hasAbsoluteSegments ? 0 : quantizer
            segments[index].filterLevel += hasAbsoluteSegments ? 0 : filterLevel
        }
        // Whether the probabilities are kept for the next frame: there is none.
        _ = bits.flag(block)
        for index in coefficients.indices where bits.bit(block, VP8Tables.coefficientUpdates[index]) {
            coefficients[index] = UInt8(truncatingIfNeeded: bits.literal(block, 8))
        }
        skipProbability = bits.flag(block) ? UInt8(truncatingIfNeeded: bits.literal(block, 8)) : nil
    }

    private var hasAbsoluteSegments = false

    /// Reads the segment settings (§9.3).
    private mutating func readSegments(_ bits: inout VP8Bits, _ block: Span<UInt8>) {
        guard bits.flag(block) else { return }
        // As libwebp does, where a frame has segments but does not define them.
        hasAbsoluteSegments = true
        let hasMap = bits.flag(block)
        if bits.flag(block) {
            hasAbsoluteSegments = bits.flag(block)
            for index in segments.indices { segments[index].quantizer = bits.optionalSigned(block, 7) ?? 0 }
            for index in segments.indices { segments[index].filterLevel = bits.optionalSigned(block, 6) ?? 0 }
        }
        if hasMap {
            var tree = [UInt8](repeating: 255, count: 3)
            for index in tree.indices where bits.flag(block) {
                tree[index] = UInt8(truncatingIfNeeded: bits.literal(block, 8))
            }
            segmentTree = tree
        }
    }

    /// Reads the loop filter's settings (§9.6).
    private mutating func readFilter(_ bits: inout VP8Bits, _ block: Span<UInt8>) {
        isSimpleFilter = bits.flag(block)
        filterLevel = bits.literal(block, 6)
        sharpness = bits.literal(block, 3)
        guard bits.flag(block), bits.flag(block) else { return }
        // Deltas of four reference frames (a key frame uses the first) and of four kinds of prediction.
        for index in 0..<8 {
            guard let delta = bits.optionalSigned(block, 6) else { continue }
            if index == 0 { filterDeltas.all = delta }
            if index == 4 { filterDeltas.subblocks = delta }
        }
    }
}
