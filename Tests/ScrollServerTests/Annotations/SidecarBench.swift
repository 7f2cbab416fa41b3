// A folder of pictures whose annotations become sidecars.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Metadata
@testable import Platform
@testable import ScrollServer

/// A folder of pictures behind the Application's own wiring.
struct SidecarBench {
    let files: ScratchFolder
    let state: ScratchFolder
    let client: APIClient

    init(
        _ names: [String], of picture: [UInt8] = TinyImage.png(), sidecars: [String: String] = [:], writes: Bool
    ) throws {
        files = try ScratchFolder()
        state = try ScratchFolder()
        for name in names { try files.write(name, picture) }
        for (name, text) in sidecars { try files.write(name, Array(text.utf8)) }
        let collection = try FolderCollection(root: files.path, id: "f", name: "F")
        collection.waitForScan()
        client = try APIClient([collection], stateFolder: state.path, writesSidecars: writes)
    }

    /// The id of a picture.
    func id(_ name: String) throws -> String {
        let items = try JSONReader.value(of: client.get("/api/collections/f/items?limit=1000").body)["items"]?.elements
        return try #require((items ?? []).first { $0["name"]?.text == name }?["id"]?.text)
    }

    /// Annotates one picture, or all.
    func annotate(_ name: String?, _ members: String) throws {
        let which = if let name { "\"items\":[\"\(try id(name))\"]" } else { "\"all\":true" }
        let reply = try client.ask(
            .patch, "/api/collections/f/annotations", body: Array("{\(which),\(members)}".utf8))
        #expect(reply.status == 200, "\(reply.text)")
    }

    func step(_ name: String) throws {
        let reply = try client.ask(.post, "/api/collections/f/annotations/\(name)")
        #expect(reply.status == 200, "\(reply.text)")
    }

    /// What a sidecar says; nil where there is none.
    func marks(_ name: String) -> XMPMarks? {
        (try? files.bytes(name)).flatMap { try? XMPSidecar.marks(of: $0) }
    }

    /// Which lists of a sidecar have each keyword.
    func lists(_ name: String) throws -> [String: KeywordLists] {
        try XMPSidecar.content(of: files.bytes(name)).lists
    }

    func text(_ name: String) throws -> String { String(decoding: try files.bytes(name), as: UTF8.self) }

    static func marks(
        _ rating: String?, _ label: String? = nil, _ keywords: [String] = [], flag: PictureFlag = .none
    ) -> XMPMarks {
        var marks = XMPMarks()
        (marks.rating, marks.label, marks.keywords) = (rating, label, keywords)
        for mark in XMPMark.flags { marks[mark] = mark.text(of: flag) }
        return marks
    }

    /// A sidecar with lists of keywords, by the names of their properties.
    static func sidecar(keywords: [(property: String, words: [String])]) -> String {
        let lists = keywords.map { property, words in
            "<\(property)><rdf:Bag>\(words.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Bag></\(property)>"
        }
        return "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
            + "xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:lr='http://ns.adobe.com/lightroom/1.0/' "
            + "xmlns:digiKam='http://www.digikam.org/ns/1.0/' xmlns:acdsee='http://ns.acdsee.com/iptc/1.0/' "
            + "xmlns:MicrosoftPhoto='http://ns.microsoft.com/photo/1.0/'><rdf:Description>"
            + lists.joined() + "</rdf:Description></rdf:RDF>"
    }

    /// A sidecar of another program, with something of its own.
    static func sidecar(rating: Int) -> String {
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
            + "<rdf:Description xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmlns:own='urn:own' own:value='&lt;7&#62;'>"
            + "<!-- mine --><xmp:Rating>\(rating)</xmp:Rating></rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n"
    }
}

extension XMPMarks {
    var rating: String? {
        get { self[.rating] }
        set { self[.rating] = newValue }
    }
    var label: String? {
        get { self[.label] }
        set { self[.label] = newValue }
    }
}
