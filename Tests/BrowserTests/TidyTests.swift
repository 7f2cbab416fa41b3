// What plans leave behind in the browser is collected while they come.

import Testing

extension BrowserTests {
    @Suite struct TidyTests {
        @Test("What plans leave behind is collected while one scrolls on", arguments: ["grid", "stack"])
        func collected(layout: String) async throws {
            try await Page.open(["--demo=1000000"], query: "#layout=\(layout)") { page in
                let outcome: [Int] = try await page.browser.runAsync(
                    """
                    const done = arguments[arguments.length - 1];
                    const { slots } = scrollServer;
                    const view = document.getElementById("view");
                    // Of plans of the first half, those that are no more at the end.
                    let [left, collected, isEarly] = [0, 0, true];
                    const registry = new FinalizationRegistry(() => { collected += 1; });
                    const show = Object.getPrototypeOf(slots).paint;
                    slots.paint = (plan, ...rest) => {
                      if (isEarly) {
                        left += 1;
                        registry.register(plan);
                      }
                      show.call(slots, plan, ...rest);
                    };
                    const start = performance.now();
                    const step = now => {
                      view.scrollTop += 40;
                      isEarly = now - start < 3000;
                      if (now - start < 9000) return requestAnimationFrame(step);
                      delete slots.paint;
                      done([left, collected]);
                    };
                    requestAnimationFrame(step);
                    """)
                let (left, collected) = (outcome.first ?? 0, outcome.last ?? 0)
                #expect(left > 10, "there were to be plans")
                #expect(collected * 10 >= left * 9, "\(collected) of \(left) plans were collected")
            }
        }
    }
}
