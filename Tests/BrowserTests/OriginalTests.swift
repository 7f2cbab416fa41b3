// The way to the file itself: a menu, a button, keys.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct OriginalTests {
        private static let names = ["a b.svg", "été & co.svg", "x/100 %.svg"]

        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            try FileManager.default.createDirectory(atPath: "\(folder.path)/x", withIntermediateDirectories: true)
            for (number, name) in names.enumerated() { try folder.write(name, PictureFolder.svg(width: 30 + number)) }
            return folder
        }

        private static func openMenu(_ page: Page, on name: String) async throws {
            try await page.browser.run(
                """
                const slot = probe.slots().find(slot => probe.name(slot) === "\(name)");
                slot.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: 40, clientY: 90 }));
                """)
            try await page.until("document.getElementById('menu').matches(':popover-open')")
        }

        @Test("A menu on a picture leads to its page and to its file, byte for byte")
        func menu() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 500, query: "#layout=grid") { page in
                try await page.settle(when: "probe.isSharp() && probe.slots().length === 3")
                for name in Self.names {
                    try await Self.openMenu(page, on: name)
                    let (saved, text): (String, String) = (
                        try await page.value("document.querySelector('[data-act=download]').download"),
                        try await page.browser.runAsync(
                            "fetch(document.querySelector('[data-act=download]').href).then(answer => answer.text()).then(arguments[0])"
                        )
                    )
                    #expect(saved == name.split(separator: "/").last.map(String.init))
                    #expect(text == (try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)))
                    #expect(
                        try await page.value(
                            "document.querySelector('[data-act=open]').href === document.querySelector('[data-act=download]').href"
                        ))
                    // All of it in the window, and closed as menus are.
                    #expect(
                        try await page.value(
                            """
                            (({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)(
                              document.getElementById("menu").getBoundingClientRect())
                            """))
                    try await page.browser.press(.escape)
                    try await page.until("!document.getElementById('menu').matches(':popover-open')")
                }
                try await Self.openMenu(page, on: Self.names[1])
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == Self.names[1])
            }
        }

        @Test("A menu at the window's corner is seen, too", arguments: [(360, 640), (1280, 400)])
        func corner(width: Int, height: Int) async throws {
            try await Page.open(["--demo=1000"], width: width, height: height, isBlank: true, query: "#layout=grid") {
                page in
                try await page.browser.run(
                    """
                    document.elementsFromPoint(innerWidth - 40, innerHeight - 60).find(one => one.closest(".slot")).dispatchEvent(
                      new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: innerWidth - 2, clientY: innerHeight - 2 }));
                    """)
                try await page.until("document.getElementById('menu').matches(':popover-open')")
                #expect(
                    try await page.value(
                        """
                        (({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)(
                          document.getElementById("menu").getBoundingClientRect())
                        """))
            }
        }

        @Test("Keys open and download the picture that is looked at, and copy its path")
        func keys() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 500, query: "#layout=pages") { page in
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                try await page.browser.run(
                    """
                    probe.acts = [];
                    document.getElementById("menu").addEventListener("click", event => {
                      const { act } = event.target.dataset;
                      if (act === "copy") return;
                      event.preventDefault();
                      probe.acts.push(`${act} ${event.target.getAttribute("href")}`);
                    });
                    """)
                let original: String = try await page.value("scrollServer.shown.plan.anchor.url + '/original'")
                try await page.browser.type("o")
                try await page.until("probe.acts.length === 1")
                try await page.browser.type("d")
                try await page.until("probe.acts.length === 2")
                #expect(try await page.value("probe.acts") == ["open \(original)", "download \(original)"])
                // Whether the browser lets it or not, the path on this machine is said.
                let name: String = try await page.value("scrollServer.shown.plan.anchor.name")
                try await page.browser.type("c")
                let path = URL(fileURLWithPath: "\(folder.path)/\(name)").resolvingSymlinksInPath().path
                try await page.until("document.getElementById('message').textContent.includes('\(path)')")
                #expect(try await page.value("!document.getElementById('original-button').hidden"))
            }
        }

        /// Notes what would be printed, and ends printing at once, as the browser's dialog does when it is closed.
        private static let noteOfPrinting = """
            probe.prints = [];
            window.print = () => {
              dispatchEvent(new Event("beforeprint"));
              const pictures = [...document.querySelectorAll("#print .sole > *")].map(one => one.width > 0);
              probe.prints.push({ picture: scrollServer.shown.picture ?? null, isSole: pictures.join() === "true" });
              dispatchEvent(new Event("afterprint"));
            };
            """

        /// Keeps what is copied in `copied`: the clipboard of the machine stays as it is.
        private static let ownClipboard = """
            Object.defineProperty(navigator, "clipboard", {
              configurable: true, value: { writeText: async text => { window.copied = text; } },
            });
            """

        private struct Print: Decodable, Equatable {
            var picture: String?
            var isSole: Bool
        }

        @Test("A picture's menu prints that picture alone and leads back, and copies the link to it")
        func printAndLink() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 500, query: "#layout=grid") { page in
                try await page.settle(when: "probe.isSharp() && probe.slots().length === 3")
                try await page.browser.run(Self.noteOfPrinting)
                try await page.browser.run(Self.ownClipboard)
                let name = Self.names[1]
                let item: String = try await page.value(
                    "probe.slots().find(slot => probe.name(slot) === '\(name)').dataset.item")
                try await Self.openMenu(page, on: name)
                try await page.browser.run("document.querySelector('#menu [data-act=print]').click()")
                try await page.until("probe.prints.length === 1")
                try await page.settle(when: "scrollServer.shown.current?.layout === 'grid'")
                #expect(try await page.value("probe.prints") == [Print(picture: item, isSole: true)])
                // The link leads to the same picture, in this order.
                try await Self.openMenu(page, on: name)
                try await page.browser.run("document.querySelector('#menu [data-act=link]').click()")
                let said = "document.getElementById('message').textContent"
                try await page.until("\(said).includes('copied')")
                // The name is enough: an address is too long to be read.
                let sentence: String = try await page.value("\(said).replace(/[\\u2068\\u2069]/g, '').trim()")
                #expect(sentence == "Link to “\(name)” copied.")
                let link: String = try await page.value("copied")
                try await page.browser.run("location.href = '\(link)'")
                try await page.settle(when: "scrollServer.shown.current?.layout === 'pages'")
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == name)
                try await page.browser.run("copied = ''; document.getElementById('copy-view').click()")
                try await page.until("copied.startsWith('http')")
                try await page.until("\(said).includes('Link copied.')")
                // The open picture's menu, and the names of both actions.
                try await page.browser.run("document.getElementById('original-button').click()")
                try await page.until("document.getElementById('menu').matches(':popover-open')")
                try await page.browser.run("document.querySelector('#menu [data-act=print]').click()")
                try await page.until("probe.prints.length === 2")
                #expect(try await page.value("scrollServer.shown.picture") == item)
            }
        }
    }
}
