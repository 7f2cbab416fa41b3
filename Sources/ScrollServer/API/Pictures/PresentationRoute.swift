// GET /iiif/3/{collection}/manifest.json: a collection in the IIIF Presentation API 3.0.

import Catalog
import HTTP
import Platform
import Tiling

/// Describes the pictures of a collection, or of a search, for viewers that show several.
///
/// Up to 500 items are one Manifest (§5.2). More are a Collection (§5.1) of pages, which are Manifests; more than 500
/// pages are Collections of parts. So an answer is bounded, and takes O(500 × log n).
struct PresentationRoute: Sendable {
    /// The parameters of the address.
    static let parameters: [any Parameter] = [page, part] + Parameters.ofArrangement
    private static let page = OptionalWholeParameter("page", in: 1...farthest, "the Manifest of 500 items, from 1")
    private static let part = OptionalWholeParameter(
        "part", in: 1...farthest, "the Collection of 500 pages, from 1; not with `page`")
    static let context = "http://iiif.io/api/presentation/3/context.json"

    /// Items of a page.
    private static let itemLimit = 500
    /// Pages of a part.
    private static let pageLimit = 500
    /// The largest number of a page or a part that can be asked for.
    private static let farthest = 1 << 40
    /// Most times that an arrangement is made again which the collection has dropped.
    private static let mostAttempts = 4

    let catalog: Catalog
    let pool: WorkerPool
    let addresses: Addresses
    /// The limits of images.
    let limits: ImageLimits

    /// - Throws: a 400 for a bad parameter, a 404 where there is no such collection, page or part.
    func answer(_ request: Request) throws(Problem) -> Answer {
        let id = request.pathSegments[2]
        guard let entry = catalog[id] else {
            throw .notFound("there is no collection '\(id)'; /api/collections lists them")
        }
        let parameters = Parameters(request.query)
        let page = try parameters.read(Self.page)
        let part = try parameters.read(Self.part)
        if page != nil, part != nil { throw .badParameter("part", "cannot be given together with page") }
        return .work(on: pool) { () throws(Problem) in
            entry.collection.waitForOpening()
            let order = try parameters.order(of: entry.collection)
            try entry.collection.check(order)
            for _ in 0..<Self.mostAttempts {
                let items = try entry.makeView(order).items
                let shown = Shown(collection: entry.collection, items: items, request: request, addresses: addresses)
                let bytes = try document(page: page, part: part, shown)
                guard items.isThere else { continue }
                return .linkedData(
                    bytes, as: "application/ld+json;profile=\"\(Self.context)\"", isPreferred: true, to: request)
            }
            throw .unavailable("the items change all the time just now; try again", retryAfter: 1)
        }
    }

    /// The items that a request shows, and how it names them.
    private struct Shown {
        let collection: any ItemCollection
        let items: any CollectionView
        let request: Request
        let addresses: Addresses

        /// The absolute address of all, of a page, or of a part.
        func address(_ part: (name: String, number: Int)? = nil) -> String {
            var query = Parameters.ofArrangement.compactMap { parameter in
                request.query[parameter.name].flatMap { $0.isEmpty ? nil : "\(parameter.name)=\(Query.escaped($0))" }
            }
            if let part { query.append("\(part.name)=\(part.number)") }
            let path = request.origin + addresses.manifest(of: collection.id)
            return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
        }

        /// The name of the collection, with the query, and the numbers of the items where these are not all.
        func label(_ range: Range<Int>? = nil) -> String {
            let query = request.query["q"].flatMap { $0.isEmpty ? nil : ": \($0)" } ?? ""
            let numbers = range.map { ", \($0.lowerBound + 1)–\($0.upperBound)" } ?? ""
            return collection.name + query + numbers
        }
    }

