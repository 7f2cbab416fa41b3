// One page's live session: what has happened goes in, what is to be done comes out.

import Tiling

/// The state of a session, without sockets, threads or clocks.
///
/// ```
///  report ─▶ latest ─▶ planning ─▶ difference (text)
///                                      │
///                                      ▼
///                                  SendQueue ─▶ asks ─▶ made ─▶ tiles (binary), while the page has room
///                                      ▲                           │
///                                      └──── not what it holds ◀───┘ HeldTiles
/// ```
/// One plan is computed at a time; a report that comes meanwhile takes the place of one that waits.
struct LiveSession: Sendable {
    /// A report that is to be answered.
    private struct Question: Sendable {
        var place: SessionReport.Place
        /// When it came, in nanoseconds.
        var time: UInt64
        /// What takes the query's place, where this is the last one answered once more.
        var again: PlanParameters?
    }

    /// Where a tile was said to be.
    private struct Placement: Sendable {
        /// In the content, as zoomed.
        var frame: Rect
        var clip: EdgeInsets?
        var index: Int

        init(_ tile: SessionTile, offset: Point) {
            frame = Rect(
                x: tile.frame.x + offset.x, y: tile.frame.y + offset.y, width: tile.frame.width,
                height: tile.frame.height)
            clip = tile.clip
            index = tile.index
        }

        /// Whether both are the same to what JSON says of them.
        func isNear(_ other: Placement) -> Bool {
            let apart = max(
                abs(frame.x - other.frame.x), abs(frame.y - other.frame.y), abs(frame.width - other.frame.width),
                abs(frame.height - other.frame.height))
            return apart < 0.002 && clip == other.clip && index == other.index
        }
    }

    private let limits: Limits
    private(set) var counts = SessionCounts()
    private var room: Int
    private var isBlocked = false

    private var latest: Question?
    private var planning: (number: Int, question: Question)?
    private var lastAnswered: (place: SessionReport.Place, again: PlanParameters?, revision: Int)?
    /// The collection has come to this revision since a plan was begun.
    private var changed: Int?
    /// contentOffset of the newest plan, and the last movement along each axis.
    private var offset: Point?
    private var travel = Point.zero
    private var nextPlanning = 0

    /// Number of the newest plan.
    private var plan = 0
    private var numbers = TileNumbers()
    private var slots = SlotPool()
    /// Where the tile in each slot was said to be.
    private var placements: [Placement] = []
    /// The bands that the page has; nil where it paints none.
    private var painted: PlanBands.Painted?
    /// Tiles of the newest plan that cannot be made.
    private var failed: Set<Int> = []
    /// Those of its tiles ahead that cannot be made: nothing is said of them before they are needed.
    private var failedAhead: Set<Int> = []
    private var held: HeldTiles
    private var queue: SendQueue

    private var lastMessage = 0
    /// Messages that the page has not acknowledged, oldest first.
    private var underWay: [(message: Int, byteCount: Int)] = []
    private var byteCountUnderWay = 0
    /// Visible tiles of the newest plan that are still to be sent, and when its report came.
    private var missingCount = 0
    private var reported: UInt64?

    init(limits: Limits = Limits()) {
        self.limits = limits
        room = limits.room
        held = HeldTiles(budget: limits.budget)
        queue = SendQueue(limits: limits.queue)
    }

    /// Bytes of tiles that are kept here for the page: bounded by the limits, whatever the page does.
    var readyByteCount: Int { queue.readyByteCount + queue.readyAheadByteCount }
    /// Numbers of the tiles that are to be sent, in the order of need.
    var queuedNumbers: [Int] { queue.numbers }
    var heldCount: Int { held.count }
    var heldByteCount: Int { held.byteCount }

    /// Takes what has happened since the last time, in order. Tiles that are ready by then go in one message.
    ///
    /// - Parameter now: nanoseconds of a clock that never goes back.
    mutating func handle(_ events: [Event], at now: UInt64) -> [Action] {
        var actions: [Action] = []
        for event in events {
            switch event {
            case .report(let report): take(report, now, &actions)
            case .planned(let number, let result): take(number, result, now, &actions)
            case .made(let wish, let result): take(wish, result, &actions)
            case .changed(let revision): changed = max(revision, changed ?? revision)
            case .blocked(let isBlocked): self.isBlocked = isBlocked
            }
        }
        goOn(now, &actions)
        return actions
    }

    // MARK: Reports

