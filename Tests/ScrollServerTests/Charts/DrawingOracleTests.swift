// Pictures beside those of Anti-Grain Geometry (in matplotlib) and cairo.
import Foundation
import Testing
import Tiling

@testable import Charts

@Suite struct DrawingOracleTests {
    private static let side = 96

    /// Draws shapes given as lines of text, `kind width x y x y …`, white on black, and writes the coverage of each.
    private static let program = """
        import sys
        import numpy
        side = \(side)
        shapes = [(f[0], float(f[1]), [(float(x), float(y)) for x, y in zip(f[2::2], f[3::2])])
                  for f in (line.split() for line in sys.stdin.read().splitlines())]
        def fine(kind, width, points):
            # Agg's own curves and arcs are coarser than either ours or cairo's.
            if kind == 'disc':
                angles = numpy.linspace(0, 2 * numpy.pi, 361)
                return [(points[0][0] + width / 2 * numpy.cos(a), points[0][1] + width / 2 * numpy.sin(a)) for a in angles]
            if kind != 'curve': return points
            result = [points[0]]
            for i in range(1, len(points), 3):
                a, b, c, d = (numpy.array(p) for p in (result[-1], *points[i:i + 3]))
                for t in numpy.linspace(0, 1, 101)[1:]:
                    s = 1 - t
                    result.append(tuple(a * s ** 3 + 3 * b * s * s * t + 3 * c * s * t * t + d * t ** 3))
            return result
        def agg(kind, width, points):
            import matplotlib
            matplotlib.rcParams['path.simplify'] = False
            from matplotlib.backends.backend_agg import RendererAgg
            from matplotlib.path import Path
            from matplotlib.transforms import Affine2D
            renderer = RendererAgg(side, side, 72)
            gc = renderer.new_gc()
            gc.set_foreground((1, 1, 1, 1))
            gc.set_antialiased(True)
            gc.set_snap(False)
            gc.set_linewidth(width)
            gc.set_joinstyle('round')
            gc.set_capstyle('round')
            flip = Affine2D().scale(1, -1).translate(0, side)
            if kind in ('area', 'disc'): gc.set_linewidth(0)
            filling = (1, 1, 1, 1) if kind in ('area', 'disc') else None
            renderer.draw_path(gc, Path(fine(kind, width, points)), flip, filling)
            return numpy.asarray(renderer.buffer_rgba())[:, :, 3]
        def cairo(kind, width, points):
            import cairo
            surface = cairo.ImageSurface(cairo.FORMAT_A8, side, side)
            context = cairo.Context(surface)
            context.set_antialias(cairo.ANTIALIAS_BEST)
            context.set_tolerance(0.01)
            context.set_line_width(width)
            context.set_line_cap(cairo.LINE_CAP_ROUND)
            context.set_line_join(cairo.LINE_JOIN_ROUND)
            context.move_to(*points[0])
            if kind == 'curve':
                for i in range(1, len(points), 3):
                    context.curve_to(*points[i], *points[i + 1], *points[i + 2])
            elif kind == 'disc':
                context.new_path()
                context.arc(*points[0], width / 2, 0, 7)
            else:
                for point in points[1:]: context.line_to(*point)
            if kind in ('area', 'disc'): context.fill()
            else: context.stroke()
            surface.flush()
            return numpy.frombuffer(surface.get_data(), numpy.uint8).reshape(side, surface.get_stride())[:, :side]
        for shape in shapes:
            sys.stdout.buffer.write(numpy.ascontiguousarray(PEER(*shape)).tobytes())
        """

    private struct Shape {
        var name: String
        var kind: String
        var width: Double
        var points: [Point]
        /// As our own line.
        var line: DrawnLine
    }

