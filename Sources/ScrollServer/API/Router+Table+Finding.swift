// The table of routes: what finds, exports, selects and annotates items, charts, and pictures for other viewers.

import Catalog
import HTTP
import Platform
import Tiles
import Tiling

extension Router {
    static func finding(_ catalog: Catalog, _ pool: WorkerPool, tellsPaths: Bool) -> [Route] {
        let route = CollectionRoute(catalog: catalog, pool: pool)
        return group(
            "finding",
            [
                route(
                    "folders", "folders, level by level",
                    [
                        .get(
                            "listFolders", "Answers the folders in a folder", FoldersRoute.parameters,
                            answers: [.json("Folders")])
                    ], FoldersRoute(pool: pool).answer),
                route(
                    "facets", "values of all fields, counted",
                    [
                        .get(
                            "listFacets", "Answers how what is found is spread over the values of fields",
                            FacetsRoute.parameters, answers: [.json("Facets")])
                    ], FacetsRoute(pool: pool).answer),
                route(
                    "export", "what was found, for other programs",
                    [
                        .get(
                            "exportItems", "Answers what is found as one file", ExportRoute.parameters,
                            answers: [
                                .content(
                                    "text/plain", "audio/x-mpegurl", "text/csv", "application/x-ndjson",
                                    "application/zip")
                            ])
                    ], ExportRoute(pool: pool, tellsPaths: tellsPaths).answer),
            ])
    }

    static func charts(_ catalog: Catalog, _ pool: WorkerPool) -> [Route] {
        let route = CollectionRoute(catalog: catalog, pool: pool)
        return group(
            "charts",
            [
                route(
                    "table", "the columns of a chart's table",
                    [
                        .get(
                            "getTable", "Answers the columns of the table", TableRoute.parameters,
                            answers: [.json("Table")])
                    ], TableRoute(pool: pool).answer),
                route(
                    "points", "the values of a chart",
                    [
                        .get(
                            "listPoints", "Answers the points of a range", PointsRoute.parameters,
                            answers: [.content("text/csv", "application/x-ndjson")], errors: [406])
                    ], PointsRoute(pool: pool).answer),
                route(
                    "statistics", "figures of a range of a chart",
                    [
                        .get(
                            "getStatistics", "Answers figures of a range", StatisticsRoute.parameters,
                            answers: [.json("Statistics")])
                    ], StatisticsRoute(pool: pool).answer),
                route(
                    "picture", "a chart as one picture",
                    [
                        .get(
                            "getPicture", "Answers the view of a chart's plan as one picture", PictureRoute.parameters,
                            answers: [.content("image/svg+xml", "image/png")])
                    ], PictureRoute(pool: pool).answer),
            ])
    }

    static func selecting(_ catalog: Catalog, _ pool: WorkerPool, _ selections: SelectionRoute) -> [Route] {
        let route = CollectionRoute(catalog: catalog, pool: pool)
        return group(
            "selection",
            [
                route(
                    "selection", "the items that the reader has chosen",
                    [
                        .get(
                            "getSelection", "Answers how many items are selected", SelectionRoute.reading,
                            answers: [.json("Selection")]),
                        .patch(
                            "changeSelection", "Changes the selection", SelectionRoute.changing,
                            answers: [.json("Selection")], errors: [409, 412]
                        ).taking("SelectionChange").reading(HeaderField.ifMatch),
                        .put(
                            "replaceSelection", "Replaces the selection", SelectionRoute.changing,
                            answers: [.json("Selection")], errors: [409, 412]
                        ).taking("SelectionScope").reading(HeaderField.ifMatch),
                    ], selections.answer)
            ])
    }

    static func repeating(_ catalog: Catalog, _ edits: EditRoutes) -> [Route] {
        let route = CollectionRoute(catalog: catalog, pool: edits.pool)
        let errors = [409, 412, 507]
        return group(
            "collections",
            [
                route(
                    "retry", "try again what failed",
                    [
                        .post(
                            "retry", "Tries again what failed, or fetches the next page",
                            answers: [
                                .json("CollectionDetails"), .json("CollectionDetails", 202, "a page is on its way"),
                            ])
                    ]
                ) { (_, entry) throws(Problem) in .now(edits.collections.retry(entry)) },
                route(
                    "undo", "take back an edit of a list",
                    [
                        .post(
                            "undo", "Takes back the last edit of a list", answers: [.json("ListEdit")], errors: errors
                        )
                        .reading(HeaderField.ifMatch)
                    ], edits.undo),
                route(
                    "redo", "make it again",
                    [
                        .post("redo", "Makes that edit again", answers: [.json("ListEdit")], errors: errors)
                            .reading(HeaderField.ifMatch)
                    ], edits.redo),
            ])
    }

