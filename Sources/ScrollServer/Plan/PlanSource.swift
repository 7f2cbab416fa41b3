// Who answers a request for a plan.

/// How far a plan has come when an event loop has done its part.
enum PlanProgress: Sendable {
    case done(PlanResult)
    /// What is left blocks: it is for a worker thread.
    case begun(_ rest: @Sendable () throws(Problem) -> PlanResult)
}

/// What can be planned: pictures in some order, or a chart.
protocol PlanSource: Sendable {
    /// Plans at once where nothing has to be waited for. Quick enough for an event loop: O(log n + tiles).
    ///
    /// - Throws: a 400 or 404 that names the parameter, and where more would be shown than can be.
    func begin(_ request: PlanParameters) throws(Problem) -> PlanProgress
}

/// Plans any collection.
struct Plans: Sendable {
    let pool: WorkerPool
    let pipeline: TilePipeline
    /// How long a plan waits for the headers of what it shows. What is not measured by then is planned by its estimate
    /// and measured for the next plan.
    let patience: Duration

    init(pool: WorkerPool, pipeline: TilePipeline, patience: Duration = .milliseconds(80)) {
        self.pool = pool
        self.pipeline = pipeline
        self.patience = patience
    }

    /// What is planned when this collection is asked for.
    func source(of entry: CatalogEntry) -> any PlanSource {
        if let series = entry.collection.series {
            return ChartPlanSource(collection: entry.collection, series: series)
        }
        return PicturePlanSource(entry: entry, plans: self)
    }

    /// As the collection's source does.
    func begin(_ request: PlanParameters, for entry: CatalogEntry) throws(Problem) -> PlanProgress {
        try source(of: entry).begin(request)
    }
}
