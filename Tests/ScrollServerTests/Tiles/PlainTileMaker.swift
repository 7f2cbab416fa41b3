// Tile makers for tests: no pictures, only names.

import Dispatch
import Synchronization
import Tiling

@testable import Pixels
@testable import Tiles

/// Makes tiles at once whose bytes are their names.
struct PlainTileMaker: TileMaker {
    func byteEstimate(for pass: TilePass) -> Int { 1 }

    func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {
        for column in 0..<4 where output.isWanted(TilePosition(level: pass.levels.lowerBound, column: column, row: 0)) {
            output.emit(
                TilePosition(level: pass.levels.lowerBound, column: column, row: 0), Self.tile(pass, column: column))
        }
    }

    static func tile(_ pass: TilePass, column: Int) -> EncodedTile {
        EncodedTile(bytes: Array("\(pass.item) \(pass.levels.lowerBound) \(column) 0".utf8), mediaType: "image/png")
    }
}

/// Makes tiles when the test lets it: each pass says that it has begun, then waits for its turn.
final class GatedTileMaker: TileMaker {
    private struct State {
        var begun: [String] = []
        var costInUse = 0
        var highestCost = 0
        var running = 0
        var mostRunning = 0
        var ranBesideOther: Set<String> = []
    }

    /// Signalled by each pass that begins.
    private let hasBegun = DispatchSemaphore(value: 0)
    /// Each pass waits for one signal.
    private let mayGoOn = DispatchSemaphore(value: 0)
    private let state = Mutex(State())
    private let costs: [String: Int]
    private let failing: [String: ImageError]
    /// Columns of the tiles that are made where they are wanted.
    private let columns: Range<Int>
    /// Whether what is wanted is asked before the wait rather than after it.
    private let asksFirst: Bool

    init(
        costs: [String: Int] = [:], failing: [String: ImageError] = [:], columns: Range<Int> = 0..<4,
        asksFirst: Bool = false
    ) {
        self.costs = costs
        self.failing = failing
        self.columns = columns
        self.asksFirst = asksFirst
    }

    /// The items whose passes have begun, in that order.
    var begun: [String] { state.withLock { $0.begun } }
    /// The most that passes which ran together cost.
    var highestCost: Int { state.withLock { $0.highestCost } }
    /// The most passes that ran at a time.
    var mostRunning: Int { state.withLock { $0.mostRunning } }
    /// The items that ran while another one did.
    var ranBesideOther: Set<String> { state.withLock { $0.ranBesideOther } }

    /// Waits until one more pass has begun.
    func waitForBegin() -> Bool { hasBegun.wait(timeout: .now() + .seconds(20)) == .success }

    /// Lets so many passes go on.
    func letGo(_ count: Int = 1) {
        for _ in 0..<count { mayGoOn.signal() }
    }

    func byteEstimate(for pass: TilePass) -> Int { costs[pass.item] ?? 1 }

    func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {
        let cost = byteEstimate(for: pass)
        state.withLock { state in
            state.begun.append(pass.item)
            state.costInUse += cost
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
            state.highestCost = max(state.highestCost, state.costInUse)
            if state.running > 1 { state.ranBesideOther.insert(pass.item) }
        }
        defer {
            state.withLock { state in
                state.costInUse -= cost
                state.running -= 1
            }
        }
        let positions = columns.map { TilePosition(level: pass.levels.lowerBound, column: $0, row: 0) }
        let early = asksFirst ? positions.filter(output.isWanted) : positions
        hasBegun.signal()
        _ = mayGoOn.wait(timeout: .now() + .seconds(20))
        if let error = failing[pass.item] { throw error }
        for position in early where asksFirst || output.isWanted(position) {
            output.emit(position, PlainTileMaker.tile(pass, column: position.column))
        }
    }
}
