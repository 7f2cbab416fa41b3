// What the values of a formula are: durations of durations stay such.

import Tiling

extension FormulaTree {
    /// What the values are, by the kinds of lines.
    ///
    /// Where a unit would stay, a duration does, too. What is computed of clock times is a duration, since a difference
    /// of two is; only shifted they are what they were.
    func kind(_ kinds: [String: ValueKind]) -> ValueKind {
        switch self {
        case .line(let name, _): return kinds[name] ?? .number
        case .shifted(let part, _): return part.kind(kinds)
        default:
            let marks = kinds.mapValues { $0 == .number ? "" : ValueKind.duration.rawValue }
            return unit(marks) == ValueKind.duration.rawValue ? .duration : .number
        }
    }
}

extension SeriesView {
    /// What a line's values are.
    package func kind(ofLine line: Int) -> ValueKind { kinds.indices.contains(line) ? kinds[line] : .number }

    /// What the values of some lines are; numbers where they differ.
    package func kind(ofLines lines: some Sequence<Int>) -> ValueKind {
        guard !kinds.isEmpty else { return .number }
        let all = Set(lines.map(kind(ofLine:)))
        return all.count == 1 ? all.first ?? .number : .number
    }
}
