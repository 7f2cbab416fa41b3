// Chooses the planner for a collection: pictures or a chart.

import Catalog
import HTTP
import Platform
import Tiles

/// The state of a plan after the part that never blocks.
enum PlanProgress: Sendable {
    case done(PlanResult)
    /// The rest of the work blocks: call `rest` on a worker thread.
    case begun(_ rest: @Sendable () throws(Problem) -> PlanResult)
}

/// Makes plans of any collection: pictures in some order, or a chart.
struct Plans: Sendable {
    let pool: WorkerPool
    let pipeline: TilePipeline
    /// How long a plan waits for file headers to be read.
    ///
    /// Items not measured by then are planned with an estimated size, and measured for the next plan.
    let headerTimeout: Duration
    let addresses: Addresses
    /// Paints the tiles of mosaics.
    let mosaics: Mosaics
    /// Makes the tiles of mosaics.
    let tiler: MosaicTiler
    /// The collections whose pictures charts may show.
    let pictureCollections: PictureCollections

    /// Uses `mosaics`, or where it is nil those of the pipeline's atlas, which then is not filled.
    init(
        pool: WorkerPool, pipeline: TilePipeline, headerTimeout: Duration = .milliseconds(80),
        addresses: Addresses = Addresses(), mosaics: Mosaics? = nil,
        pictureCollections: PictureCollections = PictureCollections()
    ) {
        self.pictureCollections = pictureCollections
        self.mosaics = mosaics ?? Mosaics(atlas: pipeline.atlas)
        tiler = MosaicTiler(
            mosaics: self.mosaics, pool: pool, memory: pipeline.memory, workers: System.processorCount())
        self.addresses = addresses
        self.pool = pool
        self.pipeline = pipeline
        self.headerTimeout = headerTimeout
    }

    /// Makes the items in view of a mosaic known before others; returns at once.
    func prioritize(_ result: PlanResult) {
        let scene = result.scene
        guard let mosaic = scene.mosaic, let seen = scene.plan.visible else { return }
        mosaics.prioritize(seen, of: mosaic.view, in: scene.collection)
    }

    /// Makes the plan of a collection at once where no file has to be read and no order or layout built.
    ///
    /// Never blocks, so an event loop may call it: O(log n + tiles).
    ///
    /// - Throws: a 400 or 404 that names the parameter; a 400 where too many items would be visible.
    func begin(_ request: PlanRequest, for entry: CatalogEntry) throws(Problem) -> PlanProgress {
        if let series = entry.collection.series {
            return try ChartPlanSource(collection: entry.collection, series: series, plans: self).begin(request)
        }
        return try PicturePlanSource(entry: entry, plans: self).begin(request)
    }
}
