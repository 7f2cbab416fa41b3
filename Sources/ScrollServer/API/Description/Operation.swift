// What can be asked of an address with one method: parameters, content, answers and errors.

import HTTP

/// A method of an address, as it is checked and described.
struct Operation: Sendable {
    let method: Method
    /// Its name, unique among all, which clients made from the description use.
    let id: String
    /// What it does, as a sentence without a full stop.
    let summary: String
    /// The parameters of the query.
    let parameters: [any Parameter]
    let table: ParameterTable
    let answers: [DescribedAnswer]
    /// The status codes of the errors that not every operation has.
    let errors: [Int]
    /// Whether parameters of other names are ignored.
    private(set) var takesAnyParameter = false
    /// The schema of the content, and whether there must be content.
    private(set) var body: (schema: String, isRequired: Bool)?
    /// The fields of the header that change the answer.
    private(set) var fields: [any Parameter] = []

    private init(
        _ method: Method, _ id: String, _ summary: String, _ parameters: [any Parameter],
        _ ends: (answers: [DescribedAnswer], errors: [Int])
    ) {
        (self.method, self.id, self.summary, self.parameters) = (method, id, summary, parameters)
        (answers, errors) = ends
        table = ParameterTable(parameters)
    }

    /// Makes a description of `GET`.
    static func get(
        _ id: String, _ summary: String, _ parameters: [any Parameter] = [], answers: [DescribedAnswer],
        errors: [Int] = []
    ) -> Operation { Operation(.get, id, summary, parameters, (answers, errors)) }

    /// Makes a description of `POST`.
    static func post(
        _ id: String, _ summary: String, _ parameters: [any Parameter] = [], answers: [DescribedAnswer],
        errors: [Int] = []
    ) -> Operation { Operation(.post, id, summary, parameters, (answers, errors)) }

    /// Makes a description of `PATCH`.
    static func patch(
        _ id: String, _ summary: String, _ parameters: [any Parameter] = [], answers: [DescribedAnswer],
        errors: [Int] = []
    ) -> Operation { Operation(.patch, id, summary, parameters, (answers, errors)) }

    /// Makes a description of `PUT`.
    static func put(
        _ id: String, _ summary: String, _ parameters: [any Parameter] = [], answers: [DescribedAnswer],
        errors: [Int] = []
    ) -> Operation { Operation(.put, id, summary, parameters, (answers, errors)) }

    /// Makes a description of `DELETE`.
    static func delete(
        _ id: String, _ summary: String, _ parameters: [any Parameter] = [], answers: [DescribedAnswer],
        errors: [Int] = []
    ) -> Operation { Operation(.delete, id, summary, parameters, (answers, errors)) }

    /// The same with JSON as its content.
    func taking(_ schema: String) -> Operation {
        var operation = self
        operation.body = (schema, true)
        return operation
    }

    /// The same with fields of the header.
    func reading(_ fields: any Parameter...) -> Operation {
        var operation = self
        operation.fields = fields
        return operation
    }

    /// The same, which ignores parameters of other names.
    func takingAnyParameter() -> Operation {
        var operation = self
        operation.takesAnyParameter = true
        return operation
    }
}

/// An answer that is no error.
struct DescribedAnswer: Sendable {
    let status: Int
    let meaning: String
    let mediaTypes: [String]
    /// The schema of JSON; nil for other content.
    let schema: String?

    /// JSON of a schema.
    static func json(
        _ schema: String, _ status: Int = 200, _ meaning: String = "the answer",
        types: [String] = ["application/json"]
    ) -> DescribedAnswer {
        DescribedAnswer(status: status, meaning: meaning, mediaTypes: types, schema: schema)
    }

    /// Content of these media types.
    static func content(_ mediaTypes: String..., meaning: String = "the content") -> DescribedAnswer {
        DescribedAnswer(status: 200, meaning: meaning, mediaTypes: mediaTypes, schema: nil)
    }

    /// An answer without content.
    static func empty(_ status: Int, _ meaning: String) -> DescribedAnswer {
        DescribedAnswer(status: status, meaning: meaning, mediaTypes: [], schema: nil)
    }

    /// `If-None-Match` names what the client has.
    static let unchanged = empty(304, "nothing has changed")

    /// A part of the content, as `Range` asks for.
    static func part(_ mediaTypes: String...) -> DescribedAnswer {
        DescribedAnswer(status: 206, meaning: "the part that Range names", mediaTypes: mediaTypes, schema: nil)
    }
}

/// The fields of the header that operations read.
enum HeaderField {
    static let ifMatch = TextParameter("If-Match", "the ETag of an answer; where it is no more, the answer is a 412")
    static let ifNoneMatch = TextParameter(
        "If-None-Match", "the ETag of an answer; where it still is, the answer is a 304")
    static let range = TextParameter("Range", "the bytes that are wanted, as `bytes=0-999`")
}

/// A parameter of another operation that need not be given here.
struct OptionalParameter: Parameter {
    private let base: any Parameter

    init(_ base: any Parameter) { self.base = base }

    var name: String { base.name }
    var meaning: String { base.meaning }
    var shape: ParameterShape { base.shape }
}
