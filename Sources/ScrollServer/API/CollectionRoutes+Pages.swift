// What is said of the pages of an item, and of the item whose pages a collection has.

import Catalog
import Imaging
import Platform

extension CollectionRoutes {
    /// How many pages an item has, where it has several, and the collection of them, which is opened when it is asked for.
    func writePages(
        of item: ItemDetails, _ collection: String, _ facts: [(field: FactField, value: FactValue)],
        into json: inout JSONWriter
    ) {
        guard item.format == .tiff, case .number(let count)? = facts.first(where: { $0.field.name == "pages" })?.value
        else { return }
        let pages = ItemOrigin(collection: collection, item: item.id).pages
        json.object("pages") { json in
            json.member("count", Int(clamping: count))
            json.member("collection", pages)
            json.member("url", addresses.collection(pages))
        }
    }

    /// The item whose pages a collection has.
    func writeOrigin(_ origin: ItemOrigin, into json: inout JSONWriter) {
        json.object("of") { json in
            json.member("collection", origin.collection)
            json.member("item", origin.item)
            json.member("url", addresses.item(origin.item, of: origin.collection))
        }
    }
}