    private func document(page: Int?, part: Int?, _ shown: Shown) throws(Problem) -> [UInt8] {
        let count = shown.items.status.count
        let pageCount = max(1, (count + Self.itemLimit - 1) / Self.itemLimit)
        let partCount = (pageCount + Self.pageLimit - 1) / Self.pageLimit
        if let page {
            guard page <= pageCount else { throw .notFound("there are \(pageCount) pages, not \(page)") }
            let range = Self.range(page, of: Self.itemLimit, count: count)
            return manifest(range, id: shown.address(("page", page)), label: shown.label(range), shown)
        }
        if let part {
            guard part <= partCount else { throw .notFound("there are \(partCount) parts, not \(part)") }
            let pages = Self.range(part, of: Self.pageLimit, count: pageCount)
            let range = pages.lowerBound * Self.itemLimit..<min(pages.upperBound * Self.itemLimit, count)
            return Self.collection(shown.address(("part", part)), label: shown.label(range)) { json in
                Self.write(pages, named: "page", "Manifest", of: Self.itemLimit, count, shown, into: &json)
            }
        }
        if pageCount == 1 { return manifest(0..<count, id: shown.address(), label: shown.label(), shown) }
        return Self.collection(shown.address(), label: shown.label()) { json in
            if partCount == 1 {
                Self.write(0..<pageCount, named: "page", "Manifest", of: Self.itemLimit, count, shown, into: &json)
            } else {
                let itemLimit = Self.pageLimit * Self.itemLimit
                Self.write(0..<partCount, named: "part", "Collection", of: itemLimit, count, shown, into: &json)
            }
        }
    }

    /// The items of the page with a number, which counts from 1.
    private static func range(_ number: Int, of limit: Int, count: Int) -> Range<Int> {
        (number - 1) * limit..<min(number * limit, count)
    }

    // MARK: Collections

    private static func collection(_ id: String, label: String, _ items: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object(capacity: 1 << 16) { json in
            begin("Collection", id, label: label, &json)
            json.array("items", items)
        }
    }

    private static func begin(_ type: String, _ id: String, label: String, _ json: inout JSONWriter) {
        json.key("@context")
        json.value(context)
        json.member("id", id)
        json.member("type", type)
        json.languageMap("label", label)
    }

    /// Writes references to pages or parts with these numbers, which count from 0, of `limit` items each.
    private static func write(
        _ numbers: Range<Int>, named name: String, _ type: String, of limit: Int, _ count: Int, _ shown: Shown,
        into json: inout JSONWriter
    ) {
        for number in numbers {
            json.object { json in
                json.member("id", shown.address((name, number + 1)))
                json.member("type", type)
                json.languageMap("label", shown.label(range(number + 1, of: limit, count: count)))
            }
        }
    }

    // MARK: Manifests

    private func manifest(_ range: Range<Int>, id: String, label: String, _ shown: Shown) -> [UInt8] {
        let found = Self.measured(range, shown)
        let pictures = found.filter { item in
            item.size != nil && item.format?.isDecoded == true && item.error.map(\.isOfPart) ?? true
        }
        let canvases = PresentationCanvases(
            collection: shown.collection, origin: shown.request.origin, addresses: addresses, limits: limits)
        return JSONWriter.object(capacity: 2048 * (pictures.count + 1)) { json in
            Self.begin("Manifest", id, label: label, &json)
            if pictures.count < found.count {
                json.languageMap(
                    "summary",
                    "\(found.count - pictures.count) of \(found.count) are left out, since this server has no pixels of "
                        + "them: for example films, SVG, and damaged files.", language: "en")
            }
            if let first = pictures.first { canvases.writeThumbnail(of: first, into: &json) }
            if id != shown.address() {
                json.array("partOf") { json in
                    json.object { json in
                        json.member("id", shown.address())
                        json.member("type", "Collection")
                    }
                }
            }
            json.array("items") { json in
                for picture in pictures { canvases.write(picture, into: &json) }
                if pictures.isEmpty { canvases.writeNone(into: &json) }
            }
        }
    }

    /// The items of a range, examined where they have not been.
    ///
    /// Blocks.
    private static func measured(_ range: Range<Int>, _ shown: Shown) -> [ItemDetails] {
        let found = shown.items.details(in: range).details
        let unknown = found.filter { !$0.isMeasured && $0.error == nil }.map(\.id)
        guard !unknown.isEmpty else { return found }
        shown.collection.measure(items: unknown)
        return shown.items.details(in: range).details
    }
}
