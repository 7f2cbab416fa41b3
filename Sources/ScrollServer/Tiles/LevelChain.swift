// The levels of a picture that are made from one decode.

import Imaging
import Metadata
import Pixels
import Tiling

/// The levels of one pass, each made from the next finer one.
struct LevelChain {
    /// The maximum bytes of one row of a level's tiles; of wider levels, only tiles near wanted ones are made.
    private static let bandByteCount = 16 << 20
    /// Of a level with a side below `thinSide` pixels and more tiles in a line, only tiles near wanted ones are made.
    ///
    /// A few bytes can claim tens of thousands, each of hardly any pixels.
    private static let (thinSide, thinTileCount) = (64, 1024)

    /// The first row that must be pushed.
    let firstRow: Int
    /// How often pushed rows are halved for the level of a line.
    private let reduction: Int
    private var scaler: RowScaler?
    /// nil for a level that is only an intermediate step to the wanted one.
    private var cutters: [LevelCutter?] = []
    /// `reducers[i]` turns the rows of `cutters[i]` into those of `cutters[i + 1]`.
    private var reducers: [HalvingReducer] = []
    private var scratch: [[UInt8]]

    /// Prepares the levels of a pass for rows of `decodedSize`, in pixels.
    ///
    /// `base` is the level of the pushed rows, at most the pass's first level, to which they are halved. If it is nil,
    /// they are scaled to the first level, which takes memory for each row. Of `selectiveLevels` only wanted tiles and
    /// `reach` on each side of them are made.
    init(
        _ pass: TilePass, orientation: Orientation, encoder: TileEncoder, decodedSize: PixelSize, format: PixelFormat,
        base: Int? = nil, selectiveLevels: Range<Int> = 0..<0, reach: Int = 2
    ) {
        let pyramid = pass.pyramid
        var size = decodedSize
        let cutter = { (level: Int) in
            let stored = orientation.oriented(pyramid.size(of: level))
            let isWide =
                min(stored.height, Pyramid.tileSize) * format.channelCount > Self.bandByteCount / max(1, stored.width)
            let counts = pyramid.tileCounts(of: level)
            let lineCount = max(counts.columns, counts.rows)
            let isThin = min(stored.width, stored.height) < Self.thinSide && lineCount > Self.thinTileCount
            return LevelCutter(
                pyramid, level: level, orientation: orientation, format: format, encoder: encoder, line: pass.line,
                reach: pass.export != nil
                    ? 0 : pass.line != nil || selectiveLevels.contains(level) || isWide || isThin ? reach : nil,
                pictureRequest: pass.pictureRequest)
        }
        if pass.line != nil {
            // One line of one level, made exactly as in a pass over the whole picture: from level 0, unless the file
            // has a smaller copy.
            let level = pass.levels.lowerBound
            let base = base ?? 0
            let last = cutter(level)
            reduction = level - base
            firstRow = (last.nextRows?.lowerBound ?? 0) << reduction
            for finer in base..<level {
                let stored = orientation.oriented(pyramid.size(of: finer))
                reducers.append(
                    HalvingReducer(
                        sourceWidth: stored.width, sourceHeight: stored.height, format: format,
                        firstRow: firstRow >> (finer - base)))
            }
            cutters = [LevelCutter?](repeating: nil, count: reduction) + [last]
            scratch = [[UInt8]](repeating: [], count: cutters.count)
            return
        }
        (firstRow, reduction) = (0, 0)
        let first = min(base ?? pass.levels.lowerBound, pass.levels.lowerBound)
        for level in first...pass.levels.upperBound {
            let stored = orientation.oriented(pyramid.size(of: level))
            if level == first {
                if stored != size {
                    scaler = RowScaler(
                        sourceWidth: size.width, sourceHeight: size.height, format: format,
                        targetWidth: stored.width, targetHeight: stored.height)
                }
            } else {
                reducers.append(HalvingReducer(sourceWidth: size.width, sourceHeight: size.height, format: format))
            }
            size = stored
            cutters.append(pass.levels.contains(level) ? cutter(level) : nil)
        }
        scratch = [[UInt8]](repeating: [], count: cutters.count)
    }

    /// Whether all tiles have been made.
    var isDone: Bool { cutters.allSatisfy { $0?.nextRows == nil } }

    /// Chooses the tiles of a line now instead of when its first row arrives.
    ///
    /// - Returns: the pushed columns that they need; other columns may contain anything.
    mutating func chooseColumns(for output: TileOutput) -> Range<Int> {
        guard let last = cutters.indices.last, let columns = cutters[last]?.chooseColumns(for: output) else {
            return 0..<Int.max
        }
        return columns.lowerBound << reduction..<columns.upperBound << reduction
    }

    /// Expects only some pushed columns of the line, among them those that were chosen.
    ///
    /// They begin at a multiple of 2 to the power of `reduction`, and end at one or with the picture.
    mutating func narrow(to columns: Range<Int>) {
        var columns = columns
        for index in reducers.indices {
            reducers[index] = reducers[index].narrowed(toWidth: columns.count)
            columns = columns.lowerBound / 2..<(columns.upperBound + 1) / 2
        }
        if let last = cutters.indices.last { cutters[last]?.narrow(to: columns) }
    }

    /// Takes whole rows, beginning with `firstRow`.
    mutating func push(_ rows: ArraySlice<UInt8>, to output: TileOutput) {
        guard scaler != nil else { return push(rows, into: 0, to: output) }
        var scaled: [UInt8] = []
        swap(&scaled, &scratch[0])
        scaled.removeAll(keepingCapacity: true)
        _ = scaler?.push(rows: rows.span, into: &scaled)
        push(scaled[...], into: 0, to: output)
        swap(&scaled, &scratch[0])
    }

    private mutating func push(_ rows: ArraySlice<UInt8>, into index: Int, to output: TileOutput) {
        guard !rows.isEmpty else { return }
        cutters[index]?.push(rows, to: output)
        guard index < reducers.count else { return }
        var halved: [UInt8] = []
        swap(&halved, &scratch[index + 1])
        halved.removeAll(keepingCapacity: true)
        _ = reducers[index].push(rows: rows.span, into: &halved)
        push(halved[...], into: index + 1, to: output)
        swap(&halved, &scratch[index + 1])
    }

    /// Fills the missing rows of a truncated file with one pixel; nil for gray, or transparent if the format has alpha.
    mutating func finish(with pixel: [UInt8]? = nil, to output: TileOutput) {
        for index in cutters.indices { cutters[index]?.finish(with: pixel, to: output) }
    }
}

/// Chains that take the same rows.
struct LevelChains {
    private var chains: [LevelChain]

    init(_ chains: [LevelChain]) { self.chains = chains }

    /// The first row that must be pushed; there are several chains only for whole pictures.
    var firstRow: Int { chains.map(\.firstRow).min() ?? 0 }

    /// Whether all tiles have been made.
    var isDone: Bool { chains.allSatisfy(\.isDone) }

    /// Takes whole rows, beginning with `firstRow`.
    mutating func push(_ rows: ArraySlice<UInt8>, to output: TileOutput) {
        for index in chains.indices where !chains[index].isDone { chains[index].push(rows, to: output) }
    }

    /// Fills the missing rows as `LevelChain.finish` does.
    mutating func finish(with pixel: [UInt8]? = nil, to output: TileOutput) {
        for index in chains.indices { chains[index].finish(with: pixel, to: output) }
    }
}
