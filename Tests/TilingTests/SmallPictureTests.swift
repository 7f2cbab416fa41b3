import Testing
import Tiling

@Suite("Pictures smaller than their places")
struct SmallPictureTests {
    /// The frame of item 0 in a stack or strip of one picture, whole, in points at zoom scale 1.
    private static func shown(
        _ size: PixelSize, axis: Axis, breadth: Double, zoomScale: Double = 1
    ) -> (cell: Rect, picture: Rect) {
        var extents = ExtentTree()
        extents.append(LinearLayout.length(of: size, along: axis))
        let layout = Layout.linear(
            LinearLayout(axis: axis, breadth: breadth, spacing: 4, extents: .measured(extents)))
        var request = Planner.Request(viewport: Size(width: breadth, height: breadth))
        (request.fit, request.greatestMagnification) = (.contain, LinearLayout.greatestMagnification)
        request.zoomScale = zoomScale
        let cell = layout.frame(of: 0).scaled(by: zoomScale)
        return (cell, request.frame(of: size, in: cell))
    }

    @Test(
        "In a stack and a strip no pixel is larger than four points, and the whole picture is in the middle of its place",
        arguments: [320, 390, 700, 1200, 1920, 3840], [(16, 16), (1, 1), (40, 300), (299, 7), (300, 5), (1200, 900)])
    func isNotBlownUp(breadth: Int, sides: (Int, Int)) {
        for axis in [Axis.vertical, .horizontal] {
            let size = PixelSize(width: sides.0, height: sides.1)
            for zoomScale in [1, 3.0] {
                let (cell, picture) = Self.shown(
                    size, axis: axis, breadth: Double(breadth), zoomScale: zoomScale)
                let pixel = picture.width / Double(size.width)
                #expect(pixel <= 4.000_1 * zoomScale)
                #expect(abs(picture.height / Double(size.height) - pixel) < 1e-6 * pixel)
                // Lengths are stored in steps of 1/256 point.
                #expect(picture.width <= cell.width + 0.02 && picture.height <= cell.height + 0.02)
                #expect(abs(picture.midX - cell.midX) < 0.02 && abs(picture.midY - cell.midY) < 0.02)
                let across = axis == .vertical ? sides.0 : sides.1
                // A picture of a usual size fills the column as far as four points a pixel allow it.
                if across >= LinearLayout.fewestPixels {
                    let filled = axis == .vertical ? picture.width : picture.height
                    let most = min(Double(breadth), 4 * Double(across)) * zoomScale
                    #expect(abs(filled - most) < 0.02 * most)
                }
            }
        }
    }

    @Test("Covering stops at the largest pixel, which grows with the zoom")
    func coversUpTo() {
        var request = Planner.Request(viewport: Size(width: 100, height: 100))
        request.greatestMagnification = 4
        let cell = Rect(x: 10, y: 20, width: 160, height: 160)
        #expect(
            request.frame(of: PixelSize(width: 16, height: 16), in: cell) == Rect(x: 58, y: 68, width: 64, height: 64))
        #expect(
            request.frame(of: PixelSize(width: 80, height: 100), in: cell)
                == Rect(x: 10, y: 0, width: 160, height: 200))
        request.zoomScale = 2
        #expect(
            request.frame(of: PixelSize(width: 16, height: 16), in: cell) == Rect(x: 26, y: 36, width: 128, height: 128)
        )
    }
}
