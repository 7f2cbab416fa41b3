// The syntax of sample adaptive offset (H.265, 7.3.8.3 and 9.3.3).
extension PictureDecoder {
    mutating func readSampleAdaptiveOffset() {
        let index = 3 * block.address
        var source: Int?
        if block.hasLeft, engine.bin(ContextModels.saoMerge) {
            source = index - 3
        } else if block.hasAbove, engine.bin(ContextModels.saoMerge) {
            source = index - 3 * layout.columns
        }
        if let source {
            for component in 0..<planes.count { map.sao[index + component] = map.sao[source + component] }
            return
        }
        for component in 0..<planes.count {
            let isLuma = component == 0
            guard isLuma ? header.filter.saoLuma : header.filter.saoChroma else { continue }
            var offset = SAOParameters()
            if component == 2 {
                offset.kind = map.sao[index + 1].kind
                offset.edgeClass = map.sao[index + 1].edgeClass
            } else if engine.bin(ContextModels.saoType) {
                offset.kind = engine.bypass() ? 2 : 1
            }
            if offset.kind > 0 { readOffsets(&offset, component: component) }
            map.sao[index + component] = offset
        }
    }

    private mutating func readOffsets(_ offset: inout SAOParameters, component: Int) {
        let isLuma = component == 0
        let depth = isLuma ? sequence.lumaDepth : sequence.chromaDepth
        let scale = isLuma ? picture.log2LumaOffsetScale : picture.log2ChromaOffsetScale
        let limit = (1 << (min(depth, 10) - 5)) - 1
        var values = InlineArray<4, Int>(repeating: 0)
        for index in 0..<4 {
            while values[index] < limit, engine.bypass() { values[index] += 1 }
        }
        if offset.kind == 1 {
            for index in 0..<4 where values[index] != 0 && engine.bypass() { values[index] = -values[index] }
            offset.band = UInt8(truncatingIfNeeded: engine.bypass(5))
        } else {
            values[2] = -values[2]
            values[3] = -values[3]
            if component < 2 { offset.edgeClass = UInt8(truncatingIfNeeded: engine.bypass(2)) }
        }
        offset.offsets = (
            Int16(truncatingIfNeeded: values[0] << scale), Int16(truncatingIfNeeded: values[1] << scale),
            Int16(truncatingIfNeeded: values[2] << scale), Int16(truncatingIfNeeded: values[3] << scale)
        )
    }
}
