// A chart's tiles beside the numbers they were drawn from, which numpy has kept.

import Foundation
import Testing

@testable import Catalog
@testable import Charts
@testable import HTTP

/// A table is written by numpy, read by the server, and drawn; numpy, which still knows the points, then looks for them
/// in the tiles, decoded by Pillow.
///
/// Where a pixel column is and where a value lies comes from the plan alone.
///
/// A column's points are known but for those that lie on its edge to a millionth of a pixel: such a point may be in
/// either column, but in one of them it must be.
@Suite(.needs(.numpy), .needs(.pillow))
struct ChartOracleTests {
    /// Points of three lines: a walk with spikes, noise with gaps of all lengths, and one that is always out of sight,
    /// which keeps the area below a single line away.
    ///
    /// x goes on evenly or in uneven steps.
    private static let points = """
        import sys
        import numpy
        folder, count, kind = sys.argv[1], int(sys.argv[2]), sys.argv[3]
        noise = numpy.random.default_rng(count)
        def points():
            steps = numpy.ones(count) if kind == 'even' else noise.choice([0.0, 0.25, 1.0, 1.0, 3.5], count)
            x = numpy.cumsum(steps) - steps[0]
            walk = numpy.round(numpy.cumsum(noise.normal(0, 1, count)) / numpy.sqrt(count) * 40, 2)
            # Single points that nothing but their own column can show.
            for share, height in ((0.003, 300.0), (0.002, -250.0)):
                at = noise.integers(0, count, max(1, int(count * share)))
                walk[at] += numpy.round(height * noise.random(len(at)), 2)
            rough = numpy.round(noise.normal(-60, 25, count), 2)
            for _ in range(12):
                start = noise.integers(0, count)
                rough[start:start + int(10 ** noise.uniform(0, numpy.log10(count) - 0.5))] = numpy.nan
            walk[noise.integers(0, count, max(1, count // 50))] = numpy.nan
            return x, walk, rough
        x, walk, rough = points()
        """

    private static let writing =
        points + """

            with open(folder + '/table.csv', 'w') as file:
                file.write('x,walk,rough,off\\n')
                for start in range(0, count, 100000):
                    part = slice(start, start + 100000)
                    rows = zip(x[part].tolist(), walk[part].tolist(), rough[part].tolist())
                    file.write(''.join(
                        f"{a!r},{'' if b != b else repr(b)},{'' if c != c else repr(c)},1e9\\n" for a, b, c in rows))
            """

