// Builds the parts that answer requests, the same way for the program and its tests.

import Catalog
import Platform
import Tiles

/// The parts behind the HTTP server: collections, tile makers and routes.
///
/// Nothing listens or fills the atlas until `start`. `stop` must be called at the end.
struct Wiring: Sendable {
    /// What depends on how the program was started.
    struct Setting: Sendable {
        /// The folder for states, with lists in its folder `lists`, and annotations in `annotations`; nil for memory only.
        var stateFolder: String?
        /// Whether annotations are also written into XMP files beside the pictures.
        var writesSidecars = false
        var routes = Router.Setting()
        /// How long a plan waits for the headers of the files it shows.
        var headerTimeout = Duration.milliseconds(80)
        /// Threads that fill the atlas.
        var fillingThreads = 1
    }

    let catalog: Catalog
    let pipeline: TilePipeline
    let pool: WorkerPool
    let filler: AtlasFiller
    let router: Router
    private let watch: ChangeWatch
    private let monitors: [FolderMonitor]
    private let selections: SelectionSaver
    /// Lets annotations follow renamed files; nil for a program that changes nothing.
    let mover: AnnotationMover?
    private let sidecars: SidecarWriter?

    /// Builds the parts: `pipeline` has the atlas to be filled, and `pool` runs work that blocks.
    ///
    /// Throws the system's error when it refuses a thread.
    init(
        _ collections: [any ItemCollection], page: PageFiles.Origin, pipeline: TilePipeline, pool: WorkerPool,
        _ setting: Setting = Setting()
    ) throws(SystemError) {
        (self.pipeline, self.pool) = (pipeline, pool)
        let selections = SelectionSaver(SelectionStore(folder: setting.stateFolder.map { $0 + "/selections" }))
        let catalog = Catalog(collections) { [weak selections] in selections?.restore($0) }
        let atlas = pipeline.atlas
        (self.catalog, self.selections) = (catalog, selections)
        let annotations = AnnotationStore(folder: setting.stateFolder.map { $0 + "/annotations" })
        filler = AtlasFiller(
            atlas, threads: setting.fillingThreads,
            isBusy: { [weak pipeline, weak annotations] in
                pipeline?.isBusy == true || annotations?.isBeingEdited == true
            },
            collections: { [weak catalog] in
                catalog.map { ($0.entries + $0.openPages).map(\.collection) } ?? []
            })
        let lists = ListStore(folder: setting.stateFolder.map { $0 + "/lists" })
        for stored in lists.load() { catalog.append(EditRoutes.list(stored, catalog)) }
        for collection in collections { collection.offerAnnotations(annotations) }
        let spread = AnnotationSpread(catalog, pool: pool)
        mover =
            setting.routes.isReadOnly
            ? nil
            : AnnotationMover(
                annotations, isBusy: { [weak pipeline] in pipeline?.isBusy == true },
                collections: { [weak catalog] in catalog?.entries.map(\.collection) ?? [] },
                onMove: { [weak spread] in spread?.show(changesOf: $0) })
        let sidecars = setting.writesSidecars ? try SidecarWriter(annotations) : nil
        self.sidecars = sidecars
        try selections.start(catalog)
        let states = StateStore(folder: setting.stateFolder)
        // Other programs may save lists and states in the same folders.
        monitors = [
            lists.follow { [weak catalog] id in
                if let catalog { EditRoutes.refresh(id, catalog, lists, selections) }
            }, states.follow(), annotations.follow { [weak spread] in spread?.show() },
        ].compactMap(\.self)
        let hub = SessionHub()
        // A chart may show pictures of any other collection.
        watch = try ChangeWatch(catalog, hub) { [atlas, weak catalog] in
            (catalog?.entries ?? []).reduce(atlas.changeCount) { count, entry in
                entry.collection.series == nil ? count &+ entry.collection.status.revision : count
            }
        }
        router = Router(
            catalog: catalog, page: PageFiles(page, pool: pool), states: states, hub: hub,
            saved: Router.SavedContents(
                lists: lists, selections: selections,
                annotations: AnnotationRoutes(
                    annotations: annotations, pool: pool, spread: spread, sidecars: sidecars)),
            plans: Plans(
                pool: pool, pipeline: pipeline, headerTimeout: setting.headerTimeout,
                addresses: Addresses(base: setting.routes.base),
                mosaics: Mosaics(atlas: atlas, filler: filler),
                pictureCollections: PictureCollections { catalog.entries }),
            setting.routes)
    }

    /// Begins to fill the atlas, and to let annotations follow renamed files.
    ///
    /// - Throws: the system's error when it refuses a thread.
    func start() throws(SystemError) {
        try filler.start()
        try mover?.start()
    }

    /// Ends the threads that follow changes and fill the atlas.
    func stopFollowing() {
        watch.stop()
        filler.stop()
        mover?.stop()
        for monitor in monitors { monitor.stop() }
    }

    /// Stops all threads once the work under way is done; no request may follow.
    func stop() {
        stopFollowing()
        pipeline.stop()
        pool.stop()
        selections.stop()
        sidecars?.stop()
    }
}
