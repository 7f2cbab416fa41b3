// Different bytes for the same path.

import Foundation
import Platform

/// The spellings of a path whose names are not ASCII.
///
/// Apple's file systems decompose names into letters and accents, others keep them as written (Unicode Standard Annex
/// #15, forms D and C); old players write lists in Windows-1252. A file has one of these spellings, and its list may
/// have another.
package enum PathSpelling {
    /// The canonical spelling: composed, in UTF-8.
    static func canonical(_ path: [UInt8]) -> [UInt8] {
        guard path.contains(where: { $0 >= 0x80 }) else { return path }
        return Array(text(path).precomposedStringWithCanonicalMapping.utf8)
    }

    /// Returns a name in lower case and composed, for comparisons without regard to case and composition.
    ///
    /// The result does not depend on the user's language.
    package static func folded(_ name: some Collection<UInt8>) -> [UInt8] {
        // Nearly all names are ASCII.
        if !name.contains(where: { $0 >= 0x80 }) { return name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } }
        return Array(text(Array(name)).lowercased().precomposedStringWithCanonicalMapping.utf8)
    }

    /// The other spellings of a path, the likeliest first; none for an ASCII path.
    static func others(of path: [UInt8]) -> [[UInt8]] {
        guard path.contains(where: { $0 >= 0x80 }) else { return [] }
        let text = text(path)
        var others: [[UInt8]] = []
        for spelling in [
            text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
        ] {
            let bytes = Array(spelling.utf8)
            if bytes != path, !others.contains(bytes) { others.append(bytes) }
        }
        return others
    }

    private static func text(_ path: [UInt8]) -> String {
        String(validating: path, as: UTF8.self) ?? Windows1252.text(path)
    }
}
