// Chooses an order as a reader does.

extension Page {
    /// Chooses an order, such as `-date`, from the menu, and its direction by the arrow beside it; waits for its plan.
    func sort(by order: String) async throws {
        let isDown = order.hasPrefix("-")
        let key = isDown ? String(order.dropFirst()) : order
        try await browser.run(
            """
            const entry = key => document.querySelector(`#sort-menu [data-key="${key}"]`);
            document.getElementById("sort-button").click();
            if (!entry("\(key)")) entry("more").click();
            entry("\(key)").click();
            """)
        let sorted = "(scrollServer.shown.view.order ?? 'name')"
        try await settle(when: "!scrollServer.shown.isFresh && \(sorted).replace('-', '') === '\(key)'")
        if try await value("\(sorted).startsWith('-') !== \(isDown)") {
            try await browser.run("document.getElementById('direction').click()")
        }
        try await settle(when: "!scrollServer.shown.isFresh && \(sorted) === '\(order)'")
    }
}
