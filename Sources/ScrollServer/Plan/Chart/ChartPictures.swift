// Pictures below a chart: those of another collection, at the times of its axis.

import Catalog
import Charts
import HTTP
import Platform
import Tiling

/// The pictures that lie below the view of a chart, in bins between round times, and the one nearest to the pointer.
///
/// A picture's time has no zone: it lies where the axis shows that time.
struct ChartPictures: Sendable {
    /// Which pictures are asked for.
    struct Choice: Sendable, Equatable {
        /// The id or the name of their collection.
        var collection: String
        /// The field with their times; nil for the usual one.
        var field: String?

        /// nil where none are asked for, or the name is empty.
        init?(_ parameters: Parameters) throws(Problem) {
            let field = try parameters.read(ChartPictures.timeField)
            let name = try parameters.read(ChartPictures.collection)
            guard field == nil || name != nil else {
                throw .badParameter(ChartPictures.timeField.name, "needs with, the collection that has the field")
            }
            guard let name, !name.isEmpty else { return nil }
            (collection, self.field) = (name, field)
        }
    }

    /// One picture.
    struct Picture: Sendable {
        /// In the collection's own order.
        var index: Int
        var item: ItemSummary
        var name: String
        /// Its time, as text.
        var time: String
        /// Where its time is on the axis, in points from the viewport's left edge.
        var x: Double
        /// Where it is painted, in points from the viewport's corner; at 0 for the one nearest to the pointer.
        var frame: Rect
        var url: String?
    }

    /// The pictures between two round times.
    struct Bin: Sendable {
        /// In points from the viewport's left edge.
        var x: Double
        var width: Double
        var from: String
        var to: String
        /// How many pictures there are.
        var count: Int
        /// The first of them, as many as there is room for.
        var pictures: [Picture]
    }

    /// The least width of a bin, and the side of a picture's square with the gap beside it, in points.
    static let pitch = 48.0
    private static let gap = 2.0
    /// From this height of the view on, two rows of pictures are below the chart.
    private static let tallHeight = 288.0
    /// The largest size of the picture nearest to the pointer, in points.
    private static let nearestSize = Size(width: 160, height: 120)

    /// The height of the pictures below a chart in a view of a height, in points.
    static func height(in height: Double) -> Double { Double(rowCount(in: height)) * pitch }

    private static func rowCount(in height: Double) -> Int { height >= tallHeight ? 2 : 1 }

    let collection: any ItemCollection
    /// The collection's revision.
    let revision: Int
    let field: String
    /// The top and the height of the pictures' strip, in points from the viewport's corner.
    let top: Double
    let height: Double
    /// How many pictures have a time, and how many have none.
    let count: Int
    let untimedCount: Int
    /// The bins with pictures in and near the viewport, from left to right.
    let bins: [Bin]
    /// How many pictures are in the bins that are in view.
    let seenCount: Int
    /// The picture nearest in time to the point whose values are read; nil without one.
    let nearest: Picture?

    /// Takes O(log n + bins).
    init(
        _ chart: ChartPlan, _ times: PictureTimes, _ items: any CollectionView, of collection: any ItemCollection,
        _ addresses: Addresses
    ) {
        let (width, offset) = (chart.request.viewport.width, chart.plan.contentOffset)
        let (height, top) = (chart.picturesHeight, chart.calculator.viewport.height - offset.y)
        (self.height, self.top) = (height, top)
        (self.collection, revision, field) = (collection, times.revision, times.field)
        (count, untimedCount) = (times.count, times.untimedCount)
        let lookup = Lookup(chart, times, items, of: collection, addresses)
        let rows = max(1, Int(clamping: (height / Self.pitch).rounded()))
        let left = max(offset.x - chart.request.overscan, 0)
        let right = min(offset.x + width + chart.request.overscan, chart.calculator.drawWidth)
        let edges = chart.timeEdges(from: left, to: right, spacing: Self.pitch)
        var bins: [Bin] = []
        for (from, to) in zip(edges, edges.dropFirst()) where to.x > left && from.x < right {
            let (first, end) = (times.place(atOrAfter: from.clock), times.place(atOrAfter: to.clock))
            let places = first..<max(first, end)
            guard !places.isEmpty else { continue }
            let (x, binWidth) = (from.x - offset.x, to.x - from.x)
            let columns = max(1, Int(clamping: (binWidth / Self.pitch).rounded(.down)))
            let pictures = places.prefix(columns * rows).enumerated().compactMap { number, place in
                // From left to right, and upwards from the ground.
                let cell = Rect(
                    x: x + Double(number % columns) * Self.pitch + Self.gap / 2,
                    y: top + height - Double(number / columns + 1) * Self.pitch + Self.gap / 2,
                    width: Self.pitch - Self.gap, height: Self.pitch - Self.gap)
                return lookup.picture(at: place, in: cell)
            }
            bins.append(
                Bin(
                    x: x, width: binWidth, from: Lookup.name(from.clock), to: Lookup.name(to.clock),
                    count: places.count, pictures: pictures))
        }
        self.bins = bins
        seenCount = bins.reduce(0) { $0 + ($1.x < width && $1.x + $1.width > 0 ? $1.count : 0) }
        let pointed = chart.pointer.flatMap { times.place(nearest: chart.clock(at: chart.data.view.x(at: $0))) }
        nearest = pointed.flatMap {
            lookup.picture(at: $0, in: Rect(x: 0, y: 0, width: Self.nearestSize.width, height: Self.nearestSize.height))
        }
    }

