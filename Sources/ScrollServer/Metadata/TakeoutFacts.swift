// Reads the JSON file that Google Takeout writes beside each exported picture.

import Platform

/// Reads the facts that Google Photos has about a picture.
///
/// Google documents no schema; the members are those of exports from 2018 to 2025.
package enum TakeoutFacts {
    /// Most bytes of a file; Google's have some 1 to 10 KB.
    package static let longest = 1 << 18

    /// Members that distinguish Google's files from other JSON files.
    private static let ownMembers = ["photoTakenTime", "geoData", "geoDataExif", "googlePhotosOrigin", "creationTime"]

    /// Reads a whole file; nil for other JSON files.
    ///
    /// - Parameters:
    ///   - bytes: the file's bytes, at most `longest`.
    ///   - zone: the zone of the clocks that show the capture time, which is universal in the file.
    /// - Returns: capture time, position, title, caption, people, and the rating 5 of a favourite. The title is usually
    ///   the name of the uploaded file.
    package static func read(_ bytes: ArraySlice<UInt8>, zone: ZoneOffsets) -> PictureFacts? {
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        guard bytes.count <= longest, let root = try? JSONReader.value(of: Array(bytes.dropFirst(isMarked ? 3 : 0))),
            ownMembers.contains(where: { root[$0] != nil })
        else { return nil }
        var facts = PictureFacts()
        facts.title = root["title"]?.text.flatMap { PictureFacts.text($0) }
        facts.caption = root["description"]?.text.flatMap { PictureFacts.text($0) }
        if case .list(let people)? = root["people"] {
            facts.people = people.prefix(PictureFacts.mostKeywords).compactMap {
                $0["name"]?.text.flatMap { PictureFacts.text($0) }
            }
        }
        if root["favorited"] == .bool(true) { facts.rating = 5 }
        // `geoData` is the position as corrected in Google Photos; both are 0, 0 where it is unknown.
        for member in ["geoData", "geoDataExif"] where facts.latitude == nil {
            facts.setPosition(
                latitude: root[member]?["latitude"]?.number, longitude: root[member]?["longitude"]?.number)
        }
        facts.setTaken(taken(root["photoTakenTime"]?["timestamp"], zone), zone: nil, from: .companion)
        return facts
    }

    /// Converts a timestamp, seconds since 1970 as text or number, to local time; nil for 0, which means unknown.
    private static func taken(_ timestamp: JSONValue?, _ zone: ZoneOffsets) -> CaptureTime? {
        guard let seconds = timestamp?.text.flatMap({ Int($0) }) ?? timestamp?.integer, seconds != 0,
            CaptureTime(secondsSince1970: seconds) != nil
        else { return nil }
        return CaptureTime(secondsSince1970: seconds + zone.offset(at: seconds))
    }
}
