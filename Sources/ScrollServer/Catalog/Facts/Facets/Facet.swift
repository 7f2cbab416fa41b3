// How the rows that a query finds are spread over the values of a field.

/// The values of one field, with the number of rows of each.
struct Facet: Sendable, Equatable {
    struct Value: Sendable, Equatable {
        var text: String
        var count: Int
    }

    struct Bar: Sendable, Equatable {
        /// Numbers, or seconds since 1970. The bar holds what is at least `lower` and below `upper`.
        var lower: Double
        var upper: Double
        var count: Int
    }

    let field: FactField
    /// Rows with a value.
    var present = 0
    /// Rows without one.
    var missing = 0
    /// Of categories and keywords: the most frequent first, equal ones by name.
    var values: [Value] = []
    /// Distinct values that are not in `values`, and rows (of keywords: mentions) that have one of them.
    var otherValues = 0
    var otherCount = 0
    /// Of numbers and times, ascending, without gaps.
    var bars: [Bar] = []
    /// Of times: what a bar is.
    var step: FacetBars.Step?
    /// Of numbers: whether all are whole, and counted one by one. A bar from 4 to 6 then holds 4 and 5.
    var isWhole = false
    /// Of numbers and times: the least and the greatest.
    var least: Double?
    var greatest: Double?
}
