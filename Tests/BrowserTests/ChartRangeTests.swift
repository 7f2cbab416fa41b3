// The range of a chart in the page: drawn with a brush, moved and resized in the overview, by pointer, finger and key.

import Testing

extension BrowserTests {
    @Suite struct ChartRangeTests {
        private static let chart = "scrollServer.shown.plan?.chart"
        private static let overview = "scrollServer.shown.plan?.chart?.overview"

        private static func open(width: Int = 900, _ body: (Page) async throws -> Void) async throws {
            try await Page.open([], width: width, height: 600, query: "#collection=weather") { page in
                try await page.until("\(chart)?.points === 1051920 && \(overview) !== undefined")
                try await page.settle()
                try await page.showNewest()
                try await body(page)
            }
        }

        /// Sends what a pointer does to the element there; browsers make the same of a mouse, a pen and a finger.
        private static func drag(
            _ page: Page, from: (Double, Double), to: (Double, Double), type: String = "mouse", shift: Bool = false
        ) async throws {
            try await page.browser.run(
                """
                {
                  const [from, to] = [[\(from.0), \(from.1)], [\(to.0), \(to.1)]];
                  const target = document.elementFromPoint(...from);
                  const send = (kind, [x, y]) => target.dispatchEvent(new PointerEvent(kind, {
                    bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, pointerType: "\(type)", button: 0, buttons: 1,
                    clientX: x, clientY: y, shiftKey: \(shift),
                  }));
                  // A pointer that is made up cannot be captured.
                  Element.prototype.setPointerCapture = () => {};
                  Element.prototype.hasPointerCapture = () => true;
                  send("pointerdown", from);
                  for (let step = 1; step <= 4; step += 1) {
                    send("pointermove", from.map((place, axis) => place + (to[axis] - place) * step / 4));
                  }
                  send("pointerup", to);
                }
                """)
        }

        private static func range(_ page: Page) async throws -> (from: Double, to: Double) {
            (
                try await page.value("\(chart).range.from"), try await page.value("\(chart).range.to")
            )
        }

        @Test("Shift and a drag zoom to what they cover, and so does the brush in hand with a finger")
        func brush() async throws {
            try await Self.open { page in
                for isTouch in [false, true] {
                    let before = try await Self.range(page)
                    if isTouch {
                        try await page.browser.run("document.getElementById('brush-button').click()")
                        #expect(try await page.value("document.getElementById('brush-button').ariaPressed") == "true")
                    }
                    try await Self.drag(
                        page, from: (300, 300), to: (600, 310), type: isTouch ? "touch" : "mouse", shift: !isTouch)
                    try await page.settle(
                        when:
                            "probe.isSharp() && \(Self.chart).range.from > \(before.from) && !scrollServer.session.busy"
                    )
                    let after = try await Self.range(page)
                    let width = before.to - before.from
                    #expect(abs(after.from - (before.from + width / 3)) < width / 100)
                    #expect(abs(after.to - (before.from + width * 2 / 3)) < width / 100)
                    // Nothing of it is left, and no point is read by it.
                    #expect(try await page.value("document.getElementById('brush').hidden"))
                    #expect(try await page.value("document.getElementById('brush-button').ariaPressed") == "false")
                    #expect(try await page.value("\(Self.chart).pointer === null"))
                }
            }
        }

        @Test("Where all of it is in view, a drag of the mouse alone zooms, and a wheel is told how")
        func dragOverAll() async throws {
            try await Self.open { page in
                try await page.browser.run("document.getElementById('whole-button').click()")
                try await page.settle(when: "scrollServer.scroller.isStill && probe.isSharp()")
                try await page.browser.wheel(x: 450, y: 300, deltaY: -120)
                try await page.until("document.getElementById('message').textContent.startsWith('To zoom, hold Ctrl')")
                let before = try await Self.range(page)
                // Less than a range is a press, which reads a point.
                try await Self.drag(page, from: (300, 300), to: (303, 300))
                #expect(try await page.value("document.getElementById('brush').hidden"))
                try await Self.drag(page, from: (300, 300), to: (600, 310))
                try await page.settle(
                    when: "probe.isSharp() && \(Self.chart).range.from > \(before.from) && !scrollServer.session.busy")
                let after = try await Self.range(page)
                let width = before.to - before.from
                #expect(abs(after.from - (before.from + width / 3)) < width / 100)
                #expect(abs(after.to - (before.from + width * 2 / 3)) < width / 100)
                // Now there is something to drag along.
                try await Self.drag(page, from: (300, 300), to: (400, 300))
                try await page.settle(when: "\(Self.chart).range.from < \(after.from - width / 100)")
                let moved = try await Self.range(page)
                #expect(abs((moved.to - moved.from) - (after.to - after.from)) < width / 1000)
            }
        }

