// Finds the collection whose pictures are laid below a chart.

import Catalog
import HTTP
import Platform

/// The collections whose pictures charts may show.
struct PictureCollections: Sendable {
    private let entries: @Sendable () -> [CatalogEntry]

    /// - Parameter entries: returns all collections of the server.
    init(_ entries: @escaping @Sendable () -> [CatalogEntry] = { [] }) { self.entries = entries }

    /// The collection that a request names, and the field of its times.
    ///
    /// - Throws: a 400 that names what can be shown.
    func pictures(_ choice: ChartPictures.Choice) throws(Problem) -> TimedPictures {
        let entries = entries()
        let found =
            entries.first { $0.collection.id == choice.collection }
            ?? entries.first { $0.collection.name == choice.collection }
        guard let found else {
            throw .badParameter(
                ChartPictures.collection.name,
                "there is no collection '\(choice.collection.prefix(100))'; \(Self.choices(entries))")
        }
        guard let usual = found.collection.usualTimeField else {
            throw .badParameter(
                ChartPictures.collection.name,
                "the pictures of '\(found.collection.name)' have no times; \(Self.choices(entries))")
        }
        guard let name = choice.field else { return TimedPictures(entry: found, field: usual) }
        let times = found.collection.factFields.filter { $0.kind == .time }
        guard let field = FactField.named(name, among: times) else {
            throw .badParameter(
                ChartPictures.timeField.name,
                "'\(name.prefix(100))' is no field of times; there is "
                    + found.collection.timeFields.joined(separator: ", "))
        }
        return TimedPictures(entry: found, field: field.name)
    }

    /// Which collections can be named, as the end of a sentence.
    private static func choices(_ entries: [CatalogEntry]) -> String {
        let names = entries.lazy.filter { !$0.collection.timeFields.isEmpty }.map(\.collection.id).prefix(20)
        return names.isEmpty ? "none has pictures with times" : "those with times are \(names.joined(separator: ", "))"
    }
}

/// A collection whose pictures are laid below a chart.
struct TimedPictures: Sendable {
    let entry: CatalogEntry
    let field: String

    /// How often pictures are looked up again when the collection changes meanwhile.
    private static let mostAttempts = 4

    /// The pictures that belong to a chart's plan; nil where their order has to be made first.
    func pictures(of chart: ChartPlan, _ addresses: Addresses) -> ChartPictures? {
        guard let view = entry.views[.own], let times = view.times.known(field) else { return nil }
        let pictures = ChartPictures(chart, times, view.items, of: entry.collection, addresses)
        return view.items.status.revision == times.revision ? pictures : nil
    }

    /// The same, with the order made where necessary.
    ///
    /// Blocks: call it on a worker thread.
    func waitForPictures(of chart: ChartPlan, _ addresses: Addresses) throws(Problem) -> ChartPictures {
        let view = try entry.makeView(.own)
        for attempt in 1... {
            guard let times = view.times.made(field) else { break }
            let pictures = ChartPictures(chart, times, view.items, of: entry.collection, addresses)
            if view.items.status.revision == times.revision || attempt == Self.mostAttempts { return pictures }
        }
        throw .badParameter(ChartPictures.collection.name, "the pictures of '\(entry.collection.name)' have no times")
    }
}
