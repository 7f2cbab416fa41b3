// What is selected, as the page shows it and as the server says it.

import Foundation

extension Page {
    struct Point: Decodable {
        let x: Double
        let y: Double
    }

    /// The server's answer.
    struct Selection: Decodable {
        let count: Int
        let of: Int
        let bytes: Int?
    }

    /// The indices of the pictures that are seen to be selected.
    static let chosen = """
        [...document.querySelectorAll("#slots .slot.current.selected")].map(slot => Number(slot.dataset.index))
          .sort((one, other) => one - other).join()
        """
    /// How many the page says are selected, as a number and in the bar.
    static let selectedCount = "scrollServer.choosing.count"
    static let selectionText = "document.getElementById('selection-count').textContent"
    /// The index of the picture that has the focus; −1 for none.
    static let focusedIndex = "Number(document.activeElement.closest('.slot')?.dataset.index ?? -1)"
    static let query = "(scrollServer.shown.view.q ?? '')"

    /// Waits until exactly these are seen to be selected.
    func untilChosen(_ indices: some Sequence<Int>) async throws {
        try await until("\(Self.chosen) === '\(indices.map(String.init).joined(separator: ","))'")
    }

    /// The middle of the picture with this index.
    func middle(of index: Int) async throws -> Point {
        let link = "#slots .slot.current:not(.over)[data-index=\"\(index)\"] > a"
        return try await value(
            """
            (({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(
              document.querySelector('\(link)').getBoundingClientRect())
            """)
    }

    func click(_ index: Int, with held: WebDriver.Held) async throws {
        let place = try await middle(of: index)
        try await browser.click(x: place.x, y: place.y, with: held)
    }

    /// What the server says of the collection that is shown.
    func selection() async throws -> Selection {
        let collection: String = try await value("scrollServer.shown.collection")
        return try await ask("/api/collections/\(collection)/selection")
    }

    /// Gives the focus to the first picture.
    func focusFirst() async throws {
        try await browser.run("document.getElementById('view').focus();")
        try await browser.press(.tab)
        try await until("\(Self.focusedIndex) === 0")
    }
}

extension PictureFolder {
    /// Pictures that are named `01.svg` and so on.
    static func numbered(_ count: Int) throws -> PictureFolder {
        let folder = try PictureFolder()
        for index in 0..<count { try folder.write(numberedName(index), svg(width: 30, height: 30)) }
        return folder
    }

    /// What the picture with this index is called there.
    static func numberedName(_ index: Int) -> String { "\(index < 9 ? "0" : "")\(index + 1).svg" }
}
