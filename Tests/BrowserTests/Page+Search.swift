// Writes into the page's search field.

extension Page {
    /// Writes a query in place of the one in the search field, which is opened where it is closed.
    func look(for query: String) async throws {
        try await browser.run("document.getElementById('find-text')?.select()")
        if try await value("document.activeElement.id !== 'find-text'") {
            try await browser.type("/")
            try await until("document.activeElement.id === 'find-text'")
        }
        try await browser.type(query)
    }
}
