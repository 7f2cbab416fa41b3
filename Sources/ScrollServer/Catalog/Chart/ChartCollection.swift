// A chart as a collection: its items are slides, drawn on demand.

import Charts
import Dispatch
import Pixels
import Tiling

/// A table of measurements, whose items are the slides of a drawing of it.
///
/// The number of slides depends on how the chart is drawn, so a plan counts the slides of its own drawing. The
/// collection's items are the slides of the standard drawing. An id finds a slide of any drawing.
package final class ChartCollection: ItemCollection {
    package let id: String
    package let name: String
    package let kind = CollectionKind.chart
    package let source: String
    package let notice: String?
    package let marks: ChartMarks?
    package let picturesBelow: String?
    /// How long a request for a slide waits for a table that is being read again, in milliseconds.
    private static let longestWait = 3000
    private let measurements: Series
    private let choices: ChartChoices

    /// Shows a series; `open` opens its table under a reader's choice of columns, and is nil where the table is not a
    /// file.
    ///
    /// `notice` is for viewers, a sentence without its full stop. `picturesBelow` is the id of the collection whose pictures
    /// are below the chart when it is opened.
    package init(
        _ series: Series, id: String, name: String, source: String, notice: String? = nil,
        marks: ChartMarks? = nil, picturesBelow: String? = nil,
        open: (@Sendable (SeriesChoice) throws(SeriesError) -> Series)? = nil
    ) {
        measurements = series
        choices = ChartChoices(open)
        (self.notice, self.marks, self.picturesBelow) = (notice, marks, picturesBelow)
        self.id = id
        self.name = name
        self.source = source
    }

    /// Stops reading the file.
    package func stop() {
        measurements.stop()
        choices.stop()
    }

    package var series: Series? { measurements }

    package func openedSeries(_ choice: SeriesChoice) -> Series? {
        choice.isEmpty ? measurements : choices.opened(choice.token)
    }

    package func openSeries(_ choice: SeriesChoice) throws(SeriesError) -> Series? {
        try choices.series(choice, of: measurements)
    }

    package var choiceRevision: Int { choices.revision + (marks?.revision ?? 0) }

    package var layouts: [LayoutKind] { [.slides] }
    /// None: slides are always in the order of time.
    package var orders: [ItemOrder.Key] { [] }

    // MARK: The standard drawing

    package var status: CollectionStatus {
        let (view, status) = (measurements.view, measurements.status)
        return CollectionStatus(
            count: SlideGeometry.standard(view)?.calculator.totalSlideNum ?? 0, isComplete: status.isComplete,
            revision: max(1, status.revision + choiceRevision))
    }

    package func summaries(in range: Range<Int>) -> [ItemSummary] {
        guard let geometry = SlideGeometry.standard(measurements.view) else { return [] }
        return range.clamped(to: 0..<geometry.calculator.totalSlideNum).map { ItemSummary(geometry.slide($0)) }
    }

    package func details(at index: Int) -> ItemDetails? {
        guard let geometry = SlideGeometry.standard(measurements.view),
            (0..<geometry.calculator.totalSlideNum).contains(index)
        else { return nil }
        return ItemDetails(geometry.slide(index))
    }

    @discardableResult
    package func measure(_ indices: [Int]) -> [Int] { [] }

    // MARK: Slides of any drawing

    /// Whether rows are still being read, so that more slides may appear.
    package var isScanning: Bool { !measurements.status.isComplete || choices.isReading }

    package func needsLoading(item id: String) -> Bool {
        guard let key = SlideKey(id), !key.choice.isEmpty else { return false }
        return choices.opened(key.choice) == nil && SeriesChoice(token: key.choice) != nil
    }

    package func open(item id: String) {
        guard let key = SlideKey(id), let choice = SeriesChoice(token: key.choice) else { return }
        // A choice that the table does not allow, or no longer allows, has no slides.
        guard let series = try? choices.series(choice, of: measurements) else { return }
        // Wait for more rows: a slide drawn now would lack most of its content.
        let pause = DispatchSemaphore(value: 0)
        for _ in 0..<Self.longestWait / 5 where !series.status.isComplete {
            _ = pause.wait(timeout: .now() + .milliseconds(5))
        }
    }

    /// The slide's drawing; nil where the id names no slide, or the slide's choice of columns is not open.
    private func geometry(ofItem id: String) -> SlideGeometry? {
        guard let key = SlideKey(id) else { return nil }
        let series = key.choice.isEmpty ? measurements : choices.opened(key.choice)
        return series.flatMap { SlideGeometry.geometry(ofSlide: id, $0.view) }
    }

    package func index(ofItem id: String) -> Int? { geometry(ofItem: id)?.key.number }

    package func summary(ofItem id: String) -> ItemSummary? {
        geometry(ofItem: id).map { ItemSummary($0.slide($0.key.number)) }
    }

    package func details(ofItem id: String) -> ItemDetails? {
        geometry(ofItem: id).map { ItemDetails($0.slide($0.key.number)) }
    }

    /// Draws the whole slide as one PNG, at a cost proportional to its pixels.
    package func original(ofItem id: String) throws(ImageError) -> Original {
        let drawing = try drawing(ofItem: id)
        let bytes = drawing.png
        guard drawing.isSound else { throw SlideTiles.damaged }
        return .bytes(bytes, .png)
    }

    package func content(ofItem id: String, version: String) throws(ImageError) -> ItemContent {
        let drawing = try drawing(ofItem: id)
        // More rows may have been read since.
        guard drawing.slide.version == version else { throw .changed }
        return .drawing(drawing)
    }

    private func drawing(ofItem id: String) throws(ImageError) -> SlideTiles {
        guard let geometry = geometry(ofItem: id), let painter = SlidePainter(geometry.key, geometry.data.view) else {
            throw .unreadable("there is no slide '\(id)'")
        }
        return SlideTiles(painter: painter, slide: geometry.slide(geometry.key.number))
    }
}

/// The tiles of one slide, at level 0 only: a smaller chart is another drawing.
private struct SlideTiles: ItemDrawing {
    static let damaged = ImageError.unavailable("what was kept of the table is damaged; it is read anew")
    let painter: SlidePainter
    let slide: Slide

    var size: PixelSize { slide.size }
    var maximumLevel: Int { 0 }
    var isSound: Bool { painter.isSound }

    func tile(_ region: PixelRect, level: Int) -> EncodedTile { painter.tile(region, ofSlide: slide.key.number) }

    var png: [UInt8] { PNGEncoder.encode(painter.picture(of: slide.key.number, size: slide.size)) }
}

extension ItemSummary {
    package init(_ slide: Slide) {
        self.init(id: slide.key.text, version: slide.version, size: slide.size, error: nil, format: .png, isDrawn: true)
    }
}

extension ItemDetails {
    init(_ slide: Slide) {
        self.init(
            index: slide.key.number, id: slide.key.text, version: slide.version, name: slide.name,
            width: slide.size.width, height: slide.size.height, isMeasured: true, orientation: 1, format: .png,
            byteCount: nil, modified: nil, error: nil)
    }
}