    /// Reads `views.json` and the tiles that it names, prints what is wrong, and how much was looked at.
    private static let looking =
        points + """

            import json
            import os
            from PIL import Image
            def rgb(text): return numpy.array([int(text[i:i + 2], 16) for i in (0, 2, 4)], float)
            def look(view, slide):
                scale, line = view['scale'], (walk, rough)[view['line']]
                reach = view['reach']
                tiles = {(t['column'], t['row']): numpy.asarray(Image.open(os.path.join(folder, t['file'])).convert('RGB'))
                         for t in slide['tiles']}
                picture = numpy.concatenate([numpy.concatenate(
                    [tiles[c, r] for c in range(1 + max(k[0] for k in tiles))], 1)
                    for r in range(1 + max(k[1] for k in tiles))]).astype(float)
                height, columns = picture.shape[:2]
                colour, grounds = rgb(view['colour']), [rgb(c) for c in view['ground']]
                if view['isDense']:
                    isLine = (picture == colour).all(2)
                else:
                    # A pixel that a line's point lies in is covered to more than three quarters.
                    way = colour - grounds[0]
                    isLine = ((picture - grounds[0]) @ way) / (way @ way) >= 0.7
                isInked = numpy.ones((height, columns), bool)
                for shade in grounds: isInked &= (picture != shade).any(2)

                # The points near the slide, those that have a value, and their pixel columns.
                start = round(slide['number'] * view['slideWidth'] * scale)
                near = numpy.searchsorted(view['places'], [start - reach - 3, start + columns + reach + 3])
                first = numpy.arange(max(0, near[0] - 1), min(count, near[1] + 1))
                # From the last value before to the first one behind.
                index = first[~numpy.isnan(line[first])]
                at = view['places'][index] - start
                share = (view['maxValue'] - line[index]) / (view['maxValue'] - view['minValue'])
                y = (view['top'] + share * (view['bottom'] - view['top'])) * scale
                column = numpy.floor(at).astype(int)
                isEdge = numpy.abs(at - numpy.round(at)) < 1e-6
                other = numpy.where(isEdge, numpy.where(column == numpy.round(at), column - 1, column + 1), column)

                wrong = []
                def say(text): wrong.append(f"{view['name']}, slide {slide['number']}: {text}")
                certain = numpy.flatnonzero(~isEdge)
                bounds = numpy.searchsorted(column[certain], numpy.arange(columns + 1))
                looked = 0
                for c in range(columns):
                    here = certain[bounds[c]:bounds[c + 1]]
                    if not len(here): continue
                    looked += 1
                    for i in (here[numpy.argmin(y[here])], here[numpy.argmax(y[here])]):
                        if not isLine[int(y[i]), c]: say(f'point {index[i]} is not in row {y[i]} of column {c}')
                for i in numpy.flatnonzero(isEdge):
                    inside = [c for c in (column[i], other[i]) if 0 <= c < columns]
                    looked += len(inside) == 2
                    if len(inside) == 2 and not any(isLine[int(y[i]), c] for c in inside):
                        say(f'point {index[i]} is not in row {y[i]} of columns {inside}')

                # Where the line may be in each column: at its points, and on the way from one to the next. Of what
                # leads from a column to the next each has its half; a gap within two columns does not show.
                shift = reach + 3
                low, high = numpy.full(columns + 2 * shift, numpy.inf), numpy.full(columns + 2 * shift, -numpy.inf)
                def allow(c, value):
                    inside = (c + shift >= 0) & (c + shift < len(low))
                    numpy.minimum.at(low, c[inside] + shift, value[inside])
                    numpy.maximum.at(high, c[inside] + shift, value[inside])
                allow(column, y)
                allow(other, y)
                isNear = numpy.diff(column) <= 1
                halves = isNear & ~isEdge[:-1] & ~isEdge[1:] if view['isDense'] else numpy.zeros(len(isNear), bool)
                middle = (y[:-1] + y[1:]) / 2
                allow(column[:-1][halves], middle[halves])
                allow(column[1:][halves], middle[halves])
                for i in numpy.flatnonzero(~halves & (isNear | (numpy.diff(index) == 1))):
                    passed = numpy.arange(max(min(column[i], other[i]), -shift), min(max(column[i + 1], other[i + 1]), columns + shift) + 1)
                    for end in (y[i], y[i + 1]): allow(passed, numpy.full(len(passed), end))
                slack = view['lineSize'] * scale
                least = numpy.min([low[shift + d:shift + d + columns] for d in range(-reach, reach + 1)], 0) - slack
                most = numpy.max([high[shift + d:shift + d + columns] for d in range(-reach, reach + 1)], 0) + slack
                row = numpy.arange(height)[:, None]
                for r, c in numpy.argwhere(isInked & ((row < numpy.floor(least)) | (row > numpy.ceil(most))))[:20]:
                    say(f'ink in row {r} of column {c}, outside of {least[c]} to {most[c]}')
                return looked, wrong

            looked, wrong = 0, []
            for view in json.load(open(folder + '/views.json')):
                units = x if view['axis'] == 'number' else numpy.arange(count, dtype=float)
                view['places'] = (view['left'] + view['lineGap'] * units) * view['scale']
                width = view['lineSize'] * view['scale']
                # A line inks as many columns beside its own as half of what it is wider than one.
                width = width - 1 if view['isDense'] else max(width, view['pointSize'] * view['scale']) + 2
                view['reach'] = int(numpy.ceil(width / 2))
                for slide in view['slides']:
                    more, mistakes = look(view, slide)
                    looked += more
                    wrong += mistakes
            print(json.dumps({'looked': looked, 'wrong': len(wrong), 'examples': wrong[:8]}))
            """

    /// What numpy is told of a plan.
    private struct View: Encodable {
        struct Tile: Encodable {
            var column: Int
            var row: Int
            var file: String
        }

        struct Slide: Encodable {
            var number: Int
            var tiles: [Tile]
        }

        var name: String
        var scale: Double
        var line: Int
        var axis: String
        var left = 64.0
        var lineGap: Double
        var slideWidth: Double
        var top: Double
        var bottom: Double
        var minValue: Double
        var maxValue: Double
        var lineSize: Double
        var pointSize: Double
        var isDense: Bool
        var colour: String
        var ground: [String]
        var slides: [Slide]
    }

    private struct Verdict: Decodable {
        var looked: Int
        var wrong: Int
        var examples: [String]
    }

    private static func python(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        let list = (["-c"] + arguments).map { "'\($0)'" }.joined(separator: ", ")
        return try PythonOracle.run("import sys\nsys.argv = [\(list)]\n" + program, input: [])
    }

    @Test(
        "What numpy finds in each pixel column is drawn there, and nothing else is",
        arguments: [(1000, "even"), (1000, "uneven"), (100_000, "uneven")])
    func columns(count: Int, kind: String) throws { try compare(count, kind) }

    @Test(
        "The same of ten million points",
        .optimised("debug builds draw some hundred times more slowly: SCROLLSERVER_OPTIMISED=1 swift test"),
        arguments: [(100_000, "even"), (10_000_000, "even"), (10_000_000, "uneven")])
    func manyColumns(count: Int, kind: String) throws { try compare(count, kind) }

