// The lines of formulas in a view of a series.

/// Where the values of a formula's line come from.
enum FormulaPlace: Sendable {
    /// A line of the view of computed points.
    case stored(Int)
    /// A column of the table, with the same steps for each value.
    case linear(LinearValues)
}

extension SeriesView {
    /// This view with the lines of formulas behind its own.
    ///
    /// `computed` has the values of stored ones at the first of these points; nil before there are any.
    func adding(
        _ formulas: [ResolvedFormulas.Line], _ places: [FormulaPlace], _ computed: SeriesView?, revision: Int
    ) -> SeriesView {
        var view = self
        view.revision = revision
        (view.formulas, view.computed) = (places, computed.map { [$0] } ?? [])
        view.lines += formulas.map(\.name)
        if !units.isEmpty || formulas.contains(where: { !$0.unit.isEmpty }) {
            if units.isEmpty { view.units = lines.map { _ in "" } }
            view.units += formulas.map(\.unit)
        }
        if !forms.isEmpty { view.forms += formulas.map { _ in .straight } }
        if !kinds.isEmpty { view.kinds += formulas.map(\.kind) }
        return view
    }

    private func place(_ line: Int) -> FormulaPlace? {
        formulas.indices.contains(line - columnCount) ? formulas[line - columnCount] : nil
    }

    /// The view that has a formula's line; nil for a column of the table, for what is computed from one on the spot, and
    /// before there are values.
    func formula(_ line: Int) -> SeriesView? {
        guard case .stored = place(line) else { return nil }
        return computed.first
    }

    /// The number of such a line in that view.
    func number(ofFormula line: Int) -> Int {
        guard case .stored(let number) = place(line) else { return -1 }
        return number
    }

    /// The steps from a column's values to those of a formula's line; nil for all other lines.
    func linear(_ line: Int) -> LinearValues? {
        guard case .linear(let values) = place(line) else { return nil }
        return values
    }

    /// Whether formulas have their values at all points.
    package var isComputed: Bool {
        let isStored = formulas.contains { place in if case .stored = place { true } else { false } }
        return !isStored || computed.first?.count == count
    }

    /// Whether a line is a column of the table.
    func hasColumn(_ line: Int) -> Bool { line >= 0 && line < columnCount }
}
