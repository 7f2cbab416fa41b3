// The plane: pictures by two of their values, and its axes.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct PlaneTests {
        /// A list of 30 pictures on a slope, of which three lie at one place and two nowhere; two were taken somewhere.
        private static func folder() throws -> (folder: PictureFolder, list: String) {
            let folder = try PictureFolder()
            var rows = ["path,left,above"]
            for number in 0..<30 {
                try folder.write("\(number).svg", PictureFolder.svg())
                let place = number < 25 ? "\(number),\(number)" : number < 28 ? "20,4" : ","
                rows.append("\(number).svg,\(place)")
            }
            for (number, place) in [
                (3, "38,43.3N' exif:GPSLongitude='9,8.4W"), (4, "41,9N' exif:GPSLongitude='8,36.7W"),
            ] {
                let facts = "<rdf:Description exif:GPSLatitude='\(place)'/>"
                try folder.write(
                    "\(number).svg.xmp", [UInt8]("<x:xmpmeta><rdf:RDF>\(facts)</rdf:RDF></x:xmpmeta>".utf8))
            }
            let list = folder.path + "/points.csv"
            try rows.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
            return (folder, list)
        }

        @Test("Two fields place the pictures, several at one place part, and one field stacks them")
        func plane() async throws {
            let (folder, list) = try Self.folder()
            defer { withExtendedLifetime(folder) {} }
            try await Page.open([list, folder.path], query: "#layout=plane") { page in
                try await page.settle(when: "scrollServer.shown.current?.layout === 'plane'")
                #expect(try await page.value("document.getElementById('field-x').value") == "left")
                #expect(try await page.value("document.getElementById('field-y').value") == "above")
                #expect(try await page.value("document.getElementById('position').value") == "28 of 30")
                #expect(try await page.value("document.querySelectorAll('.plane-x span').length > 2"))
                #expect(try await page.value("document.querySelectorAll('.plane-y span').length > 2"))
                let several = "document.querySelector('#slots .slot[data-index=\"25\"] > a')"
                #expect(try await page.value("\(several)?.dataset.count") == "3")
                // The number is whole where it is larger than its picture: the slot does not clip it.
                let contained: String = try await page.value("getComputedStyle(\(several).parentElement).contain")
                #expect(contained == "size layout style")
                // The pictures lie beside the axes, not below them.
                let isBeside: Bool = try await page.value(
                    """
                    (() => {
                      const edge = document.querySelector(".plane-y").getBoundingClientRect().right - 1;
                      const foot = document.querySelector(".plane-x").getBoundingClientRect().top + 1;
                      return [...document.querySelectorAll("#slots .current")].every(slot => {
                        const { left, bottom } = slot.getBoundingClientRect();
                        return left >= edge && bottom <= foot;
                      });
                    })()
                    """)
                #expect(isBeside)
                // What stands for several is zoomed into by a click, and all are shown again by a key.
                let middle: [Double] = try await page.value(
                    """
                    (({ x, y, width, height }) => [x + width / 2, y + height / 2])(
                      \(several).getBoundingClientRect())
                    """)
                try await page.browser.click(x: middle[0], y: middle[1])
                try await page.settle(when: "scrollServer.shown.current?.zoomScale > 3")
                #expect(try await page.value("scrollServer.shown.current.layout") == "plane")
                try await page.browser.press("0", with: .alt)
                try await page.settle(when: "scrollServer.shown.current?.zoomScale === 1")
                // Pixels that show numbers, with their legend: a click zooms in there, and the choice is in the address.
                try await page.browser.run(
                    """
                    const show = document.getElementById("plane-show");
                    show.value = "density";
                    show.dispatchEvent(new Event("change"));
                    """)
                try await page.settle(when: "scrollServer.shown.current?.plane.show === 'density'")
                #expect(try await page.value("document.getElementById('plane-legend').textContent") == "13")
                #expect(try await page.value("document.getElementById('position').value") == "28 of 30")
                try await page.until("location.hash.includes('show=density')")
                #expect(try await page.value("document.querySelectorAll('#slots .slot.current.shown').length > 0"))
                try await page.browser.click(x: middle[0], y: middle[1])
                try await page.settle(when: "scrollServer.shown.current?.zoomScale > 3")
                #expect(try await page.value("scrollServer.shown.current.plane.show") == "density")
                try await page.browser.press("0", with: .alt)
                try await page.settle(when: "scrollServer.shown.current?.zoomScale === 1")
                try await page.browser.run(
                    """
                    const show = document.getElementById("plane-show");
                    show.value = "";
                    show.dispatchEvent(new Event("change"));
                    """)
                try await page.settle(when: "scrollServer.shown.current?.plane.show === 'pictures'")
                try await Self.wayBack(page)
                // Other fields, in the address as well; with one alone there are bars.
                try await page.browser.run(
                    """
                    const picker = document.getElementById("field-y");
                    picker.value = "";
                    picker.dispatchEvent(new Event("change"));
                    """)
                try await page.settle(when: "scrollServer.shown.current?.plane.y.field === undefined")
                #expect(try await page.value("scrollServer.shown.current.plane.seen") == 28)
                // Each bar has its number above it, which shows the bar alone; then all are shown again.
                let numbers = "[...document.querySelectorAll('#plane-bars button')].map(bar => Number(bar.textContent))"
                #expect(try await page.value("\(numbers).reduce((sum, number) => sum + number, 0)") == 28)
                #expect(try await page.value("document.getElementById('plane-all').hidden"))
                try await page.browser.run("document.querySelectorAll('#plane-bars button')[3].click()")
                try await page.settle(when: "scrollServer.shown.current?.zoomScale > 3")
                try await page.browser.run("document.getElementById('plane-all').click()")
                try await page.settle(when: "scrollServer.shown.current?.zoomScale === 1")
                try await Self.map(page)
            }
        }

        /// A wheel leads into a picture, whose way back leads to the plane; a search shows all of what it finds.
        private static func wayBack(_ page: Page) async throws {
            let entries: Int = try await page.value("history.length")
            // The picture nearest to the middle: with each notch it may come out of a pile beside it.
            let nearest = """
                [...document.querySelectorAll("#slots .slot.current")].map(slot => slot.getBoundingClientRect())
                  .map(({ x, y, width, height }) => ({ clientX: x + width / 2, clientY: y + height / 2 }))
                  .map(at => [Math.hypot(at.clientX - innerWidth / 2, at.clientY - innerHeight / 2), at])
                  .sort(([one], [other]) => one - other)[0][1]
                """
            for _ in 0..<60 {
                if try await page.value("scrollServer.shown.isLooking") { break }
                try await page.browser.run(
                    """
                    const notch = { deltaY: -100, ctrlKey: true, bubbles: true, cancelable: true, ...\(nearest) };
                    document.getElementById("view").dispatchEvent(new WheelEvent("wheel", notch));
                    """)
                try await page.settle()
            }
            #expect(try await page.value("scrollServer.shown.isLooking"))
            #expect(try await page.value("history.length") == entries + 1)
            try await page.browser.press(.escape)
            try await page.settle(when: "scrollServer.shown.current?.plane?.show === 'pictures'")
            #expect(try await page.value("scrollServer.shown.current.zoomScale > 3"))
            #expect(try await page.value("scrollServer.shown.current.plane.seen > 0"))
            for (query, count) in [("left:<3", 3), ("", 28)] {
                if query.isEmpty {
                    try await page.browser.run("document.getElementById('find-close').click()")
                } else {
                    try await page.look(for: query)
                }
                try await page.settle(when: "scrollServer.shown.current?.plane?.seen === \(count)")
                #expect(try await page.value("scrollServer.shown.current.zoomScale") == 1)
            }
        }

        /// A map has its squares below the pictures, says how many have no position, and gives way to other fields.
        private static func map(_ page: Page) async throws {
            try await page.browser.run(
                """
                fetch("api/collections").then(answer => answer.json()).then(({ collections }) => {
                  const { id } = collections.find(({ kind }) => kind === "folder");
                  location.hash = `#collection=${id}&layout=plane&fieldX=gps`;
                });
                """)
            try await page.settle(
                when:
                    "scrollServer.shown.current?.plane?.x.field === 'gps' && scrollServer.shown.current.plane.seen === 2"
            )
            try await page.settle(
                when: "[...document.querySelectorAll('#map > img')].every(({ naturalWidth }) => naturalWidth === 512)")
            #expect(try await page.value("document.querySelectorAll('#map > img').length > 1"))
            #expect(try await page.value("document.getElementById('unplaced').textContent") == "28 without a position")
            // A press shows them; Back returns to the map.
            try await page.browser.run("document.getElementById('unplaced').click()")
            try await page.settle(
                when: "scrollServer.shown.current?.layout === 'grid' && scrollServer.shown.current.count === 28")
            try await page.browser.run("history.back()")
            try await page.settle(when: "scrollServer.shown.current?.plane?.seen === 2")
            #expect(try await page.value("document.getElementById('field-y').hidden"))
            let degrees: String = try await page.value("document.querySelector('.plane-x span').textContent")
            #expect(degrees.hasSuffix("°W"), "\(degrees)")
            try await page.browser.run(
                """
                const picker = document.getElementById("field-x");
                picker.value = "bytes";
                picker.dispatchEvent(new Event("change"));
                """)
            try await page.settle(when: "scrollServer.shown.current?.plane?.x.field === 'bytes'")
            #expect(try await page.value("scrollServer.shown.current.plane.seen") == 30)
            #expect(try await page.value("document.querySelectorAll('#map > img').length") == 0)
        }
    }
}
