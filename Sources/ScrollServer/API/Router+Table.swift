// The table of routes: every address with its methods, parameters, answers, errors and handler.

import Catalog
import HTTP
import Platform
import Tiles

extension Router {
    /// The errors of a picture that cannot be shown.
    private static let ofPictures = [415, 422]
    /// The errors of a file, of which a part may be asked for.
    private static let ofFiles = [415, 416, 422]
    /// The errors of an edit of a list.
    private static let ofEdits = [409, 412, 507]
    private static let version = TextParameter(
        "v", "the item's version; with the current one the answer may be kept for ever")

    /// Routes of one group of addresses.
    static func group(_ subject: String, _ routes: [Route]) -> [Route] { routes.map { $0.about(subject) } }

    /// The routes, and the one of their description.
    static func description(of routes: [Route], base: BasePath) -> [Route] {
        let template = "/openapi.json"
        let operation = Operation.get("getDescription", "Describes every address", answers: [.json("OpenAPI")])
        let summary = "this API, described by OpenAPI 3.1"
        let itself = Route(template, summary, [operation]) { _ in .now(Response(404)) }.about("server")
        let described = APIDescription(of: [itself] + routes, base: base)
        return [
            Route(template, summary, [operation]) { _ in .now(.json(written: described.json)) }.about("server")
        ] + routes
    }

    static func server(_ metrics: MetricsRoute, _ states: StateRoute, _ setting: Setting) -> [Route] {
        let about = AboutRoute(
            setting: setting.about, isReadOnly: setting.isReadOnly, tellsPaths: setting.tellsPaths)
        return group(
            "server",
            [
                Route(
                    "/healthz", "whether the server runs",
                    [
                        .get("getHealth", "Answers `ok` as long as the server runs", answers: [.content("text/plain")])
                            .takingAnyParameter()
                    ]
                ) { _ in .now(Response(text: "ok\n")) },
                Route(
                    "/metrics", "counters",
                    [
                        .get(
                            "getMetrics", "Answers counters in Prometheus' text format",
                            answers: [.content("text/plain")]
                        )
                        .takingAnyParameter()
                    ]
                ) { _ in .now(metrics.answer()) },
                Route(
                    "/api/about", "the program, and its folders",
                    [.get("getAbout", "Answers what the program is and may read", answers: [.json("About")])]
                ) { _ in .now(about.answer()) },
                Route(
                    "/api/state/{restorationIdentifier}", "where a page was",
                    [
                        .get("getState", "Answers where a page was", answers: [.json("State")]),
                        .put(
                            "putState", "Saves where a page is",
                            answers: [.empty(201, "it is new"), .empty(204, "it replaces one")], errors: [507]
                        ).taking("NewState"),
                    ]
                ) { (request) throws(Problem) in try states.answer(request, identifier: request.pathSegments[2]) },
            ])
    }

    static func collections(_ collections: CollectionRoutes, _ edits: EditRoutes) -> [Route] {
        let route = CollectionRoute(catalog: edits.catalog, pool: edits.pool)
        return group(
            "collections",
            [
                Route(
                    "/api/collections", "all collections; a new list",
                    [
                        .get(
                            "listCollections", "Answers all collections, or one", [CollectionRoutes.collectionID],
                            answers: [.json("CollectionsOrOne")], errors: [404]),
                        .post(
                            "makeList", "Makes a new list", Parameters.ofSorting.map { OptionalParameter($0) },
                            answers: [.json("CollectionDetails", 201, "the new list")], errors: [409, 503, 507]
                        ).taking("NewList"),
                    ]
                ) { (request) throws(Problem) in
                    if request.method == .post { return try edits.makeCollection(request) }
                    let id = try Parameters(request.query).read(CollectionRoutes.collectionID)
                    return .now(try id.map(collections.collection) ?? collections.collections())
                },
                route(
                    "", "one collection",
                    [
                        .get("getCollection", "Answers one collection", answers: [.json("CollectionDetails")]),
                        .patch(
                            "renameList", "Gives a list another name", answers: [.json("ListEdit")],
                            errors: ofEdits + [405]
                        ).taking("ListName").reading(HeaderField.ifMatch),
                        .delete(
                            "deleteList", "Removes a list", answers: [.empty(204, "it is removed")],
                            errors: ofEdits + [405]
                        ).reading(HeaderField.ifMatch),
                    ]
                ) { (request, entry) throws(Problem) in
                    switch request.method {
                    case .patch: try edits.rename(request, entry)
                    case .delete: try edits.delete(request, entry)
                    default: .now(collections.answer(entry))
                    }
                },
            ])
    }

