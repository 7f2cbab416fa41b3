// What collections over the items of a list share.

import Pixels

/// A collection over `ListFileItems`, whose own order is the only one.
protocol ListedCollection: ArrangeableCollection where Items == ListFileItems {}

extension ListedCollection {
    var order: SequenceOrder { .all(.name) }

    package var factFields: [FactField] { withItems { $0.columns.fields } }

    package func noteUndecodable(item id: String, version: String, _ error: ImageError) {
        withItems { items in
            _ = items.updating { $0.noteUndecodable(id, version: version, error) ? [id] : [] }
        }
    }

    func grouping(of key: ItemOrder.Key) -> ItemGrouping? { nil }
    func title(ofGroup group: Int, by key: ItemOrder.Key) -> GroupTitle { GroupTitle(text: "") }
}
