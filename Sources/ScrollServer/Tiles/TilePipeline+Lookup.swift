// Answers jobs from the caches before a worker makes them; stores and delivers the tiles that passes make.

import Catalog
import Metadata
import Pixels
import Platform
import Tiling

extension TilePipeline {
    /// Waits for jobs and looks up the tiles of the most urgent one; false when the pipeline has stopped.
    func lookUpNext() -> Bool {
        lookupSignal.wait()
        let (isStopped, taken) = state.withLock { state in
            (state.isStopped, state.isStopped ? nil : state.nextForLookup())
        }
        guard let (key, job) = taken else { return !isStopped }
        let isServed = lookUp(key, job)
        maker.prepare(job.pass)
        let folder = Self.folder(of: job.pass)
        let signals = state.withLock { state in
            guard var job = state.jobs[key], !job.waiters.isEmpty else {
                let isAhead = state.removeJob(key)?.urgency.isAhead == true
                if !isServed {
                    state.counters.passesDropped += 1
                    if isAhead { state.counters.passesDroppedAhead += 1 }
                }
                return state.release(atMost: workerCount)
            }
            job.stage = .waitingForWorker
            job.folder = folder
            job.beginning = System.monotonicNanoseconds()
            state.put(job, for: key)
            return 1 + state.split(key, maker, now: job.beginning)
        }
        for _ in 0..<signals { workSignal.signal() }
        return true
    }

    /// Moves requests for places that a pass over a large picture has recorded to separate jobs beside it.
    func splitJobs(of pass: TilePass) {
        let now = System.monotonicNanoseconds()
        let signals = state.withLock { state in
            let fine = PassKey(pass, firstLevel: pass.isLarge ? 0 : nil)
            return state.split(fine, maker, now: now) + state.release(atMost: workerCount)
        }
        for _ in 0..<signals { workSignal.signal() }
    }

    /// Answers a job's requests from memory (an earlier pass may have stored the tile since) and from disk.
    ///
    /// Blocks.
    ///
    /// - Returns: whether any tile was found.
    private func lookUp(_ key: PassKey, _ job: Job) -> Bool {
        let disk = disk(for: job.pass)
        var isServed = false
        for position in Set(job.waiters.values.map(\.position)) {
            let tileKey = job.pass.key(position)
            let isAhead = state.withLock { $0.isAhead(position, of: [key]) }
            let tile: EncodedTile
            var readTime: UInt64?
            let start = System.monotonicNanoseconds()
            if let found = isAhead ? memory.tile(ahead: tileKey) : memory.tile(tileKey) {
                tile = found
            } else if let found = disk?.tile(job.pass.diskKey(position)) {
                readTime = System.monotonicNanoseconds() &- start
                note(found.colour, picture(of: found, position, job.pass), position, job.pass)
                keep(found, for: tileKey, isAhead: isAhead)
                tile = found
            } else {
                continue
            }
            isServed = true
            let waiters = state.withLock { state in
                let waiters = state.removeWaiters(for: position, of: [key])
                if let readTime {
                    state.counters.diskHits += 1
                    state.pace.noteRead(nanoseconds: readTime, byteCount: tile.bytes.count, of: job.pass)
                } else {
                    state.counters.memoryHits += waiters.count
                }
                return waiters
            }
            answer(waiters, with: tile, tileKey, storedAhead: isAhead)
        }
        return isServed
    }

    /// Looks once more for the tiles of a pass that is about to run, where it takes long; false when all are there.
    ///
    /// Requests may have joined the job after its lookup, and tiles of large pictures are often on the disk alone.
    /// Blocks.
    func isNeeded(_ key: PassKey, _ pass: TilePass) -> Bool {
        guard pass.isLarge || pass.line != nil, let job = state.withLock({ $0.jobs[key] }), lookUp(key, job) else {
            return true
        }
        return state.withLock { $0.jobs[key]?.waiters.isEmpty == false }
    }

