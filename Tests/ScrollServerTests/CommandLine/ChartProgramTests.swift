// Tables that are no charts, and charts of damaged tables, from the command line to the plan.

import Foundation
import Testing

@testable import ScrollServer

@Suite(.needs(.builtProgram))
struct ChartProgramTests {
    @Test(arguments: [
        ("binary", [0x50, 0x4B, 0, 1, 2, 0xFF], "no text file: byte 2"), ("empty", [], "empty"),
        ("blank", Array("\n\r\n \n".utf8), "empty"),
        ("words", Array("name,place\nann,here\nbob,there\n".utf8), "there are: 'name', 'place'"),
    ]) func refusedInOneLine(name: String, bytes: [UInt8], reason: String) throws {
        let folder = try ScratchFolder()
        for ending in ["csv", "tsv", "jsonl"] {
            try folder.write("\(name).\(ending)", bytes)
            // A list of pictures may look like this, too; so does nothing that has a column to be drawn.
            let end = try ProgramRun(["--port=0", "--x-column=time", "\(folder.path)/\(name).\(ending)"]).ending()
            #expect(end.status == 1 && end.output.isEmpty, "\(ending)")
            #expect(end.errors.hasPrefix("ScrollServer: ") && end.errors.filter(\.isNewline) == "\n", "\(end.errors)")
            let plain = try ProgramRun(["--port=0", "\(folder.path)/\(name).\(ending)"]).ending()
            #expect(plain.status == 1 && plain.output.isEmpty, "\(ending)")
            #expect(plain.errors.hasPrefix("ScrollServer: ") && plain.errors.filter(\.isNewline) == "\n")
            guard ending == "csv" else { continue }
            #expect(plain.errors.contains(reason), "\(plain.errors)")
        }
    }

    @Test func aMissingColumnIsNamed() throws {
        let folder = try ScratchFolder()
        try folder.write("t.csv", Array("a,b\n1,2\n".utf8))
        let end = try ProgramRun(["--port=0", "--x-column=c", "\(folder.path)/t.csv"]).ending()
        #expect(end.status == 1 && end.errors.contains("no column 'c'; there are: 'a', 'b'"), "\(end.errors)")
    }

    @Test func marksThatCannotBeReadAreNamed() throws {
        let folder = try ScratchFolder()
        try folder.write("t.csv", Array("a,b\n1,2\n".utf8))
        try folder.write("words.csv", Array("name,place\nann,here\nbob,there\n".utf8))
        for name in ["gone.csv", "words.csv"] {
            let end = try ProgramRun(["--port=0", "--marks=\(folder.path)/\(name)", "\(folder.path)/t.csv"]).ending()
            #expect(end.status == 1 && end.output.isEmpty && end.errors.filter(\.isNewline) == "\n", "\(end.errors)")
            #expect(end.errors.hasPrefix("ScrollServer: --marks: '\(folder.path)/\(name)'"), "\(end.errors)")
        }
    }

    /// The chart of a table, asked for over a socket, once all of it has been read.
    private func chart(_ text: String, _ query: String = "", as name: String = "t.csv") throws -> ChartDocument.Chart {
        let folder = try ScratchFolder()
        try folder.write(name, Array(text.utf8))
        let run = try ProgramRun(["--port=0", "\(folder.path)/\(name)"])
        let connection = try PlainConnection(try run.address())
        func ask() throws -> [UInt8] {
            connection.get("/api/collections/t/plan?width=600&height=300&zoomTo=item\(query)")
            let reply = try #require(connection.receive())
            try #require(reply.status == 200)
            return reply.body
        }
        var body = try ask()
        #expect(
            eventually {
                guard let next = try? ask() else { return true }
                body = next
                let document = try? JSONDecoder().decode(ChartDocument.self, from: Data(next))
                return document?.chart.progress == nil && document?.chart.notice == nil
            })
        // Whatever the table is, its tiles can be drawn.
        let plan = try JSONDecoder().decode(PlanDocument.self, from: Data(body))
        for tile in plan.tiles {
            connection.get(tile.url)
            #expect(try #require(connection.receive()).status == 200)
        }
        return try JSONDecoder().decode(ChartDocument.self, from: Data(body)).chart
    }

    @Test func rowsOutOfOrderAreSortedAndItIsSaid() throws {
        let rows = (0..<100).map { "\($0),\($0)\n" }.joined()
        let chart = try chart("x,a\n" + rows + "49.5,-3\n", "&point=50")
        #expect(chart.points == 101 && chart.notices == ["1 row was out of order and has been sorted by 'x'."])
        #expect(chart.pointer?.values.map(\.value) == ["-3"])
    }

    @Test func whatIsNoNumberIsAGap() throws {
        let text = "x,a,b\n0,1,1\n1,nan,2\n2,inf,3\n3,-Infinity,4\n4,,5\n5,7,6\n"
        for index in 1...4 {
            let chart = try chart(text, "&point=\(index)")
            #expect(chart.points == 6 && chart.badRows == 0 && chart.notices.isEmpty)
            #expect(chart.pointer?.values.map(\.value) == [nil, "\(index + 1)"])
            // Infinity is no end of the range.
            #expect(chart.section.maxValue < 20)
        }
    }

    @Test func badRowsAreCountedAndNamed() throws {
        let rows = (0..<30).map { $0 % 4 == 3 ? "bad" : "\($0),\($0)" }
        let chart = try chart((["x,a"] + rows).joined(separator: "\n") + "\n")
        #expect(chart.points == 23 && chart.badRows == 7)
        #expect(
            chart.notices == [
                "7 rows were left out: line 5 (its 'x' is no number), line 9 (its 'x' is no number), "
                    + "line 13 (its 'x' is no number) …"
            ])
    }

    /// A table that is being written, or was when the disk was full.
    @Test func aLastLineThatIsCut() throws {
        let cut = try chart("x,a,b\n0,1,2\n1,2,3\n2,3")
        // Nothing says whether the rest of the line comes.
        #expect((2...3).contains(cut.points) && cut.badRows == 0 || cut.badRows == 1 && cut.points == 2)
        let whole = try chart("{\"x\":0,\"a\":1}\n{\"x\":1,\"a\":2}\n{\"x\":2,\"a\"", as: "t.jsonl")
        #expect(whole.points == 2 && whole.badRows <= 1)
    }
}
