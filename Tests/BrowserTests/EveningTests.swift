// A person's evening: thousands of photographs culled by keys in a hurry, over two windows and two killed servers.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct EveningTests {
        /// `SCROLLSERVER_EVENING=10000` for the whole evening.
        private static let count =
            ProcessInfo.processInfo.environment["SCROLLSERVER_EVENING"].flatMap { Int($0) } ?? 2000

        /// One window of the evening, with what has to be seen in it.
        private struct Window {
            let page: Page
            var model: EveningModel
            var generator: EveningGenerator

            /// Presses keys as fast as the browser takes them.
            mutating func hurry(_ count: Int) async throws {
                var keys = ""
                while keys.count < count { keys += stroke() }
                try await page.browser.type(keys)
            }

            /// A key and what it does in the model; nothing where it would do nothing.
            private mutating func stroke() -> String {
                typealias Key = WebDriver.Key
                let number = Int.random(in: 0..<100, using: &generator)
                switch number {
                case 0..<30: return model.move(across: 1, down: 0) ? Key.right.rawValue : ""
                case 30..<38: return model.move(across: -1, down: 0) ? Key.left.rawValue : ""
                case 38..<52: return model.move(across: 0, down: 1) ? Key.down.rawValue : ""
                case 52..<58: return model.move(across: 0, down: -1) ? Key.up.rawValue : ""
                case 58:
                    model.go(toEnd: false)
                    return Key.home.rawValue
                default:
                    let (key, note) = EveningModel.notes[number % EveningModel.notes.count]
                    return model.mark([model.cursor], note) ? String(key) : ""
                }
            }

            mutating func undo() async throws {
                if model.undo() { try await page.browser.press("z", with: .control) }
            }

            mutating func redo() async throws {
                if model.redo() { try await page.browser.press("z", with: .control, .shift) }
            }

            /// Waits until the server says what the model says.
            func agree(sourceLocation: SourceLocation = #_sourceLocation) async throws {
                let expected = model.table.joined(separator: "\n")
                let difference: String = try await page.browser.runAsync(
                    """
                    const done = arguments[arguments.length - 1], expected = `\(expected)`;
                    const address = `${scrollServer.shown.entry.links.export}?as=table.csv&fields=rating,flag,label`;
                    const end = performance.now() + 20000;
                    (async () => {
                      for (;;) {
                        const answer = await fetch(address).catch(() => null);
                        const lines = (await answer?.text() ?? '').split(/\\r?\\n/).slice(1)
                          .filter(line => line && !line.endsWith(',,,'));
                        if (lines.join('\\n') === expected) return done('');
                        if (performance.now() > end) {
                          const wanted = expected.split('\\n');
                          const at = lines.findIndex((line, index) => line !== wanted[index]);
                          return done(`${lines.length} of ${wanted.length} lines; ${lines[at]} and not ${wanted[at]}`);
                        }
                        await new Promise(next => setTimeout(next, 50));
                      }
                    })();
                    """)
                #expect(difference == "", sourceLocation: sourceLocation)
            }
        }

        private static func settle(_ page: Page) async throws {
            try await page.settle(
                when: "scrollServer.session.isLive && scrollServer.shown.current?.count === \(count)")
        }

        /// What the server exports.
        private static func export(_ page: Page, _ port: Int, _ parameters: String) async throws -> Data {
            let name: String = try await page.value("scrollServer.shown.collection")
            let path = "/api/collections/\(name)/export?\(parameters)"
            let body = [UInt8](try await HTTPClient.send("GET", port: port, path: path).body)
            return Data(body.starts(with: Array("PK".utf8)) ? body : joined(body))
        }

        /// The content of chunks (RFC 9112, 7.1).
        private static func joined(_ body: [UInt8]) -> [UInt8] {
            var rest = body[...]
            var content: [UInt8] = []
            while let end = rest.firstIndex(of: 13),
                let count = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), count > 0,
                rest.endIndex - end - 2 >= count
            {
                content += rest[(end + 2)..<(end + 2 + count)]
                rest = rest[(end + 2 + count)...].dropFirst(2)
            }
            return content
        }

        @Test("Thousands are culled by keys, undone, seen by a second window and exported, over two killed servers")
        func evening() async throws {
            let seed =
                ProcessInfo.processInfo.environment["SCROLLSERVER_SEED"].flatMap { UInt64($0) }
                ?? .random(in: .min ... .max)
            print("evening: SCROLLSERVER_SEED=\(seed)")
            let (folder, state) = (try PictureFolder(), try PictureFolder())
            for index in 0..<Self.count {
                try folder.write(EveningModel.name(index), PictureFolder.svg(width: 30 + index % 7, height: 30))
            }
            var program = try EveningProgram(state: state.path, pictures: folder.path)
            let port = program.port
            try await Page.show(program.address, width: 1000, height: 700, query: "#layout=grid") { page in
                try await Self.settle(page)
                let columnCount: Int = try await page.value("scrollServer.shown.plan.columns")
                var window = Window(
                    page: page, model: EveningModel(count: Self.count, columnCount: columnCount),
                    generator: EveningGenerator(state: seed))
                try await page.focusFirst()
                try await window.hurry(120)
                for _ in 0..<5 { try await window.undo() }
                for _ in 0..<2 { try await window.redo() }
                try await window.hurry(40)
                try await window.agree()
                try await page.until("\(Page.focusedIndex) === \(window.model.cursor)")

                program.kill()
                try await page.until("!scrollServer.session.isLive")
                program = try EveningProgram(port: port, state: state.path, pictures: folder.path)
                try await Self.settle(page)
                window.model.forgetSteps()
                try await page.until("\(Page.focusedIndex) === \(window.model.cursor)")
                try await window.hurry(60)
                try await window.agree()

                try await Self.second(page, &window)

                // All that a query finds, selected and marked before anything is painted.
                let found = window.model.found { $0.rating ?? 0 >= 4 }
                try await page.browser.go(to: "\(page.address)/#layout=grid&q=rating:%3E=4")
                try await page.settle(when: "scrollServer.shown.current?.count === \(found.count)")
                try await page.browser.press("a", with: .control)
                try await page.browser.type("9")
                _ = window.model.mark(found) { $0.label = "Blue" }
                try await window.agree()

                program.kill()
                try await page.until("!scrollServer.session.isLive")
                program = try EveningProgram(port: port, state: state.path, pictures: folder.path)
                try await page.settle(
                    when: "scrollServer.session.isLive && scrollServer.shown.current?.count === \(found.count)")
                try await window.agree()
                try await Self.compareExports(page, port, window.model)
                // While the server was away.
                try await page.browser.run("probe.mistakes = []")
            }
            withExtendedLifetime((folder, state, program)) {}
        }

        /// A second window leaves out what is rejected, follows at once, and marks as well.
        private static func second(_ page: Page, _ window: inout Window) async throws {
            let browser = page.browser
            let first = try await browser.window()
            try await browser.openWindow()
            try await Page.prepare(browser)
            try await page.resize(width: 1000, height: 700)
            try await browser.go(to: "\(page.address)/#layout=grid&q=-flag:reject")
            let shown = window.model.found { $0.flag != "reject" }
            try await page.settle(when: "scrollServer.shown.current?.count === \(shown.count)")
            try await page.focusFirst()
            try await browser.type(WebDriver.Key.right.rawValue + "r")
            _ = window.model.mark([shown[1]]) { $0.flag = "reject" }
            try await page.settle(when: "scrollServer.shown.current?.count === \(shown.count - 1)")
            try await browser.closeWindow()
            try await browser.drive(first)
            try await window.agree()
        }

        private static func compareExports(_ page: Page, _ port: Int, _ model: EveningModel) async throws {
            let blue = model.found { $0.label == "Blue" }
            let paths = String(decoding: try await export(page, port, "as=paths.txt&q=label:blue"), as: UTF8.self)
            #expect(paths.split(separator: "\n").map(String.init) == blue.map(EveningModel.name))
            let table = String(
                decoding: try await export(page, port, "as=table.csv&fields=rating,flag,label"), as: UTF8.self)
            let lines = table.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
            #expect(lines == model.marks.indices.map { "\(EveningModel.name($0)),\(model.marks[$0].fields)" })
            let zip = [UInt8](try await export(page, port, "as=sidecars.zip&q=label:blue"))
            // Rejected pictures have −1 in place of their stars, as other programs write it.
            let wanted = blue.map { index in
                let rating = model.marks[index].flag == "reject" ? -1 : model.marks[index].rating ?? 0
                return "\(EveningModel.name(index)).xmp \(rating) Blue"
            }
            #expect(sidecars(zip) == wanted)
        }

        /// The names, stars and labels of sidecars in an archive, which stores them as they are.
        private static func sidecars(_ zip: [UInt8]) -> [String] {
            String(decoding: zip, as: UTF8.self).split(separator: "PK\u{3}\u{4}").compactMap { part in
                guard let name = part.firstMatch(of: /[0-9]{5}\.svg\.xmp/)?.output,
                    let label = part.firstMatch(of: /xmp:Label="([A-Za-z]+)"/)?.output.1
                else { return nil }
                let rating = part.firstMatch(of: /xmp:Rating="(-?[0-9])"/)?.output.1 ?? ""
                return "\(name) \(rating) \(label)"
            }
        }
    }
}
