// What axe-core has to say of the page (https://github.com/dequelabs/axe-core).

import Foundation
import Testing

enum Axe {
    /// axe-core itself, as a wheel from PyPI brings it along.
    static let script: String? = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let find =
            "import importlib.util as u; print(u.find_spec('axe_playwright_python').submodule_search_locations[0])"
        process.arguments = ["python3", "-c", find]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let folder = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let path = folder.trimmingCharacters(in: .whitespacesAndNewlines) + "/axe.min.js"
        return try? String(contentsOfFile: path, encoding: .utf8)
    }()

    /// Loads axe-core into a page, which shows light colours until `end`.
    static func begin(_ page: Page) async throws {
        let script = try #require(script, "axe-core is not installed: .ci/install does it")
        try await show("light", page)
        try await page.browser.run(script)
    }

    static func end(_ page: Page) async throws {
        try await page.browser.tool("Emulation.setEmulatedMedia", ["features": []])
    }

    /// What breaks a rule in light colours, and, since no other rule depends on colours, what lacks contrast in dark ones.
    static func violations(_ page: Page) async throws -> [String] {
        let found = try await run(#"{ rules: { "target-size": { enabled: true } } }"#, page)
        try await show("dark", page)
        let dark = try await run(#"{ runOnly: { type: "rule", values: ["color-contrast"] } }"#, page)
        try await show("light", page)
        return found + dark.map { "dark: \($0)" }
    }

    private static func run(_ options: String, _ page: Page) async throws -> [String] {
        try await page.browser.runAsync(
            """
            axe.run(\(options))
              .then(({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
                nodes.map(node => `${id} (${impact}): ${node.html.slice(0, 200)}`)))
              .then(arguments[0]);
            """)
    }

    /// Sets a colour scheme and no motion, since what fades has any contrast.
    private static func show(_ scheme: String, _ page: Page) async throws {
        let features: JSONValue = [
            ["name": "prefers-color-scheme", "value": .text(scheme)],
            ["name": "prefers-reduced-motion", "value": "reduce"],
        ]
        try await page.browser.tool("Emulation.setEmulatedMedia", ["features": features])
    }
}

extension BrowserTests {
    @Suite(
        .enabled(
            if: Axe.script != nil || BrowserTrait.isRequired,
            "axe-core is not installed (pip install --no-deps axe-playwright-python)"))
    struct AxeTests {
        @Test("Neither does finding: what is offered, what is wrong, the filters and the picture's panel")
        func finding() async throws {
            let folder = try PictureFolder()
            var lines = ["path,label,score,caption"]
            for number in 0..<60 {
                try folder.write("\(number).svg", PictureFolder.svg(width: 300, height: 200))
                lines.append("\(number).svg,\(number % 3 == 0 ? "dog" : "cat"),\(number),Picture \(number)")
            }
            try folder.write("list.csv", Array(lines.joined(separator: "\n").utf8))
            for (width, height) in [(1280, 800), (390, 844)] {
                try await Page.open(["\(folder.path)/list.csv"], width: width, height: height) { page in
                    try await Axe.begin(page)
                    func look(_ what: String, when condition: String) async throws {
                        try await page.until(condition)
                        try await page.settle(when: "probe.isSharp()")
                        let found = try await Axe.violations(page)
                        #expect(found.isEmpty, "\(what), \(width) px: \(found)")
                    }
                    try await page.browser.type("/")
                    try await page.browser.type("label:=\"cat\" lab")
                    try await look("offers", when: "document.querySelector('#find-offers li')")
                    try await page.browser.type("el:(")
                    try await page.browser.press(.enter)
                    try await look("a mistake", when: "document.getElementById('find-text').ariaInvalid === 'true'")
                    for _ in 0..<2 { try await page.browser.press(.escape) }
                    try await page.until("!scrollServer.shown.view.q")
                    try await page.browser.run("document.activeElement.blur()")
                    try await page.browser.type("f")
                    try await look("filters", when: "document.querySelectorAll('#facets-list details').length > 2")
                    try await page.browser.run(
                        "for (const field of document.querySelectorAll('#facets-list details')) field.open = true")
                    try await look("open filters", when: "document.querySelector('[data-field=score] input')")
                    try await page.browser.type("f")
                    try await page.until("document.getElementById('facets').hidden")
                    try await page.browser.type("i")
                    try await look("the panel", when: "document.querySelector('#details .fact')")
                    try await page.browser.press(.escape)
                    try await Axe.end(page)
                }
            }
        }

        @Test("Neither do the help and the palette, with and without a text")
        func actions() async throws {
            try await Page.open(["--demo=1000"], query: "#layout=grid") { page in
                try await Axe.begin(page)
                for (width, height) in [(1280, 800), (390, 844)] {
                    try await page.resize(width: width, height: height)
                    for (button, field) in [("help-button", "help-find"), ("palette-button", "palette-text")] {
                        try await page.browser.run("document.getElementById('\(button)').click()")
                        try await page.until("document.activeElement.id === '\(field)'")
                        for text in ["", "a", "nothing like it"] {
                            try await page.browser.run(
                                "const field = document.getElementById('\(field)'); field.value = '\(text)'; field.dispatchEvent(new Event('input'));"
                            )
                            let found = try await Axe.violations(page)
                            #expect(found.isEmpty, "\(field) with “\(text)”, \(width) px: \(found)")
                        }
                        try await page.browser.run("document.querySelector('dialog[open]').close()")
                    }
                }
                try await Axe.end(page)
            }
        }

        @Test("Neither do the dialogs of lists")
        func lists() async throws {
            for (width, height) in [(1280, 800), (320, 640)] {
                try await Page.open(["--demo=1000"], width: width, height: height, query: "#layout=grid") { page in
                    try await Axe.begin(page)
                    func look(_ dialog: String) async throws {
                        try await page.until("document.getElementById('\(dialog)').open")
                        let found = try await Axe.violations(page)
                        #expect(found.isEmpty, "\(dialog), \(width) px: \(found)")
                    }
                    try await page.click(0, with: .control)
                    try await page.until("\(Page.selectedCount) === 1")
                    try await page.browser.type("l")
                    try await look("lists")
                    try await page.browser.run(
                        "document.getElementById('lists-name').value = 'Sea'; document.getElementById('lists-make').click()"
                    )
                    try await page.until("!document.getElementById('lists').open")
                    try await page.browser.type("l")
                    try await page.until("document.querySelector('#lists-known button')")
                    try await look("lists")
                    try await page.browser.press(.escape)
                    try await page.browser.run("location.hash = '#collection=sea&layout=grid'")
                    try await page.settle(when: "scrollServer.shown.current?.count === 1")
                    for dialog in ["rename", "delete"] {
                        try await page.browser.run("document.getElementById('\(dialog)-list').click()")
                        try await look("list-\(dialog)")
                        try await page.browser.press(.escape)
                    }
                    try await Axe.end(page)
                }
            }
        }

        @Test(
            "No view breaks a rule, of whatever severity, at a desk or in a hand",
            arguments: [
                "collection=demo&layout=grid", "collection=demo&layout=justified", "collection=demo&layout=stack",
                "collection=demo&layout=strip", "collection=demo&layout=pages",
                "collection=demo&layout=item&item=1&zoom=2",
                "collection=weather", "collection=endless-feed",
            ])
        func rules(place: String) async throws {
            try await Page.open([], query: "#\(place)") { page in
                try await Axe.begin(page)
                for (width, height) in [(1280, 800), (390, 844)] {
                    try await page.resize(width: width, height: height)
                    try await page.settle(when: "probe.isSharp()")
                    let found = try await Axe.violations(page)
                    #expect(found.isEmpty, "\(width) px: \(found)")
                }
                try await Axe.end(page)
            }
        }
    }
}
