// What can be seen through a window, and what cannot.

import Foundation

@testable import Platform

extension MatrixCase {
    /// Items with sample values have other tiles through a window, and tell their values; all others refuse one.
    func checkWindows() throws {
        for item in items {
            let about = try http.json("/items/\(item.id)")
            let tile = "/tiles/\(item.id)/0/0/0"
            let (plain, seen) = (try http.get(tile), try http.get("\(tile)?window=100,700,2"))
            guard let address = about["samples"]?.text else {
                if plain.status == 200, seen.status != 400, !["svg", "svgz"].contains(about["format"]?.text) {
                    note("'\(item.name)' takes a window without having samples: \(seen.status)")
                }
                continue
            }
            windowCount += 1
            if plain.status != 200 || seen.status != 200 || seen.body == plain.body {
                note("'\(item.name)' is the same through a window: \(plain.status), \(seen.status)")
            }
            let samples = try? JSONReader.value(of: http.bytes(address).body)
            let counted = (samples?["channels"]?.elements ?? []).compactMap { $0["counted"]?.integer }
            if let width = item.width, let height = item.height,
                counted.isEmpty || counted.contains(where: { $0 != width * height })
            {
                note("'\(item.name)' has samples of \(counted) of \(width) × \(height) pixels")
            }
            try check("width=120&height=80&layout=item&item=\(item.id)&window=100,700,2")
        }
    }
}
