// The dialog that saves what was found.

import Foundation
import Testing

@testable import HTTP
@testable import ScrollServer

extension BrowserTests {
    @Suite struct ExportTests {
        private static let failure = "document.getElementById('export-failure').textContent"
        private static let isOpen = "document.getElementById('export').open"

        /// Opens the dialog, and counts downloads instead of making them.
        private static let open = """
            document.getElementById("export-button").click();
            window.saved = [];
            document.getElementById("export-save").addEventListener("click", event => {
              if (event.defaultPrevented) return;
              event.preventDefault();
              saved.push(event.currentTarget.href);
            });
            """

        @Test("What was found is saved once the server has agreed, and why it has not is said in its own words")
        func refused() async throws {
            let folder = try PictureFolder()
            for number in 1...9 { try folder.write("\(number).svg", PictureFolder.svg(width: 30 * number)) }
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 9")
                try await page.browser.run(
                    Self.open + """
                        window.refusing = true;
                        const plain = window.fetch;
                        window.fetch = (address, options) => !refusing || !String(address).includes("/export?") ? plain(address, options)
                          : Promise.resolve(new Response(
                            options.method === "HEAD" ? null : JSON.stringify({ status: 503, detail: "the items are still being found" }),
                            { status: 503, headers: { "Content-Type": "application/problem+json" } }));
                        document.getElementById("export-save").click();
                        """)
                try await page.until("\(Self.failure) === 'Nothing was saved: the items are still being found'")
                #expect(try await page.value("\(Self.isOpen) && saved.length === 0"))
                // Another choice is another question.
                try await page.browser.run(
                    """
                    document.getElementById("export-kind").value = "paths.txt";
                    document.getElementById("export-kind").dispatchEvent(new Event("input", { bubbles: true }));
                    """)
                #expect(try await page.value(Self.failure) == "")
                try await page.browser.run("refusing = false; document.getElementById('export-save').click()")
                try await page.until("saved.length === 1 && !\(Self.isOpen)")
                #expect(try await page.value("saved[0].includes('as=paths.txt')"))
                #expect(try await page.value(Self.failure) == "")
            }
        }

        @Test("A server that has gone is said in the dialog")
        func lost() async throws {
            let folder = try PictureFolder()
            for number in 1...9 { try folder.write("\(number).svg", PictureFolder.svg(width: 30 * number)) }
            let options = try Options(["--port=0", "--cache-limit=0", folder.path])
            let application = try Application(options, page: try Page.files)
            defer { application.stop(within: 0) }
            try await Page.show(try application.start().url, width: 900, height: 600) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 9")
                try await page.browser.run(Self.open)
                application.stop(within: 0)
                try await page.browser.run("document.getElementById('export-save').click()")
                try await page.until("\(Self.failure).includes('does not answer')")
                #expect(try await page.value("\(Self.isOpen) && saved.length === 0"))
                try await page.browser.run("probe.mistakes = []")
            }
        }
    }
}
