// What is selected in a plan, and as JSON.

import Catalog
import Platform
import Tiling

extension PictureDraft {
    /// The most runs of selected cells in a plan.
    private static let mostSelectedRuns = 2000

    /// The frames of a mosaic's selected cells, in runs of a row, in points from the viewport's corner.
    ///
    /// Such cells have no tiles of their own to mark. About those nearest the centre come first: rows of `visible` are
    /// looked at from there on, until there are enough runs. O(visible cells).
    func selectedCells(in visible: Range<Int>, at offset: Point) -> [Rect] {
        let viewport = Rect(x: 0, y: 0, width: request.viewport.width, height: request.viewport.height)
        let origin = planner.layoutPoint(offset, for: request)
        func frame(_ index: Int) -> Rect {
            layout.frame(of: index).scaled(by: request.zoomScale).relative(to: origin)
        }
        func distance(_ frame: Rect) -> Double {
            let (x, y) = (frame.midX - viewport.midX, frame.midY - viewport.midY)
            return x * x + y * y
        }
        let rows = layout.gridRows(of: visible).filter { !$0.isEmpty }
            .map { (items: $0, distance: abs(frame($0.lowerBound).midY - viewport.midY)) }
            .sorted { $0.distance < $1.distance }
        var frames: [Rect] = []
        for row in rows where frames.count < Self.mostSelectedRuns {
            for run in shown.selectedRuns(in: row.items) {
                let (first, last) = (frame(run.lowerBound), frame(run.upperBound - 1))
                let cells = Rect(minX: first.minX, minY: first.minY, maxX: last.maxX, maxY: last.maxY)
                if cells.intersects(viewport) { frames.append(cells) }
            }
        }
        return Array(frames.sorted { distance($0) < distance($1) }.prefix(Self.mostSelectedRuns))
    }
}

extension JSONWriter {
    /// The members `selection` and, of a mosaic, `selectedCells`.
    mutating func write(_ selection: SelectionStatus, _ scene: PlanScene) {
        object("selection") { $0.writeMembers(of: selection) }
        guard scene.mosaic != nil else { return }
        objects("selectedCells", of: scene.selectedCells) { $0.write($1) }
    }

    /// The members of a selection, with the number of all items where it is given.
    mutating func writeMembers(of selection: SelectionStatus, among count: Int? = nil) {
        member("count", selection.count)
        if let count { member("of", count) }
        if let byteCount = selection.byteCount { member("bytes", byteCount) }
        member("revision", selection.revision)
    }
}
