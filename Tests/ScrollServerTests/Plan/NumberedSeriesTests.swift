// Stacks of files by their names.

import Foundation
import Testing

@testable import Catalog
@testable import Metadata
@testable import ScrollServer

@Suite struct NumberedSeriesTests {
    private static func series(_ names: [String], at index: Int) -> NumberedSeries? {
        NumberedSeries(names[index], at: index) { names.indices.contains($0) ? names[$0] : nil }
    }

    /// The names of a stack with so many times and depths, with two channels each.
    private static func names(times: Int, depths: Int) -> [String] {
        (0..<times).flatMap { time in
            (0..<depths).flatMap { depth in
                (1...2).map { "run/cells_time\(time)-Z\(String(100 + depth).dropFirst())_ch0\($0).tif" }
            }
        }
    }

    @Test func `each file of a stack finds all of it`() {
        let names = ["run/a.png"] + Self.names(times: 3, depths: 40) + ["run/notes_z999.tif"]
        for index in 1..<names.count - 1 {
            let found = Self.series(names, at: index)
            #expect(found?.first == 1, "\(names[index])")
            #expect(
                found?.axes == [
                    StackAxis(name: .z, count: 40, step: 2), StackAxis(name: .t, count: 3, step: 80),
                    StackAxis(name: .c, count: 2, step: 1),
                ])
        }
        #expect(Self.series(names, at: 0) == nil && Self.series(names, at: names.count - 1) == nil)
    }

    @Test func `what is not whole, or in another order, is no stack`() throws {
        let names = Self.names(times: 2, depths: 3)
        for missing in [0, 5, 11] {
            var rest = names
            rest.remove(at: missing)
            // What is whole besides may be one: its files lie together in the whole stack, too.
            for index in rest.indices {
                guard let found = Self.series(rest, at: index) else { continue }
                let files = rest[found.first..<found.first + found.axes.reduce(1) { $0 * $1.count }]
                let start = try #require(names.firstIndex(of: files[found.first]))
                #expect(files.elementsEqual(names[start..<start + files.count]))
            }
        }
        let reversed = Array(names.reversed())
        #expect(reversed.indices.allSatisfy { Self.series(reversed, at: $0) == nil })
    }

    @Test(arguments: [
        (["IMG_0001.jpg", "IMG_0002.jpg", "IMG_0003.jpg"], false), (["C0001.jpg", "C0002.jpg", "C0003.jpg"], false),
        (["z1.tif", "z2.tif"], false), (["z8.tif", "z9.tif", "z10.tif"], false),
        (["t1/a.tif", "t2/a.tif", "t3/a.tif"], false),
        (["z1.tif", "z2.tif", "z3.tif"], true), (["a_frame08.png", "a_frame09.png", "a_frame10.png"], true),
        (["t1z1.png", "t1z2.png", "t1z3.png"], true), (["z1z2.tif", "z1z3.tif", "z1z4.tif"], false),
        (["maze1.tif", "maze2.tif", "maze3.tif"], false), (["z99999999999.tif", "z99999999999.tif"], false),
    ]) func names(_ names: [String], isStack: Bool) {
        #expect((Self.series(names, at: 1) != nil) == isStack, "\(names)")
    }

    /// Where one picture is seen, its plan tells the stack, also in the order of names alone.
    @Test func `a plan of one picture has its stack`() throws {
        struct Plan: Decodable {
            struct Picture: Decodable {
                struct Stack: Decodable {
                    struct Axis: Decodable, Equatable { var name: String, count: Int, step: Int }
                    var first: Int
                    var axes: [Axis]
                }
                var stack: Stack?
            }
            var picture: Picture
        }
        let folder = try ScratchFolder()
        try folder.write("run/a.png", PictureFolder.squares(width: 4, height: 4))
        for name in Self.names(times: 2, depths: 3) {
            try folder.write(name, PictureFolder.squares(width: 4, height: 4))
        }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        collection.waitForScan()
        collection.measure(Array(0..<collection.status.count))
        let client = try APIClient([collection])
        func stack(_ query: String) throws -> Plan.Picture.Stack? {
            let address = "/api/collections/f/plan?width=80&height=60&layout=pages&align=start&\(query)"
            let plan = try client.get(address).decoded(Plan.self)
            return plan.picture.stack
        }
        let found = try #require(try stack("index=6"))
        #expect(found.first == 1 && found.axes.map(\.count) == [3, 2, 2] && found.axes.map(\.step) == [2, 6, 1])
        #expect(found.axes.map(\.name) == ["z", "t", "c"])
        #expect(try stack("index=0") == nil)
        #expect(try stack("index=6&order=-name") == nil)
    }
}
