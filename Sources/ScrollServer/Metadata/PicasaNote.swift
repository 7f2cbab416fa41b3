// Reads Picasa's file: stars, captions, keywords and people of a folder's pictures.

import Platform

/// A section of `.picasa.ini`, about one picture.
///
/// Google never documented the format; the keys are those that Picasa 3 writes.
package struct PicasaNote: Sendable, Equatable {
    /// Most bytes that are read of a file.
    package static let byteLimit = 1 << 22
    /// Most faces of a picture whose names are looked up.
    private static let mostFaces = 64

    package var isStarred = false
    package var caption: String?
    package var keywords: [String] = []
    /// Names of the people whose faces were recognized.
    package var people: [String] = []

    /// The note as facts; a star is the rating 5.
    package var facts: PictureFacts {
        var facts = PictureFacts()
        if isStarred { facts.rating = 5 }
        (facts.caption, facts.keywords, facts.people) = (caption, keywords, people)
        return facts
    }

    /// A hash of the note, equal for equal notes.
    package var stamp: UInt64 {
        var hash = StableHash()
        hash.add(isStarred ? 1 : 0)
        for text in [caption ?? ""] + keywords + [""] + people {
            hash.add(text.utf8)
            hash.add(CollectionOfOne(0))
        }
        return hash.value
    }

    /// Reads a file in linear time.
    ///
    /// - Parameter bytes: the file; at most `byteLimit` bytes are read.
    /// - Returns: the names of pictures with their notes, each name once, without empty notes.
    package static func read(_ bytes: ArraySlice<UInt8>) -> [(name: [UInt8], note: PicasaNote)] {
        var notes: [(name: [UInt8], note: PicasaNote, faces: [[UInt8]])] = []
        var contacts: [[UInt8]: String] = [:]
        var section: ArraySlice<UInt8> = []
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        for line in bytes.prefix(byteLimit).dropFirst(isMarked ? 3 : 0).split(whereSeparator: { $0 == 10 || $0 == 13 })
        {
            if line.first == UInt8(ascii: "["), let end = line.lastIndex(of: UInt8(ascii: "]")) {
                section = line[(line.startIndex + 1)..<end]
                if !isContacts(section) { notes.append((Array(section), PicasaNote(), [])) }
                continue
            }
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = line[(equals + 1)...]
            if isContacts(section) {
                contacts[Array(line[..<equals])] = PictureFacts.text(value.prefix { $0 != UInt8(ascii: ";") })
            } else if let last = notes.indices.last {
                notes[last].note.set(String(decoding: line[..<equals].prefix(16), as: UTF8.self), value)
                if line[..<equals].elementsEqual("faces".utf8) { notes[last].faces = faces(value) }
            }
        }
        var seen: Set<[UInt8]> = []
        return notes.compactMap { name, note, faces in
            var note = note
            note.people = faces.compactMap { contacts[$0] }
            return note == PicasaNote() || !seen.insert(name).inserted ? nil : (name, note)
        }
    }

    private static func isContacts(_ section: ArraySlice<UInt8>) -> Bool {
        section.elementsEqual("Contacts2".utf8) || section.elementsEqual("Contacts".utf8)
    }

    private mutating func set(_ key: String, _ value: ArraySlice<UInt8>) {
        switch key {
        case "star": isStarred = value.elementsEqual("yes".utf8)
        case "caption": caption = PictureFacts.text(value)
        case "keywords":
            keywords = value.split(separator: UInt8(ascii: ",")).prefix(PictureFacts.mostKeywords)
                .compactMap { PictureFacts.text($0) }
        default: break
        }
    }

    /// Returns the identifiers of contacts in `rect64(3f845bcb59418507),8e62398ebda8c1a5;…`.
    private static func faces(_ value: ArraySlice<UInt8>) -> [[UInt8]] {
        value.split(separator: UInt8(ascii: ";")).prefix(mostFaces).compactMap { face in
            face.lastIndex(of: UInt8(ascii: ",")).map { Array(face[($0 + 1)...]) }
        }
    }
}
