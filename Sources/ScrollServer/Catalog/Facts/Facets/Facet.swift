// How the rows that a query finds are spread over the values of a field.

/// The values of one field, with the number of rows of each.
package struct Facet: Sendable, Equatable {
    package struct Value: Sendable, Equatable {
        package var text: String
        package var count: Int
    }

    package struct Bar: Sendable, Equatable {
        /// Numbers, or seconds since 1970. The bar holds what is at least `lower` and below `upper`.
        package var lower: Double
        package var upper: Double
        package var count: Int
    }

    package let field: FactField
    /// Rows with a value.
    package var present = 0
    /// Rows without one.
    package var missing = 0
    /// Of categories and keywords: the most frequent first, equal ones by name.
    package var values: [Value] = []
    /// Distinct values that are not in `values`, and rows (of keywords: mentions) that have one of them.
    package var otherValues = 0
    package var otherCount = 0
    /// Of numbers and times, ascending, without gaps.
    package var bars: [Bar] = []
    /// Of times: what a bar is.
    package var step: FacetBars.Step?
    /// Of numbers: whether all are whole, and counted one by one. A bar from 4 to 6 then holds 4 and 5.
    package var isWhole = false
    /// Of numbers and times: the least and the greatest.
    package var least: Double?
    package var greatest: Double?
}
