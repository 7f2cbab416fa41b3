// What tests do with charts.

extension Page {
    /// Shows the newest values of the weather, a point to a px.
    func showNewest() async throws {
        try await browser.run("scrollServer.show({ lineGap: 144, start: 'end' })")
        try await settle(
            when: """
                (({ lineGap, visiblePoints }) => lineGap === 144 && visiblePoints.last === 1051919)
                (scrollServer.shown.plan.chart)
                """)
    }
}
