// What lies behind the last item.

import Testing

@testable import Tiling

@Suite struct FooterTests {
    private func request(_ offset: Point, hasFooter: Bool = true) -> Planner.Request {
        var request = Planner.Request(viewport: Size(width: 800, height: 600))
        request.offset = offset
        request.inset = EdgeInsets(top: 44, left: 0, bottom: 10, right: 0)
        request.hasFooter = hasFooter
        return request
    }

    private func plan(_ layout: Layout, _ request: Planner.Request) -> Plan {
        Planner(layout: layout).plan(for: request) { $0.map { PlannerTests.picture($0) } }
    }

    @Test(arguments: [0, 1, 7, 1000, 1_000_000_000], [0.25, 1, 3]) func itIsBehindTheContent(count: Int, zoom: Double) {
        for layout in PlannerTests.layouts(count, width: 800) {
            let axis = layout.axis
            var far = request(Point(x: 1e15, y: 1e15))
            far.zoomScale = zoom
            let with = plan(layout, far)
            far.hasFooter = false
            let without = plan(layout, far)
            let length = Footer.length(along: axis)
            #expect(without.footer == nil)
            #expect(abs(with.contentSize[axis] - without.contentSize[axis] - length / zoom) < 1e-3)
            #expect(with.contentSize[axis.cross] == without.contentSize[axis.cross])
            // At the end all of it is seen, behind the last item, as long as anywhere.
            guard let footer = with.footer else {
                Issue.record("no footer at the end of \(count)")
                continue
            }
            let end = layout.contentSize[axis] * zoom - with.contentOffset[axis]
            let (start, size) = axis == .vertical ? (footer.minY, footer.height) : (footer.minX, footer.width)
            #expect(abs(start - end - Footer.padding) < 1e-3)
            #expect(abs(size - (length - 2 * Footer.padding)) < 1e-9)
            #expect(start + size <= (axis == .vertical ? 590 : 800) + 1e-3)
            // What else is planned is the same at the same place.
            far.offset = without.contentOffset
            let same = plan(layout, far)
            #expect(same.tiles == without.tiles && same.anchor == without.anchor && same.window == without.window)
        }
    }

    @Test func itIsThereOnlyWhenNear() {
        let layout = PlannerTests.layouts(1000, width: 800)[0]
        let height = layout.contentSize.height
        // The overscan distance is 100.
        for (distance, isNear) in [(0.0, true), (85, true), (100, false), (5000, false)] {
            let plan = plan(layout, request(Point(x: 0, y: height - 600 - distance)))
            #expect((plan.footer != nil) == isNear, "\(distance)")
        }
        #expect(plan(layout, request(Point(x: 0, y: height - 600), hasFooter: false)).footer == nil)
    }

    @Test func aPageHasItAtItsFoot() {
        let pages = PagesLayout(count: 3, page: Size(width: 800, height: 600), inset: .zero)
        let last = plan(.pages(pages), request(Point(x: 1e9, y: 0)))
        #expect(last.footer == Rect(x: 0, y: 600 - 10 - Footer.height, width: 800, height: Footer.height))
        #expect(last.contentSize == pages.contentSize)
        #expect(plan(.pages(pages), request(.zero)).footer == nil)
        let picture = PictureLayout(index: 0, count: 1, size: PixelSize(width: 100, height: 100))
        #expect(plan(.picture(picture), request(.zero)).footer == nil)
    }
}
