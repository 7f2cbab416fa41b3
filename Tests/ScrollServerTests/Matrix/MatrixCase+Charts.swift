// Charts under every choice of columns, each shown in every way, and what other routes say of the same choice.

import Foundation
import HTTP

@testable import Platform

extension MatrixCase {
    /// Ways to show the same columns.
    private static let shows = [
        "", "start=end", "axis=even", "valueAxes=one", "valueAxes=second", "valueAxes=panes", "valueScale=log",
        "valueScale=index", "valueScale=index&valueAxes=panes", "range=visible&start=end", "minValue=-3&maxValue=30",
        "band=mean&lineGap=0.2", "band=line&lineGap=0.2", "band=mean&lineGap=30",
        "band=mean&valueScale=log&lineGap=0.2",
        "hide=0", "show=0", "show=", "units=up:m,down:%25C2%25B0C,amount:kg", "ranges=up:0:20,amount:1:5",
        "scheme=dark",
        "timeZone=UTC%2B02:00", "timeZone=Europe/Berlin&start=end", "brush=70,90", "pointerX=90", "point=5",
        "overview=100,20", "overview=100,20&band=mean", "paddings=4,4,4,4&pointSize=9&lineSize=3", "zoomTo=item",
    ]

    /// Ways to show pictures below a chart along time.
    private static let withPictures = ["", "&zoomTo=item&pointerX=90", "&axis=even&point=5", "&timeZone=UTC%2B02:00"]

    /// What the table's columns and values allow to be chosen, and some that it may not allow.
    private func choices() throws -> [String] {
        let table = try http.json("/table")
        let columns = table["columns"]?.elements ?? []
        var choices = ["", "keyColumn="]
        for name in columns.compactMap({ $0["name"]?.text.map(Query.escaped) }) {
            choices += ["xColumn=\(name)", "lines=\(name)", "keyColumn=\(name)", "xColumn=\(name)&keyColumn="]
        }
        let values = (table["keys"]?["values"]?.elements ?? []).compactMap { $0["name"]?.text.map(Query.escaped) }
        if let first = values.first, let last = values.last {
            choices += ["keys=\(last)", "keys=\(first),\(last)"]
        }
        return choices + ["xColumn=nobody", "lines=nobody"]
    }

    /// - Returns: how many choices the table allows.
    @discardableResult
    func checkCharts() throws -> Int {
        var allowed = 0
        for choice in try choices() {
            let view = "width=120&height=80&slideWidth=64&layout=slides&names=true&\(choice)"
            let reply = try http.get("/plan?\(view)")
            guard reply.status == 200 else {
                try checkRefusal(view, reply)
                continue
            }
            allowed += 1
            // A choice is read behind the first answer; what is compared is all of it.
            for world in [http, live] {
                let isRead = try eventually {
                    (try world.json("/plan?\(view)")["chart"]?["progress"] ?? .null) == .null
                }
                if !isRead { note("\(view): it is never read to its end") }
            }
            for show in Self.shows { try check(show.isEmpty ? view : "\(view)&\(show)") }
            // The list's days are the table's.
            if try http.json("/plan?\(view)")["chart"]?["axis"] == .text("date") {
                for show in Self.withPictures { try check("\(view)&with=list&withField=tag\(show)") }
            }
            try checkRoutes(choice)
        }
        return allowed
    }

    /// A choice that is refused is refused on the session, too, and by all routes, with the same words.
    private func checkRefusal(_ view: String, _ reply: APIClient.Reply) throws {
        let problem = try? JSONReader.value(of: reply.body)
        guard reply.status == 400, let name = problem?["parameter"]?.text, view.contains("\(name)=") else {
            return note("\(view): \(reply.status) \(reply.text.prefix(200))")
        }
        let said = try session.look(view).problem
        if said != problem { note("\(view): the session says \(said ?? .null), HTTP \(problem ?? .null)") }
        let choice = view.split(separator: "&").dropFirst(5).joined(separator: "&")
        if try http.get("/table?\(choice)").status != 400 { note("\(choice): the table is not refused") }
        let ranged = choice.replacingOccurrences(of: "lines=", with: "columns=")
        if try http.get("/points?\(ranged)").status != 400 { note("\(choice): the points are not refused") }
    }

    /// The table, the points, the figures and the picture of one choice: the same in both worlds, and they agree.
    private func checkRoutes(_ choice: String) throws {
        let ranged = choice.replacingOccurrences(of: "lines=", with: "columns=")
        let paths = [
            "/table?\(choice)", "/points?\(ranged)", "/points?format=jsonl&\(ranged)", "/statistics?\(ranged)",
            "/picture?width=150&height=90&format=png&\(choice)", "/picture?width=150&height=90&\(choice)",
        ]
        var replies: [APIClient.Reply] = []
        for path in paths {
            let (one, two) = (try http.get(path), try live.get(path))
            if one.status != 200 || one.body != two.body { note("\(path): \(one.status), else \(two.status)") }
            replies.append(one)
        }
        let plan = try http.json("/plan?width=120&height=80&\(choice)")["chart"]
        let statistics = try JSONReader.value(of: replies[3].body)
        let rows = replies[1].text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let count = plan?["points"]?.integer ?? -1
        if rows.count != count + 1 || statistics["points"]?.integer != count {
            note("\(choice): \(count) points, \(rows.count - 1) rows")
        }
        if replies[2].text.split(separator: "\n").count != count { note("\(choice): JSON lines are not \(count)") }
        let names = (plan?["lines"]?.elements ?? []).compactMap { $0["name"]?.text }
        for (line, name) in names.enumerated() {
            let values = rows.dropFirst().compactMap { line + 1 < $0.count ? Double($0[line + 1]) : nil }
            let said = statistics["lines"]?.elements[line]
            if said?["count"]?.integer != values.count || said?["min"]?["value"]?.number != values.min()
                || said?["max"]?["value"]?.number != values.max()
            {
                note("\(choice): '\(name)' has \(values.count) values, the figures are \(said ?? .null)")
            }
        }
        let shown = names.prefix(1).filter { !replies[5].text.contains(">\($0)</text>") }
        if !shown.isEmpty { note("\(choice): the picture does not name \(shown)") }
    }
}
