// A short label for an item's sort key, to be shown beside a scrubber.

import Catalog
import Platform

/// The label shared by neighbouring items of an order.
enum OrderLabel: Sendable, Equatable {
    /// A month, as `FileTime.month` counts them.
    case month(Int)
    /// A year, for pictures whose month is unknown.
    case year(Int)
    /// The least length in bytes of the files from here on.
    case bytes(Int)
    /// A folder within the one that holds all of the collection.
    case folder(String)
    /// The first letter of a name in capitals.
    case letter(String)
    /// A value of the field that items are sorted or grouped by.
    case value(String)
}

extension OrderLabel {
    /// The thresholds of file sizes in bytes: 0, then 1, 2 and 5 times the powers of ten.
    private static let steps: [Int] =
        [0]
        + (3...12).flatMap { power in
            let unit = (0..<power).reduce(1) { product, _ in product * 10 }
            return [unit, 2 * unit, 5 * unit]
        }

    /// The label of an item in an order; nil where its sort key is not known.
    ///
    /// `folder` is the path, with a slash at its end, of the folder that holds all files of the collection; empty for
    /// the collection's own.
    init?(_ item: ItemDetails, by key: ItemOrder.Key, below folder: String) {
        switch key {
        case .date:
            guard let month = item.taken?.month ?? item.modified?.onClocks(of: .local).month else { return nil }
            self = item.taken?.precision == .year ? .year(Self.year(month)) : .month(month)
        case .size:
            guard let count = item.byteCount else { return nil }
            self = .bytes(Self.steps.last { $0 <= count } ?? 0)
        // Colours and likeness have no names.
        case .colour, .likeness: return nil
        case .name:
            if let inside = item.name.folder(below: folder) {
                self = .folder(inside)
            } else {
                guard let first = Substring(item.name.utf8.dropFirst(folder.utf8.count)).first else { return nil }
                self = .letter(first.isNumber ? "0–9" : first.uppercased())
            }
        }
    }

    /// Whether a label begins a larger unit than the one before it, such as a year.
    func isMajor(after other: OrderLabel?) -> Bool {
        guard let year, let before = other?.year else { return true }
        return year != before
    }

    /// The year of a month, or the year.
    private var year: Int? {
        switch self {
        case .month(let month): Self.year(month)
        case .year(let year): year
        default: nil
        }
    }

    private static func year(_ month: Int) -> Int { month >= 0 ? month / 12 : (month - 11) / 12 }

    /// The text to be shown; for a month that begins a year, the year.
    func title(isMajor: Bool) -> String {
        switch self {
        case .month(let month):
            let text = GroupTitle(month: month).text
            return String(isMajor ? text.split(separator: " ").last ?? "" : text.prefix(3))
        case .year(let year): return String(year)
        case .bytes(let count): return ByteCount.text(count)
        case .folder(let name): return name
        case .letter(let letter): return letter
        case .value(let value): return value
        }
    }
}