    static func annotating(_ catalog: Catalog, _ annotations: AnnotationRoutes) -> [Route] {
        let route = CollectionRoute(catalog: catalog, pool: annotations.pool)
        return group(
            "annotations",
            [
                route(
                    "annotations", "rate, flag, label, add keywords",
                    [
                        .patch(
                            "annotate", "Annotates items", Parameters.ofArrangement, answers: [.json("Annotated")],
                            errors: [409, 507]
                        ).taking("AnnotationChange")
                    ], annotations.change),
                route(
                    "annotations/undo", "take that back",
                    [
                        .post(
                            "undoAnnotations", "Takes back the last change of annotations", AnnotationRoutes.ofSteps,
                            answers: [.json("Annotated")],
                            errors: [409, 507])
                    ], annotations.undo),
                route(
                    "annotations/redo", "do it again",
                    [
                        .post(
                            "redoAnnotations", "Makes that change again", AnnotationRoutes.ofSteps,
                            answers: [.json("Annotated")], errors: [409, 507])
                    ], annotations.redo),
            ])
    }

    /// The routes of pictures for viewers of other programs.
    static func pictures(_ catalog: Catalog, _ plans: Plans, _ setting: Setting) -> [Route] {
        let lookup = PictureLookup(catalog: catalog, tiles: TileRoute(pipeline: plans.pipeline, pool: plans.pool))
        let maker = RegionMaker(pipeline: plans.pipeline, pool: plans.pool, byteLimit: setting.regionByteLimit)
        let zoom = DeepZoomRoute(lookup: lookup, maker: maker, base: setting.base)
        let images = ImageAPIVersion.allCases.reversed().flatMap { version in
            imageAPI(ImageAPIRoute(version: version, lookup: lookup, maker: maker))
        }
        let manifests = PresentationRoute(
            catalog: catalog, pool: plans.pool, addresses: plans.addresses, limits: maker.limits)
        let errors = [415, 422]
        return group(
            "viewers",
            images + [
                Route(
                    "/iiif/3/{collection}/manifest.json", "a collection, for IIIF viewers",
                    [
                        .get(
                            "getManifest", "Describes the pictures of a collection in the words of IIIF Presentation",
                            PresentationRoute.parameters,
                            answers: [.json("Presentation", types: ["application/ld+json", "application/json"])],
                            errors: [503])
                    ], manifests.answer),
                Route(
                    "/dzi/{collection}~{item}.dzi", "a picture, for Deep Zoom viewers",
                    [
                        .get(
                            "getDeepZoomXML", "Describes a picture for Deep Zoom", [DeepZoomRoute.version],
                            answers: [.content("application/xml"), .unchanged], errors: errors
                        ).reading(HeaderField.ifNoneMatch)
                    ], zoom.xml),
                Route(
                    "/dzi/{collection}~{item}.json", "the same as JSON",
                    [
                        .get(
                            "getDeepZoomJSON", "Describes a picture for Deep Zoom as JSON", [DeepZoomRoute.version],
                            answers: [.json("DeepZoomImage"), .unchanged], errors: errors
                        ).reading(HeaderField.ifNoneMatch)
                    ], zoom.json),
                Route(
                    "/dzi/{collection}~{item}_files/{level}/{column}_{row}.jpg", "a tile of it",
                    [
                        .get(
                            "getDeepZoomTile", "Answers a tile for Deep Zoom", [DeepZoomRoute.version],
                            answers: [.content("image/jpeg"), .unchanged], errors: errors
                        ).reading(HeaderField.ifNoneMatch)
                    ], zoom.tile),
            ])
    }

    static func maps(_ pool: WorkerPool) -> [Route] {
        group(
            "views",
            [
                Route(
                    "/api/outline/{level}/{column}/{row}.svg", "a square of a map of the world",
                    [
                        .get(
                            "getOutline", "Answers coasts, borders and names of cities as a picture",
                            [OutlineRoute.version], answers: [.content("image/svg+xml"), .unchanged], errors: [404]
                        ).reading(HeaderField.ifNoneMatch)
                    ], OutlineRoute(pool: pool).answer)
            ])
    }

    private static func imageAPI(_ route: ImageAPIRoute) -> [Route] {
        let number = route.version.rawValue
        let start = "/iiif/\(number)/{collection}~{item}"
        let (schema, written) = number == 3 ? ("ImageInformation", "3.0") : ("ImageInformation2", "2.1")
        let errors = [415, 422]
        return [
            Route(
                start, "leads to the next one",
                [
                    .get(
                        "findImage\(number)", "Leads to a picture's description",
                        answers: [.empty(303, "see Location")], errors: errors)
                ], route.redirection),
            Route(
                "\(start)/info.json", "a picture, for IIIF \(written) viewers",
                [
                    .get(
                        "getImageInformation\(number)", "Describes a picture in the words of IIIF \(written)",
                        answers: [.json(schema, types: ["application/ld+json", "application/json"]), .unchanged],
                        errors: errors
                    ).reading(HeaderField.ifNoneMatch)
                ], route.information),
            Route(
                "\(start)/{region}/{size}/{rotation}/{quality}.{format}", "an image of a part of it",
                [
                    .get(
                        "getImage\(number)", "Answers an image of a part of a picture",
                        answers: [.content("image/jpeg", "image/png", "image/webp"), .unchanged], errors: errors
                    ).reading(HeaderField.ifNoneMatch)
                ], route.image),
        ]
    }
}
