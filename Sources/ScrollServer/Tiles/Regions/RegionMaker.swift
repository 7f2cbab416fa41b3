// Makes images of parts of pictures from the tiles of the level that suffices.

import Catalog
import Imaging
import Metadata
import Pixels
import Platform
import Synchronization
import Tiling

/// Makes images of regions.
///
/// ```
///  image ─▶ level ─▶ its tiles, by the pipeline ─▶ rows, cropped ─▶ scaled ─▶ turned ─▶ encoded
/// ```
/// Only the tiles that the region touches are asked for, of the smallest level that has enough pixels. They come from
/// the pipeline with its caches; images themselves are not kept. An image that is one tile is that tile, without being
/// decoded. The images under way are admitted by their memory.
package final class RegionMaker: Sendable {
    package typealias Finish = TilePipeline.Finish

    /// The limits of the images that are made.
    package let limits: ImageLimits
    private let pipeline: TilePipeline
    private let pool: WorkerPool
    private let gate: MemoryGate

    /// The most pixels of an image, and the least that this is lowered to where memory is short.
    private static let (mostPixels, leastPixels) = (1 << 24, 1 << 20)
    /// The greatest side of an image: what a JPEG can have.
    private static let greatestSide = 65535
    /// An image's pixels, turned or prepared for the encoder, and encoded: bytes per pixel.
    private static let bytesPerPixel = 12
    /// A tile, encoded: as a JPEG, and as a PNG.
    private static let (bytesPerTile, bytesPerLosslessTile) = (128 << 10, 3 * Pyramid.tileSize * Pyramid.tileSize)
    /// The most pixels of a level from which one image is made.
    private static let sourcePixelLimit = 4 * mostPixels

    /// Makes the images with tiles of `pipeline`, on threads of `pool`; those under way take at most `byteLimit` bytes.
    package init(pipeline: TilePipeline, pool: WorkerPool, byteLimit: Int) {
        (self.pipeline, self.pool) = (pipeline, pool)
        gate = MemoryGate(byteLimit: byteLimit)
        limits = ImageLimits(
            side: Self.greatestSide,
            area: min(Self.mostPixels, max(Self.leastPixels, byteLimit / Self.bytesPerPixel)))
    }

    /// Makes an image; `finish` is called once, on any thread, unless the request is cancelled first.
    ///
    /// Never blocks: event loops may call it.
    package func request(
        _ image: RegionImage, of collection: any ItemCollection, _ item: ItemSummary, finish: @escaping Finish
    ) -> Cancellation {
        guard item.isDrawn else {
            return request(image, of: collection, item, maximumLevel: .max, finish: finish)
        }
        // Some drawings have no smaller levels.
        let chain = CancellationChain()
        let work = pool.submit { [self] in
            do throws(ImageError) {
                let content = try collection.content(ofItem: item.id, version: item.version)
                guard case .drawing(let drawing) = content else { throw .changed }
                chain.add(
                    request(image, of: collection, item, maximumLevel: drawing.maximumLevel, finish: finish))
            } catch {
                finish(.failure(error))
            }
        }
        guard let work else {
            finish(.failure(Self.stopping))
            return .none
        }
        chain.add(Cancellation { work.cancel() })
        return chain.cancellation
    }

    private static let stopping = ImageError.unavailable("the server is stopping")

    private func request(
        _ image: RegionImage, of collection: any ItemCollection, _ item: ItemSummary, maximumLevel: Int,
        finish: @escaping Finish
    ) -> Cancellation {
        guard let pyramid = item.pyramid else {
            finish(.failure(.changed))
            return .none
        }
        let region = LevelRegion(
            image.region, of: pyramid, size: image.size, maximumLevel: maximumLevel, pixelLimit: Self.sourcePixelLimit)
        guard let plain = TilePass(collection, item, level: region.level) else {
            finish(.failure(.unreadable("the server has no pixels of item '\(item.id)'")))
            return .none
        }
        // What is to lose nothing is not made of what has lost something.
        let pass = image.format == .jpeg ? plain : plain.lossless
        let composer = RegionComposer(image: image, region: region, source: pass.format)
        guard image.isPlain, region.isTile(of: pyramid) else {
            return compose(composer, pass, tile: nil, finish: finish)
        }
        let chain = CancellationChain()
        let take: Finish = { [self] result in
            if case .success(let tile) = result, tile.mediaType != image.format.mediaType {
                return chain.add(compose(composer, pass, tile: tile, finish: finish))
            }
            finish(result)
        }
        let position = TilePosition(
            level: region.level, column: region.columns.lowerBound, row: region.rows.lowerBound)
        if let tile = pipeline.cached(pass.key(position)) {
            take(.success(tile))
        } else {
            chain.add(pipeline.request(position, of: pass, finish: take))
        }
        return chain.cancellation
    }

    /// Fetches the tiles once there is memory for the image, then makes it; `tile` is the only one where it is known.
    private func compose(
        _ composer: RegionComposer, _ pass: TilePass, tile: EncodedTile?, finish: @escaping Finish
    ) -> Cancellation {
        let cost = byteEstimate(composer, pass)
        let chain = CancellationChain()
        let job = RegionJob(count: composer.positions.count) { [gate] result in
            gate.leave(cost)
            if let result { finish(result) }
        }
        chain.add(
            gate.enter(cost) { [self] in
                // From here on, cancelling ends the job, which leaves the gate.
                chain.add(Cancellation { job.cancel() })
                if let tile {
                    job.take(.success(tile), at: 0)
                    return make(composer, job)
                }
                for (index, position) in composer.positions.enumerated() {
                    let take: Finish = { [self] result in
                        if job.take(result, at: index) { make(composer, job) }
                    }
                    if let tile = pipeline.cached(pass.key(position)) {
                        take(.success(tile))
                    } else if !job.isOver {
                        chain.add(pipeline.request(position, of: pass, finish: take))
                    }
                }
            })
        return chain.cancellation
    }

    /// Makes an image of which all tiles are there, on a thread of the pool.
    private func make(_ composer: RegionComposer, _ job: RegionJob) {
        let work = pool.submit {
            guard let tiles = job.begin() else { return job.end(nil) }
            do throws(ImageError) {
                job.end(.success(try composer.image(of: tiles) { job.isCancelled }))
            } catch {
                job.end(job.isCancelled ? nil : .failure(error))
            }
        }
        if work == nil { job.end(.failure(Self.stopping)) }
    }

    private func byteEstimate(_ composer: RegionComposer, _ pass: TilePass) -> Int {
        let size = composer.image.size
        let tile = pass.isLossless ? Self.bytesPerLosslessTile : Self.bytesPerTile
        return size.width * size.height * Self.bytesPerPixel + composer.positions.count * tile
    }
}

