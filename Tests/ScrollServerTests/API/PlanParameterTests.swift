// Every parameter of a plan, wrong in every way.

import Foundation
import Testing

@testable import Catalog
@testable import ScrollServer

@Suite struct PlanParameterTests {
    private static let base = "/api/collections/demo/plan"
    /// Numbers, with a value below and one above what is allowed.
    private static let numbers: [(name: String, below: String?, above: String)] = [
        ("width", "0.5", "100001"), ("height", "0", "1e6"), ("x", "-3e13", "3e13"), ("y", "-3e13", "3e13"),
        ("zoom", "0.00009", "100001"), ("scale", "0.01", "11"), ("overscan", "-1", "10001"),
        ("velocityX", "-2e9", "2e9"),
        ("velocityY", "-2e9", "2e9"), ("spacing", "-0.1", "1001"), ("focusX", "-100001", "100001"),
        ("focusY", "-100001", "100001"), ("toZoom", "0.00009", "100001"), ("anchorX", "-2e9", "2e9"),
        ("anchorY", "-2e9", "2e9"), ("columns", "0", "1000001"), ("rowHeight", "0.9", "100001"),
        ("revision", "-1", "9223372036854775808"), ("lag", "-0.1", "10.1"),
    ]
    private static let neverNumbers = [
        "", "nan", "NaN", "inf", "-inf", "infinity", "0x10", "0x1p4", "1e999", "abc", "1_000", "%201", "1%20", "1,5",
        "--1", "1e", "e1", "%EF%BC%95", "%00", "1%0A", "0.1.2", String(repeating: "1", count: 400),
    ]
    private static let words: [(name: String, wrong: [String])] = [
        ("layout", ["", "GRID", "masonry", "grid%20", "0"]), ("fit", ["", "fill", "Cover", "1"]),
        ("group", ["", "month", "folder", "Folder", "day", "1"]),
        ("paging", ["", "1", "yes", "TRUE"]),
        (
            "inset",
            [
                "", "1", "1,2,3", "1,2,3,4,5", "1,,3,4", "-1,0,0,0", "nan,0,0,0", "0,0,0,1e9", "0x1,0,0,0", "a,b,c,d",
                "1;2;3;4", "%201,2,3,4", ",,,",
            ]
        ),
    ]

    /// Each parameter's wrong values: the query, and the parameter that must be named.
    private static let wrong: [(query: String, name: String)] = {
        var cases: [(String, String)] = []
        func given(_ name: String, _ value: String) -> String {
            var query = ["width=800", "height=600"].filter { !$0.hasPrefix(name + "=") }
            query.append("\(name)=\(value)")
            return query.joined(separator: "&")
        }
        for (name, below, above) in numbers {
            for value in neverNumbers + [below, above].compactMap(\.self) where value != "%00" {
                cases.append((given(name, value), name))
            }
            cases.append((given(name, "1") + "&\(name)=1", name))
        }
        for (name, values) in words {
            for value in values { cases.append((given(name, value), name)) }
        }
        for query in ["layout=grid&layout=grid", "inset=0,0,0,0&inset=0,0,0,0", "paging=true&paging=false"] {
            cases.append(("width=800&height=600&" + query, String(query.prefix { $0 != "=" })))
        }
        cases += [
            ("", "width"), ("width=800", "height"), ("height=600", "width"), ("columns=4", "width"),
            ("width=800&height=600&columns=2.5", "columns"), ("width=800&height=600&revision=1.0", "revision"),
            ("width=800&height=600&anchor=0", "revision"), ("width=800&height=600&anchor=0&anchor=0", "anchor"),
        ]
        return cases
    }()

    @Test func wrongValuesAreNamed() throws {
        let client = try APIClient(demo: 1000)
        for (query, name) in Self.wrong {
            let reply = try client.get("\(Self.base)?\(query)")
            guard reply.status == 400 else {
                Issue.record("\(query): \(reply.status)")
                continue
            }
            let problem = try reply.problem(400)
            #expect(problem.parameter == name, "\(query)")
            #expect(problem.detail.hasPrefix("\(name): "), "\(query)")
            #expect(problem.type == "urn:scrollserver:problem:bad-parameter")
        }
    }

