// Makes the files of all pictures of a collection, on all processors.

import Catalog
import Dispatch
import Pixels
import Platform
import Synchronization
import Tiles
import Tiling

/// Works through the items of a collection.
///
/// ```
///  items ─▶ open: measured, compared with the manifest ─▶ passes ─▶ tiles ─▶ files ─▶ description, manifest
/// ```
/// Passes over one picture run side by side, before the next picture is opened. Those under way are admitted by their
/// memory. Other workers make the files of a pass's tiles, so a single picture takes all processors, too.
final class ExportRun: Sendable {
    /// A picture under way.
    private final class Job: Sendable {
        struct Rest {
            /// Passes that are not done.
            var passCount: Int
            /// Tiles that a pass has made, and whose files are not made yet.
            var queued: Set<TilePosition> = []
            /// The first error.
            var error: ImageError?

            var isEmpty: Bool { passCount == 0 && queued.isEmpty }
        }

        let index: Int
        let picture: ExportedPicture
        let files: any PictureFiles
        /// How often the file has changed while it was read.
        let changeCount: Int
        /// Guards what is not done.
        let rest: Mutex<Rest>

        init(_ index: Int, _ picture: ExportedPicture, _ files: any PictureFiles, passes: Int, changeCount: Int) {
            (self.index, self.picture, self.files, self.changeCount) = (index, picture, files, changeCount)
            rest = Mutex(Rest(passCount: passes))
        }
    }

    /// Queues the tiles of a pass for other workers; makes their files itself while the queue is full.
    private final class QueuedFiles: PictureFiles {
        private let run: ExportRun
        private let job: Job

        init(_ run: ExportRun, _ job: Job) { (self.run, self.job) = (run, job) }

        var lastLevel: Int { job.files.lastLevel }
        var missingCount: Int { job.files.missingCount }

        func isWanted(_ position: TilePosition) -> Bool {
            // A queued tile is not made again: the file would then depend on which of the two is first.
            job.rest.withLock { $0.error == nil && !$0.queued.contains(position) } && job.files.isWanted(position)
        }

        func take(_ tile: EncodedTile, at position: TilePosition) throws(PictureFileError) {
            if !run.queue(tile, at: position, of: job) { try job.files.take(tile, at: position) }
        }
    }

    private enum Step {
        case tile(Job, EncodedTile, TilePosition)
        case open(Int, changeCount: Int)
        case pass(Job, TilePass)
        case wait, end
    }

    private struct State {
        var items: [ExportItem]
        /// Items that were not opened yet begin here.
        var nextItem = 0
        /// Items whose files have changed, which are opened again.
        var again: [(index: Int, changeCount: Int)] = []
        var passes: [(Job, TilePass)] = []
        /// Tiles whose files are to be made.
        var tiles: [(Job, EncodedTile, TilePosition)] = []
        /// Workers at a step, which may lead to others.
        var active = 0
        var failure: ExportFailure?
        /// Threads that have not ended.
        var workers = 0

        /// Takes the next step: tiles come first, since they take memory; then passes over pictures that are under way.
        mutating func next() -> Step {
            if failure != nil { return .end }
            if !tiles.isEmpty {
                let (job, tile, position) = tiles.removeFirst()
                return .tile(job, tile, position)
            }
            if !passes.isEmpty {
                let (job, pass) = passes.removeFirst()
                return .pass(job, pass)
            }
            if let (index, changeCount) = again.popLast() { return .open(index, changeCount: changeCount) }
            guard nextItem == items.count else {
                nextItem += 1
                return .open(nextItem - 1, changeCount: 0)
            }
            return active > 0 ? .wait : .end
        }
    }

    /// The most tiles in the queue for each worker; a tile has 4 MB at most.
    private static let mostTiles = 4
    /// How often a picture is begun anew because its file has changed.
    private static let mostChanges = 2

    private let collection: any ItemCollection
    private let folder: ExportFolder
    private let options: ExportOptions
    private let maker: PictureTileMaker
    private let gate: MemoryGate
    private let progress: ExportProgress
    private let workerCount: Int
    /// Guards the steps to do; not held while one is done.
    private let state: Mutex<State>
    private let done = DispatchSemaphore(value: 0)

    /// Prepares a run; passes under way take at most `byteLimit` bytes.
    init(
        _ items: [ExportItem], of collection: any ItemCollection, in folder: ExportFolder, _ options: ExportOptions,
        maker: PictureTileMaker, byteLimit: Int, workers: Int, progress: ExportProgress
    ) {
        (self.collection, self.folder, self.options, self.maker) = (collection, folder, options, maker)
        (gate, workerCount, self.progress) = (MemoryGate(byteLimit: byteLimit), workers, progress)
        state = Mutex(State(items: items))
    }

    /// Makes everything; blocks until it is done.
    ///
    /// - Returns: the items with what became of them.
    /// - Throws: why the folder cannot be written. Other threads may still be at work then: the program should end.
    func run() throws -> [ExportItem] {
        state.withLock { $0.workers = workerCount }
        for _ in 0..<workerCount {
            try System.startThread { [self] in
                while work() {}
                if state.withLock({ state in
                    state.workers -= 1
                    return state.workers == 0
                }) {
                    done.signal()
                }
            }
        }
        done.wait()
        let (items, failure) = state.withLock { ($0.items, $0.failure) }
        if let failure { throw failure }
        return items
    }

    private func fail(_ error: SystemError) {
        state.withLock { state in
            state.failure = state.failure ?? .cannotWrite(output: folder.path, error)
        }
        done.signal()
    }

    // MARK: Steps

