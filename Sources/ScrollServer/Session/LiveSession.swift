// One page's live session as a state machine: events go in, actions come out.

import HTTP
import Pixels
import Tiling

/// The state of a session, without sockets, threads or clocks.
///
/// ```
///  report ─▶ latest ─▶ planning ─▶ difference (text)
///                                      │
///                                      ▼
///                                  SendQueue ─▶ asks ─▶ made ─▶ tiles (binary), while the page has room
///                                      ▲                           │
///                                      └──── except tiles sent ◀───┘ ClientTiles
/// ```
/// One plan is computed at a time. A report that comes meanwhile waits, and replaces any other report that waits.
struct LiveSession: Sendable {
    /// A report to be answered.
    private struct Question: Sendable {
        var position: SessionReport.Position
        /// When the report came, in nanoseconds of the clock of `handle`.
        var time: UInt64
        /// Replaces the report's query when this is the last answered report, planned again after a change.
        var replanRequest: PlanRequest?
        /// Whether the only reason for this plan is that a mosaic's cells may have changed.
        var isRefresh = false
    }

    private let limits: Limits
    private(set) var counts = SessionCounts()
    private var room: Int
    private var isBlocked = false

    private var latest: Question?
    private var planning: (number: Int, question: Question)?
    private var lastAnswered: (position: SessionReport.Position, basis: SessionPlan.Basis)?
    /// The newest revisions of the collection and of its selection that were reported since the last plan was begun.
    private var (changed, selected): (Int?, Int?) = (nil, nil)
    /// Whether more has become known of items since the last plan was begun.
    private var isStale = false
    /// contentOffset of the newest plan in points.
    private var offset: Point?
    private var nextPlanning = 0

    /// Number of the newest plan.
    private var plan = 0
    private var numbers = TileNumbers()
    private var slots = SlotPool()
    /// Where each slot's tile is painted, as last sent.
    private var placements: [TilePlacement] = []
    private var page = LivePage()
    /// The contact sheets that the page draws over its bands; nil where it draws none.
    private var sheets: LiveSheets?
    /// Tiles of the newest plan that cannot be made.
    private var failed: Set<Int> = []
    /// Tiles ahead of the newest plan that cannot be made; the page is told when it needs them.
    private var failedAhead: Set<Int> = []
    private var clientTiles: ClientTiles
    private var queue: SendQueue

    private var lastMessage = 0
    /// Binary messages that the page has not acknowledged, oldest first.
    private var underWay: [(message: Int, byteCount: Int)] = []
    private var byteCountUnderWay = 0
    /// Visible tiles of the newest plan that are still to be sent, and when its report came; nil once they are sent.
    private var missingCount = 0
    private var reported: UInt64?

    init(limits: Limits = Limits()) {
        self.limits = limits
        room = limits.room
        clientTiles = ClientTiles(budget: limits.budget, pixelBudget: limits.pixels)
        queue = SendQueue(limits: limits.queue)
    }

    /// Bytes of tiles that are made and wait to be sent; the limits bound them, whatever the page does.
    var readyByteCount: Int { queue.readyByteCount + queue.readyAheadByteCount }
    /// Numbers of the tiles that are still to be sent, the most needed first.
    var queuedNumbers: [Int] { queue.numbers }
    var clientTileByteCount: Int { clientTiles.byteCount }

    /// Handles the events since the last call, in order, and returns what to do.
    ///
    /// `now` is in nanoseconds of a monotonic clock. Tiles that become ready in one call are sent together, as far as a
    /// message's limits allow.
    mutating func handle(_ events: [Event], at now: UInt64) -> [Action] {
        var actions: [Action] = []
        for event in events {
            switch event {
            case .report(let report): handle(report, now, &actions)
            case .planned(let number, let result): handlePlan(number, result, now, &actions)
            case .made(let request, let result): handleTile(request, result, &actions)
            case .named(let key, let version, let isAlone): numbers.name(key, version: version, isAlone: isAlone)
            case .refreshed: isStale = true
            case .changed(let revision): changed = max(revision, changed ?? revision)
            case .selected(let revision): selected = max(revision, selected ?? revision)
            case .blocked(let isBlocked): self.isBlocked = isBlocked
            }
        }
        advance(now, &actions)
        return actions
    }