    /// A misspelt parameter would be left out in silence, and the answer would be to another question.
    @Test(arguments: [
        ("plan?width=8&height=6&collumns=3", "collumns", "'columns'"),
        ("plan?width=8&height=6&Zoom=2", "Zoom", "'zoom'"),
        ("plan?width=8&height=6&ancohr=a", "ancohr", "'anchor'"), ("items?limt=3", "limt", "'limit'"),
        ("items?q9z=", "q9z", "after, group, limit, order, q"), ("plan?width=8&height=6&=1", "", "known are"),
    ])
    func anUnknownNameIsToldTheNearestOne(query: String, name: String, hint: String) throws {
        let problem = try APIClient(demo: 10).get("/api/collections/demo/\(query)").problem(400)
        #expect(problem.parameter == name)
        #expect(problem.detail.contains(hint), "\(problem.detail)")
    }

    /// Each name that is known is also read: a wrong value of it is a 400 that names it.
    ///
    /// An item that is not there is no wrong value: it may have gone. Nor is a line: its table may have others by now.
    /// Which fields there are is asked where they are needed.
    @Test(
        arguments: PlanRequest.names.filter {
            !["item", "anchor", "focusItem", "index", "hide", "show", "fieldX", "fieldY"].contains($0)
        })
    func everyKnownNameIsRead(name: String) throws {
        let chart = try StagedSeries([0, 86_400, 172_800], [[1, 2, 3]]).collection
        let clients = [try APIClient(demo: 10), try APIClient([chart])]
        let paths = ["/api/collections/demo", "/api/collections/\(chart.id)"]
        let size = ["width=8", "height=6", "paintedLineGap=1", "paintedMinValue=0", "paintedMaxValue=1"]
            .filter { !$0.hasPrefix(name + "=") }.joined(separator: "&")
        let named = try zip(clients, paths).map { client, path in
            let reply = try client.get("\(path)/plan?\(size)&\(name)=%01")
            return reply.status == 400 ? try reply.problem(400).parameter : nil
        }
        #expect(named.contains(name), "\(named)")
    }

    /// The ends of the ranges, and the spellings of numbers that programs write.
    @Test func rightValuesAreTaken() throws {
        let client = try APIClient(demo: 1000)
        for query in [
            "x=-2e13", "y=2e13", "x=1e-3", "y=1E3", "y=-0", "zoom=0.05", "zoom=64", "scale=0.1", "scale=10",
            "overscan=0", "overscan=10000", "columns=1", "columns=1000", "columns=1000000", "columns=all",
            "lead=999999", "spacing=0", "spacing=1000", "layout=grid",
            "layout=stack", "layout=strip", "fit=cover", "fit=contain", "paging=true", "paging=false",
            "inset=0,0,0,0", "inset=100000,1.5,2,3e1", "velocityX=-1e9&velocityY=1e9", "toZoom=2", "focusX=0&focusY=0",
            "revision=0", "revision=9223372036854775807&anchor=zz",
        ] {
            let plan = try client.get("\(Self.base)?width=800&height=600&\(query)").plan()
            #expect(plan.count == 1000, "\(query)")
        }
        _ = try client.get("\(Self.base)?width=1&height=1").plan()
        _ = try client.get("\(Self.base)?width=100000&height=100000").plan()
    }

    /// More pictures than anyone can look at are refused before memory is taken for them.
    @Test(arguments: [
        ("width=100000&height=100000&columns=1000&zoom=0.001", "columns"),
        ("width=100000&height=100000&columns=2000&zoom=0.01", "columns"),
        ("width=100000&height=100000&zoom=0.001&spacing=0", "zoom"),
        ("width=1&height=100000&zoom=0.001&layout=stack&spacing=0", "zoom"),
        ("width=100000&height=1&zoom=0.001&layout=strip&spacing=0", "zoom"),
    ]) func tooManyAtOnce(query: String, name: String) throws {
        let problem = try APIClient(demo: 1_000_000_000).get("\(Self.base)?\(query)").problem(400)
        #expect(problem.parameter == name)
    }
}
