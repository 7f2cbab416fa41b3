// How the items of an order are grouped, and the headings of groups.

import Platform

/// The property that the items of a group share; the raw value is the name in URLs and JSON.
///
/// The items of a group are neighbours, so each grouping works in one order only, ascending or descending.
package enum ItemGrouping: Sendable, Hashable, CaseIterable {
    /// The directory of the file.
    case folder
    /// The month in which the picture was taken, or if unknown, its file was changed.
    case month
    /// A value of a field; an arrangement by it lists its groups one after the other in every order.
    case fact(FactGroup)

    /// The groupings that need no facts.
    package static let allCases: [ItemGrouping] = [.folder, .month]

    package var rawValue: String {
        switch self {
        case .folder: "folder"
        case .month: "month"
        case .fact(let group): group.text
        }
    }

    /// The order in which the items of a group are neighbours.
    package var order: ItemOrder.Key {
        switch self {
        case .folder, .fact: .name
        case .month: .date
        }
    }
}

/// The heading of a group.
package struct GroupTitle: Sendable, Equatable {
    /// The text to display: a folder's path within the collection, or a month such as "March 2024".
    package var text: String
    /// The year, month or day of the group in ISO 8601, `2024-03`; nil where it is not a date.
    package var date: String?

    /// The months' names.
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Makes a heading from a text to display and, for a date, the year, month or day in ISO 8601.
    init(text: String, date: String? = nil) { (self.text, self.date) = (text, date) }

    /// Makes the heading of a folder from its path within the collection.
    init(folder: String) { text = folder }

    /// Makes the heading of a month, counted as by `FileTime.month`.
    package init(month: Int) {
        let year = month >= 0 ? month / 12 : (month - 11) / 12
        let number = month - year * 12
        text = "\(Self.months[number]) \(year)"
        date = "\(year.digits(4))-\((number + 1).digits(2))"
    }
}
