// The browser is asked to collect what plans leave behind.

import Testing

extension BrowserTests {
    @Suite struct TidyTests {
        @Test(
            "The browser is asked to tidy up now and then while one scrolls, and not at rest",
            arguments: ["grid", "stack"])
        func asked(layout: String) async throws {
            try await Page.open(["--demo=1000000"], query: "#layout=\(layout)") { page in
                let outcome: [Int] = try await page.browser.runAsync(
                    """
                    const done = arguments[arguments.length - 1];
                    const view = document.getElementById("view");
                    let asked = 0;
                    const own = ArrayBuffer;
                    window.ArrayBuffer = function (length) {
                      if (length < 1 << 26) return new own(length);
                      asked += 1;
                      return new own(0);
                    };
                    // The page's clock goes eight times as fast meanwhile, so that nobody waits for seconds.
                    const clock = performance.now.bind(performance), begun = clock();
                    performance.now = () => begun + 8 * (clock() - begun);
                    const start = performance.now();
                    const lasting = async milliseconds => {
                      const end = performance.now() + milliseconds;
                      while (performance.now() < end) await new Promise(requestAnimationFrame);
                    };
                    const step = async () => {
                      view.scrollTop += 40;
                      if (performance.now() - start < 6000) return requestAnimationFrame(step);
                      // The plans on their way come, however long that takes.
                      for (let still = 0; still < 20; still = scrollServer.session.busy ? 0 : still + 1) {
                        await new Promise(requestAnimationFrame);
                      }
                      const seconds = Math.ceil((performance.now() - start) / 1000);
                      const scrolling = asked;
                      await lasting(2500);
                      window.ArrayBuffer = own;
                      delete performance.now;
                      done([scrolling, asked - scrolling, seconds]);
                    };
                    requestAnimationFrame(step);
                    """)
                try #require(outcome.count == 3)
                let (scrolling, resting, seconds) = (outcome[0], outcome[1], outcome[2])
                #expect(scrolling >= 2, "what plans leave behind was to be collected")
                #expect(scrolling <= seconds, "it was asked \(scrolling) times in \(seconds) seconds")
                #expect(resting == 0)
            }
        }
    }
}