    private mutating func take(_ report: SessionReport, _ now: UInt64, _ actions: inout [Action]) {
        if let budget = report.budget { held.budget = min(budget, limits.greatestBudget) }
        if let room = report.room { self.room = min(room, limits.greatestRoom) }
        if let bands = report.bands { painted = bands ? painted ?? PlanBands.Painted() : nil }
        if let acknowledged = report.acknowledged {
            guard acknowledged <= lastMessage else {
                actions.append(.fail(SessionError("message \(acknowledged) is acknowledged and was not sent")))
                return
            }
            let done = underWay.prefix { $0.message <= acknowledged }
            byteCountUnderWay -= done.reduce(0) { $0 + $1.byteCount }
            underWay.removeFirst(done.count)
        }
        // What comes later we would know ourselves.
        if !report.holds.isEmpty, plan == 0, held.count == 0 { resume(report.holds, &actions) }
        guard let place = report.place else { return }
        counts.reports += 1
        if latest != nil { counts.reportsReplaced += 1 }
        latest = Question(place: place, time: now)
    }

    /// The page has been here before: what it kept is not sent again.
    private mutating func resume(_ holds: [SessionReport.Holding], _ actions: inout [Action]) {
        var known: [(url: String, number: Int)] = []
        for holding in holds {
            let number = numbers.number(of: holding.key)
            guard !held.holds(number) else { continue }
            held.hold(number, byteCount: holding.byteCount)
            known.append((holding.url, number))
        }
        actions.append(.text(SessionMessage.numbers(known)))
        held.begin(plan: 1)
        drop(held.shrink(), &actions)
    }

    private mutating func drop(_ gone: HeldTiles.Gone, _ actions: inout [Action]) {
        guard !gone.numbers.isEmpty else { return }
        counts.dropped += gone.numbers.count
        counts.aheadWasted += gone.wasted
        actions.append(.text(SessionMessage.drop(gone.numbers)))
    }

    // MARK: Plans

    private mutating func take(
        _ number: Int, _ result: Result<SessionPlan, Problem>, _ now: UInt64, _ actions: inout [Action]
    ) {
        guard let planning, planning.number == number else { return }
        self.planning = nil
        let question = planning.question
        counts.planTimes.append(now &- question.time)
        switch result {
        case .failure(let problem):
            counts.problems += 1
            actions.append(.text(SessionMessage.problem(problem, report: question.place.number)))
        case .success(let new):
            counts.plans += 1
            lastAnswered = (question.place, new.again, new.revision)
            show(new, for: question, &actions)
        }
    }

    private mutating func show(_ new: SessionPlan, for question: Question, _ actions: inout [Action]) {
        plan += 1
        note(new.offset)
        var known: Set<Int> = []
        known.reserveCapacity(new.tiles.count + new.ahead.count)
        func numbered(_ tiles: [SessionTile], isAhead: Bool) -> [SendQueue.Wanted] {
            tiles.compactMap { tile in
                let number = numbers.number(of: tile.key)
                guard known.insert(number).inserted else { return nil }
                return SendQueue.Wanted(number: number, tile: tile, isAhead: isAhead)
            }
        }
        // What nobody can make out goes past in its colours: tiles would only come too late for what is seen next.
        let isFleeting = painted != nil && new.bands?.isFleeting == true
        if isFleeting { counts.fleeting += 1 }
        let tiles = isFleeting ? [] : numbered(new.tiles, isAhead: false)
        let ahead = isFleeting ? [] : numbered(new.ahead, isAhead: true)
        held.begin(plan: plan)
        for wanted in tiles where held.note(wanted.number) {
            counts.aheadHits += 1
            actions.append(.use(wanted.tile.key))
        }
        for wanted in ahead { held.note(ahead: wanted.number) }
        failed.formIntersection(known)
        failedAhead.formIntersection(known)
        // Now and then, so that a plan does not cost what the page holds.
        if numbers.count > 2 * (known.count + held.count) + 64 {
            numbers.keep { known.contains($0) || held.holds($0) }
        }

        let difference = difference(to: new, tiles, report: question.place.number)
        actions.append(.text(SessionMessage.plan(difference)))

        let wanted =
            tiles.filter { $0.tile.making != nil && !held.holds($0.number) && !failed.contains($0.number) }
            + ahead.filter {
                !held.holds($0.number) && !failed.contains($0.number) && !failedAhead.contains($0.number)
            }
        let change = queue.want(wanted)
        counts.cancelled += change.wishes.count
        counts.droppedReady += change.ready
        for wish in change.wishes { actions.append(.cancel(wish)) }
        let used = Set(change.used)
        for wanted in tiles where used.contains(wanted.number) { actions.append(.use(wanted.tile.key)) }
        for wish in change.ranked { actions.append(.rank(wish, plan: plan)) }

        missingCount = wanted.count { $0.tile.isVisible }
        reported = question.time
    }

    private mutating func note(_ new: Point) {
        if let offset {
            if new.x != offset.x { travel.x = new.x - offset.x }
            if new.y != offset.y { travel.y = new.y - offset.y }
        }
        offset = new
    }

