// The arrangements a collection can be asked for.

/// The values of the plan's `layout` parameter.
enum LayoutKind: String, CaseIterable, Sendable {
    case grid
    case stack
    case strip
}
