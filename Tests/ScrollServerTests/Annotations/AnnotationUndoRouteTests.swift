// Changes of annotations that are taken back over the API, also by several readers.

import Testing

@testable import Platform

extension AnnotationRouteTests {
    @Test func undoAndRedo() throws {
        let bench = try Bench()
        try bench.post("undo", expecting: 409)
        try bench.annotate(#"{"all":true,"rating":3}"#)
        let a = try #require(try bench.ids()["a.png"])
        try bench.annotate(#"{"items":["\#(a)"],"rating":5,"flag":"pick"}"#)
        try bench.post("undo")
        #expect(try bench.names("rating:3").count == 4 && bench.names("has:flag").isEmpty)
        try bench.post("undo")
        #expect(try bench.names("has:rating").isEmpty)
        try bench.post("redo")
        try bench.post("redo")
        #expect(try bench.names("rating:5") == ["a.png"] && bench.names("flag:pick") == ["a.png"])
        try bench.post("redo", expecting: 409)
    }

    /// Of two readers, each takes back what is their own, and what the other has changed since stays.
    @Test func eachTakesBackTheirOwn() throws {
        let bench = try Bench()
        let a = try #require(try bench.ids()["a.png"])
        let first = try #require(try bench.annotate(#"{"all":true,"rating":3}"#)["edit"]?.integer)
        let second = try #require(try bench.annotate(#"{"items":["\#(a)"],"rating":5}"#)["edit"]?.integer)
        let third = try #require(try bench.annotate(#"{"items":["\#(a)"],"flag":"pick"}"#)["edit"]?.integer)
        #expect(Set([first, second, third]).count == 3)
        let undone = try bench.post("undo?edit=\(first)")
        #expect(undone["count"] == .number(3) && undone["kept"] == .number(1))
        #expect(try bench.names("has:rating") == ["a.png"] && bench.names("rating:5") == ["a.png"])
        try bench.post("undo?edit=\(first)", expecting: 409)
        // Other parts do not keep a change from being taken back.
        #expect(try bench.post("undo?edit=\(second)")["kept"] == nil)
        #expect(try bench.names("rating:3") == ["a.png"] && bench.names("flag:pick") == ["a.png"])
        try bench.post("redo?edit=\(first)")
        #expect(try bench.names("rating:3").count == 4)
        try bench.post("undo?edit=x", expecting: 400)
    }
}