    private func compare(_ count: Int, _ kind: String) throws {
        let folder = try TemporaryFolder()
        let arguments = [folder.path, "\(count)", kind]
        _ = try Self.python(Self.writing, arguments)
        var options = SeriesOptions()
        options.isFollowed = false
        options.cacheFolder = folder.path + "/cache"
        let series = try Series.open(path: folder.path + "/table.csv", options: options)
        #expect(series.comesTrue { series.status.isComplete || series.status.failure != nil })
        #expect(series.count == count && series.status.badRowCount == 0)
        let client = try APIClient([ChartCollection(series, id: "c", name: "C", source: "c")], memory: 1 << 20)
        var views: [View] = []
        for look in Self.looks(count: count, kind: kind) {
            try Self.take(look, client, into: &views, folder)
        }
        try folder.write("views.json", [UInt8](try JSONEncoder().encode(views)))
        let verdict = try JSONDecoder().decode(
            Verdict.self, from: Data(try Self.python(Self.looking, arguments)))
        #expect(verdict.looked > views.count * 20)
        #expect(verdict.wrong == 0, "\(verdict.examples.joined(separator: "\n"))")
    }

    /// A question for a plan.
    private struct Look {
        var name: String
        var query: String
        var line: Int
        var scale: Double
        var isDark: Bool
    }

    /// From all of it to a few points: points of the screen to a point of the series, places, lines, scales.
    private static func looks(count: Int, kind: String) -> [Look] {
        var noise = RepeatableNoise(seed: UInt64(count))
        let gaps = [nil, 0.0013, 0.031, 0.3, 0.77, 0.5, 1, 1.9, 7.25, 33].filter { gap in
            gap.map { $0 * Double(count) > 1000 } ?? true
        }
        let step = kind == "even" ? 1 : 1.15
        let isSmall = !isOptimised
        return gaps.enumerated().flatMap { place, gap in
            // Half of them for the largest, which numpy takes its time for.
            let scales =
                isSmall
                ? [[1, 2, 1.5, 3][place % 4]] : count > 1_000_000 ? [1 + Double(place % 2), 1.5] : [1, 1.5, 2, 3]
            return scales.map { scale in
                let line = place % 2
                let isDark = Bool.random(using: &noise)
                let end = Bool.random(using: &noise)
                let share = Double.random(in: 0...1, using: &noise)
                var query = "hide=\(1 - line)&minValue=-500&maxValue=500&scale=\(scale)"
                query += "&scheme=\(isDark ? "dark" : "light")"
                if let gap {
                    query += "&lineGap=\(gap / step)"
                    query += end ? "&start=end" : "&x=\(share * Double(count) * gap)"
                } else {
                    query += "&zoomTo=item"
                }
                if place % 3 == 2 { query += "&axis=even" }
                return Look(
                    name: "\(count) \(kind) points, \(query)", query: query, line: line, scale: scale, isDark: isDark)
            }
        }
    }

    /// Keeps the tiles that are seen, and what numpy has to know of them.
    private static func take(
        _ look: Look, _ client: APIClient, into views: inout [View], _ folder: TemporaryFolder
    ) throws {
        let size = isOptimised ? "width=700&height=400" : "width=240&height=250&slideWidth=240"
        let reply = try client.get("/api/collections/c/plan?\(size)&pointSize=4&\(look.query)")
        let (plan, chart) = (try reply.plan(), try reply.decoded(ChartDocument.self).chart)
        let visible = try #require(plan.visible)
        var slides: [View.Slide] = []
        for number in visible.first...visible.last {
            var tiles: [View.Tile] = []
            for tile in plan.tiles where tile.index == number {
                let picture = try client.get(tile.url)
                try #require(picture.status == 200 && picture.headers["Content-Type"] == "image/png")
                let file = "\(views.count)-\(number)-\(tile.column)-\(tile.row).png"
                try folder.write(file, picture.body)
                tiles.append(View.Tile(column: tile.column, row: tile.row, file: file))
            }
            #expect(!tiles.isEmpty)
            slides.append(View.Slide(number: number, tiles: tiles))
        }
        let key = try #require(plan.tiles.first.flatMap { SlideKey($0.item) })
        let style = ChartStyle.style(isDark: look.isDark)
        func hex(_ colour: UInt32) -> String {
            let digits = String(colour, radix: 16)
            return String(repeating: "0", count: 6 - digits.count) + digits
        }
        views.append(
            View(
                name: look.name, scale: look.scale, line: look.line, axis: chart.axis, lineGap: chart.lineGap,
                slideWidth: chart.slideWidth, top: chart.section.top, bottom: chart.section.bottom,
                minValue: chart.section.minValue, maxValue: chart.section.maxValue, lineSize: 2,
                pointSize: key.pointSize, isDense: key.isDense,
                colour: String(chart.lines[look.line].colour.dropFirst()),
                ground: [style.ground, style.gridline, style.strongGridline].map(hex), slides: slides))
    }
}
