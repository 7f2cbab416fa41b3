// WebSockets whose clients are slow, silent, cut off, or many.

import Foundation
import Synchronization
import Testing

@testable import HTTP

@Suite struct WebSocketLoadTests {
    private static let short = 30 * HTTPConfiguration.Timeouts.millisecond
    /// However slow the machine is, no ping comes between the messages, and nobody is left for being slow.
    private static let hour = 3600 * HTTPConfiguration.Timeouts.second

    /// Messages that the test makes, each telling which it is.
    private func message(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 10_000)
    }

    /// The system's buffers have no end.
    private struct Overflow: Error {}

    /// Sends numbered messages until the system's buffers and the queue are full: megabytes, which depend on the
    /// system.
    ///
    /// The server has one event loop.
    ///
    /// - Returns: how many were taken, and how often room had been told of before the last one was refused.
    private func fill(_ connection: WebSocketConnection, of server: WebSocketTestServer) throws -> (
        taken: Int, drained: Int
    ) {
        let other = try server.client("/echo")
        var taken = 0
        // A hundred megabytes: more than any system's buffers take.
        while taken < 10_000 {
            let drained = server.log.drained
            if connection.send(binary: [message(taken)]) {
                taken += 1
                continue
            }
            // The loop may only have been slower than we are: when it has had another turn, it has tried to write.
            other.send(.text("turn"))
            try #require(other.receive() == .text("turn"))
            if connection.queuedByteCount > connection.queueLimit - 10_100 { return (taken, drained) }
        }
        throw Overflow()
    }

    /// The queue is bounded, whatever the handler wants to send; room is told of; nothing taken is lost.
    @Test func aClientThatDoesNotReadFillsOnlyTheQueue() throws {
        let limit = 100_000
        let server = try WebSocketTestServer(queueLimit: limit) {
            $0.loops = 1
            $0.timeouts.ping = Self.hour
            $0.timeouts.write = Self.hour
        }
        let client = try server.client("/held", receiveBuffer: 4 << 10)
        let connection = try #require(server.log.first())
        let (taken, drained) = try fill(connection, of: server)
        #expect(connection.queuedByteCount <= limit)
        for number in 0..<taken {
            guard client.receive() == .init(opcode: 2, payload: message(number)) else {
                Issue.record("message \(number) of \(taken)")
                break
            }
        }
        #expect(server.log.state.comesTrue { $0.drained > drained && connection.queuedByteCount == 0 })
    }

    /// An echo's client that only writes: the server stops reading, and goes on when its answers are read.
    @Test func aClientThatOnlyWritesIsNotReadFrom() throws {
        let count = 1000
        let server = try WebSocketTestServer(queueLimit: 100_000) {
            $0.timeouts.ping = Self.hour
            $0.timeouts.write = Self.hour
        }
        let client = try server.client("/echo", receiveBuffer: 4 << 10)
        let sent = Atomic<Int>(0)
        let raw = UncheckedBox(client.raw)
        let frames = (0..<count).map { ClientFrame(2, message($0)).bytes }
        Thread.detachNewThread {
            for frame in frames {
                guard raw.value.send(frame) else { return }
                sent.add(1, ordering: .relaxed)
            }
        }
        let connection = try #require(server.log.first())
        #expect(eventually { connection.queuedByteCount > 50_000 })
        for number in 0..<count {
            #expect(connection.queuedByteCount <= 100_000)
            guard client.receive() == .init(opcode: 2, payload: message(number)) else {
                Issue.record("message \(number)")
                break
            }
        }
        #expect(sent.load(ordering: .relaxed) == count)
        #expect(server.log.state.current.refused == 0)
    }

    @Test func aClientThatNeverReadsIsBrokenOff() throws {
        let server = try WebSocketTestServer(queueLimit: 8 << 20) { $0.timeouts.write = Self.short }
        let client = try server.client("/held", receiveBuffer: 4 << 10)
        let connection = try #require(server.log.first())
        // More than the limit is taken by an empty queue alone: the head that agreed to the upgrade may not be counted out.
        #expect(eventually { connection.send(binary: [[UInt8](repeating: 0, count: 16 << 20)]) })
        #expect(server.log.state.comesTrue { $0.closed == [.abnormal] })
        #expect(server.server.statistics.timeouts == 1)
        expectEventually(0) { server.server.statistics.open }
        client.raw.close()
    }

    @Test func quietClientsThatAnswerPingsAreKept() throws {
        let server = try WebSocketTestServer { $0.timeouts.ping = Self.short }
        let client = try server.client("/held")
        for _ in 0..<3 {
            #expect(client.receive() == .init(opcode: 9, payload: []))
            client.send(ClientFrame(10))
        }
        #expect(client.receive() == .init(opcode: 9, payload: []))
        #expect(server.log.closed.isEmpty)
    }

    @Test func clientsThatDoNotAnswerPingsAreLeft() throws {
        let server = try WebSocketTestServer {
            $0.timeouts.ping = Self.short
            $0.timeouts.pong = Self.short
        }
        let client = try server.client("/held")
        #expect(client.receive() == .init(opcode: 9, payload: []))
        #expect(client.raw.isAtEnd())
        #expect(server.log.state.comesTrue { $0.closed == [.abnormal] })
    }

    /// Pings tell the time: between two of them, the loops sleep.
    @Test func waitingDoesNotSpin() throws {
        let server = try WebSocketTestServer(queueLimit: 100_000) {
            $0.timeouts.ping = Self.short
            $0.timeouts.pong = Self.hour
            $0.timeouts.write = Self.hour
            $0.loops = 1
        }
        let full = try server.client("/held", receiveBuffer: 4 << 10)
        let connection = try #require(server.log.first())
        // The system's buffers may grow and take the queue after all, up to some megabytes; then it is filled again.
        var turns = 0
        for _ in 0..<100 {
            _ = try fill(connection, of: server)
            let idle = try server.client("/held")
            turns = server.server.statistics.turns
            for _ in 0..<5 {
                #expect(idle.receive() == .init(opcode: 9, payload: []))
                idle.send(ClientFrame(10))
            }
            turns = server.server.statistics.turns - turns
            if connection.queuedByteCount > 50_000 { break }
        }
        // One for the ping and one for its answer, and what the system's buffers still took.
        #expect(turns < 50)
        #expect(connection.queuedByteCount > 50_000)
        full.raw.close()
    }

    /// A client may vanish after any byte; each handler hears of its end once.
    @Test func aSessionCutAtAnyByte() throws {
        let server = try WebSocketTestServer()
        let head = WebSocketClient.head("/echo")
        let frames =
            ClientFrame.text("one", isFinal: false).bytes + ClientFrame(9, [1]).bytes + ClientFrame(0, [0x62]).bytes
        let bytes =
            head + frames + ClientFrame(2, [UInt8](repeating: 7, count: 200)).bytes + ClientFrame.close(1000).bytes
        var opened = 0
        for end in stride(from: 1, to: head.count - 1, by: 17) + Array(head.count...bytes.count) {
            for resets in [true, false] {
                let client = try RawClient(port: server.port)
                client.send(Array(bytes[..<end]))
                // What is cut off before the head is read is no session.
                if end >= head.count {
                    opened += 1
                    #expect(client.receive()?.status == 101)
                }
                if resets { client.reset() } else { client.close() }
            }
        }
        #expect(server.log.state.comesTrue { $0.closed.count == opened })
        expectEventually(0) { server.server.statistics.open }
        #expect(server.log.connections.count == opened)
    }

    @Test func messagesOfManyThreadsKeepEachThreadsOrder() throws {
        let server = try WebSocketTestServer()
        let client = try server.client("/held")
        let connection = try #require(server.log.first())
        let (threads, count) = (4, 500)
        for thread in 0..<threads {
            Thread.detachNewThread {
                for number in 0..<count { _ = eventually { connection.send(text: "\(thread) \(number)") } }
            }
        }
        var next = [Int](repeating: 0, count: threads)
        for _ in 0..<threads * count {
            let text = client.receive().map { String(decoding: $0.payload, as: UTF8.self) } ?? ""
            let numbers = text.split(separator: " ").compactMap { Int($0) }
            try #require(numbers.count == 2)
            #expect(numbers[1] == next[numbers[0]])
            next[numbers[0]] = numbers[1] + 1
        }
        #expect(next == [Int](repeating: count, count: threads))
    }

    @Test func twoHundredAtOnce() throws {
        let server = try WebSocketTestServer()
        let clients = try (0..<200).map { _ in try server.client("/echo") }
        for round in 0..<5 {
            for (number, client) in clients.enumerated() { client.send(.text("\(number) \(round)")) }
            for (number, client) in clients.enumerated() { #expect(client.receive() == .text("\(number) \(round)")) }
        }
        expectEventually(200) { server.server.statistics.open }
        for client in clients { client.send(.close(1000)) }
        for client in clients { #expect(client.receive() == .close(1000)) }
        #expect(server.log.state.comesTrue { $0.closed.count == 200 })
    }
}

/// A client of which two threads use different directions.
private struct UncheckedBox: @unchecked Sendable {
    let value: RawClient

    init(_ value: RawClient) {
        self.value = value
    }
}

private func + (left: StrideTo<Int>, right: [Int]) -> [Int] {
    Array(left) + right
}
