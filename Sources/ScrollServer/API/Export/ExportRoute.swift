// GET /api/collections/{collection}/export

import Catalog
import HTTP
import Platform
import Synchronization

/// Answers the items that a query finds as files for other programs: paths, a table, an archive, a script.
struct ExportRoute: Sendable {
    /// What can be had, by the name of the file.
    enum Kind: String, CaseIterable {
        case paths = "paths.txt"
        case playlist = "list.m3u"
        case csv = "table.csv"
        case jsonl = "table.jsonl"
        case files = "files.zip"
        case sidecars = "sidecars.zip"
        case script = "script"

        /// The parameters besides those that choose the items.
        var parameters: [any Parameter] {
            switch self {
            case .paths: [ExportRoute.paths, ExportRoute.null]
            case .playlist: [ExportRoute.paths]
            case .csv, .jsonl: [ExportRoute.paths, ExportRoute.fields]
            case .files: [ExportRoute.flat, ExportRoute.companions]
            case .sidecars: [ExportRoute.flat, ExportRoute.naming]
            case .script: [ExportRoute.paths] + ScriptExport.parameters + [ExportRoute.flat, ExportRoute.companions]
            }
        }

        var mediaType: String {
            switch self {
            case .paths: "text/plain; charset=utf-8"
            case .playlist: "audio/x-mpegurl; charset=utf-8"
            case .csv: "text/csv; charset=utf-8"
            case .jsonl: "application/x-ndjson"
            case .files, .sidecars: "application/zip"
            case .script: "text/plain; charset=utf-8"
            }
        }
    }

    private static let choosing: [any Parameter] = [kind] + Parameters.ofArrangement + [selected]
    /// The parameters of all kinds.
    static let parameters: [any Parameter] =
        choosing + [paths, null, fields, flat, companions, naming] + ScriptExport.parameters

    static let kind = WordParameter("as", Kind.self, isRequired: true, "what the file is")
    static let selected = FlagParameter("selected", "only what is selected of that")
    static let paths = WordParameter(
        "paths", ["relative", "absolute"], default: "relative", "paths from the collection's folder, or absolute ones")
    static let null = FlagParameter("null", "`paths.txt`: each path ends with a NUL instead of a line break")
    static let fields = TextParameter(
        "fields", "tables: the columns after `path`, with commas between them; all fields otherwise")
    static let flat = FlagParameter("flat", "archives and `script`: all files in one folder")
    static let companions = FlagParameter(
        "companions", "`files.zip` and `script`: also the files that belong to them")
    static let naming = WordParameter(
        "naming", SidecarFile.Naming.self, default: .long, "`sidecars.zip`: names of new sidecars")

    let pool: WorkerPool
    /// Whether clients may learn where files lie on this machine.
    let tellsPaths: Bool

