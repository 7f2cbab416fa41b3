// The table of actions: the palette and the help that come from it, and keys of one character that can be switched off.

import Testing

extension BrowserTests {
    @Suite struct ActionTests {
        private static let options =
            "[...document.querySelectorAll('#palette-list [role=option]')].map(one => one.firstChild.firstChild.textContent)"
        private static let focus = "document.activeElement.id"

        /// Presses a key together with Ctrl.
        private static func control(_ key: String, _ page: Page) async throws {
            try await page.browser.run(
                """
                const init = { key: "\(key)", ctrlKey: true, bubbles: true, cancelable: true };
                window.wasTaken = !document.activeElement.dispatchEvent(new KeyboardEvent("keydown", init));
                """)
        }

        @Test("Ctrl and k find an action by parts of its name, run it, and give back the focus")
        func palette() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                try await Self.control("k", page)
                #expect(try await page.value("wasTaken && document.getElementById('palette').open"))
                #expect(try await page.value(Self.focus) == "palette-text")
                #expect(
                    try await page.value("document.querySelectorAll('#palette-list [aria-disabled=true]').length") == 0)
                try await page.browser.type("stck")
                // The second is another collection, to go to; behind it is what needs a stack of pages.
                #expect(try await page.value("(\(Self.options)).slice(0, 2)") == ["Stack", "Lazy stack"])
                #expect(
                    try await page.value(
                        "document.getElementById(document.getElementById('palette-text').getAttribute('aria-activedescendant')).ariaSelected"
                    ) == "true")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'stack'")
                #expect(try await page.value("document.getElementById('palette').open") == false)
                #expect(try await page.value(Self.focus) == "view")
                // Arrows choose; what cannot be done now comes last and does nothing.
                try await Self.control("k", page)
                try await page.browser.type("a")
                let first: String = try await page.value(
                    "document.querySelector('#palette-list [aria-selected=true]').id")
                try await page.browser.press(.down)
                #expect(
                    try await page.value("document.querySelector('#palette-list [aria-selected=true]').id") != first)
                try await page.browser.run(
                    "const field = document.getElementById('palette-text'); field.value = 'lines and axes'; field.dispatchEvent(new Event('input'));"
                )
                #expect(try await page.value("document.querySelector('#palette-list li').ariaDisabled") == "true")
                try await page.browser.press(.enter)
                #expect(try await page.value("document.getElementById('palette').open"))
                try await page.browser.press(.escape)
                try await page.until("!document.getElementById('palette').open")
                #expect(try await page.value(Self.focus) == "view")
            }
        }

        @Test("From a field, too, and from the menu, whose button has gone when the palette closes")
        func places() async throws {
            let folder = try PictureFolder()
            for number in 1...3 { try folder.write("\(number).svg", PictureFolder.svg()) }
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count > 0")
                try await page.browser.type("/")
                #expect(try await page.value(Self.focus) == "find-text")
                try await Self.control("k", page)
                #expect(try await page.value(Self.focus) == "palette-text")
                try await Self.control("k", page)
                #expect(try await page.value("document.getElementById('palette').open") == false)
                #expect(try await page.value(Self.focus) == "find-text")
                for _ in 0..<2 { try await page.browser.press(.escape) }
                try await page.browser.run(
                    "for (const id of ['more-button', 'palette-button']) { document.getElementById(id).focus(); document.getElementById(id).click(); }"
                )
                #expect(try await page.value(Self.focus) == "palette-text")
                try await page.browser.press(.escape)
                try await page.until("document.activeElement.id === 'view'")
            }
        }

        @Test("Where fingers are used, the help begins with what they do, and names no keys")
        func fingers() async throws {
            try await Page.open(["--demo=1000"], width: 390, height: 844, isBlank: true, query: "#layout=grid") {
                page in
                func touch(_ isTouch: Bool) async throws {
                    try await page.browser.tool(
                        "Emulation.setTouchEmulationEnabled", ["enabled": .flag(isTouch), "maxTouchPoints": 2])
                    try await page.browser.tool(
                        "Emulation.setDeviceMetricsOverride",
                        ["width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": .flag(isTouch)])
                }
                try await touch(true)
                try await page.until("matchMedia('(pointer: coarse)').matches")
                try await page.browser.run("document.getElementById('help-button').click()")
                try await page.until("document.getElementById('help').open")
                #expect(try await page.value("document.querySelector('#help-list h2').textContent") == "Fingers")
                let first: [String] = try await page.value(
                    "[...document.querySelector('#help-list section').querySelectorAll('.by')].map(one => one.textContent)"
                )
                #expect(first.contains("A long press; then taps, or a finger drawn over pictures"))
                #expect(
                    try await page.value(
                        "[...document.querySelectorAll('#help-list kbd')].every(one => !one.checkVisibility())"))
                try await touch(false)
            }
        }

        @Test("The help finds names, keys and gestures, says what an action needs, and runs it")
        func help() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                try await page.browser.type("?")
                let names = "[...document.querySelectorAll('#help-list .does')].map(one => one.firstChild.textContent)"
                let all: [String] = try await page.value(names)
                #expect(all.count > 30 && all.contains("Scroll a screen") && !all.contains("Lines and axes"))
                #expect(
                    try await page.value(
                        "[...document.querySelectorAll('#help-list .not-now')].find(one => one.textContent.startsWith('Back to')).textContent.includes('needs an open picture')"
                    ))
                func find(_ text: String) async throws -> [String] {
                    try await page.browser.run(
                        "const field = document.getElementById('help-find'); field.value = '\(text)'; field.dispatchEvent(new Event('input'));"
                    )
                    return try await page.value(names)
                }
                #expect(try await find("lines").contains("Lines and axes"))
                #expect(try await find("pinch").count == 1)
                // What is not done here is said.
                #expect(try await find("rotate") == ["Rotating, cropping and editing"])
                #expect(try await find("f11") == ["Full screen, and back"])
                #expect(try await find("nothing like it").isEmpty)
                #expect(
                    try await page.value("document.getElementById('help-said').textContent")
                        == "Nothing here is called that.")
                #expect(try await find("stack").contains("Stack"))
                try await page.browser.run("document.querySelector('#help-list button').click()")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'stack'")
                #expect(try await page.value("document.getElementById('help').open") == false)
            }
        }

        @Test("Keys of one character can be switched off, for good, and buttons name them no more")
        func characters() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                let title = "document.getElementById('details-button').title"
                #expect(try await page.value(title) == "About the picture (i)")
                #expect(
                    try await page.value("document.getElementById('closer').getAttribute('aria-keyshortcuts')")
                        == "plus =")
                try await page.browser.type("?")
                try await page.browser.run("document.getElementById('character-keys').click()")
                try await page.browser.press(.escape)
                #expect(try await page.value(title) == "About the picture")
                for isAgain in [false, true] {
                    if isAgain {
                        try await page.browser.reload()
                        try await page.settle(when: "window.scrollServer?.shown.plan")
                    }
                    for key in ["z", "?", "i", "/", "s"] { try await page.browser.type(key) }
                    #expect(try await page.value("scrollServer.shown.view.layout") == "grid")
                    #expect(
                        try await page.value("document.querySelector('dialog[open], #details:not([hidden])')?.id ?? ''")
                            == "")
                }
                // Other keys still act.
                try await page.browser.press("3", with: .alt)
                try await page.settle(when: "scrollServer.shown.view.layout === 'stack'")
                try await page.browser.press("1", with: .alt)
                try await page.settle(when: "scrollServer.shown.view.layout === 'grid'")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                try await Self.control("k", page)
                try await page.browser.type("help")
                try await page.browser.press(.enter)
                try await page.until("document.getElementById('help').open")
                try await page.browser.run("document.getElementById('character-keys').click()")
                try await page.browser.press(.escape)
                try await page.browser.type("i")
                try await page.until("!document.getElementById('details').hidden")
            }
        }
    }
}
