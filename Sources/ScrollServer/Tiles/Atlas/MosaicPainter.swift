// Paints one tile of a mosaic.

import Tiling

/// Where the cells of a mosaic have their colours from.
enum MosaicSource {
    case lights(MosaicLights, Atlas)
    /// From a function of the index, 0xRRGGBB.
    case computed((Int) -> UInt32)
}

/// The pixels of a tile, cells on whole pixels from two pixels a side on. Gaps are transparent.
struct MosaicPainter {
    /// Cells of fewer pixels a side are averaged over the pixels; larger ones are pictures on whole pixels.
    static let pictureSide = 2.0
    /// The most items of computed colours that are looked at for a side of a pixel.
    private static let samplesPerPixel = 2

    let scene: MosaicScene
    let source: MosaicSource
    /// Is told of a picture that is not what was written: its index, and its place in the atlas.
    let lose: (Int, UInt32) -> Void

    /// - Parameter ground: what is seen where there is no cell, 0xRRGGBB; nil for nothing.
    /// - Returns: the tile, in `rgb` where no pixel is transparent, else in `rgba`.
    func paint(on ground: UInt32? = nil) -> PixelBuffer {
        let (width, height) = (scene.size.width, scene.size.height)
        var canvas = MosaicCanvas(width: width, height: height)
        guard scene.pitch > 0, scene.side > 0, scene.pitch.isFinite, scene.side.isFinite else {
            return canvas.buffer(on: ground)
        }
        if scene.side < Self.pictureSide {
            paintLight(into: &canvas)
        } else {
            // What cannot be read turns out as it is read: then once more, each picture compared with its checksum.
            if paintPictures(into: &canvas) {
                canvas = MosaicCanvas(width: width, height: height)
                _ = paintPictures(into: &canvas)
            }
        }
        return canvas.buffer(on: ground)
    }

    // MARK: Small cells

    private func paintLight(into canvas: inout MosaicCanvas) {
        switch source {
        case .lights(let lights, _):
            var painter = MosaicLightPainter(scene)
            painter.paint(add: { Self.add(lights, $0, $1, $2) }, emit: { canvas.set(row: $0, $1) })
        case .computed(let colour): paintSamples(of: colour, into: &canvas)
        }
    }

    /// Paints cells of which there are at most two by two in a pixel: each is that of the first item in its place, so that a
    /// pixel is the average of four items spread evenly over those that it covers. Larger cells are painted all.
    private func paintSamples(of colour: (Int) -> UInt32, into canvas: inout MosaicCanvas) {
        let step = Int(
            min(max(1, (1 / (scene.pitch * Double(Self.samplesPerPixel))).rounded(.down)), 1e6))
        var sampled = scene
        (sampled.side, sampled.pitch) = (scene.side * Double(step), scene.pitch * Double(step))
        let rows = stride(from: 0, to: scene.rows.count, by: step).map { scene.rows[$0] }
        // The samples of a row, numbered from that row's number times this.
        let rowCount = 1 << 40
        sampled.rows = rows.enumerated().map { number, row in
            let count = (row.items.count + step - 1) / step
            return MosaicRow(items: number * rowCount..<number * rowCount + count, x: row.x, y: row.y)
        }
        var painter = MosaicLightPainter(sampled)
        painter.paint(
            add: { samples, weight, sums in
                let first = rows[samples.lowerBound / rowCount].items.lowerBound
                for (place, sample) in samples.enumerated() {
                    let light = MosaicLights.light(of: colour(first + sample % rowCount * step))
                    sums[place] &+= SIMD4<UInt32>(truncatingIfNeeded: light) &* UInt32(weight)
                }
            }, emit: { canvas.set(row: $0, $1) })
    }

    /// Adds the lights of items. Bounds: `sums` has room for all of `items`.
    private static func add(
        _ cells: MosaicLights, _ items: Range<Int>, _ weight: UInt16,
        _ sums: UnsafeMutablePointer<SIMD4<UInt32>>
    ) {
        let weight = SIMD4<UInt32>(repeating: UInt32(weight))
        var rest = items.clamped(to: 0..<cells.count)
        let base = sums - items.lowerBound
        while !rest.isEmpty {
            let start = rest.lowerBound / MosaicLights.blockCount * MosaicLights.blockCount
            let part = rest.clamped(to: start..<start + MosaicLights.blockCount)
            cells.blocks[rest.lowerBound / MosaicLights.blockCount].lights.withUnsafeBufferPointer {
                lights in
                for item in part {
                    base[item] &+= SIMD4<UInt32>(truncatingIfNeeded: lights[item &- start]) &* weight
                }
            }
            rest = part.upperBound..<rest.upperBound
        }
    }

    // MARK: Pictures

    /// - Returns: whether some of what was painted could not be read.
    private func paintPictures(into canvas: inout MosaicCanvas) -> Bool {
        let longest = Int(scene.side.rounded(.up))
        let level = [2, 4, 8].first { $0 >= longest } ?? TinyPicture.side
        var pictures = MosaicPictures(side: level)
        if case .lights(_, let atlas) = source { pictures.use(atlas) }
        for row in scene.rows {
            let (top, bottom) = (edge(row.y), edge(row.y + scene.side))
            guard bottom > 0, top < scene.size.height, bottom > top else { continue }
            let first = max(0, Int(((-row.x - scene.side) / scene.pitch).rounded(.down)))
            for item in row.items.dropFirst(first) {
                let x = row.x + Double(item &- row.items.lowerBound) * scene.pitch
                let (left, right) = (edge(x), edge(x + scene.side))
                if left >= scene.size.width { break }
                guard right > 0, right > left else { continue }
                let frame = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
                switch source {
                case .computed(let colour): canvas.fill(frame, colour(item))
                case .lights(let lights, _):
                    guard let place = lights.place(of: item), place < MosaicLights.unread else {
                        canvas.fill(frame, lights.light(of: item))
                        continue
                    }
                    switch pictures.draw(place, frame, into: &canvas) {
                    case .drawn: break
                    case .absent: canvas.fill(frame, lights.light(of: item))
                    case .damaged:
                        lose(item, place)
                        canvas.fill(frame, MosaicLights.neutral)
                    }
                }
            }
        }
        return pictures.dropDamaged()
    }

    /// The nearest pixel's edge. One that two cells share may be computed in two ways, so that it is in the middle of a pixel
    /// in one of them and just before it in the other: both are the same edge.
    private func edge(_ place: Double) -> Int { Int((min(max(place, -1e6), 1e6) + 1e-6).rounded()) }
}
