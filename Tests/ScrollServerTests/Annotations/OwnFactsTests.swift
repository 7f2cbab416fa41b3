// What readers note over the facts of files, against a model.

import Testing

@testable import Catalog
@testable import Platform

@Suite struct OwnFactsTests {
    /// What a file says in the columns that readers fill as well, by the names of their fields.
    private typealias File = [String: FactValue]

    private static func text(_ text: String) -> FactValue { .text(Array(text.utf8)) }

    /// Keywords have no order.
    private static func sorted(_ value: FactValue?) -> FactValue? {
        guard case .words(let words)? = value else { return value }
        return .words(words.sorted { $0.lexicographicallyPrecedes($1) })
    }

    private static func randomFile(_ random: inout RepeatableNoise) -> File {
        var file: File = [:]
        if Bool.random(using: &random) { file["rating"] = .number(Double(Int.random(in: -1...5, using: &random))) }
        if Bool.random(using: &random) { file["label"] = text(["Red", "Winner"].randomElement(using: &random) ?? "") }
        if Bool.random(using: &random) { file["flag"] = text("pick") }
        if Bool.random(using: &random) { file["keywords"] = .words([Array("sea".utf8), Array("dog".utf8)]) }
        return file
    }

    private static func randomAnnotation(_ random: inout RepeatableNoise) throws -> Annotation {
        var change = AnnotationChange()
        if Bool.random(using: &random) { change.rating = .set(UInt8.random(in: 0...5, using: &random)) }
        if Bool.random(using: &random) {
            change.flag = .set(Annotation.Flag.allCases.randomElement(using: &random) ?? .none)
        }
        if Bool.random(using: &random) {
            change.label = .set(Annotation.Label.allCases.randomElement(using: &random) ?? .none)
        }
        if Bool.random(using: &random) { change.keywords = .set(.init(added: ["sky"], removed: ["dog"])) }
        return try #require(change.changed(Annotation()))
    }

    /// What is seen of a file under an annotation.
    private static func shown(_ file: File, _ noted: Annotation) -> File {
        var shown = file
        if let rating = noted.rating {
            shown["rating"] = .number(Double(rating))
        } else if case .number(let number)? = file["rating"], number < 0,
            let flag = noted.flag, flag != .reject
        {
            // The file says by this rating that it is rejected.
            shown["rating"] = nil
        }
        if let flag = noted.flag { shown["flag"] = flag == .none ? nil : text(flag.name) }
        if let label = noted.label {
            shown["label"] = label == .none ? nil : text(label.name.prefix(1).uppercased() + label.name.dropFirst())
        }
        if noted.hasKeywords {
            var words: [[UInt8]] = []
            if case .words(let own)? = file["keywords"] { words = own.filter { $0 != Array("dog".utf8) } }
            shown["keywords"] = .words(words + [Array("sky".utf8)])
        }
        return shown
    }

    @Test func againstAModel() throws {
        var random = RepeatableNoise(seed: TestSeed.seed())
        var table = FactTable()
        let fields = OwnFacts.fields.sorted()
        let columns = try fields.map { try #require(table.columnIndex(of: $0)) }
        var files: [File] = []
        var noted: [Annotation] = []
        var codes: [Annotation: UInt32] = [Annotation(): 0]
        func give(_ file: File, row: Int) {
            for (field, column) in zip(fields, columns) { table.set(file[field], row: row, column: column) }
        }
        for row in 0..<40 {
            table.insert(row)
            files.append(Self.randomFile(&random))
            noted.append(Annotation())
            give(files[row], row: row)
        }
        for round in 0..<2000 {
            let row = Int.random(in: 0..<files.count, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                // A file has changed.
                files[row] = Self.randomFile(&random)
                give(files[row], row: row)
            } else {
                let isCleared = Int.random(in: 0..<4, using: &random) == 0
                noted[row] = isCleared ? Annotation() : try Self.randomAnnotation(&random)
                let code = codes[noted[row]] ?? UInt32(codes.count)
                codes[noted[row]] = code
                let annotation = table.prepare(noted[row], code: code)
                table.annotate(row, annotation)
                #expect(table.annotationCode(row: row) == code)
            }
            let shown = Self.shown(files[row], noted[row])
            for (field, column) in zip(fields, columns) {
                let (value, file) = (
                    table.value(row: row, column: column), table.fileValue(row: row, column: column)
                )
                #expect(Self.sorted(value) == Self.sorted(shown[field]), "\(field), round \(round)")
                #expect(Self.sorted(file) == Self.sorted(files[row][field]), "\(field), round \(round)")
            }
        }
    }
}
