// How the rows that a query finds are distributed over the values of a field.

/// The values of one field, with the number of rows of each.
package struct Facet: Sendable, Equatable {
    package struct Value: Sendable, Equatable {
        package var text: String
        package var count: Int
    }

    package struct Bar: Sendable, Equatable {
        /// The least value, a number or seconds since 1970; the bar holds values from `lower` up to, not including,
        /// `upper`.
        package var lower: Double
        package var upper: Double
        package var count: Int
    }

    package let field: FactField
    /// Rows with a value.
    package var present = 0
    /// Rows without a value.
    package var missing = 0
    /// Categories and keywords: the most frequent first, equal ones by name.
    package var values: [Value] = []
    /// Number of distinct values not in `values`, and of rows (for keywords: mentions) that have one of them.
    package var otherValues = 0
    package var otherCount = 0
    /// Numbers and times: the bars, ascending, without gaps.
    package var bars: [Bar] = []
    /// Times: the length of a bar.
    package var step: FacetBars.Step?
    /// Numbers: whether all are whole and counted one by one; a bar from 4 to 6 then holds 4 and 5.
    package var isWhole = false
    /// Numbers and times: the least and the greatest.
    package var least: Double?
    package var greatest: Double?
}