    /// Lines, curves, an area and a disc, at the widths of a line of 2 points at device pixel ratios 1 to 3.
    private static let shapes: [Shape] = {
        var noise = RepeatableNoise(seed: 2)
        func walk(_ count: Int, _ step: Double) -> [Point] {
            (0..<count).map { Point(x: 8 + Double($0) * step, y: .random(in: 12...84, using: &noise)) }
        }
        var shapes: [Shape] = []
        for width in [1.0, 2, 3, 4, 6] {
            for points in [walk(2, 70), walk(6, 15), walk(40, 2)] {
                shapes.append(
                    Shape(
                        name: "line of \(points.count), \(width) wide", kind: "line", width: width, points: points,
                        line: DrawnLine(number: 0, width: width, geometry: .polyline([points]))))
            }
            let path = DrawnShapes.curve(through: walk(5, 19))
            shapes.append(
                Shape(
                    name: "curve, \(width) wide", kind: "curve", width: width,
                    points: [path.start] + path.segments.flatMap { [$0.control1, $0.control2, $0.end] },
                    line: DrawnLine(number: 0, width: width, geometry: .curve([path]))))
        }
        for count in [2, 5, 30] {
            let points = walk(count, 80 / Double(count))
            let last = points.last?.x ?? 0
            shapes.append(
                Shape(
                    name: "area under \(count)", kind: "area", width: 0,
                    points: points + [Point(x: last, y: 90.25), Point(x: 8, y: 90.25), points[0]],
                    line: DrawnLine(
                        number: 0, width: 0, area: DrawnLine.Area(baseline: 90.25, opacity: 1),
                        geometry: .polyline([points]))))
        }
        for diameter in [4.0, 7.5, 12, 40] {
            let center = Point(x: 47.3, y: 50.8)
            shapes.append(
                Shape(
                    name: "disc of \(diameter)", kind: "disc", width: diameter, points: [center],
                    line: DrawnLine(number: 0, width: 0, pointSize: diameter, geometry: .polyline([[center]]))))
        }
        return shapes
    }()

    /// How far two pictures of a shape are apart, over the pixels that either of them inks.
    private struct Difference {
        var shape: Shape
        /// Of 255, as the next.
        var mean: Double
        var greatest: Int
        /// The share of pixels that differ by more than a tenth.
        var farShare: Double
    }

    private func differences(from peer: String) throws -> [Difference] {
        let region = PixelRect(x: 0, y: 0, width: Self.side, height: Self.side)
        let text = Self.shapes.map { shape in
            let numbers = shape.points.flatMap { [$0.x, $0.y] }.map { "\($0)" }
            return "\(shape.kind) \(shape.width) " + numbers.joined(separator: " ")
        }.joined(separator: "\n")
        let program = Self.program.replacing("PEER", with: peer)
        let output = try PythonOracle.run(program, input: [UInt8](text.utf8))
        let pixelCount = Self.side * Self.side
        try #require(output.count == pixelCount * Self.shapes.count)
        return Self.shapes.enumerated().map { index, shape in
            let theirs = output[index * pixelCount..<(index + 1) * pixelCount]
            let ours = DrawnShapes.coverage(shape.line, in: region)
            var (sum, count, greatest, farCount) = (0, 0, 0, 0)
            for (a, b) in zip(ours, theirs) where a != 0 || b != 0 {
                let difference = abs(Int(a) - Int(b))
                sum += difference
                count += 1
                greatest = max(greatest, difference)
                farCount += difference > 25 ? 1 : 0
            }
            let all = Double(max(count, 1))
            return Difference(
                shape: shape, mean: Double(sum) / all, greatest: greatest, farShare: Double(farCount) / all)
        }
    }

    // Our strengths go in steps of 4. Where a line turns within its own width, peers ink some pixels twice (Agg) or not at all: 1 in 50 is let pass. Curves
    // are within 1/16 pixel of the true ones, which is 16 levels where that falls together with an edge.

    @Test(
        "Shapes look as Agg draws them: areas to 4 of 255 levels, discs to 6, lines to a mean of 3",
        .needs(.numpy), .needs(.matplotlib))
    func agg() throws {
        for difference in try differences(from: "agg") {
            let shape = difference.shape
            #expect(difference.mean <= (shape.kind == "area" ? 1 : 3), "\(shape.name)")
            #expect(difference.farShare <= 0.02, "\(shape.name)")
            if shape.kind == "area" { #expect(difference.greatest <= 4, "\(shape.name)") }
            if shape.kind == "disc" { #expect(difference.greatest <= 6, "\(shape.name)") }
        }
    }

    /// It samples 15 lines a row, and so is up to a 15th off itself.
    @Test(
        "Shapes look as cairo draws them: areas and discs to a 15th, lines to a mean of 6 levels",
        .needs(.numpy), .needs(.cairo))
    func cairo() throws {
        for difference in try differences(from: "cairo") {
            let shape = difference.shape
            #expect(difference.mean <= (shape.kind == "area" ? 1 : 6), "\(shape.name)")
            #expect(difference.farShare <= 0.005, "\(shape.name)")
            if shape.kind == "area" || shape.kind == "disc" {
                #expect(difference.greatest <= 17, "\(shape.name)")
            }
        }
    }
}
