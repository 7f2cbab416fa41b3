// The labels beside a scrubber, which show where parts of the content begin.

import Catalog
import Tiling

/// A label beside a scrubber.
struct ScrubberMark: Sendable, Equatable {
    /// The index of the first item that it stands for.
    var index: Int
    var title: String
    /// `2024-03`; nil where the order is not by date.
    var date: String?
    /// Whether it begins a larger unit than the one before, such as a year.
    var isMajor = true
    /// The part of the range of offsets before it: 0 at its start, 1 at its end.
    var position = 0.0
}

/// Finds the labels of a collection in an order and a layout.
struct ScrubberMarks {
    /// The number of items to examine; labels of shorter runs could not be seen beside a scrubber.
    private static let samples = 300
    /// The distance, in points, between names that cannot be grouped.
    private static let distanceOfNames = 96.0

    let view: CatalogView
    let request: PlanRequest
    /// The distance that the middle of a scrubber's thumb can move, and the least distance between labels, in points.
    let length: Double
    let least: Double

    /// Blocks until the layout is there: for worker threads.
    func marks() -> [ScrubberMark] {
        var marks = labels(count: view.items.status.count)
        guard !marks.isEmpty, let positions = positions(of: marks.map(\.index)) else { return [] }
        for (number, position) in positions.enumerated() { marks[number].position = position }
        return thinned(marks)
    }

    /// The marks without their positions.
    private func labels(count: Int) -> [ScrubberMark] {
        let key = request.order.key
        let arrangement = request.order.arrangement
        let isByFact = arrangement?.sort != nil || arrangement?.group != nil
        let folder = key == .name ? sharedFolder(count: count) : ""
        let found = LabelSearch.runs(count: count, samples: Self.samples) { index in
            if isByFact { return view.items.sortTitle(at: index).map { .value($0) } }
            return view.items.details(at: index).flatMap { OrderLabel($0, by: key, below: folder) }
        }
        guard found.count > 1 || key != .name || isByFact else { return names(count: count) }
        var before: OrderLabel?
        return found.map { run in
            let isMajor = run.label.isMajor(after: before)
            before = run.label
            var date: String?
            switch run.label {
            case .month(let month): date = GroupTitle(month: month).date
            case .year(let year): date = GroupTitle(year: year).date
            default: break
            }
            return ScrubberMark(
                index: run.index, title: run.label.title(isMajor: isMajor), date: date, isMajor: isMajor)
        }
    }

    /// Names at even distances, where nothing groups them.
    private func names(count: Int) -> [ScrubberMark] {
        let number = min(count, Int(clamping: length / Self.distanceOfNames) + 1)
        guard number > 1 else { return [] }
        return (0..<number).compactMap { step in
            // At most some thousand labels, so the product fits.
            let index = (count - 1) * step / (number - 1)
            guard let name = view.items.details(at: index)?.name else { return nil }
            let base = name.split(separator: "/").last ?? ""
            let end = base.lastIndex(of: ".") ?? base.endIndex
            return ScrubberMark(index: index, title: String(base[..<(end > base.startIndex ? end : base.endIndex)]))
        }
    }

    /// The path of the innermost folder that holds the first and the last item, and so all between; with a slash after
    /// each part.
    private func sharedFolder(count: Int) -> String {
        guard let first = view.items.details(at: 0)?.name, let last = view.items.details(at: count - 1)?.name else {
            return ""
        }
        var shared = ""
        while let part = first.folder(below: shared), last.utf8.starts(with: "\(shared)\(part)/".utf8) {
            shared += part + "/"
        }
        return shared
    }

    /// The position in the range of offsets, 0 to 1, that brings each item to the viewport's start; nil where offsets
    /// do not move from item to item.
    private func positions(of indices: [Int]) -> [Double]? {
        guard request.layoutRequest.kind != .item else { return nil }
        let found: [Double]?? = view.layouts.withLayout(request.layoutRequest, .waiting) { layout in
            let geometry = Planner(layout: layout).geometry(for: request.request)
            let axis = layout.axis
            let (minimum, maximum) = (geometry.minimum(axis), geometry.maximum(axis))
            guard maximum > minimum else { return nil }
            return indices.map { index in
                // Items may have gone since their labels were found.
                guard index < layout.count else { return 1.0 }
                let frame = layout.frame(of: index).scaled(by: request.request.zoomScale)
                let start =
                    axis == .horizontal ? frame.minX : frame.minY - layout.headingHeight * request.request.zoomScale
                // Both this offset and the start of the range are `minimum` greater.
                return min(max(start / (maximum - minimum), 0), 1)
            }
        }
        return found ?? nil
    }

    /// As many labels as have room: larger units first, then those of the most items.
    private func thinned(_ marks: [ScrubberMark]) -> [ScrubberMark] {
        let ends = marks.dropFirst().map(\.position) + [1]
        let ranked = zip(marks, ends).sorted { one, other in
            if one.0.isMajor != other.0.isMajor { return one.0.isMajor }
            let (first, second) = (one.1 - one.0.position, other.1 - other.0.position)
            return first != second ? first > second : one.0.index < other.0.index
        }
        var kept: [ScrubberMark] = []
        for (mark, _) in ranked where kept.allSatisfy({ abs($0.position - mark.position) * length >= least }) {
            kept.append(mark)
        }
        return kept.sorted { $0.position < $1.position }
    }
}
