// The page's words, numbers and dates, and what it says where it has nothing to show.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct WordsTests {
        /// A list with twelve rated pictures and an unrated one.
        private static func ratedList() throws -> PictureFolder {
            let folder = try PictureFolder()
            var lines = ["path,rating"]
            for number in 0..<12 {
                try folder.write("\(number).svg", PictureFolder.svg(width: 300, height: 200))
                lines.append("\(number).svg,\(number % 6)")
            }
            try folder.write("12.svg", PictureFolder.svg(width: 300, height: 200))
            lines.append("12.svg,")
            try folder.write("list.csv", Array(lines.joined(separator: "\n").utf8))
            return folder
        }

        @Test("Ratings are stars; a press on some looks for pictures with as many or more, another one ends that")
        func stars() async throws {
            let folder = try Self.ratedList()
            try await Page.open(["\(folder.path)/list.csv"], width: 1000, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 13")
                try await page.browser.type("f")
                let stars = "[...document.querySelectorAll('.ratings button')]"
                try await page.until("\(stars).length === 6")
                #expect(
                    try await page.value("\(stars).map(one => one.firstChild.textContent).join()")
                        == "★★★★★,★★★★☆,★★★☆☆,★★☆☆☆,★☆☆☆☆,No stars")
                #expect(try await page.value("\(stars)[4].ariaLabel") == "1 star and more: 10")
                try await page.browser.run("\(stars)[1].click()")
                try await page.settle(when: "scrollServer.shown.view.q === 'rating:>=4'")
                try await page.settle(when: "scrollServer.shown.plan?.count === 4")
                let pressed = "\(stars).find(one => one.ariaPressed === 'true')?.ariaLabel"
                try await page.until("\(pressed) === '4 stars and more: 4'")
                #expect(try await page.value("document.getElementById('find-count').value") == "4 of 13 found")
                #expect(try await page.value("document.getElementById('position').value") == "1 of 4")
                // Exactly as many, and as many at most.
                try await page.browser.run("document.querySelectorAll('.signs button')[1].click()")
                try await page.settle(when: "scrollServer.shown.view.q === 'rating:4'")
                try await page.until("\(pressed) === '4 stars: 2'")
                try await page.browser.run("document.querySelectorAll('.signs button')[2].click()")
                try await page.settle(when: "scrollServer.shown.view.q === 'rating:<=4'")
                try await page.until("\(pressed) === '4 stars and fewer: 10'")
                try await page.browser.run("document.querySelectorAll('.signs button')[1].click()")
                try await page.settle(
                    when: "scrollServer.shown.view.q === 'rating:4' && scrollServer.shown.plan?.count === 2")
                try await page.until("\(pressed) === '4 stars: 2'")
                // The details call it the same.
                try await page.browser.type("i")
                try await page.until(
                    "[...document.querySelectorAll('#details .fact')].some(fact => fact.textContent === '★★★★☆')")
                // Its stars lead to those with as many or more.
                try await page.browser.run(
                    "[...document.querySelectorAll('#details .fact')].find(fact => fact.textContent === '★★★★☆').click()"
                )
                try await page.settle(when: "scrollServer.shown.view.q === 'rating:>=4'")
                try await page.until("\(pressed) === '4 stars and more: 4'")
                try await page.browser.run("\(stars).find(one => one.ariaPressed === 'true').click()")
                try await page.settle(when: "!scrollServer.shown.view.q && scrollServer.shown.plan?.count === 13")
                #expect(try await page.value("document.getElementById('find-count').hidden"))
                // Those without stars are the ones with 0, and those without any rating.
                try await page.until("\(stars)[5].ariaLabel === 'No stars: 3'")
                try await page.browser.run("\(stars)[5].click()")
                try await page.settle(
                    when: "scrollServer.shown.view.q === 'rating:none' && scrollServer.shown.plan?.count === 3")
                try await page.until("\(pressed) === 'No stars: 3'")
            }
        }

        @Test("Nothing that readers see or hear has words of the program's makers")
        func words() async throws {
            try await Page.open([]) { page in
                let found: [String] = try await page.value(
                    """
                    [document.body.innerHTML.replace(/(id|class|for|href|data-[a-z]+|aria-(controls|labelledby|describedby))="[^"]*"/g, "")]
                      .flatMap(text => text.match(/.{20}(facet|tiny picture).{20}/gi) ?? [])
                    """)
                #expect(found.isEmpty)
            }
        }

        @Test("A search without a result offers its end, and an empty folder another collection")
        func nothing() async throws {
            let folder = try Self.ratedList()
            let empty = try PictureFolder()
            try await Page.open(
                [empty.path, folder.path], width: 800, height: 600, isBlank: true, query: "#layout=grid"
            ) { page in
                let button = "document.querySelector('#message.alone > .action')"
                try await page.settle(when: "\(button)?.checkVisibility()")
                #expect(try await page.value("document.getElementById('message').innerText.includes('no pictures')"))
                try await page.photograph("empty folder")
                try await page.browser.run("\(button).click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 13")
                #expect(try await page.value("document.getElementById('message').hidden"))
                try await page.browser.type("/")
                try await page.browser.type("nothing")
                try await page.settle(when: "\(button)?.textContent === 'Clear the search'")
                #expect(try await page.value("document.getElementById('find-count').value") == "0 of 13 found")
                try await page.photograph("no result")
                try await page.browser.run("\(button).click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 13")
                #expect(try await page.value("document.getElementById('find').hidden"))
                #expect(try await page.value("document.activeElement.id") == "view")
            }
        }

        @Test("Layouts are called by their names behind the last button, at every width", arguments: [320, 1280])
        func layouts(width: Int) async throws {
            try await Page.open(["--demo=1000"], width: width, height: 700, isBlank: true) { page in
                try await page.browser.run("document.getElementById('more-button').click()")
                let seen: [String] = try await page.value(
                    """
                    [...document.querySelectorAll("#layout-names button")].filter(one => one.checkVisibility() && one.querySelector("svg")
                      && one.scrollWidth <= one.clientWidth).map(one => one.innerText)
                    """)
                #expect(seen == ["Grid", "Rows", "Stack", "Strip", "Pages"])
            }
        }
    }
}