    // MARK: Reports

    private mutating func handle(_ report: SessionReport, _ now: UInt64, _ actions: inout [Action]) {
        if let budget = report.budget { clientTiles.budget = min(budget, limits.greatestBudget) }
        if let pixels = report.pixels { clientTiles.pixelBudget = pixels }
        if let room = report.room { self.room = min(room, limits.greatestRoom) }
        if let bands = report.bands { page.painted = bands ? page.painted ?? PlanBands.Painted() : nil }
        if let wants = report.sheets {
            (sheets, page.hasSheets) = (wants ? sheets ?? LiveSheets() : nil, wants)
        }
        if let acknowledged = report.acknowledged {
            guard acknowledged <= lastMessage else {
                actions.append(.fail(SessionError("message \(acknowledged) is acknowledged and was not sent")))
                return
            }
            let done = underWay.prefix { $0.message <= acknowledged }
            byteCountUnderWay -= done.reduce(0) { $0 + $1.byteCount }
            underWay.removeFirst(done.count)
        }
        // Only before the first plan: from then on the server knows what the page holds.
        if !report.clientTiles.isEmpty, plan == 0, clientTiles.count == 0 { resume(report.clientTiles, &actions) }
        guard let position = report.position else { return }
        counts.reports += 1
        if latest != nil { counts.reportsReplaced += 1 }
        latest = Question(position: position, time: now)
    }

    /// Takes over the tiles that a reconnecting page still holds, so that they are not sent again.
    private mutating func resume(_ tiles: [SessionReport.ClientTile], _ actions: inout [Action]) {
        var known: [(url: String, number: Int)] = []
        for tile in tiles {
            let number = numbers.number(of: tile.key)
            guard !clientTiles.contains(number) else { continue }
            clientTiles.add(number, byteCount: tile.byteCount)
            known.append((tile.url, number))
        }
        actions.append(.text(SessionMessage.numbers(known)))
        clientTiles.begin(plan: 1)
        drop(clientTiles.shrink(), &actions)
    }

    private mutating func drop(_ gone: ClientTiles.Gone, _ actions: inout [Action]) {
        guard !gone.numbers.isEmpty else { return }
        counts.dropped += gone.numbers.count
        counts.aheadWasted += gone.wasted
        actions.append(.text(SessionMessage.drop(gone.numbers)))
    }

    // MARK: Plans

    private mutating func handlePlan(
        _ number: Int, _ result: Result<SessionPlan, Problem>, _ now: UInt64, _ actions: inout [Action]
    ) {
        guard let planning, planning.number == number else { return }
        self.planning = nil
        let question = planning.question
        counts.planTimes.append(now &- question.time)
        switch result {
        case .failure(let problem):
            counts.problems += 1
            actions.append(.text(SessionMessage.problem(problem, report: question.position.number)))
        case .success(let new):
            counts.plans += 1
            var question = question
            // Pictures below a chart are no tiles of it.
            if new.basis.othersRevision != lastAnswered?.basis.othersRevision { question.isRefresh = false }
            lastAnswered = (question.position, new.basis)
            show(new, for: question, now, &actions)
        }
    }

