// What groups the items of an order fall into.

/// What the items below one heading have in common; the raw value is the name in URLs and JSON.
///
/// A group is a run of items, so each grouping belongs to one order, forwards or backwards.
enum ItemGrouping: String, Sendable, CaseIterable {
    /// Their directory.
    case folder
    /// The month in which they were taken, else changed.
    case month

    /// The order whose items stand in such groups.
    var order: ItemOrder.Key {
        switch self {
        case .folder: .name
        case .month: .date
        }
    }
}

/// What is written over a group.
struct GroupTitle: Sendable, Equatable {
    /// For people: the path of a folder within the collection, "March 2024".
    var text: String
    /// ISO 8601 to the month, `2024-03`; nil for folders.
    var date: String?

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Of a folder.
    init(folder: String) { text = folder }

    /// Of a month as `FileTime.month` counts them.
    init(month: Int) {
        let year = month >= 0 ? month / 12 : (month - 11) / 12
        let number = month - year * 12
        text = "\(Self.months[number]) \(year)"
        let digits = String(year)
        date =
            String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
            + (number < 9 ? "-0" : "-") + String(number + 1)
    }
}
