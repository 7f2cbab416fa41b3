// A chart as a collection: its items are slides, drawn when somebody looks at them.

import Tiling

/// A table of measurements whose items are the slides of a drawing.
///
/// How many slides there are depends on how the chart is drawn, so a plan has slides of its own; the collection's own
/// items are those of a standard drawing, with a pixel for each point. Slides of any drawing are found by their ids.
final class ChartCollection: Collection {
    /// The standard drawing's slides, in points.
    private static let standardSize = Size(width: 512, height: 512)

    let id: String
    let name: String
    let kind = CollectionKind.chart
    let source: String
    private let series: Series

    init(_ series: Series, id: String, name: String, source: String) {
        self.series = series
        self.id = id
        self.name = name
        self.source = source
    }

    /// Ends the reading of the file.
    func stop() { series.stop() }

    /// The points at this moment, and what is known of them.
    var current: (view: SeriesView, status: SeriesStatus) { (series.view, series.status) }

    // MARK: Slides of any drawing

    /// The slides of a run, and what they are called.
    func slides(_ run: Range<Int>, of key: SlideKey, _ view: SeriesView) -> (items: [ItemSummary], names: [String]) {
        guard let geometry = SlideGeometry(key, view) else { return ([], []) }
        return (run.map { Self.summary($0, geometry) }, run.map { Self.name(ofSlide: $0, geometry) })
    }

    /// The slide that an id stands for, in a drawing of the points there are now.
    private func geometry(ofItem id: String) -> SlideGeometry? {
        guard let key = SlideKey(id), let geometry = SlideGeometry(key, series.view),
            key.number < geometry.calculator.totalSlideNum
        else { return nil }
        return geometry
    }

    private static func summary(_ number: Int, _ geometry: SlideGeometry) -> ItemSummary {
        ItemSummary(
            id: geometry.key.slide(number).text, version: geometry.version(ofSlide: number),
            size: SlidesLayout(geometry.calculator).pixelSize(of: number, scale: geometry.key.scale), error: nil,
            format: .png)
    }

    private static func details(_ number: Int, _ geometry: SlideGeometry) -> ItemDetails {
        let summary = summary(number, geometry)
        let size = summary.size ?? PixelSize(width: 1, height: 1)
        return ItemDetails(
            index: number, id: summary.id, version: summary.version, name: name(ofSlide: number, geometry),
            width: size.width, height: size.height, isMeasured: true, orientation: 1, format: .png, byteCount: nil,
            modified: nil, error: nil)
    }

    /// From its first point to its last, as somebody would say it who cannot see it.
    private static func name(ofSlide number: Int, _ geometry: SlideGeometry) -> String {
        let points = geometry.points(ofSlide: number)
        guard let first = points.first, let last = points.last else { return "No values" }
        let names = PointNames(geometry.data.view)
        return first == last ? names[first] : "\(names[first]) – \(names[last])"
    }

    // MARK: The standard drawing

    /// Time has one direction.
    var orders: [ItemOrder.Key] { [] }

    private func standard(_ view: SeriesView) -> SlideGeometry? {
        let data = ChartData(view, isSpaced: true)
        let size = Self.standardSize
        let values = ValueRange.padded(
            data.extremes(in: 0..<view.count, hidden: 0), height: size.height, minimumSpacing: ChartPlan.labelSpacing.y)
        let parameters = ChartParameters()
        return SlideGeometry(
            SlideKey(
                lineGap: 1 / data.step, slideWidth: size.width, height: size.height, scale: 1,
                minimumValue: values.lowerBound, maximumValue: values.upperBound, viewportWidth: size.width,
                pointSize: 0, lineSize: parameters.lineSize, paddings: parameters.paddings, isSpaced: data.isSpaced,
                isDark: false, isDense: false, hidden: 0, number: 0),
            view)
    }

    var status: CollectionStatus {
        let (view, status) = current
        return CollectionStatus(
            count: view.count == 0 ? 0 : standard(view)?.calculator.totalSlideNum ?? 0, isComplete: status.isComplete,
            revision: max(1, status.revision))
    }

    func index(ofItem id: String) -> Int? { geometry(ofItem: id)?.key.number }

    func summaries(in range: Range<Int>) -> [ItemSummary] {
        let view = series.view
        guard view.count > 0, let geometry = standard(view) else { return [] }
        return range.clamped(to: 0..<geometry.calculator.totalSlideNum).map { Self.summary($0, geometry) }
    }

    func details(at index: Int) -> ItemDetails? {
        let view = series.view
        guard view.count > 0, let geometry = standard(view), (0..<geometry.calculator.totalSlideNum).contains(index)
        else { return nil }
        return Self.details(index, geometry)
    }

    func summary(ofItem id: String) -> ItemSummary? {
        geometry(ofItem: id).map { Self.summary($0.key.number, $0) }
    }

    func details(ofItem id: String) -> ItemDetails? {
        geometry(ofItem: id).map { Self.details($0.key.number, $0) }
    }

    @discardableResult
    func measure(_ indices: [Int]) -> [Int] { [] }

    // MARK: Pixels

    /// All of a slide as one PNG.
    func original(ofItem id: String) throws(ImageError) -> Original {
        guard let geometry = geometry(ofItem: id), let painter = SlidePainter(geometry.key, geometry.data.view),
            let size = Self.summary(geometry.key.number, geometry).size
        else { throw .unreadable("there is no slide '\(id)'") }
        let pixels = painter.picture(of: geometry.key.number, size: size)
        return .bytes(PNGEncoder.encode(pixels), .png)
    }

    /// The tiles of a slide that are wanted. Blocks for some milliseconds each.
    func draw(
        _ pass: TilePass, isWanted: (TilePosition) -> Bool, emit: (TilePosition, EncodedTile) -> Void
    ) throws(ImageError) {
        guard let key = SlideKey(pass.item), let painter = SlidePainter(key, series.view) else {
            throw .unreadable("there is no slide '\(pass.item)'")
        }
        let pyramid = Pyramid(pass.size)
        for level in pass.levels {
            guard level == 0 else { throw .unreadable("slides are drawn at one level, which is 0") }
            let counts = pyramid.tileCounts(of: level)
            for row in 0..<counts.rows {
                for column in 0..<counts.columns {
                    let position = TilePosition(level: level, column: column, row: row)
                    guard isWanted(position), let region = pyramid.region(level: level, column: column, row: row)
                    else { continue }
                    emit(position, painter.tile(region, ofSlide: key.number))
                }
            }
        }
    }
}