    private mutating func show(
        _ new: SessionPlan, for question: Question, _ now: UInt64, _ actions: inout [Action]
    ) {
        plan += 1
        note(new.offset)
        var known: Set<Int> = []
        known.reserveCapacity(new.tiles.count + new.ahead.count)
        let chosen = new.bands.flatMap { bands in
            bands.sheets.flatMap { sheets?.choose($0, bands.geometry, at: now) }
        }
        func numbered(_ tiles: [SessionTile], isAhead: Bool) -> [SendQueue.Wanted] {
            tiles.compactMap { tile in
                let number = numbers.number(of: tile.key)
                guard known.insert(number).inserted else { return nil }
                return SendQueue.Wanted(number: number, tile: tile, isAhead: isAhead)
            }
        }
        // Content that scrolls past too quickly to be made out is shown as bands of colour. Its tiles would arrive too
        // late, and delay those of the place where scrolling stops.
        let isFleeting = page.painted != nil && new.bands?.isFleeting == true
        if isFleeting { counts.fleeting += 1 }
        let contacts = numbered(chosen?.sheets.map(\.tile) ?? [], isAhead: false)
        let tiles = isFleeting ? [] : numbered(new.tiles, isAhead: false)
        let ahead = isFleeting ? [] : numbered(new.ahead, isAhead: true)
        clientTiles.begin(plan: plan)
        for wanted in tiles where clientTiles.note(wanted.number) {
            counts.aheadHits += 1
            actions.append(.use(wanted.tile.key))
        }
        for wanted in contacts { _ = clientTiles.note(wanted.number) }
        for wanted in ahead { clientTiles.note(ahead: wanted.number) }
        failed.formIntersection(known)
        failedAhead.formIntersection(known)
        // Rarely, since this takes time proportional to the tiles that the page holds.
        if numbers.count > 2 * (known.count + clientTiles.count) + 64 {
            numbers.keep { known.contains($0) || clientTiles.contains($0) }
        }

        var difference = difference(to: new, tiles, report: question.position.number)
        if let chosen, chosen.isChanged || chosen.isOther || !difference.bands.isEmpty,
            let grid = new.bands?.sheets?.grid
        {
            difference.sheets = SessionMessage.Sheets(
                grid: grid, isOther: chosen.isOther,
                numbers: zip(chosen.sheets, contacts).map { (sheet: $0.number, number: $1.number) })
        }
        // Mostly the newly known items are elsewhere, and nothing changes in view.
        if !question.isRefresh || !difference.isEmpty { actions.append(.text(SessionMessage.plan(difference))) }

        // Sheets first: one has pictures for all tiles, and takes less time than a tile.
        let wanted =
            (contacts + tiles).filter {
                $0.tile.making != nil && !clientTiles.contains($0.number) && !failed.contains($0.number)
            }
            + ahead.filter {
                !clientTiles.contains($0.number) && !failed.contains($0.number) && !failedAhead.contains($0.number)
            }
        let change = queue.want(wanted)
        counts.cancelled += change.cancelled.count
        counts.droppedReady += change.ready
        for number in change.cancelled { actions.append(.cancel(number)) }
        let used = Set(change.used)
        for wanted in tiles where used.contains(wanted.number) { actions.append(.use(wanted.tile.key)) }
        for request in change.ranked { actions.append(.rank(request, plan: plan)) }

        missingCount = wanted.count { $0.tile.isVisible }
        reported = question.time
    }

    private mutating func note(_ new: Point) {
        if let offset {
            if new.x != offset.x { page.travel.x = new.x - offset.x }
            if new.y != offset.y { page.travel.y = new.y - offset.y }
        }
        offset = new
    }

    private mutating func difference(
        to new: SessionPlan, _ tiles: [SendQueue.Wanted], report: Int
    ) -> SessionMessage.Difference {
        let change = slots.assign(tiles.map(\.number))
        var difference = SessionMessage.Difference(
            report: report, isFresh: plan == 1, document: new.document, freed: change.freed)
        if let painted = page.painted {
            if let bands = new.bands {
                difference.freedBands = bands.freed(of: painted)
                difference.bands = bands.new
                counts.bandsSent += bands.new.count
                page.painted = bands.painted(after: painted)
            } else {
                difference.freedBands = Array(painted.range)
                page.painted = PlanBands.Painted()
            }
        }
        // `change.assigned` is in the order of `tiles`.
        var assigned = change.assigned[...]
        for wanted in tiles {
            let placement = wanted.tile.placement.inContent(at: new.offset)
            if let next = assigned.first, next.number == wanted.number {
                assigned.removeFirst()
                if clientTiles.contains(next.number) { counts.shownFromClient += 1 }
                difference.shown.append((next.slot, wanted))
                // New slots are numbered consecutively.
                if next.slot < placements.count {
                    placements[next.slot] = placement
                } else {
                    placements.append(placement)
                }
            } else if let slot = slots.slot(of: wanted.number), !placements[slot].isNear(placement) {
                // Otherwise the old placement is kept, so that differences too small to send do not add up.
                difference.moved.append((slot, wanted.tile.placement))
                placements[slot] = placement
            }
        }
        return difference
    }