    /// - Throws: a 400 that names a bad parameter, a 403 where absolute paths are not told, a 404 for a collection whose
    ///   items are no files, a 503 while the items are still being found.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        guard let kind: Kind = try Parameters(request.query).read(Self.kind) else {
            throw .badParameter(
                "as", "is missing; give one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let parameters = Parameters(request.query)
        try ParameterTable(Self.choosing + kind.parameters).checkNames(request.query)
        let collection = entry.collection
        guard collection.hasFiles else {
            throw .notFound("the items of '\(collection.id)' are no files of their own that could be exported")
        }
        let order = try parameters.order(of: collection)
        let isAbsolute = try isAbsolute(parameters, request)
        var name = "\(Self.plain(collection.id))-\(kind.rawValue)"
        let write: @Sendable (any CollectionView) throws(Problem) -> Response
        switch kind {
        case .paths, .playlist:
            let end: UInt8 = try parameters.read(Self.null) ? 0 : 0x0A
            let list = PathExport(
                isPlaylist: kind == .playlist, isAbsolute: isAbsolute, end: end, collection: collection)
            let lines: @Sendable ([ItemDetails], inout ()) -> [UInt8] = { run, _ in run.flatMap { list.line(of: $0) } }
            write = { .streamed(kind.mediaType, .runs(of: $0, head: list.head, (), lines)) }
        case .csv, .jsonl:
            let table = try TableExport(
                collection, fields: try parameters.read(Self.fields), isCSV: kind == .csv, isAbsolute: isAbsolute)
            write = { .streamed(kind.mediaType, .runs(of: $0, head: table.head, ()) { run, _ in table.rows(of: run) }) }
        case .files:
            let contents = ArchiveContents(
                collection: collection, isFlat: try parameters.read(Self.flat),
                choice: .originals(hasCompanions: try parameters.read(Self.companions)))
            write = { (items) throws(Problem) in .streamed(kind.mediaType, try contents.body(of: items)) }
        case .sidecars:
            guard collection.canBeAnnotated else {
                throw .notFound(
                    "the items of '\(collection.id)' cannot be annotated, so they have no sidecars to export")
            }
            let naming = try parameters.read(Self.naming) ?? SidecarFile.Naming.long
            let contents = ArchiveContents(
                collection: collection, isFlat: try parameters.read(Self.flat), choice: .sidecars(naming))
            write = { (items) throws(Problem) in .streamed(kind.mediaType, try contents.body(of: items)) }
        case .script:
            let script = try ScriptExport(collection, parameters, isAbsolute: isAbsolute)
            name += try ScriptExport.isForPowerShell(parameters) ? ".ps1" : ".sh"
            write = { .streamed(kind.mediaType, script.body(of: $0)) }
        }
        let disposition = "attachment; filename=\"\(name)\""
        let answer: @Sendable (CatalogView, Bool) throws(Problem) -> Response = { (view, isSelected) throws(Problem) in
            guard view.items.status.isComplete else {
                // A list that comes through a pipe is read only when it is asked to go on.
                collection.fetchNextPage()
                throw .unavailable("the items of '\(collection.id)' are still being found; try again", retryAfter: 1)
            }
            var items = view.items
            if isSelected { items = SelectedView(try ItemWalk.numbers(of: items, areSelected: true), of: collection) }
            var response = try write(items)
            response.headers["Content-Disposition"] = disposition
            return response
        }
        guard try parameters.read(Self.selected) else {
            return try entry.view(order, pool: pool) { (view) throws(Problem) in try answer(view, false) }
        }
        guard collection.selectionRevision != nil else {
            throw .badParameter("selected", "items of '\(collection.id)' cannot be selected")
        }
        try collection.check(order)
        // Finding them takes time in proportion to all items.
        return .work(on: pool) { () throws(Problem) in try answer(try entry.makeView(order), true) }
    }

    /// An id in letters and digits that every file system takes.
    private static func plain(_ id: String) -> String {
        String(
            id.utf8.prefix(40).map { byte in
                let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                return isPlain ? Character(Unicode.Scalar(byte)) : "-"
            })
    }

    private func isAbsolute(_ parameters: Parameters, _ request: Request) throws(Problem) -> Bool {
        guard try parameters.read(Self.paths) == "absolute" else { return false }
        guard tellsPaths, !ForwardedFields.isForwarded(request.headers) else {
            throw .forbidden("absolute paths are told on this machine alone; ask for paths=relative")
        }
        return true
    }
}

extension StreamBody {
    /// A body that is written run by run: a head, what `write` makes of each run of items and a state, and an end.
    static func runs<State: Sendable>(
        of items: any CollectionView, head: [UInt8], end: [UInt8] = [], _ state: State,
        _ write: @escaping @Sendable ([ItemDetails], inout State) -> [UInt8]
    ) -> StreamBody {
        // Guards the walk: parts are made one at a time, on whichever thread is free.
        let state = Mutex((walk: ItemWalk(items), own: state, isBegun: head.isEmpty, isEnded: false))
        return StreamBody {
            state.withLock { state in
                if !state.isBegun {
                    state.isBegun = true
                    return .bytes(head)
                }
                if state.isEnded { return .end }
                guard items.isThere, let run = try? state.walk.next() else { return .failed }
                if !run.isEmpty { return .bytes(write(run, &state.own)) }
                // An arrangement that was dropped meanwhile is empty, but not at its end.
                guard items.isThere else { return .failed }
                state.isEnded = true
                return end.isEmpty ? .end : .bytes(end)
            }
        }
    }
}

extension Response {
    /// An answer whose content is generated while it is sent, and is never stored.
    fileprivate static func streamed(_ type: String, _ body: StreamBody) -> Response {
        var response = Response(headers: ["Content-Type": type], body: .stream(body))
        response.headers["Cache-Control"] = "no-store"
        response.headers["Accept-Ranges"] = "none"
        return response
    }
}
