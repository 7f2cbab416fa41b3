// Words without a field, what is offered for them, and whole numbers, over the wiring of the program.
import Foundation
import Testing

@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct PlainWordTests {
    /// A folder of 30 pictures with XMP files beside them, as the program serves it.
    private final class Served {
        private let folder = try? TemporaryFolder()
        private let state = try? ScratchFolder()
        private let application: Application
        private let client: RawClient

        /// Makes a folder in which as many of the pictures as `described` says have an XMP file.
        init(described: Int = 30) throws {
            let path = try #require(folder?.path)
            for number in 0..<30 {
                try folder?.write("p\(number < 10 ? "0" : "")\(number).png")
                guard number < described else { continue }
                let camera = number % 3 == 0 ? ("NIKON CORPORATION", "NIKON Z 8") : ("Canon", "Canon EOS R5")
                let facts = """
                    <x:xmpmeta><rdf:RDF><rdf:Description xmp:Rating='\(number % 6)' tiff:Make='\(camera.0)' \
                    tiff:Model='\(camera.1)' aux:Lens='\(number % 5 == 0 ? "Summilux 35mm" : "Sigma 50mm")'>\
                    <dc:title><rdf:Alt><rdf:li>Tower \(number)</rdf:li></rdf:Alt></dc:title>\
                    <dc:subject><rdf:Bag><rdf:li>\(number == 29 ? "élan noir" : "word\(number)")</rdf:li>\
                    <rdf:li>all</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
                    """
                try folder?.write("p\(number < 10 ? "0" : "")\(number).xmp", [UInt8](facts.utf8))
            }
            application = try Application(
                try Options(["--port=0", "--cache-limit=0", "--state=\(try #require(state?.path))", path]),
                page: .program)
            client = try RawClient(port: try application.start().port)
            let id = try #require(try get("/api/collections")["collections"]?.elements.first?["id"]?.text)
            address = "/api/collections/\(id)"
            // What is not read yet is neither found nor left out by a query.
            let isRead = try eventually {
                let collection = try get("/api/collections")["collections"]?.elements.first
                return try collection?["complete"] == .bool(true) && collection?["pending"]?.integer == 0
                    && collection?["count"]?.integer == 30 && field("rating", "").present == described
            }
            #expect(isRead)
        }

        deinit { application.stop(within: 0) }

        private(set) var address = ""

        func get(_ target: String) throws -> JSONValue {
            client.get(target)
            let answer = try #require(client.receive())
            #expect(answer.status == 200, "\(target): \(answer.text)")
            return try JSONReader.value(of: answer.body)
        }

        /// The numbers of the pictures that a query finds.
        func found(_ query: String) throws -> [Int] {
            let q = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? query
            return (try get("\(address)/items?limit=100&q=\(q)")["items"]?.elements ?? []).compactMap {
                Int($0["name"]?.text?.prefix(3).dropFirst() ?? "")
            }
        }

        /// What is known of a field of one picture.
        func fact(_ name: String, of number: Int) throws -> JSONValue? {
            let items = try get("\(address)/items?limit=1&q=name:p\(number < 10 ? "0" : "")\(number)")["items"]
            let id = try #require(items?.elements.first?["id"]?.text)
            return try get("\(address)/items/\(id)")["facts"]?.elements.first { $0["name"]?.text == name }
        }

        /// One field of what is counted.
        func field(_ name: String, _ query: String) throws -> (facet: JSONValue?, present: Int, values: [String]) {
            let fields = try get("\(address)/facets?\(query)")["fields"]?.elements ?? []
            let facet = fields.first { $0["name"]?.text == name }
            return (
                facet, facet?["present"]?.integer ?? 0,
                (facet?["values"]?.elements ?? []).compactMap { $0["text"]?.text }
            )
        }
    }

    @Test func `a word is looked for in camera, lens, keywords, title and name`() throws {
        let served = try Served()
        let all = Array(0..<30)
        #expect(try served.found("nikon") == all.filter { $0 % 3 == 0 })
        #expect(try served.found("Canon r5") == all.filter { $0 % 3 != 0 })
        #expect(try served.found("summilux") == all.filter { $0 % 5 == 0 })
        #expect(try served.found("nikon sigma") == all.filter { $0 % 3 == 0 && $0 % 5 != 0 })
        #expect(try served.found("elan") == [29])
        #expect(try served.found("tower -nikon p1") == (10..<20).filter { $0 % 3 != 0 })
        #expect(try served.found("leica").isEmpty)
    }

    /// A value that is not among the most frequent is offered as well, and none that the word would not find.
    @Test func `what begins with a word is counted, however rare it is`() throws {
        let served = try Served()
        let most = try served.field("keywords", "limit=5").values
        #expect(most.count == 5 && !most.contains("élan noir"))
        let rare = try served.field("keywords", "limit=5&begins=%C3%A9lan")
        #expect(rare.values == ["élan noir"] && rare.facet?["otherValues"]?.integer == 0)
        #expect(try served.field("keywords", "begins=NOI").values == ["élan noir"])
        #expect(try served.field("keywords", "begins=oir").values.isEmpty)
        #expect(try served.field("camera", "begins=nik").values == ["NIKON Z 8"])
        #expect(try served.field("camera", "begins=nik&q=lens:summilux").facet?["present"]?.integer == 6)
        #expect(try served.field("camera", "begins=").values.count == 2)
        // Each value that is offered is found by what was typed.
        for typed in ["w", "word1", "all", "e"] {
            let typedFinds = Set(try served.found(typed))
            for value in try served.field("keywords", "limit=100&begins=\(typed)").values {
                let found = try served.found("keywords:=\"\(value)\"")
                #expect(!found.isEmpty && typedFinds.isSuperset(of: found), "\(typed): \(value)")
            }
        }
    }

    @Test func `stars are whole: a bar for each, and it is said`() throws {
        let served = try Served()
        let rating = try served.field("rating", "").facet
        #expect(rating?["whole"] == .bool(true))
        let bars = rating?["bars"]?.elements ?? []
        #expect(bars.map { $0["lower"]?.number } == [0, 1, 2, 3, 4, 5])
        #expect(bars.map { $0["upper"]?.number } == [1, 2, 3, 4, 5, 6])
        #expect(bars.allSatisfy { $0["count"]?.integer == 5 })
        // How many have so many stars and more, or fewer, is what such a query finds.
        for (stars, bar) in bars.enumerated() {
            #expect(try bar["atLeast"]?.integer == served.found("rating:>=\(stars)").count)
            #expect(try bar["atMost"]?.integer == served.found("rating:<=\(stars)").count)
        }
        // What a bar says is what it finds.
        #expect(try served.found("rating:4..5") == (0..<30).filter { $0 % 6 > 3 })
        #expect(try served.field("rating", "q=rating%3A4..5").facet?["bars"]?.elements.count == 6)
        // A rating of 0 leads to all without a rating.
        let fact = try served.fact("rating", of: 6)
        #expect(fact?["text"]?.text == "0" && fact?["query"]?.text == "rating:none")
        // Bytes are shown in larger units, where a bound one below says nothing.
        #expect(try served.field("bytes", "").facet?["whole"] == .bool(false))
        #expect(try served.field("megapixels", "").facet?["whole"] == .bool(false))
    }

    /// Those without stars are the pictures that have 0, and all that nobody has rated.
    @Test func `pictures without a rating are found, and counted as many`() throws {
        let served = try Served(described: 14)
        let expected = (0..<30).filter { $0 >= 14 || $0 % 6 == 0 }
        for query in ["rating:none", "unrated", "no stars", "0 stars"] { #expect(try served.found(query) == expected) }
        #expect(try served.found("rating:none -p1") == expected.filter { $0 / 10 != 1 })
        for query in ["", "q=rating:none", "q=rating:5"] {
            let facet = try served.field("rating", query).facet
            let zero = facet?["bars"]?.elements.first { $0["lower"]?.number == 0 }
            let count = try #require(facet?["missing"]?.integer) + (zero?["count"]?.integer ?? 0)
            #expect(count == expected.count, "\(query)")
        }
        #expect(try served.found("keywords:none camera:none taken:none gps:none label:none") == Array(14..<30))
        #expect(try served.found("flag:none").count == 30)
    }
}
