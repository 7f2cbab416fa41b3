// The steps of a zoom by key or button.

import Catalog
import HTTP

/// The parameter `zoomSteps`: how many steps further in, or out where negative.
struct ZoomSteps: Sendable, Equatable {
    /// What the steps amount to.
    let factor: Double

    static let parameter = OptionalWholeParameter(
        "zoomSteps", in: -100...100, "the number of zoom steps, as by a key; negative ones lead out")

    /// Reads the parameter; nil where it is not given.
    init?(_ parameters: Parameters, in layout: LayoutKind) throws(Problem) {
        guard let count = try parameters.read(Self.parameter) else { return nil }
        let step = Self.step(in: layout)
        let magnified = (0..<count.magnitude).reduce(1.0) { factor, _ in factor * step }
        factor = count < 0 ? 1 / magnified : magnified
    }

    /// By how much one step magnifies.
    ///
    /// Two steps are a little more than a factor of 2, so that cells of whole pixels change with each. With a smaller
    /// step, two columns would never become one, whose cells are more than twice as wide.
    static func step(in layout: LayoutKind) -> Double { layout == .grid || layout == .justified ? 1.45 : 1.415 }
}
