// What a hand does: wheel, keys, mouse and fingers.

extension WebDriver {
    /// Keys of the W3C WebDriver's table (§17.4.2).
    enum Key: String {
        case pageUp = "\u{E00E}"
        case pageDown = "\u{E00F}"
        case end = "\u{E010}"
        case home = "\u{E011}"
        case left = "\u{E012}"
        case up = "\u{E013}"
        case right = "\u{E014}"
        case down = "\u{E015}"
        case escape = "\u{E00C}"
        case tab = "\u{E004}"
        case enter = "\u{E007}"
        case space = " "
        case shift = "\u{E008}"
        case control = "\u{E009}"
        case alt = "\u{E00A}"
        case delete = "\u{E017}"
    }

    func press(_ key: Key, times: Int = 1) async throws {
        try await type(String(repeating: key.rawValue, count: times))
    }

    func type(_ text: String) async throws {
        let strokes = text.flatMap { character -> [JSONValue] in
            let key = JSONValue.text(String(character))
            return [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
        }
        try await perform([["type": "key", "id": "keyboard", "actions": .list(strokes)]])
    }

    /// Presses a key while others are held.
    func press(_ key: String, with held: Key...) async throws {
        func stroke(_ type: String, _ key: String) -> JSONValue { ["type": .text(type), "value": .text(key)] }
        let strokes =
            held.map { stroke("keyDown", $0.rawValue) } + [stroke("keyDown", key), stroke("keyUp", key)]
            + held.reversed().map { stroke("keyUp", $0.rawValue) }
        try await perform([["type": "key", "id": "keyboard", "actions": .list(strokes)]])
    }

    /// Turns the wheel over a point of the page: `notches` times by `deltaY` and `deltaX`.
    func wheel(x: Int = 150, y: Int = 150, deltaX: Int = 0, deltaY: Int = 0, notches: Int = 1) async throws {
        let notch: JSONValue = [
            "type": "scroll", "x": .integer(x), "y": .integer(y), "deltaX": .integer(deltaX),
            "deltaY": .integer(deltaY), "duration": 0, "origin": "viewport",
        ]
        let turns = [JSONValue](repeating: notch, count: notches)
        try await perform([["type": "wheel", "id": "wheel", "actions": .list(turns)]])
    }

    /// What a pointer does at a point of the page.
    enum Stroke {
        case move(Double, Double)
        case down
        case up
        /// Long enough for what comes before and after not to count as one movement.
        case rest

        fileprivate var json: JSONValue {
            switch self {
            case .move(let x, let y):
                [
                    "type": "pointerMove", "duration": 0, "origin": "viewport",
                    "x": .integer(Int(clamping: x.rounded())),
                    "y": .integer(Int(clamping: y.rounded())),
                ]
            case .down: ["type": "pointerDown", "button": 0]
            case .rest: ["type": "pause", "duration": 150]
            case .up: ["type": "pointerUp", "button": 0]
            }
        }
    }

    func mouse(_ strokes: Stroke...) async throws { try await point("mouse", strokes) }

    func touch(_ strokes: Stroke...) async throws { try await point("touch", strokes) }

    /// Two fingers on a line through a point, from one distance between them to another, in even steps; they are lifted
    /// at the end.
    ///
    /// Chromium is given touches as its own devices give them.
    func pinch(x: Double, y: Double, from start: Double, to end: Double, steps: Int = 12) async throws {
        func touch(_ type: String, _ span: Double?) async throws {
            let points: [JSONValue] =
                span.map { span in
                    [
                        ["x": .number(x - span / 2), "y": .number(y - span / 4), "id": .integer(1)],
                        ["x": .number(x + span / 2), "y": .number(y + span / 4), "id": .integer(2)],
                    ]
                } ?? []
            try await tool("Input.dispatchTouchEvent", ["type": .text(type), "touchPoints": .list(points)])
        }
        try await touch("touchStart", start)
        for step in 1...steps { try await touch("touchMove", start + (end - start) * Double(step) / Double(steps)) }
        try await touch("touchEnd", nil)
    }

    /// Turns the wheel with the control key held, which is also how a trackpad's pinch arrives.
    func pinchWheel(x: Double, y: Double, deltaY: Double, times: Int = 1) async throws {
        for _ in 0..<times {
            try await tool(
                "Input.dispatchMouseEvent",
                [
                    "type": "mouseWheel", "x": .number(x), "y": .number(y), "deltaX": 0, "deltaY": .number(deltaY),
                    "modifiers": 2,
                ])
        }
    }

    /// Keys that are held during a click or a drag, as the developer tools' protocol counts them.
    struct Held: OptionSet {
        let rawValue: Int
        static let alt = Held(rawValue: 1)
        static let control = Held(rawValue: 2)
        static let shift = Held(rawValue: 8)
    }

    func click(x: Double, y: Double, times: Int = 1, with held: Held = []) async throws {
        for count in 1...times {
            for type in ["mousePressed", "mouseReleased"] {
                try await tool(
                    "Input.dispatchMouseEvent",
                    [
                        "type": .text(type), "x": .number(x), "y": .number(y), "button": "left",
                        "clickCount": .integer(count), "modifiers": .integer(held.rawValue),
                    ])
            }
        }
    }

    /// Presses the button at a point and moves to another one in even steps; the button stays down unless `isReleased`.
    func drag(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), with held: Held = [],
        isReleased: Bool = true
    ) async throws {
        func send(_ type: String, _ share: Double) async throws {
            try await tool(
                "Input.dispatchMouseEvent",
                [
                    "type": .text(type), "x": .number(start.x + (end.x - start.x) * share),
                    "y": .number(start.y + (end.y - start.y) * share), "button": "left",
                    "buttons": type == "mouseReleased" ? 0 : 1, "clickCount": type == "mouseMoved" ? 0 : 1,
                    "modifiers": .integer(held.rawValue),
                ])
        }
        try await send("mousePressed", 0)
        for step in 1...6 { try await send("mouseMoved", Double(step) / 6) }
        if isReleased { try await send("mouseReleased", 1) }
    }

    private func point(_ kind: String, _ strokes: [Stroke]) async throws {
        try await perform([
            [
                "type": "pointer", "id": .text(kind), "parameters": ["pointerType": .text(kind)],
                "actions": .list(strokes.map(\.json)),
            ]
        ])
    }
}