    static func views(_ catalog: Catalog, _ plans: Plans, _ sessions: SessionRoute) -> [Route] {
        let route = CollectionRoute(catalog: catalog, pool: plans.pool)
        let tiles = TileRoute(pipeline: plans.pipeline, pool: plans.pool)
        return group(
            "views",
            [
                // A plan checks its parameters itself, after searching the plans made last.
                route(
                    "plan", "what is visible, and where",
                    [
                        .get(
                            "getPlan", "Answers what a viewport shows", PlanRequest.parameters, answers: [.json("Plan")]
                        )
                    ],
                    checksItself: true, PlanRoute(plans: plans).answer),
                route(
                    "tiles/{item}/{level}/{column}/{row}", "a part of a picture",
                    [
                        .get(
                            "getTile", "Answers the bytes of a tile", [version, TileRoute.side] + Parameters.ofDisplay,
                            answers: [.content("image/*"), .part("image/*"), .unchanged], errors: ofFiles
                        ).reading(HeaderField.ifNoneMatch)
                    ]
                ) { (request, entry) throws(Problem) in
                    try tiles.answer(
                        request, ofItem: request.pathSegments[4], position: request.pathSegments[5...], of: entry)
                },
                route(
                    "mosaic/{column}/{row}", "many small pictures in one",
                    [
                        .get(
                            "getMosaicTile", "Answers one tile of a mosaic", MosaicRoute.parameters,
                            answers: [.content("image/png", "image/jpeg"), .unchanged]
                        ).reading(HeaderField.ifNoneMatch)
                    ]
                ) { (request, entry) throws(Problem) in
                    try MosaicRoute(plans: plans).answer(request, position: request.pathSegments[4...], of: entry)
                },
                route(
                    "plane/{level}/{column}/{row}", "colours or numbers of a plane's pictures",
                    [
                        .get(
                            "getPlaneTile", "Answers one tile of a plane", PlaneRoute.parameters,
                            answers: [.content("image/png", "application/json"), .unchanged]
                        ).reading(HeaderField.ifNoneMatch)
                    ]
                ) { (request, entry) throws(Problem) in
                    try PlaneRoute(plans: plans).answer(request, position: request.pathSegments[4...], of: entry)
                },
                route(
                    "cell", "the item at a point",
                    [
                        .get(
                            "getCell", "Answers which item is at a point of a plan", CellRoute.parameters,
                            answers: [.json("CellAnswer")])
                    ], CellRoute(plans: plans).answer),
                route(
                    "marks", "labels beside a scrubber",
                    [
                        .get(
                            "listMarks", "Answers the labels beside a scrubber", MarksRoute.parameters,
                            answers: [.json("Marks")])
                    ], MarksRoute(plans: plans).answer),
                route(
                    "session", "a live session",
                    [
                        .get(
                            "openSession", "Opens a WebSocket",
                            answers: [.empty(101, "the connection is a WebSocket from now on")], errors: [426])
                    ]
                ) { (_, entry) throws(Problem) in sessions.answer(for: entry) },
            ])
    }

    static func items(
        _ catalog: Catalog, _ collections: CollectionRoutes, _ edits: EditRoutes
    ) -> [Route] {
        let route = CollectionRoute(catalog: catalog, pool: edits.pool)
        return group(
            "items",
            [
                route(
                    "items", "the items",
                    [
                        .get(
                            "listItems", "Answers a page of the items", CollectionRoutes.ofItems,
                            answers: [.json("ItemPage"), .unchanged], errors: [410]
                        ).reading(HeaderField.ifNoneMatch),
                        .post(
                            "addItems", "Adds items to a list", Parameters.ofSorting,
                            answers: [.json("ListEdit", 201, "the new items, or how many there are")], errors: ofEdits
                        ).taking("ItemsToAdd").reading(HeaderField.ifMatch),
                        .patch(
                            "moveItems", "Moves or removes items of a list", answers: [.json("ListEdit")],
                            errors: ofEdits
                        )
                        .taking("ItemsToMove").reading(HeaderField.ifMatch),
                        .delete(
                            "removeItems", "Removes all items of a list", answers: [.empty(204, "they are removed")],
                            errors: ofEdits
                        ).reading(HeaderField.ifMatch),
                    ]
                ) { (request, entry) throws(Problem) in
                    switch request.method {
                    case .post: try edits.insert(request, into: entry)
                    case .patch: try edits.change(request, in: entry)
                    case .delete: try edits.removeAll(request, from: entry)
                    default: try collections.items(request, of: entry, pool: edits.pool)
                    }
                },
                route(
                    "item", "an item by its id",
                    [
                        .get(
                            "getItemByID", "Answers one item by its id", CollectionRoutes.ofNamedItem,
                            answers: [.json("ItemDetails")])
                    ]
                ) { (request, entry) throws(Problem) in
                    try collections.item(request, of: entry, pool: edits.pool)
                },
                route(
                    "items/{item}", "one item",
                    [
                        .get(
                            "getItem", "Answers all known facts of one item", CollectionRoutes.ofItem,
                            answers: [.json("ItemDetails")]),
                        .delete(
                            "removeItem", "Removes an item of a list", answers: [.empty(204, "it is removed")],
                            errors: ofEdits
                        ).reading(HeaderField.ifMatch),
                        .patch("resizeItem", "Resizes a box of a list", answers: [.json("ListEdit")], errors: ofEdits)
                            .taking("Box").reading(HeaderField.ifMatch),
                    ]
                ) { (request, entry) throws(Problem) in
                    let item = request.pathSegments[4]
                    return switch request.method {
                    case .delete: try edits.remove(item, request, from: entry)
                    case .patch: try edits.resize(item, request, in: entry)
                    default: try collections.item(item, request, of: entry, pool: edits.pool)
                    }
                },
            ])
    }

