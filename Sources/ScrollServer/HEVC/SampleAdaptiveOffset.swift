// Sample adaptive offset (H.265, 8.7.3).

/// Sample adaptive offset of a deblocked picture (8.7.3).
enum SampleAdaptiveOffset {
    /// Adds offsets to the samples of all coding tree blocks that have some.
    static func filter(_ planes: inout [Plane], map: FilterMap) {
    }
}