    // MARK: Tiles

    private mutating func handleTile(
        _ request: Int, _ result: Result<EncodedTile, ImageError>, _ actions: inout [Action]
    ) {
        switch result {
        case .success(let tile): queue.made(request, tile)
        case .failure(let error):
            guard let wanted = queue.failed(request) else { return }
            counts.failed += 1
            if wanted.isAhead {
                failedAhead.insert(wanted.number)
                return
            }
            if wanted.tile.isVisible { missingCount -= 1 }
            // A contact sheet of an older revision: the next plan may want the same sheet again, if its items stayed.
            if wanted.tile.revision != nil, error.isTransient { return }
            failed.insert(wanted.number)
            if slots.slot(of: wanted.number) != nil {
                actions.append(
                    .text(
                        SessionMessage.failure(
                            number: wanted.number, error.explanation, retryAfter: error.isTransient ? 2 : nil)))
            }
        }
    }

    /// Sends tiles, asks for tiles and asks for a plan, as far as possible now.
    private mutating func advance(_ now: UInt64, _ actions: inout [Action]) {
        while !isBlocked {
            // Tiles ahead are sent while less than a quarter of the room is under way.
            let batch = queue.nextBatch(
                room: room - byteCountUnderWay, isAlone: underWay.isEmpty, aheadRoom: room / 4 - byteCountUnderWay,
                aheadLimit: clientTiles.roomAhead, aheadPixels: clientTiles.pixelRoomAhead)
            guard !batch.isEmpty else { break }
            send(batch, &actions)
        }
        noteCompletion(now)
        // The most needed tile is requested last, since the pipeline takes the newest request first.
        for (request, tile) in queue.nextRequests().reversed() { actions.append(.ask(request, tile, plan: plan)) }
        if planning == nil, !isBlocked, let question = latest ?? repetition(now) {
            (latest, changed, selected, isStale) = (nil, nil, nil, false)
            nextPlanning += 1
            planning = (nextPlanning, question)
            let query = Query(
                text: question.position.query, replanRequest: question.replanRequest,
                seen: lastAnswered?.basis.replanRequest?.seen, page: page)
            actions.append(.plan(nextPlanning, query))
        }
    }

    /// The last answered question, to be planned again; nil where nothing has changed since its answer.
    ///
    /// It is repeated when the collection has changed, and when more is known of items that the plan shows in a mosaic
    /// or as tiny pictures in place of missing tiles.
    private func repetition(_ now: UInt64) -> Question? {
        guard let (position, basis) = lastAnswered else { return nil }
        let isChanged = changed ?? .min > basis.revision || selected ?? .min > basis.selectionRevision
        let hasTiny = sheets.map { $0.isBehind || missingCount > 0 } ?? false
        guard isChanged || isStale && (basis.isMosaic || hasTiny) else { return nil }
        return Question(
            position: position, time: now, replanRequest: basis.replanRequest, isRefresh: !isChanged)
    }

    private mutating func send(
        _ batch: [(wanted: SendQueue.Wanted, encoded: EncodedTile)], _ actions: inout [Action]
    ) {
        lastMessage += 1
        for (wanted, encoded) in batch {
            clientTiles.add(
                wanted.number, byteCount: encoded.bytes.count,
                pixelByteCount: wanted.isAhead ? wanted.tile.pixelByteCount : nil)
            if wanted.isAhead { counts.tilesSentAhead += 1 }
            if wanted.tile.isVisible { missingCount -= 1 }
        }
        drop(clientTiles.shrink(), &actions)
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

    /// Ends the session: tiles sent ahead and never needed now count as wasted.
    mutating func end() {
        counts.aheadWasted += clientTiles.aheadCount
        clientTiles = ClientTiles(budget: 0, pixelBudget: 0)
    }

    /// Returns the counts since the last call, and resets them.
    mutating func removeCounts() -> SessionCounts {
        defer { counts = SessionCounts() }
        return counts
    }
}
