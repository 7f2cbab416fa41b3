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
                    const start = performance.now();
                    const step = async now => {
                      view.scrollTop += 40;
                      if (now - start < 4000) return requestAnimationFrame(step);
                      // The plans on their way come.
                      await new Promise(goOn => setTimeout(goOn, 500));
                      const seconds = Math.ceil((performance.now() - start) / 1000);
                      const scrolling = asked;
                      await new Promise(goOn => setTimeout(goOn, 2500));
                      window.ArrayBuffer = own;
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