    /// The pictures whose headers have not been read, and which therefore have no address yet.
    var unmeasured: [String] {
        (bins.flatMap(\.pictures) + [nearest].compactMap(\.self)).lazy.map(\.item).filter {
            $0.size == nil && $0.error == nil
        }.map(\.id)
    }

    /// Looks up what is shown of a picture.
    private struct Lookup {
        let chart: ChartPlan
        let times: PictureTimes
        let items: any CollectionView
        let collection: any ItemCollection
        let addresses: Addresses

        init(
            _ chart: ChartPlan, _ times: PictureTimes, _ items: any CollectionView,
            of collection: any ItemCollection, _ addresses: Addresses
        ) {
            (self.chart, self.times, self.items) = (chart, times, items)
            (self.collection, self.addresses) = (collection, addresses)
        }

        static func name(_ clock: Double) -> String { TimeTicks.name(of: clock) ?? PointNames.text(clock) }

        /// The picture at a place in the order of time, as large as its proportions allow within a cell.
        func picture(at place: Int, in cell: Rect) -> Picture? {
            let (seconds, index) = times[place]
            guard let item = items.summary(at: index) else { return nil }
            let side = max(cell.width, cell.height)
            let pixels = Int(clamping: (side * chart.key.scale).rounded(.up))
            // Of a picture whose size is not known, the first tile may be a part.
            let url =
                item.size == nil
                ? nil : addresses.preview(item, of: collection.id, side: min(max(pixels, 16), Addresses.previewSide))
            return Picture(
                index: index, item: item, name: items.details(at: index)?.name ?? item.id,
                time: Self.name(seconds), x: chart.x(ofClock: seconds) - chart.plan.contentOffset.x,
                frame: Self.frame(of: item.size, in: cell), url: url)
        }

        private static func frame(of size: PixelSize?, in cell: Rect) -> Rect {
            guard let size, size.width > 0, size.height > 0 else { return cell }
            let (width, height) = (Double(size.width), Double(size.height))
            let scale = min(cell.width / width, cell.height / height)
            return Rect(
                x: cell.x + (cell.width - width * scale) / 2, y: cell.y + (cell.height - height * scale) / 2,
                width: max(1, width * scale), height: max(1, height * scale))
        }
    }
}

extension ChartPlan {
    /// A round time on the axis.
    struct TimeEdge {
        /// In points from the start of the content.
        var x: Double
        /// Seconds since 1970 on the clock of the axis.
        var clock: Double
    }

    /// What clocks of the axis show at a moment of the table, both in seconds since 1970.
    func clock(at moment: Double) -> Double { moment + zone.offset(at: moment) }

    /// The x in the content, in points, at which the axis shows a time.
    func x(ofClock clock: Double) -> Double {
        let moment = clock - zone.offset(at: clock - zone.offset(at: clock))
        return calculator.x(ofUnit: data.unit(ofX: moment))
    }

    /// Round times from before an x to behind another one, both in points from the start of the content.
    ///
    /// Their distance depends only on the scale. Where points are at equal distances, these are the times of points.
    fileprivate func timeEdges(from left: Double, to right: Double, spacing: Double) -> [TimeEdge] {
        guard data.view.xKind == .time, data.view.count > 0, left <= right else { return [] }
        // Ticks are at most some four times as far apart as asked for.
        let margin = 6 * spacing
        guard case .dated = data.axis else {
            let last = data.view.count - 1
            let ticks = calculator.xTicks(from: left - margin, to: right + margin, minimumSpacing: spacing)
            var points = ticks.map { Int(clamping: $0.tick.value) }.filter { (0..<last).contains($0) }
            // Behind the last tick the last point ends a bin, and belongs to it.
            if calculator.x(ofUnit: Double(last)) <= right + margin { points.append(last) }
            return points.map { point in
                let clock = clock(at: data.view.x(at: point))
                return TimeEdge(
                    x: calculator.x(ofUnit: Double(point)), clock: point == last ? clock.nextUp : clock)
            }
        }
        func moment(_ x: Double) -> Double { data.axis.x(ofUnit: calculator.unit(atX: x)) }
        let ticks = TimeTicks.ticks(
            from: moment(left - margin), to: moment(right + margin),
            pointsPerSecond: calculator.lineGapSize / SlideAxis.day, minimumSpacing: spacing, offset: zone.offset(at:))
        return ticks.map {
            TimeEdge(x: calculator.x(ofUnit: data.axis.unit(of: $0.value)), clock: clock(at: $0.value))
        }
    }
}

extension JSONWriter {
    /// The member `pictures` of a chart.
    mutating func write(_ pictures: ChartPictures) {
        object("pictures") { json in
            json.member("collection", pictures.collection.id)
            json.member("name", pictures.collection.name)
            json.member("field", pictures.field)
            json.member("top", pictures.top)
            json.member("height", pictures.height)
            json.member("total", pictures.count)
            json.member("untimed", pictures.untimedCount)
            json.member("seen", pictures.seenCount)
            json.objects("bins", of: pictures.bins) { json, bin in
                json.member("x", bin.x)
                json.member("width", bin.width)
                json.member("from", bin.from)
                json.member("to", bin.to)
                json.member("count", bin.count)
                json.objects("pictures", of: bin.pictures) { $0.write($1) }
            }
            if let nearest = pictures.nearest { json.object("nearest") { $0.write(nearest) } }
        }
    }

    private mutating func write(_ picture: ChartPictures.Picture) {
        member("index", picture.index)
        member("item", picture.item.id)
        member("name", picture.name)
        member("time", picture.time)
        member("at", min(max(picture.x, -1e6), 1e6))
        write(picture.frame)
        if let url = picture.url { member("url", url) }
    }
}