    /// What belongs to one item.
    static func parts(_ catalog: Catalog, _ plans: Plans) -> [Route] {
        let route = CollectionRoute(catalog: catalog, pool: plans.pool)
        let tiles = TileRoute(pipeline: plans.pipeline, pool: plans.pool)
        let companions = CompanionRoutes(addresses: plans.addresses, pool: plans.pool)
        return group(
            "items",
            [
                route(
                    "items/{item}/original", "its file",
                    [
                        .get(
                            "getOriginal", "Answers the bytes of the item's file", [version],
                            answers: [.content("*/*"), .part("*/*"), .unchanged], errors: ofFiles
                        ).reading(HeaderField.ifNoneMatch, HeaderField.range)
                    ]
                ) { (request, entry) throws(Problem) in
                    try tiles.original(request, ofItem: request.pathSegments[4], of: entry)
                },
                route(
                    "items/{item}/thumbnail", "the small picture in its file",
                    [
                        .get(
                            "getThumbnail", "Answers the thumbnail in the item's file", [version],
                            answers: [.content("image/*"), .empty(204, "there is none that fits"), .unchanged],
                            errors: ofFiles
                        ).reading(HeaderField.ifNoneMatch)
                    ]
                ) { (request, entry) throws(Problem) in
                    try tiles.thumbnail(request, ofItem: request.pathSegments[4], of: entry)
                },
                route.item(
                    "histogram", "how often each brightness occurs",
                    [
                        .get(
                            "getHistogram", "Answers how many pixels have each level", answers: [.json("Histogram")],
                            errors: ofPictures)
                    ], HistogramRoute(pipeline: plans.pipeline, pool: plans.pool).answer),
                route(
                    "items/{item}/measure", "how far two points of it are apart",
                    [
                        .get(
                            "measure", "Answers how far two points of a picture are apart", MeasureRoute.parameters,
                            answers: [.json("Measured")], errors: ofPictures)
                    ], MeasureRoute(pool: plans.pool).answer),
                route.item(
                    "samples", "how often each sample value occurs",
                    [
                        .get(
                            "getSamples", "Answers which sample values a picture has", answers: [.json("Samples")],
                            errors: ofPictures)
                    ], SamplesRoute(counter: SampleCounter(pool: plans.pool)).answer),
                route.item(
                    "companions", "the files that belong to it",
                    [
                        .get(
                            "listCompanions", "Answers the files beside the item's", answers: [.json("Companions")],
                            errors: ofPictures)
                    ],
                    companions.list),
                route(
                    "items/{item}/companions/{name}", "one of these files",
                    [
                        .get(
                            "getCompanion", "Answers one of these files",
                            answers: [.content("*/*"), .part("*/*"), .unchanged],
                            errors: ofFiles
                        ).reading(HeaderField.ifNoneMatch, HeaderField.range)
                    ]
                ) { (request, entry) throws(Problem) in
                    try companions.file(
                        request.pathSegments[6], of: entry.collection.existing(request.pathSegments[4]),
                        in: entry.collection)
                },
                route.item(
                    "film", "the film of a motion or live photo",
                    [
                        .get(
                            "getFilm", "Answers the film of a picture",
                            answers: [
                                .content("video/mp4", "video/quicktime"), .part("video/mp4", "video/quicktime"),
                                .unchanged,
                            ],
                            errors: ofFiles
                        ).reading(HeaderField.ifNoneMatch, HeaderField.range)
                    ], companions.film),
                route.item(
                    "regions", "faces and other parts of it",
                    [
                        .get(
                            "listRegions", "Answers the parts that are described", answers: [.json("Regions")],
                            errors: ofPictures)
                    ],
                    companions.regions),
            ])
    }
}
