// What a search for equal files says while files are compared, and then.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct ComparingTests {
        private static func folder(_ names: [(String, width: Int)]) throws -> PictureFolder {
            let folder = try PictureFolder()
            for (name, width) in names { try folder.write("\(name).svg", PictureFolder.svg(width: width)) }
            return folder
        }

        private static let said = "document.getElementById('find-said').textContent"

        @Test("While files are compared a search says so, then what it has found", arguments: ["", "?live=0"])
        func waiting(query: String) async throws {
            let folder = try Self.folder([("a", 300), ("b", 300), ("c", 301)])
            try await Page.open([folder.path], width: 900, height: 600, query: "\(query)#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3")
                // The server is quick: the page hears for some time that it still compares.
                try await page.browser.run(
                    """
                    probe.comparing = true;
                    const own = window.fetch;
                    window.fetch = async (address, ...rest) => {
                      const answer = await own(address, ...rest);
                      const { pathname } = new URL(address?.url ?? address, location.href);
                      if (pathname !== scrollServer.shown.entry.links.self || !probe.comparing) return answer;
                      const description = { ...await answer.json(), comparing: true };
                      return new Response(JSON.stringify(description), { headers: { "Content-Type": "application/json" } });
                    };
                    """)
                try await page.look(for: "is:duplicate name:none")
                try await page.until("\(Self.said).startsWith('Files are being compared.')")
                try await page.browser.run("probe.comparing = false")
                try await page.until("\(Self.said).startsWith('Nothing matches all of it.')")
                // They show up by themselves.
                try await page.look(for: "is:duplicate")
                try await page.settle(when: "scrollServer.shown.plan?.count === 2")
                #expect(try await page.value(Self.said) == "")
            }
        }

        @Test("Where no two files are equal, a search says so once that is known")
        func none() async throws {
            let folder = try Self.folder([("a", 300), ("b", 301)])
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 2")
                try await page.look(for: "is:duplicate")
                try await page.until("\(Self.said) === 'No two files here have the same contents.'")
            }
        }
    }
}