    /// Stores a tile that a pass has made, and answers its waiters in any job of the picture.
    ///
    /// Blocks.
    func deliver(_ tile: EncodedTile, _ position: TilePosition, of pass: TilePass, _ key: PassKey) {
        note(tile.colour, pass.pictureRequest?.take(), position, pass)
        let disk = tile.isStored ? nil : disk(for: pass)
        // A large picture has thousands of tiles, which would evict all others from memory. Tiles that nobody waits for
        // go only to disk.
        let isForDisk = pass.isLarge && (disk != nil || tile.isStored)
        let tileKey = pass.key(position)
        // A pass over the fine levels may make coarse tiles that another job waits for.
        let other = PassKey(pass, firstLevel: pass.firstLevel(with: position.level))
        let keys = pass.isLarge && other != key ? [key, other] : [key]
        let isAhead = state.withLock { $0.isAhead(position, of: keys) }
        if !isForDisk { keep(tile, for: tileKey, isAhead: isAhead) }
        let waiters = state.withLock { state in
            let waiters = state.removeWaiters(for: position, of: keys)
            state.counters.tilesMade += 1
            if waiters.isEmpty { state.counters.tilesMadeForCache += 1 }
            return waiters
        }
        if isForDisk, !waiters.isEmpty { keep(tile, for: tileKey, isAhead: isAhead) }
        answer(waiters, with: tile, tileKey, storedAhead: isAhead)
        disk?.store(tile, for: pass.diskKey(position))
        // Answer requests that were looked up before the tile was on disk.
        guard isForDisk else { return }
        answer(
            state.withLock { $0.removeWaiters(for: position, of: keys) }, with: tile, tileKey, storedAhead: false)
    }

    func keep(_ tile: EncodedTile, for key: TileKey, isAhead: Bool) {
        if isAhead { memory.store(ahead: tile, for: key) } else { memory.store(tile, for: key) }
    }

    /// Calls the waiters with their tile; `storedAhead` tells whether memory stored it as prefetched.
    func answer(_ waiters: [Waiter], with tile: EncodedTile, _ key: TileKey, storedAhead: Bool) {
        if storedAhead, waiters.contains(where: { !$0.urgency.isAhead }) { memory.noteUse(key) }
        for waiter in waiters { waiter.finish(.success(tile)) }
    }

    /// Returns the tiny picture of a tile from the disk, if the stored one is of a thumbnail with another colour.
    ///
    /// So a stale thumbnail is also detected where an earlier run decoded the picture. nil where nothing is to be done.
    private func picture(of tile: EncodedTile, _ position: TilePosition, _ pass: TilePass) -> TinyPicture? {
        guard pass.display == nil, let colour = tile.colour, let known = atlas[pass.atlasKey], known.isUnconfirmed,
            !TinyPicture.isAlike(colour, known.colour), pass.pyramid.tileCounts(of: position.level) == (1, 1)
        else { return nil }
        let format = tile.mediaType == "image/png" ? MediaFormat.png : .jpeg
        return try? TinyPictureReader.picture(from: ByteSource(tile.bytes), format, .up)
    }

    /// Records the picture's tiny picture, or else its colour if the tile shows all of it.
    ///
    /// Blocks.
    private func note(_ colour: UInt32?, _ picture: TinyPicture?, _ position: TilePosition, _ pass: TilePass) {
        // These are not the picture's own colours.
        guard pass.display == nil,
            picture != nil || colour != nil && pass.pyramid.tileCounts(of: position.level) == (1, 1)
        else { return }
        let item = RecentAtlasItems.Item(source: AtlasKey.source(pass.collection.source), id: pass.item)
        if let picture {
            let hadThumbnail = atlas[pass.atlasKey]?.isUnconfirmed == true
            if atlas.note(picture, pass.atlasKey, of: item), hadThumbnail {
                pass.collection.rerank([pass.itemNumbers])
            }
        } else if let colour {
            atlas.note(colour: colour, pass.atlasKey, of: item)
        }
    }

    /// Whether a request waits or a pass runs; background work then leaves the processors alone.
    package var isBusy: Bool { state.withLock { $0.isBusy } }

    /// Returns the disk cache, but nil for drawn pictures: making their tiles is as quick as reading them.
    func disk(for pass: TilePass) -> DiskCache? {
        pass.isDrawn ? nil : disk
    }
}