    /// Does the next step; false when there is none any more.
    private func work() -> Bool {
        let step = state.withLock { state in
            let step = state.next()
            switch step {
            case .tile, .open, .pass: state.active += 1
            case .wait, .end: break
            }
            return step
        }
        switch step {
        case .end: return false
        case .wait:
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
            return true
        case .tile(let job, let tile, let position): make(tile, at: position, of: job)
        case .open(let index, let changeCount): open(index, changeCount)
        case .pass(let job, let pass): make(pass, of: job)
        }
        state.withLock { $0.active -= 1 }
        return true
    }

    private func open(_ index: Int, _ changeCount: Int) {
        let item = state.withLock { $0.items[index] }
        collection.measure(item: item.id)
        guard let summary = collection.summary(ofItem: item.id) else {
            return end(index, .leftOut("the file has gone", isFailure: true))
        }
        if let error = summary.error, !error.isOfPart {
            return end(index, .leftOut(error.explanation, isFailure: error.isRefusal))
        }
        let details = options.format == .site ? collection.details(ofItem: item.id) : nil
        guard summary.isTiled,
            let picture = ExportedPicture(summary, title: item.title, options: options, details: details)
        else {
            let reason = summary.format?.refusal?.explanation ?? "the browser shows the file itself"
            return end(index, .leftOut(reason, isFailure: false))
        }
        do throws(SystemError) {
            try begin(picture, index, changeCount)
        } catch {
            fail(error)
        }
    }

    private func begin(_ picture: ExportedPicture, _ index: Int, _ changeCount: Int) throws(SystemError) {
        var entry = ExportManifest.Entry(
            item: picture.item.id, version: picture.item.version, settings: options.settings, isComplete: true)
        let known = folder.entry(picture.name)
        if known == entry, folder.contains(picture.descriptionPath) {
            // Only its address may be another one.
            try folder.update(picture.descriptionPath, picture.description)
            return end(index, .exported(picture, isNew: false))
        }
        entry.isComplete = false
        let isBegun = known == entry
        if known != nil, !isBegun { try folder.remove(picture.name, ExportedPicture.paths(picture.name)) }
        if !isBegun { try folder.note(picture.name, entry) }
        let files = picture.files(in: folder, isBegun: isBegun)
        let passes = TilePass.exporting(
            picture.item, of: collection, upTo: files.lastLevel, picture.encoding)
        guard !passes.isEmpty else {
            return end(index, .leftOut("the server has no pixels of it", isFailure: true))
        }
        let job = Job(index, picture, files, passes: passes.count, changeCount: changeCount)
        state.withLock { state in state.passes += passes.map { (job, $0) } }
    }

    private func make(_ pass: TilePass, of job: Job) {
        let cost = maker.byteEstimate(for: pass)
        let admitted = DispatchSemaphore(value: 0)
        _ = gate.enter(cost) { admitted.signal() }
        admitted.wait()
        makePart(of: job, ending: { $0.passCount -= 1 }) { () throws(PictureFileError) in
            try maker.export(
                pass, to: QueuedFiles(self, job),
                idleWorkers: { [self] in state.withLock { max(0, workerCount - $0.active) } },
                note: { [progress] in progress.note(pixels: $0) })
        }
        gate.leave(cost)
    }

    /// Leaves a tile to another worker; false where the queue is full.
    private func queue(_ tile: EncodedTile, at position: TilePosition, of job: Job) -> Bool {
        guard workerCount > 1 else { return false }
        return state.withLock { state in
            guard state.tiles.count < Self.mostTiles * workerCount else { return false }
            // Before another worker can take it.
            job.rest.withLock { _ = $0.queued.insert(position) }
            state.tiles.append((job, tile, position))
            return true
        }
    }

    private func make(_ tile: EncodedTile, at position: TilePosition, of job: Job) {
        makePart(of: job, ending: { _ = $0.queued.remove(position) }) { () throws(PictureFileError) in
            try job.files.take(tile, at: position)
        }
    }

    /// Makes a part of a picture unless another part has failed, and ends the picture after the last part.
    private func makePart(
        of job: Job, ending: (inout Job.Rest) -> Void, _ make: () throws(PictureFileError) -> Void
    ) {
        var failure: ImageError?
        if job.rest.withLock({ $0.error == nil }) {
            do throws(PictureFileError) { try make() } catch {
                switch error {
                case .file(let error): fail(error)
                case .image(let error): failure = error
                }
            }
        }
        let (isLast, error) = job.rest.withLock { rest in
            ending(&rest)
            rest.error = rest.error ?? failure
            return (rest.isEmpty, rest.error)
        }
        if isLast, state.withLock({ $0.failure == nil }) { finish(job, error) }
    }

    /// Ends a picture of which all parts are done.
    private func finish(_ job: Job, _ error: ImageError?) {
        let missing = job.files.missingCount
        if error == .changed, job.changeCount < Self.mostChanges {
            return state.withLock { $0.again.append((job.index, job.changeCount + 1)) }
        }
        let name = job.picture.name
        do throws(SystemError) {
            guard error == nil, missing == 0 else {
                // A part of a picture is of no use.
                try folder.remove(name, ExportedPicture.paths(name))
                let reason = error?.explanation ?? "\(missing) files could not be made"
                return end(job.index, .leftOut(reason, isFailure: true))
            }
            try job.picture.writeParts(in: folder)
            try folder.write(job.picture.descriptionPath, job.picture.description)
            try folder.note(
                name,
                ExportManifest.Entry(
                    item: job.picture.item.id, version: job.picture.item.version, settings: options.settings,
                    isComplete: true))
        } catch {
            return fail(error)
        }
        end(job.index, .exported(job.picture, isNew: true))
    }

    private func end(_ index: Int, _ outcome: ExportItem.Outcome) {
        state.withLock { $0.items[index].outcome = outcome }
        progress.noteEnd(outcome)
    }
}
