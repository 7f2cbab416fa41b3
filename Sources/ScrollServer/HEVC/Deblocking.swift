// The deblocking filter (H.265, 8.7.2).

/// The deblocking filter of a picture of intra blocks (8.7.2).
enum Deblocking {
    /// Filters all vertical edges of the picture, then all horizontal ones.
    static func filter(_ planes: inout [Plane], map: FilterMap) {
    }
}
