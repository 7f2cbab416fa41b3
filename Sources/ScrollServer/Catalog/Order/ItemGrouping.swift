// How the items of an order are grouped, and the headings of groups.

/// What the items of a group have in common; the raw value is the name in URLs and JSON.
///
/// The items of a group are neighbours, so each grouping works in one order only, ascending or descending.
package enum ItemGrouping: Sendable, Hashable, CaseIterable {
    /// The directory of the file.
    case folder
    /// The month in which the picture was taken, or else its file was changed.
    case month
    /// A value of a field; such a selection has its groups one behind the other in every order.
    case fact(FactGroup)

    /// Those that need no facts.
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
    /// For people: a folder's path within the collection, or a month such as "March 2024".
    package var text: String
    /// A year, a month or a day as in ISO 8601, `2024-03`; nil for what is none.
    package var date: String?

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// - Parameters:
    ///   - text: for people.
    ///   - date: as in ISO 8601, a year, a month or a day.
    init(text: String, date: String? = nil) { (self.text, self.date) = (text, date) }

    /// - Parameter folder: the folder's path within the collection.
    init(folder: String) { text = folder }

    /// - Parameter month: as `FileTime.month` counts months.
    package init(month: Int) {
        let year = month >= 0 ? month / 12 : (month - 11) / 12
        let number = month - year * 12
        text = "\(Self.months[number]) \(year)"
        let digits = String(year)
        date =
            String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
            + (number < 9 ? "-0" : "-") + String(number + 1)
    }
}
