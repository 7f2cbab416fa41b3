import Testing

@testable import Tiling

@Suite("Pictures smaller than their places")
struct SmallPictureTests {
    /// The frame of item 0 in a stack or strip of one picture, whole, in points at zoom scale 1.
    private static func shown(
        _ size: PixelSize, axis: Axis, breadth: Double, zoomScale: Double = 1
    ) -> (cell: Rect, picture: Rect) {
        var extents = ExtentTree()
        let fewest = LinearLayout.fewestPixels(breadth: breadth)
        extents.append(LinearLayout.length(of: size, along: axis, fewest: fewest))
        let layout = Layout.linear(
            LinearLayout(axis: axis, breadth: breadth, spacing: 4, extents: .measured(extents)))
        var request = Planner.Request(viewport: Size(width: breadth, height: breadth))
        (request.fit, request.greatestMagnification) = (.contain, Planner.greatestMagnification)
        request.zoomScale = zoomScale
        let cell = layout.frame(of: 0).scaled(by: zoomScale)
        return (cell, request.frame(of: size, in: cell))
    }

    @Test(
        "In a stack and a strip no pixel is larger than four points, and the whole picture is in the middle of its place",
        arguments: [320, 390, 700, 1200, 1920, 3840],
        [(16, 16), (1, 1), (40, 300), (299, 7), (300, 5), (420, 280), (1200, 900)])
    func isNotBlownUp(breadth: Int, sides: (Int, Int)) {
        for axis in [Axis.vertical, .horizontal] {
            let size = PixelSize(width: sides.0, height: sides.1)
            for zoomScale in [1, 3.0] {
                let (cell, picture) = Self.shown(
                    size, axis: axis, breadth: Double(breadth), zoomScale: zoomScale)
                let pixel = picture.width / Double(size.width)
                #expect(pixel <= 4.000_1 * zoomScale)
                // Lengths are stored in steps of 1/256 point, which count more in a broad column and as zoomed; a cell made
                // for its picture is filled.
                let step = Double(breadth) / 1024 / 256 * zoomScale
                #expect(
                    abs(picture.height - pixel * Double(size.height)) <= step
                        || abs(picture.width - picture.height / Double(size.height) * Double(size.width)) <= step)
                #expect(picture.width <= cell.width + 1e-9 && picture.height <= cell.height + 1e-9)
                #expect(abs(picture.midX - cell.midX) < 0.02 && abs(picture.midY - cell.midY) < 0.02)
                let across = axis == .vertical ? sides.0 : sides.1
                // A picture of a usual size fills the column as far as four points a pixel allow it.
                if across >= LinearLayout.fewestPixels(breadth: Double(breadth)) {
                    let filled = axis == .vertical ? picture.width : picture.height
                    let most = min(Double(breadth), 4 * Double(across)) * zoomScale
                    #expect(abs(filled - most) < 0.02)
                    // Rounded lengths leave no gap.
                    #expect(filled > most - 1e-9)
                }
                // Nothing is blank along the axis, however broad the column is.
                let (place, length) =
                    axis == .vertical ? (cell.height, picture.height) : (cell.width, picture.width)
                #expect(place - length <= step + 1e-9)
                if breadth > 1200 {
                    #expect(pixel >= min(3.2 * zoomScale, Double(breadth) / Double(across) * zoomScale) - 1e-6)
                }
            }
        }
    }

    @Test("In a low strip every picture is wide enough to be seen, and fills its height from 32 pixels on")
    func lowStrip() {
        for (size, cell) in [
            (PixelSize(width: 4, height: 4), 24.0), (PixelSize(width: 1, height: 1), 24),
            (PixelSize(width: 5, height: 300), 24), (PixelSize(width: 32, height: 32), 48),
            (PixelSize(width: 300, height: 200), 72),
        ] {
            let (place, picture) = Self.shown(size, axis: .horizontal, breadth: 48)
            #expect(abs(place.width - cell) < 0.02, "\(size)")
            #expect(picture.height <= 48 && picture.width <= place.width + 1e-9)
            #expect(abs(picture.midX - place.midX) < 0.02)
        }
        // A low column is as it was.
        #expect(Self.shown(PixelSize(width: 300, height: 5), axis: .vertical, breadth: 48).cell.height < 1)
    }

    @Test("Covering stops at the largest pixel, which grows with the zoom, but not below half of the cell")
    func coversUpTo() {
        var request = Planner.Request(viewport: Size(width: 100, height: 100))
        request.greatestMagnification = 4
        let cell = Rect(x: 10, y: 20, width: 160, height: 160)
        #expect(
            request.frame(of: PixelSize(width: 24, height: 24), in: cell) == Rect(x: 42, y: 52, width: 96, height: 96))
        #expect(
            request.frame(of: PixelSize(width: 4, height: 2), in: cell) == Rect(x: 50, y: 80, width: 80, height: 40))
        #expect(
            request.frame(of: PixelSize(width: 80, height: 100), in: cell)
                == Rect(x: 10, y: 0, width: 160, height: 200))
        request.zoomScale = 2
        #expect(
            request.frame(of: PixelSize(width: 16, height: 16), in: cell) == Rect(x: 26, y: 36, width: 128, height: 128)
        )
    }

    @Test("A picture does not move within its cell when the cell moves", arguments: [1.0, 1.25, 1.5, 2, 3])
    func doesNotTremble(scale: Double) throws {
        for (fit, size, cell) in [
            (Planner.Fit.contain, PixelSize(width: 16, height: 17), Size(width: 160.3, height: 160.3)),
            (.cover, PixelSize(width: 16, height: 300), Size(width: 199.75, height: 199.75)),
            (.cover, PixelSize(width: 1600, height: 1200), Size(width: 97.2, height: 97.2)),
        ] {
            var request = Planner.Request(viewport: Size(width: 400, height: 400))
            (request.fit, request.greatestMagnification, request.scale) = (fit, 4, scale)
            var places: Set<String> = []
            for step in 0..<40 {
                let moved = Rect(x: 0.4, y: Double(step) * 101.37, width: cell.width, height: cell.height)
                let bounds = Planner.snapped(moved, scale: scale)
                let painted = request.paintedFrame(of: size, in: moved, painted: bounds)
                let place = painted.relative(to: Point(x: bounds.minX, y: bounds.minY))
                places.insert("\((place.minX * 8).rounded()) \((place.minY * 8).rounded())")
                for edge in [painted.minX, painted.minY, painted.maxX, painted.maxY] {
                    #expect(abs(edge * scale - (edge * scale).rounded()) < 1e-6)
                }
                // Never a gap where the picture fills its cell.
                if fit == .cover, size.width >= 300 {
                    #expect(painted.minX <= bounds.minX && painted.maxX >= bounds.maxX - 1 / scale)
                    #expect(painted.minY <= bounds.minY && painted.maxY >= bounds.maxY - 1 / scale)
                }
            }
            #expect(places.count == 1, "\(places)")
        }
    }
}
