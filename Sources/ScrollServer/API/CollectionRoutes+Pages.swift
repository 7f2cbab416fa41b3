// Describes the pages of an item, and the item that a collection of pages belongs to.

import Catalog
import Platform

extension CollectionRoutes {
    /// Writes the page count of an item with several, and the collection of them, which is opened on the first request.
    func writePages(
        of item: ItemDetails, _ collection: String, _ facts: [(field: FactField, value: FactValue)],
        into json: inout JSONWriter
    ) {
        guard item.format?.mayHavePages == true,
            case .number(let count)? = facts.first(where: { $0.field.name == "pages" })?.value
        else { return }
        let pages = ItemOrigin(collection: collection, item: item.id).pages
        json.object("pages") { json in
            json.member("count", Int(clamping: count))
            json.member("collection", pages)
            json.member("url", addresses.collection(pages))
        }
    }

    /// Writes the item whose pages a collection has.
    func writeOrigin(_ origin: ItemOrigin, into json: inout JSONWriter) {
        json.object("of") { json in
            json.member("collection", origin.collection)
            json.member("item", origin.item)
            json.member("url", addresses.item(origin.item, of: origin.collection))
        }
    }
}
