// What a parser makes of bytes, as text that can be compared.

@testable import HTTP

/// The events and the error that bytes give, fed in the pieces given.
func transcript(
    of pieces: [[UInt8]], limits: RequestParser.Limits = RequestParser.Limits()
) -> [String] {
    var parser = RequestParser(limits: limits)
    var lines: [String] = []
    for piece in pieces {
        parser.append(piece)
        do throws(RequestError) {
            while let event = try parser.next() { lines.append(describe(event)) }
        } catch {
            lines.append("error \(error.status) \(error.detail) at \(error.offset)")
            return lines
        }
    }
    lines.append("then \(parser.progress)")
    return lines
}

func transcript(of text: String, limits: RequestParser.Limits = RequestParser.Limits()) -> [String] {
    transcript(of: [Array(text.utf8)], limits: limits)
}

private func describe(_ event: RequestParser.Event) -> String {
    switch event {
    case .expectsContinue(let request): "continue? " + describe(request)
    case .request(let request): describe(request)
    }
}

private func describe(_ request: Request) -> String {
    let fields = request.headers.all.map { "\($0.name)=\($0.value)" }
    let parameters = request.query.parameters.map { "\($0.name)=\($0.value)" }
    return
        "\(request.method.name) \(request.target) \(request.pathSegments) \(parameters) \(request.version) \(fields) "
        + "host \(request.host) keeps \(request.keepsAlive) conditions \(request.headers.hasConditions) \(request.body)"
}

/// The status of the error that text gives; 0 when it makes at least one request and no error, -1 when it makes none.
func status(of text: String, limits: RequestParser.Limits = RequestParser.Limits()) -> Int {
    var parser = RequestParser(limits: limits)
    parser.append(Array(text.utf8))
    var isAccepted = false
    do throws(RequestError) {
        while let event = try parser.next() {
            if case .request = event { isAccepted = true }
        }
    } catch {
        return error.status
    }
    return isAccepted ? 0 : -1
}

/// A repeatable sequence of numbers (SplitMix64).
struct RepeatableNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
