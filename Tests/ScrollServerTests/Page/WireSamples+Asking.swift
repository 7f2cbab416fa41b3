// Asks a server everything that the page asks, and listens to its sessions.

import Foundation
import Testing

@testable import HTTP
@testable import Platform
@testable import ScrollServer

extension WireSamples {
    /// Answers a whole target.
    typealias Server = (_ target: String) throws -> APIClient.Reply

    /// Adds the answer to a target, which may be a problem.
    ///
    /// - Returns: the answer.
    @discardableResult
    mutating func ask(_ type: String, _ target: String, _ server: Server) throws -> JSONValue {
        let reply = try server(target)
        try add(reply.status < 400 ? type : "Problem", reply.body, of: target)
        return try JSONReader.value(of: reply.body)
    }

    /// Asks everything about a collection.
    mutating func askAll(_ id: String, _ server: Server) throws {
        let path = "/api/collections/\(id)"
        try ask("Collections", "/api/collections", server)
        let collection = try ask("CollectionDetails", path, server)
        let links = collection["links"]
        let items = try ask("ItemPage", "\(path)/items?limit=1000", server)["items"]?.elements ?? []
        try ask("ItemPage", "\(path)/items?limit=2", server)
        for item in items.prefix(40).compactMap({ $0["id"]?.text }) {
            let details = try ask("ItemDetails", "\(path)/items/\(item)", server)
            // The collection of a picture's pages says whose they are.
            if let pages = details["pages"]?["url"]?.text { try ask("CollectionDetails", pages, server) }
            if let samples = details["samples"]?.text { try ask("Samples", samples, server) }
            if let histogram = details["histogram"]?.text { try ask("Histogram", histogram, server) }
            try ask("ItemDetails", "\(path)/items/\(item)?path=true", server)
            try ask("Companions", "\(path)/items/\(item)/companions", server)
            for query in ["x=1&y=1", "x=1&y=1&toX=3&toY=3"] {
                try ask("Measured", "\(path)/items/\(item)/measure?\(query)", server)
            }
        }
        for (name, type, queries) in Self.routes {
            guard let address = links?[name]?.text else { continue }
            for query in queries { try ask(type, "\(address)?\(query)", server) }
        }
        let isChart = collection["kind"] == .text("chart")
        var views = (collection["layouts"]?.elements ?? []).compactMap(\.text).map { "layout=\($0)" }
        // A picture whose pixels have a size has a bar.
        let told = items.first { $0["name"] == .text("map.tif") } ?? items.first
        if !isChart, let first = told?["id"]?.text { views.append("layout=item&item=\(first)") }
        if !isChart {
            // Only large pictures have badges.
            let whole = "width=200&height=90000&layout=stack&names=true&badges=true"
            try ask("Plan", "\(path)/plan?\(whole)", server)
        }
        for view in views {
            for query in isChart ? Self.charts : Self.plans {
                try ask("Plan", "\(path)/plan?width=200&height=150&\(view)&\(query)", server)
            }
        }
    }

    /// Names of links, the types of their answers, and what is asked of each.
    private static let routes = [
        ("facets", "Facets", ["", "limit=1", "field=taken", "q=romes", "q=annas"]),
        ("folders", "Folders", ["", "path=sub", "path=none"]),
        ("table", "Table", [""]), ("statistics", "Statistics", ["", "quantiles=0.5", "from=1e9&to=1e9"]),
        (
            "cell", "CellAnswer",
            ["pointX=60&pointY=60", "pointX=-9000&pointY=0", "at=2&columns=50"].map { "width=200&height=150&\($0)" }
        ), ("marks", "Marks", ["", "&order=date"].map { "width=200&height=150&length=900&least=1\($0)" }),
    ]

    /// Ways to look at pictures.
    private static let plans = [
        "", "names=true", "names=true&order=date", "names=true&order=-size", "x=1e6&y=1e6&names=true",
        "since=1", "since=1000000", "q=-format:png", "q=folder:=%22sub/%22", "group=month&order=date",
        "group=folder&y=1e6", "group=camera", "toZoom=1.6&focusX=60&focusY=50", "toZoom=0.4&focusX=60&focusY=50",
        "zoomSteps=2&focusX=60&focusY=50", "backdrop=true&scale=2", "names=true&badges=true",
        "deceleration=normal&velocityX=900&velocityY=900", "columns=12", "columns=all&spacing=1",
        "columns=30&group=month&order=date", "columns=9&group=month&order=date&toZoom=0.4&focusX=90&focusY=80",
        "columns=20&group=month&order=date&toZoom=0.6&focusX=90&focusY=30",
        "y=30&columns=9&group=month&order=date&toZoom=0.4&focusX=90&focusY=30",
        "fit=cover", "zoom=1.5&x=30&y=40", "magnification=3&middleX=0.25", "spacing=none",
        "fieldX=format", "fieldX=modified&fieldY=bytes&logY=true",
        "fieldX=modified&fieldY=bytes&show=density", "fieldX=modified&fieldY=bytes&show=colours",
    ]

    /// Ways to look at a chart.
    private static let charts = [
        "", "start=end", "start=auto", "axis=even", "valueAxes=second", "valueAxes=panes", "valueScale=log",
        "valueScale=index", "point=5", "pointerX=90", "overview=100,20", "lineGap=0.2", "hide=0", "show=",
        "lineGap=9&x=40&paintedLineGap=9&paintedMinValue=0&paintedMaxValue=9", "toZoom=2&focusX=60&focusY=50",
        "xColumn=nobody", "since=0", "zoomSteps=-1", "paddings=48,0,52,0",
    ]

    /// Says all that a page says, as it looks at one place after the other, and adds what comes.
    mutating func listen(to socket: WebSocketClient, _ queries: [String]) throws {
        defer { socket.raw.close() }
        let held = #""holds":{"/api/collections/a/tiles/b/0/0/0?v=1":9}"#
        try say(#"{"budget":1048576,"pixels":65536,"room":524288,"bands":true,"sheets":true,\#(held)}"#, socket)
        for (place, query) in queries.enumerated() {
            try say(#"{"report":\#(place + 1),"plan":"\#(query)"}"#, socket)
            var isAnswered = false
            while !isAnswered {
                let frame = try #require(socket.receive(), "the session ended at '\(query)'")
                if frame.opcode == 2 {
                    let number = frame.payload.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                    try say(#"{"acknowledged":\#(number)}"#, socket)
                }
                guard frame.opcode == 1 else { continue }
                let message = try JSONReader.value(of: frame.payload)
                try add(Self.type(of: message), frame.payload, of: "a session that shows '\(query)'")
                isAnswered = message["report"]?.integer == place + 1
            }
        }
    }

    /// The type of a message, which the page tells by one member.
    private static func type(of message: JSONValue) -> String {
        let types = [
            "place": "PlanMessage", "problem": "ProblemMessage", "numbers": "NumbersMessage", "drop": "DropMessage",
            "failed": "FailedMessage",
        ]
        return types.first { message[$0.key] != nil }?.value ?? "Message"
    }

    private mutating func say(_ report: String, _ socket: WebSocketClient) throws {
        try add("Report", Array(report.utf8), of: "the page")
        socket.send(.text(report))
    }
}
