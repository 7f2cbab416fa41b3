// A series with the lines of formulas behind its own, computed while it grows.

import Dispatch
import Platform
import Tiling

extension Series {
    /// This series with formulas as further lines, which a thread of its own computes from its points.
    ///
    /// The values are kept as a table's are, in blocks with extremes; not beyond this start of the server, since
    /// computing them again takes less time than reading the table did.
    ///
    /// - Throws: where a formula names a line that is not there, or a time where x holds none.
    package func adding(_ formulas: [Formula]) throws(SeriesError) -> Series {
        let follower = try FormulaFollower(self, formulas)
        try mapError(try follower.start()) { (error: SystemError) in SeriesError.unreadable(error.description) }
        let (publication, changed) = (follower.publication, follower.changed)
        return Series(
            name: name, publication: publication, zone: zone,
            stopFollowing: {
                publication.stop()
                changed.signal()
            })
    }
}

extension Series {
    /// Waits until formulas have their values at all points; false where that takes longer.
    package func isComputed(within milliseconds: Int) -> Bool {
        let changed = DispatchSemaphore(value: 0)
        let listener = publication.add { changed.signal() }
        defer { publication.remove(listener) }
        let end = DispatchTime.now() + .milliseconds(milliseconds)
        while !view.isComputed { guard changed.wait(timeout: end) == .success else { return view.isComputed } }
        return true
    }
}

/// Formulas over a table's lines: their trees, without the names of other formulas.
struct ResolvedFormulas {
    /// The most parts that are computed for one formula, with those of the formulas that it names.
    static let mostParts = 400

    /// A formula's line.
    struct Line: Sendable {
        let name: String
        let unit: String
        let kind: ValueKind
    }

    let trees: [FormulaTree]
    let formulas: [Line]
    /// What converts one column, and need not be stored; nil for all other formulas.
    let linear: [LinearFormula?]
    /// The numbers of the table's lines by name.
    let lines: [String: Int]

    init(_ formulas: [Formula], _ view: SeriesView) throws(SeriesError) {
        var (trees, units, kinds) = ([String: FormulaTree](), [String: String](), [String: ValueKind]())
        var lines: [String: Int] = [:]
        for (line, name) in view.lines.enumerated() where lines[name] == nil {
            lines[name] = line
            units[name] = view.units.indices.contains(line) ? view.units[line] : ""
            kinds[name] = view.kind(ofLine: line)
        }
        self.lines = lines
        for formula in formulas {
            func problem(_ reason: String, at position: Int = 0) -> SeriesError {
                .formula(formula.name, FormulaError(reason, at: position))
            }
            guard lines[formula.name] == nil, trees[formula.name] == nil else {
                throw problem("there is another line of this name")
            }
            for (name, position) in formula.tree.lines where lines[name] == nil && trees[name] == nil {
                let names = view.lines.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
                throw problem("there is no line '\(name)'; there are \(names)", at: position)
            }
            guard view.xKind == .time || !formula.tree.needsTimes else {
                throw problem("x holds no times here; give a number of points, as in mean(a, 7)")
            }
            let tree = formula.tree.replacing(trees)
            guard tree.cost <= Self.mostParts else { throw problem("with what it names, it has too many parts") }
            trees[formula.name] = tree
            units[formula.name] = formula.tree.unit(units)
            kinds[formula.name] = formula.tree.kind(kinds)
        }
        let all = formulas.map { trees[$0.name] ?? .number(.nan) }
        self.trees = all
        // In a long table, the last row of each point has the values, which the column has elsewhere.
        linear = all.map { view.isSparse ? nil : LinearFormula($0) }
        self.formulas = formulas.map {
            Line(name: $0.name, unit: units[$0.name] ?? "", kind: kinds[$0.name] ?? .number)
        }
    }
}

extension ResolvedFormulas {
    /// The trees and the lines of those formulas that are computed once and stored.
    var stored: [(tree: FormulaTree, line: Line)] {
        trees.indices.filter { linear[$0] == nil }.map { (trees[$0], formulas[$0]) }
    }

    /// Where the lines get their values in a view of the table.
    func places(_ view: SeriesView) -> [FormulaPlace] {
        var count = 0
        return linear.map { formula in
            if let formula { return .linear(LinearValues(formula, view.lines)) }
            count += 1
            return .stored(count - 1)
        }
    }
}

extension FormulaTree {
    /// The unit of the values, by the units of lines; empty where it is another one or not known.
    func unit(_ units: [String: String]) -> String {
        switch self {
        case .number, .rate: ""
        case .line(let name, _): units[name] ?? ""
        case .negated(let part), .difference(let part), .running(let part): part.unit(units)
        case .window(_, let part, _), .shifted(let part, _): part.unit(units)
        case .binary(.plus, let left, let right), .binary(.minus, let left, let right):
            left.unit(units) == right.unit(units) ? left.unit(units) : ""
        case .binary: ""
        case .function(let function, let parts):
            switch function {
            case .abs: parts[0].unit(units)
            case .min, .max: parts.allSatisfy { $0.unit(units) == parts[0].unit(units) } ? parts[0].unit(units) : ""
            case .sqrt, .exp, .log, .log10: ""
            }
        }
    }
}

/// The thread that computes formulas as points come.
///
/// `@unchecked Sendable`: after `init`, only the one thread that `start` begins uses what may change.
private final class FormulaFollower: @unchecked Sendable {
    /// The most points that are computed together.
    private static let pieceCount = 1 << 14
    /// Nanoseconds between publications.
    private static let publishingInterval: UInt64 = 50_000_000

    private let base: Series
    private let formulas: [Formula]
    let publication: SeriesPublication
    /// Signalled after every change of the table, and to stop.
    let changed = DispatchSemaphore(value: 0)

