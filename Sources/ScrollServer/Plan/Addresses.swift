// Where everything is asked for: the one place that writes the API's addresses.

/// The addresses of collections and items, as they stand in JSON and in `Location`.
struct Addresses: Sendable, Equatable {
    var base = BasePath()

    var collections: String { base.address("/api/collections") }

    func collection(_ id: String) -> String { "\(collections)/\(id)" }

    func item(_ id: String, of collection: String) -> String { "\(self.collection(collection))/items/\(id)" }
}