        @Test("The overview shows the range, and moves and resizes it by pointer and by key")
        func overview() async throws {
            try await Self.open { page in
                // A tenth of the chart, so that it can be taken by both edges.
                try await page.browser.run("scrollServer.show({ overviewBrush: '200,300' })")
                try await page.settle(when: "probe.isSharp() && Math.abs(\(Self.overview).start - 200) < 1")
                #expect(abs(try await page.value("\(Self.overview).end") - 300) < 1)
                let left: Double = try await page.value(
                    "document.getElementById('overview').getBoundingClientRect().left")
                let top: Double = try await page.value(
                    "document.getElementById('overview').getBoundingClientRect().top + 20")
                let gap: Double = try await page.value("\(Self.chart).lineGap")
                try await Self.drag(page, from: (left + 250, top), to: (left + 350, top))
                try await page.settle(when: "probe.isSharp() && Math.abs(\(Self.overview).start - 300) < 1")
                // Moving changes no scale.
                #expect(try await page.value("\(Self.chart).lineGap") == gap)
                // The right edge, which lies beside the range.
                try await Self.drag(page, from: (left + 406, top), to: (left + 506, top), type: "touch")
                try await page.settle(when: "probe.isSharp() && Math.abs(\(Self.overview).end - 500) < 1")
                #expect(abs(try await page.value("\(Self.overview).start") - 300) < 1)
                // A press beside the range brings it there.
                try await Self.drag(page, from: (left + 100, top), to: (left + 100, top))
                try await page.settle(when: "probe.isSharp() && \(Self.overview).start < 2")
                // By key: the range, and its end.
                try await page.browser.run("document.querySelector('#overview .range').focus()")
                let start: Double = try await page.value("\(Self.overview).start")
                try await page.browser.press(.right)
                try await page.settle(when: "probe.isSharp() && \(Self.overview).start > \(start) + 10")
                try await page.browser.press(.end)
                try await page.settle(when: "probe.isSharp() && \(Self.chart).visiblePoints.last === 1051919")
                let edge: Double = try await page.value("\(Self.overview).start")
                try await page.browser.run("document.querySelector('#overview .edge').focus()")
                try await page.browser.press(.left)
                try await page.settle(when: "probe.isSharp() && \(Self.overview).start < \(edge) - 4")
                #expect(try await page.value("document.activeElement.className") == "edge")
            }
        }

        @Test("The figures of the range are shown, and the range and the view can be saved")
        func figures() async throws {
            try await Self.open(width: 390) { page in
                try await page.browser.run("document.getElementById('figures-button').click()")
                try await page.until("document.querySelectorAll('#figures tbody tr').length === 3")
                #expect(try await page.value("document.documentElement.scrollWidth <= 390"))
                let text: String = try await page.value("document.querySelector('#figures tbody').innerText")
                #expect(text.contains("Temperature"))
                let csv: Int = try await page.value(
                    "fetch(document.querySelector('[data-as=csv]').href).then(answer => answer.text()).then(text => text.split('\\n').length)"
                )
                let seen: Int = try await page.value(
                    "\(Self.chart).visiblePoints.last - \(Self.chart).visiblePoints.first + 1")
                #expect(csv == seen + 2)
                // They are those of the range, not of all points.
                #expect(try await page.value("document.querySelector('#figures tbody td').textContent") == "\(seen)")
                #expect(
                    try await page.value(
                        "fetch(document.querySelector('[data-as=svg]').href).then(answer => answer.headers.get('Content-Type'))"
                    ) == "image/svg+xml")
            }
        }
    }
}
