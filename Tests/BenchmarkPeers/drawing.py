"""Draws what DrawingBenchmark draws, with Agg (matplotlib) and cairo, and prints medians of nine.

    pip install matplotlib pycairo
"""
import io
import statistics
import time

SIDE = 512


def values(count):
    state, result = 1, []
    for _ in range(count):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        result.append(56 + (state >> 8) / (1 << 24) * 400)
    return result


def points(count):
    return [(i * SIDE / (count - 1), y) for i, y in enumerate(values(count))]


def controls(points):
    result = [points[0]]
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        third = (bx - ax) / 3
        result += [(ax + third, ay), (bx - third, by), (bx, by)]
    return result


def report(name, work):
    times = []
    for _ in range(9):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    print(f"{name}: median {statistics.median(times) * 1e3:.2f} ms", flush=True)


def agg():
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
    from matplotlib.figure import Figure
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D
    flip = Affine2D().scale(1, -1).translate(0, SIDE)

    def draw(path, filling=None):
        renderer = RendererAgg(SIDE, SIDE, 72)
        gc = renderer.new_gc()
        gc.set_foreground((0.06, 0.42, 0.72, 1))
        gc.set_linewidth(2)
        gc.set_joinstyle("round")
        gc.set_capstyle("round")
        if filling:
            area = Path(list(path.vertices) + [(SIDE, 500), (0, 500)])
            fill = renderer.new_gc()
            fill.set_linewidth(0)
            renderer.draw_path(fill, area, flip, (0.06, 0.42, 0.72, 0.2))
        renderer.draw_path(gc, path, flip)
        return renderer

    for count in (33, 129, 1001):
        line = Path(points(count))
        bent = controls(points(count))
        curve = Path(bent, [Path.MOVETO] + [Path.CURVE4] * (len(bent) - 1))
        report(f"Agg: draw line of {count}", lambda: draw(line))
        report(f"Agg: draw curve of {count}", lambda: draw(curve))
        report(f"Agg: draw area under {count}", lambda: draw(line, filling=True))

    def savefig(x, y):
        figure = Figure(figsize=(SIDE / 72, SIDE / 72), dpi=72)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.axis("off")
        axes.plot(x, y, linewidth=2)
        figure.savefig(io.BytesIO(), format="png")

    for count in (33, 1001, SIDE * 20, SIDE * 20_000):
        y = values(count)
        x = [i * SIDE / (count - 1) for i in range(count)]
        import numpy
        x, y = numpy.array(x), numpy.array(y)
        report(f"matplotlib: savefig of a line of {count}", lambda: savefig(x, y))


def cairo():
    import cairo

    def draw(line=None, bent=None, filling=False, encoded=False):
        surface = cairo.ImageSurface(cairo.FORMAT_RGB24, SIDE, SIDE)
        context = cairo.Context(surface)
        context.set_source_rgb(0.98, 0.98, 0.98)
        context.paint()
        if filling:
            context.move_to(*line[0])
            for point in line[1:]:
                context.line_to(*point)
            context.line_to(SIDE, 500)
            context.line_to(0, 500)
            context.set_source_rgba(0.06, 0.42, 0.72, 0.2)
            context.fill()
        context.set_source_rgb(0.06, 0.42, 0.72)
        context.set_line_width(2)
        context.set_line_cap(cairo.LINE_CAP_ROUND)
        context.set_line_join(cairo.LINE_JOIN_ROUND)
        if line:
            context.move_to(*line[0])
            for point in line[1:]:
                context.line_to(*point)
        else:
            context.move_to(*bent[0])
            for i in range(1, len(bent), 3):
                context.curve_to(*bent[i], *bent[i + 1], *bent[i + 2])
        context.stroke()
        surface.flush()
        if encoded:
            surface.write_to_png(io.BytesIO())

    for count in (33, 129, 1001):
        line = points(count)
        bent = controls(line)
        for encoded in (False, True):
            what = "draw and encode" if encoded else "draw"
            report(f"cairo: {what} line of {count}", lambda: draw(line=line, encoded=encoded))
            report(f"cairo: {what} curve of {count}", lambda: draw(bent=bent, encoded=encoded))
            report(f"cairo: {what} area under {count}", lambda: draw(line=line, filling=True, encoded=encoded))


for peer in (agg, cairo):
    try:
        peer()
    except ImportError as error:
        print(f"left out: {error}")