    private var resolved: ResolvedFormulas
    /// The table's lines by which the formulas were resolved, and whether it was a long one.
    private var names: [String]
    private var isSparse: Bool
    private var steps: [any FormulaStep] = []
    private var walk = PointWalk()
    private var builder: SeriesBuilder?
    private var generation: UInt64 = 0
    /// The last row that was computed, as it was.
    private var last: [Double] = []
    private var lastPublished: UInt64 = 0

    init(_ base: Series, _ formulas: [Formula]) throws(SeriesError) {
        let view = base.view
        resolved = try ResolvedFormulas(formulas, view)
        (names, isSparse) = (view.lines, view.isSparse)
        (self.base, self.formulas) = (base, formulas)
        publication = SeriesPublication(SeriesDescription(lines: [], xKind: view.xKind, xName: view.xName))
        publish(view, base.status)
    }

    func start() throws(SystemError) {
        try System.startThread { [self] in run() }
    }

    private func run() {
        let listener = base.publication.add { [changed] in changed.signal() }
        defer { base.publication.remove(listener) }
        repeat {
            // The status first: a table that was complete has all of its points in the view.
            let status = base.status
            let view = base.view
            do throws(SystemError) {
                try follow(view, status)
            } catch {
                publication.publish { $0.failure = .storage(error.reason) }
            }
            changed.wait()
        } while !publication.isStopped
    }

    /// Computes what is new in a view.
    private func follow(_ view: SeriesView, _ status: SeriesStatus) throws(SystemError) {
        // Rows of one x are one point: the last one is known when all rows are.
        guard !view.isSparse || status.isComplete else { return publish(view, status) }
        resolve(view)
        guard !resolved.stored.isEmpty else { return publish(view, status) }
        if !isContinued(by: view) { try begin(view) }
        while walk.row < view.count, !publication.isStopped {
            try compute(view)
            let now = System.monotonicNanoseconds()
            if now - lastPublished >= Self.publishingInterval { publish(view, status) }
        }
        if let row = walk.row > 0 ? walk.row - 1 : nil { last = values(view, row) }
        publish(view, status)
    }

    /// Whether the points that were computed are still the first ones.
    private func isContinued(by view: SeriesView) -> Bool {
        guard builder != nil, names == view.lines, generation == view.generation, walk.row <= view.count else {
            return false
        }
        if view.isSparse { return walk.row == view.count }
        // A last row without an end may have become longer.
        return walk.row == 0 || values(view, walk.row - 1).elementsEqual(last) { $0.bitPattern == $1.bitPattern }
    }

    private func values(_ view: SeriesView, _ row: Int) -> [Double] {
        [view.x(at: row)] + view.lines.indices.map { view.value(line: $0, at: row) }
    }

    /// Resolves the formulas anew where the table is read another way.
    private func resolve(_ view: SeriesView) {
        guard names != view.lines || isSparse != view.isSparse else { return }
        // A line may be gone: then the formula has gaps.
        if let other = try? ResolvedFormulas(formulas, view) { resolved = other }
        (names, isSparse, builder) = (view.lines, view.isSparse, nil)
    }

    /// Starts with the first point of a view.
    private func begin(_ view: SeriesView) throws(SystemError) {
        let lines = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        steps = resolved.stored.map { $0.tree.makeStep(lines) }
        walk = PointWalk()
        generation = view.generation
        let store: any SeriesStore =
            SeriesFile.makeTemporary().map { FileStore($0, kind: .temporary, byteCount: 0) } ?? MemoryStore()
        builder = try SeriesBuilder(
            lineCount: steps.count, shift: SeriesBuilder.shift(lineCount: steps.count), store: store)
    }

    /// Computes the next points.
    private func compute(_ view: SeriesView) throws(SystemError) {
        let run = walk.next(Self.pieceCount, view)
        let columns = steps.map { $0.next(run.count, view) }
        for start in stride(from: run.rows.lowerBound, to: run.rows.upperBound, by: Self.pieceCount) {
            let rows = start..<min(run.rows.upperBound, start + Self.pieceCount)
            let batch = RowBatch(lineCount: columns.count, capacity: rows.count)
            fill(batch, rows, run, columns, view)
            try builder?.append(batch)
        }
    }

    private func fill(
        _ batch: RowBatch, _ rows: Range<Int>, _ run: PointRun, _ columns: [[Double]], _ view: SeriesView
    ) {
        // In a long table, the last row of each point has the values.
        var point = run.ends?.partitioningIndex { $0 > rows.lowerBound } ?? rows.lowerBound - run.rows.lowerBound
        for (index, x) in view.x(in: rows).enumerated() {
            let hasValues = run.ends.map { $0[point] == rows.lowerBound + index + 1 } ?? true
            let present = point
            batch.append(x: x) { hasValues ? columns[$0][present] : .nan }
            if hasValues { point += 1 }
        }
    }

    private func publish(_ view: SeriesView, _ status: SeriesStatus) {
        lastPublished = System.monotonicNanoseconds()
        let description = SeriesDescription(
            lines: resolved.stored.map(\.line.name), xKind: view.xKind, xName: view.xName, isSparse: view.isSparse)
        let isComputed = resolved.stored.isEmpty || walk.row == view.count && generation == view.generation
        let isComplete = status.isComplete && isComputed
        publication.publish { now in
            let wasComplete = now.isComplete
            now = status
            now.isComplete = isComplete || wasComplete
        } view: { revision in
            let computed =
                generation == view.generation ? builder?.view(revision: revision, description: description) : nil
            return view.adding(resolved.formulas, resolved.places(view), computed, revision: revision)
        }
    }
}