/// The tiles that an image waits for; ends once.
///
/// Thread-safe.
private final class RegionJob: Sendable {
    private struct State {
        var tiles: [EncodedTile?]
        var missing: Int
        /// Whether a thread makes the image.
        var isMaking = false
        var isCancelled = false
        var isOver = false
    }

    private let state: Mutex<State>
    /// Called once with the result, nil for a cancelled job.
    private let finish: @Sendable (Result<EncodedTile, ImageError>?) -> Void

    init(count: Int, finish: @escaping @Sendable (Result<EncodedTile, ImageError>?) -> Void) {
        state = Mutex(State(tiles: [EncodedTile?](repeating: nil, count: count), missing: count))
        self.finish = finish
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Takes a tile, or ends the job with the reason that there is none.
    ///
    /// - Returns: whether all tiles are there now.
    @discardableResult
    func take(_ result: Result<EncodedTile, ImageError>, at index: Int) -> Bool {
        switch result {
        case .success(let tile):
            return state.withLock { state in
                guard !state.isOver, state.tiles[index] == nil else { return false }
                state.tiles[index] = tile
                state.missing -= 1
                return state.missing == 0
            }
        case .failure(let error):
            end(.failure(error))
            return false
        }
    }

    /// Returns the tiles for the thread that makes the image; nil for a job that is over or cancelled.
    func begin() -> [EncodedTile]? {
        state.withLock { state in
            guard !state.isOver, !state.isCancelled else { return nil }
            state.isMaking = true
            defer { state.tiles = [] }
            return state.tiles.compactMap(\.self)
        }
    }

    /// Ends a job that is not being made; one that is ends by itself soon.
    func cancel() {
        let isMaking = state.withLock { state in
            state.isCancelled = true
            return state.isMaking
        }
        if !isMaking { end(nil) }
    }

    func end(_ result: Result<EncodedTile, ImageError>?) {
        let isFirst = state.withLock { state in
            defer { (state.isOver, state.tiles) = (true, []) }
            return !state.isOver
        }
        if isFirst { finish(result) }
    }
}