    private mutating func difference(
        to new: SessionPlan, _ tiles: [SendQueue.Wanted], report: Int
    ) -> SessionMessage.Difference {
        let change = slots.assign(tiles.map(\.number))
        var difference = SessionMessage.Difference(
            report: report, isFresh: plan == 1, place: new.place, freed: change.freed, shown: [], moved: [])
        if let painted {
            if let bands = new.bands {
                difference.freedBands = bands.freed(of: painted)
                difference.bands = bands.new
                counts.bandsSent += bands.new.count
                self.painted = bands.painted(after: painted)
            } else {
                difference.freedBands = Array(painted.range)
                self.painted = PlanBands.Painted()
            }
        }
        // Assignments come in the order of the tiles.
        var assigned = change.assigned[...]
        for wanted in tiles {
            let placement = Placement(wanted.tile, offset: new.offset)
            if let next = assigned.first, next.number == wanted.number {
                assigned.removeFirst()
                if held.holds(next.number) { counts.shownFromHeld += 1 }
                difference.shown.append(
                    SessionMessage.Shown(slot: next.slot, number: next.number, tile: wanted.tile))
                // Slots are made one after the other.
                if next.slot < placements.count {
                    placements[next.slot] = placement
                } else {
                    placements.append(placement)
                }
            } else if let slot = slots.slot(of: wanted.number), !placements[slot].isNear(placement) {
                // Else what was said stays what was said, so that small differences do not add up.
                difference.moved.append((slot, wanted.tile))
                placements[slot] = placement
            }
        }
        return difference
    }

    // MARK: Tiles

    private mutating func take(
        _ wish: Int, _ result: Result<EncodedTile, ImageError>, _ actions: inout [Action]
    ) {
        switch result {
        case .success(let tile): queue.made(wish, tile)
        case .failure(let error):
            guard let wanted = queue.failed(wish) else { return }
            counts.failed += 1
            if wanted.isAhead {
                failedAhead.insert(wanted.number)
                return
            }
            failed.insert(wanted.number)
            if wanted.tile.isVisible { missingCount -= 1 }
            if slots.slot(of: wanted.number) != nil {
                actions.append(.text(SessionMessage.failure(number: wanted.number, error.explanation)))
            }
        }
    }

    /// Does what may be done now: sends, asks for tiles, asks for a plan.
    private mutating func goOn(_ now: UInt64, _ actions: inout [Action]) {
        while !isBlocked {
            // What is ahead goes while next to nothing is under way.
            let batch = queue.takeBatch(
                room: room - byteCountUnderWay, isAlone: underWay.isEmpty, aheadRoom: room / 4 - byteCountUnderWay,
                aheadLimit: held.roomAhead)
            guard !batch.isEmpty else { break }
            send(batch, &actions)
        }
        noteCompletion(now)
        // The pipeline takes the newest wish first: the most needed is asked for last.
        for (wish, tile) in queue.nextAsks().reversed() { actions.append(.ask(wish, tile, plan: plan)) }
        if planning == nil, !isBlocked, let question = latest ?? repetition(now) {
            (latest, changed) = (nil, nil)
            nextPlanning += 1
            planning = (nextPlanning, question)
            let query = Query(
                text: question.place.query, again: question.again, travel: travel, painted: painted)
            actions.append(.plan(nextPlanning, query))
        }
    }

    /// The question answered last, if its answer is out of date.
    private func repetition(_ now: UInt64) -> Question? {
        guard let changed, let lastAnswered, changed > lastAnswered.revision else { return nil }
        return Question(place: lastAnswered.place, time: now, again: lastAnswered.again)
    }

    private mutating func send(
        _ batch: [(wanted: SendQueue.Wanted, encoded: EncodedTile)], _ actions: inout [Action]
    ) {
        lastMessage += 1
        for (wanted, encoded) in batch {
            held.hold(wanted.number, byteCount: encoded.bytes.count, isAhead: wanted.isAhead)
            if wanted.isAhead { counts.tilesSentAhead += 1 }
            if wanted.tile.isVisible { missingCount -= 1 }
        }
        drop(held.shrink(), &actions)
        let parts = SessionMessage.tiles(
            message: lastMessage,
            batch.map { (slots.slot(of: $0.wanted.number), $0.wanted.number, $0.encoded) })
        let byteCount = parts.reduce(0) { $0 + $1.count }
        underWay.append((lastMessage, byteCount))
        byteCountUnderWay += byteCount
        counts.tilesSent += batch.count
        counts.messages += 1
        counts.bytes += byteCount
        actions.append(.binary(parts))
    }

    private mutating func noteCompletion(_ now: UInt64) {
        guard missingCount <= 0, let reported else { return }
        counts.completionTimes.append(now &- reported)
        self.reported = nil
    }

    /// The session has ended: what the page was sent in vain is known now.
    mutating func end() {
        counts.aheadWasted += held.aheadCount
        held = HeldTiles(budget: 0)
    }

    /// Takes the counts since they were last taken.
    mutating func takeCounts() -> SessionCounts {
        defer { counts = SessionCounts() }
        return counts
    }
}
