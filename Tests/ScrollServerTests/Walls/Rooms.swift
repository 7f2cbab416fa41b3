// The rooms of the program, and which of them may know which.

/// The walls (DESIGN.md §4), written down once: a room knows those before it in this list, and none behind it.
enum Rooms {
    static let order = [
        "System", "JSON", "Metrics", "HTTP", "Imaging", "Chart", "Catalog", "Tiles", "Plan", "Session", "State", "Page",
        "API", "CommandLine",
        // The composition: what puts the rooms together.
        "CollectionSources.swift", "CollectionCheck.swift", "ScanProgress.swift", "Wiring.swift", "Application.swift",
        "ScrollServer.swift",
    ]

    /// What a room may know beside all those before it, where that is less.
    static let exceptions: [String: Set<String>] = [
        "JSON": [], "Metrics": ["System"], "HTTP": ["System"], "Imaging": ["System"],
    ]

    static func mayUse(_ room: String, _ other: String) -> Bool {
        guard let own = order.firstIndex(of: room), let its = order.firstIndex(of: other) else { return false }
        return own == its || its < own && (exceptions[room]?.contains(other) ?? true)
    }

    /// A type used where its room may not be known.
    struct Arrow: Hashable, CustomStringConvertible {
        var file: String
        var type: String
        var room: String

        var description: String { "\(file) uses \(type), which is \(room)'s" }
    }

    /// Uses of types against the order.
    static func arrows(in files: [SourceFile]) -> Set<Arrow> {
        var home: [String: String] = [:]
        for file in files { for type in file.types { home[type] = file.room } }
        // A name that a room gives to a type of its own within another is that one's.
        let own = Dictionary(grouping: files, by: \.room).mapValues {
            $0.reduce(into: Set()) { $0.formUnion($1.allTypes) }
        }
        var arrows: Set<Arrow> = []
        for file in files {
            for name in file.names {
                guard let room = home[name], own[file.room]?.contains(name) != true, !mayUse(file.room, room) else {
                    continue
                }
                arrows.insert(Arrow(file: file.path, type: name, room: room))
            }
        }
        return arrows
    }

    /// Members that an extension in a later room gives to a type, and that a room before it uses: an arrow that names no
    /// type. Members whose name is also declared elsewhere are left out, since nobody can tell which is meant.
    static func hiddenArrows(in files: [SourceFile]) -> Set<Arrow> {
        var home: [String: String] = [:]
        for file in files { for type in file.types { home[type] = file.room } }
        var declarations: [String: Int] = [:]
        for file in files {
            for match in file.code.matches(of: /\b(?:func|var|let|case)\s+(\w+)/) {
                declarations[String(match.output.1), default: 0] += 1
            }
        }
        let used = files.map { file in
            (file, Set(file.code.matches(of: /\.(\w+)/).map { String($0.output.1) }))
        }
        var arrows: Set<Arrow> = []
        for file in files {
            for (type, member) in file.extensionMembers {
                guard let room = home[type], room != file.room, declarations[member] == 1 else { continue }
                for (other, members) in used where members.contains(member) && !mayUse(other.room, file.room) {
                    arrows.insert(Arrow(file: other.path, type: "\(type).\(member)", room: file.room))
                }
            }
        }
        return arrows
    }
}
