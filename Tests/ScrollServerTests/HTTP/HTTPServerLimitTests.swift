// The server when clients are slow, too many, or gone, and when it is told to stop.

import Foundation
import Testing

@testable import HTTP
@testable import Platform

@Suite struct HTTPServerLimitTests {
    private static let short = 30 * HTTPConfiguration.Timeouts.millisecond

    // MARK: Time

    @Test func aHeadThatDoesNotEndIsTimedOut() throws {
        let server = try TestServer { $0.timeouts.head = Self.short }
        let client = try server.client()
        client.send("GET /hello HTTP/1.1\r\nHo")
        #expect(client.receive()?.status == 408)
        #expect(client.isAtEnd())
        #expect(server.server.statistics.timeouts == 1)
    }

    /// Slow loris: a byte now and then does not buy time.
    @Test func aHeadThatTricklesIsTimedOut() throws {
        let server = try TestServer {
            $0.timeouts.head = 5 * Self.short
            $0.limits.fieldBytes = 1 << 30
        }
        let client = try server.client()
        client.send("GET /hello HTTP/1.1\r\nX: ")
        #expect(
            eventually {
                client.send("a")
                return server.server.statistics.timeouts == 1
            })
        #expect(client.receive()?.status == 408)
    }

    @Test func contentThatStopsIsTimedOut() throws {
        let server = try TestServer { $0.timeouts.content = Self.short }
        let client = try server.client()
        client.send("PUT /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc")
        #expect(client.receive()?.status == 408)
        #expect(client.isAtEnd())
    }

    @Test func idleConnectionsAreClosedInSilence() throws {
        let server = try TestServer { $0.timeouts.idle = Self.short }
        let fresh = try server.client()
        #expect(fresh.isAtEnd())
        // Who takes longer than that to ask is closed before; another time it is not.
        #expect(
            eventually {
                guard let used = try? server.client() else { return false }
                used.get("/hello")
                return used.receive()?.status == 200 && used.isAtEnd()
            })
    }

    @Test(arguments: ["/large", "/file"])
    func clientsThatDoNotReadAreBrokenOff(target: String) throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(file: OpenFile(path: folder.write("large", TestServer.large))) {
            $0.timeouts.write = Self.short
        }
        let client = try server.client(receiveBuffer: 4 << 10)
        client.get(target)
        #expect(eventually { server.server.statistics.timeouts == 1 && server.server.statistics.open == 0 })
        #expect(client.receive() == nil)
    }

    @Test func clientsThatDoNotCloseAreNotWaitedForLong() throws {
        let server = try TestServer { $0.timeouts.linger = Self.short }
        let client = try server.client()
        client.get("/hello", fields: "Connection: close\r\n")
        #expect(client.receive()?.status == 200)
        #expect(client.isAtEnd())
        expectEventually(0) { server.server.statistics.open }
    }

    /// Whatever state a connection is in, the loop sleeps until something happens.
    @Test func waitingDoesNotSpin() throws {
        let server = try TestServer { $0.timeouts.linger = 10 * Self.short }
        let awaiting = try server.client()
        awaiting.get("/held")
        let halfClosed = try server.client()
        halfClosed.get("/held")
        halfClosed.endWriting()
        let halfHead = try server.client()
        halfHead.send("GET /hello HT")
        let unread = try server.client(receiveBuffer: 4 << 10)
        unread.get("/large")
        _ = server.heldRequests(2)
        let lingering = try server.client()
        lingering.get("/hello", fields: "Connection: close\r\n")
        #expect(lingering.receive()?.status == 200)
        // The lingering connection has lasted its time when four are left.
        expectEventually(4) { server.server.statistics.open }
        #expect(server.server.statistics.turns < 300)
    }

    // MARK: Clients that are gone

    @Test func aResetCancelsWhatIsAwaited() throws {
        let server = try TestServer()
        let client = try server.client()
        client.get("/held")
        let finish = server.heldRequests(1)
        client.reset()
        #expect(server.cancelled.comesTrue { $0 == 1 })
        for finish in finish { finish(Response(text: "too late")) }
        expectEventually(0) { server.server.statistics.open }
    }

    /// A browser that drops a request just closes, which looks like a half-closed client until something is sent.
    @Test func aCloseCancelsWhatIsAwaited() throws {
        let server = try TestServer { $0.timeouts.probe = Self.short }
        let client = try server.client()
        client.get("/held")
        _ = server.heldRequests(1)
        client.close()
        #expect(server.cancelled.comesTrue { $0 == 1 })
        expectEventually(0) { server.server.statistics.open }
    }

    @Test func aHalfClosedClientIsAskedToWait() throws {
        let server = try TestServer { $0.timeouts.probe = Self.short }
        let client = try server.client()
        client.get("/held")
        let finish = server.heldRequests(1)
        client.endWriting()
        #expect(client.receive()?.status == 102)
        for finish in finish { finish(Response(text: "at last")) }
        var answer = client.receive()
        while answer?.status == 102 { answer = client.receive() }
        #expect(answer?.text == "at last")
        #expect(server.cancelled.current == 0)
    }

    // MARK: Numbers

    @Test func tooManyConnectionsAreToldSo() throws {
        let server = try TestServer { $0.connections = 2 }
        var served = try (0..<2).map { _ in try server.client() }
        for client in served {
            // One that waits for the rest of a request is not idle. The beginning comes in one piece with a whole
            // request, so that it has been read when that one is answered.
            client.send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\nGET /hello HTTP/1.1\r\n")
            #expect(client.receive()?.status == 200)
        }
        // The two are counted as busy just after their answers have gone; until then a third one is served.
        #expect(
            eventually {
                guard let third = try? server.client() else { return false }
                third.get("/hello")
                return third.receive()?.status == 503 && third.isAtEnd()
            })
        #expect(server.server.statistics.refused == 1)
        served.removeFirst().close()
        #expect(
            eventually {
                guard let client = try? server.client() else { return false }
                client.get("/hello")
                return client.receive()?.status == 200
            })
    }

    @Test func idleConnectionsMakeRoom() throws {
        let server = try TestServer { $0.connections = 4 }
        var served: [RawClient] = []
        // Each newcomer is served, and the one that has been idle for longest goes.
        for number in 0..<40 {
            let client = try server.client()
            client.get("/hello")
            #expect(client.receive()?.status == 200, "\(number)")
            served.append(client)
        }
        #expect(server.server.statistics.refused == 0)
        #expect(eventually { server.server.statistics.evicted >= 36 - 4 })
        #expect(served[0].isAtEnd())
        let last = try #require(served.last)
        last.get("/hello")
        #expect(last.receive()?.status == 200)
    }

    /// Far more silent connections than there is room for keep nobody out.
    @Test func silentConnectionsKeepNobodyOut() throws {
        let server = try TestServer {
            $0.connections = 4
            $0.timeouts.grace = Self.short
        }
        let silent = try (0..<200).map { _ in try server.client() }
        let client = try server.client()
        client.get("/hello")
        #expect(client.receive()?.status == 200)
        #expect(silent.count == 200 && server.server.statistics.evicted > 0)
    }

    @Test func contentThatTricklesIsTimedOut() throws {
        let server = try TestServer { $0.timeouts.wholeContent = 4 * Self.short }
        let client = try server.client()
        client.send("PUT /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
        // A byte at a time, each well within the time between two reads, until the server has had enough.
        let isOver = eventually {
            client.send("x")
            return server.server.statistics.timeouts > 0
        }
        #expect(isOver && client.receive()?.status == 408)
    }

    @Test func sharesOfClients() throws {
        let shares = ClientShares()
        let client = try #require(NetworkAddress("192.0.2.7")).client
        let six = try #require(NetworkAddress("2001:db8:0:7::1")).client
        #expect(client != 0 && six != 0 && client != six)
        #expect(try #require(NetworkAddress("2001:db8:0:7:ffff::9")).client == six)
        #expect(try #require(NetworkAddress("::ffff:192.0.2.7")).client == client)
        #expect(try #require(NetworkAddress("127.0.0.1")).client == 0 && #require(NetworkAddress("::1")).client == 0)
        for number in 0..<5 { #expect(shares.add(client, limit: 3) == (number < 3)) }
        #expect(shares.add(six, limit: 3))
        for _ in 0..<3 { shares.remove(client) }
        #expect(shares.add(client, limit: 3) && !shares.add(client, limit: 3))
        for _ in 0..<100 { #expect(shares.add(0, limit: 3)) }
    }

    @Test func laterMinorVersionsAreAnswered() throws {
        let server = try TestServer()
        for version in ["1.1", "1.2", "1.9"] {
            let client = try server.client()
            client.send("GET /hello HTTP/\(version)\r\nHost: localhost\r\n\r\n")
            let answer = client.receive()
            #expect(answer?.status == 200, "\(version)")
        }
    }

    @Test func connectionsFarOverTheLimitWaitTheirTurn() throws {
        let server = try TestServer {
            $0.connections = 1
            $0.timeouts.linger = Self.short
        }
        let clients = try (0..<100).map { _ in try server.client() }
        var statuses: [Int: Int] = [:]
        for client in clients {
            client.get("/hello")
            statuses[client.receive()?.status ?? 0, default: 0] += 1
            client.close()
        }
        #expect(statuses[0] == nil)
        #expect((statuses[200] ?? 0) >= 1)
        #expect((statuses[200] ?? 0) + (statuses[503] ?? 0) == 100)
    }

    /// In a process of its own, since the limit is the process's.
    ///
    /// FlyingFox's accept loop ended here.
    @Test func runningOutOfDescriptorsEndsNothing() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer {
                $0.loops = 1
                // However slow the machine is, half a head waits for the other half.
                $0.timeouts.head = 60 * HTTPConfiguration.Timeouts.second
            }
            let early = try server.client()
            // With a request under way, it is not closed to make room; it has been read when the one that came in the
            // same piece is answered.
            early.send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\nGET /hello HTTP/1.1\r\n")
            try #require(early.receive()?.status == 200, "before")
            // The clients' own descriptors come out of the same account, so they are made before it is closed.
            let clients = try LateClients(count: 5)
            let before = DescriptorLimit.current
            let next = dup(0)
            close(next)
            DescriptorLimit.current = Int(next)
            // Also those that something else has let go of meanwhile.
            while dup(0) >= 0 {}
            // Each is taken and closed, at worst after a pause of the accept loop.
            for index in 0..<5 {
                try #require(clients.connectAndSeeTheEnd(index, port: server.port), "client \(index), \(errno)")
            }
            early.send("Host: localhost\r\n\r\n")
            try #require(early.receive()?.status == 200, "the one that was there")
            DescriptorLimit.current = before
            let late = try server.client()
            late.get("/hello")
            try #require(late.receive()?.status == 200, "afterwards")
        }
    }

    // MARK: Stopping

    @Test func stoppingFinishesWhatIsUnderWay() throws {
        // With one loop, what the idle client sees is what the waiting one's loop knows.
        let server = try TestServer { $0.loops = 1 }
        let idle = try server.client()
        idle.get("/hello")
        #expect(idle.receive()?.status == 200)
        let waiting = try server.client()
        waiting.get("/held")
        let finish = server.heldRequests(1)
        let ended = DispatchSemaphore(value: 0)
        let thread = Thread { [server] in
            if server.server.shutdown(within: 20) { ended.signal() }
        }
        thread.start()
        #expect(idle.isAtEnd())
        #expect(throws: SystemError.self) { try server.client() }
        for finish in finish { finish(Response(text: "at last")) }
        let answer = waiting.receive()
        #expect(answer?.text == "at last")
        #expect(answer?.headers["connection"] == "close")
        #expect(waiting.isAtEnd())
        waiting.close()
        #expect(ended.wait(timeout: .now() + 20) == .success)
    }

    @Test func stoppingBreaksOffWhatTakesTooLong() throws {
        let server = try TestServer()
        let client = try server.client()
        client.get("/held")
        _ = server.heldRequests(1)
        server.server.shutdown(within: 0.03)
        #expect(server.cancelled.comesTrue { $0 == 1 })
        #expect(client.receive() == nil)
    }

    @Test func aPortInUseIsSaid() throws {
        let server = try TestServer()
        var configuration = HTTPConfiguration()
        configuration.port = server.port
        let second = HTTPServer(configuration: configuration) { _ in .now(Response()) }
        #expect(throws: HTTPServer.StartError.addressInUse(host: "127.0.0.1", port: server.port)) {
            _ = try second.start()
        }
        configuration.host = "192.0.2.1"
        let elsewhere = HTTPServer(configuration: configuration) { _ in .now(Response()) }
        #expect(throws: HTTPServer.StartError.unknownHost("192.0.2.1")) { _ = try elsewhere.start() }
    }

    // MARK: Another's client

    @Test(.needs(.curl))
    func curlAgrees() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("large", TestServer.large)
        let server = try TestServer(file: OpenFile(path: file))
        let base = "http://localhost:\(server.port)"
        #expect(try run(["-4", "\(base)/hello"]) == Array("hello".utf8))
        #expect(try run(["-4", "\(base)/file"]) == TestServer.large)
        #expect(try run(["-4", "-r", "100-199", "\(base)/file"]) == Array(TestServer.large[100..<200]))
        let upload = try folder.write("upload", Array(TestServer.large.prefix(1_000_000)))
        #expect(try run(["-4", "-T", upload, "\(base)/echo"]) == Array(TestServer.large.prefix(1_000_000)))
        let chunked = ["-4", "-T", "-", "-H", "Transfer-Encoding: chunked", "\(base)/echo"]
        #expect(try run(chunked, input: upload) == Array(TestServer.large.prefix(1_000_000)))
        let status = ["-4", "-s", "-o", "/dev/null", "-w", "%{http_code} %{num_connects} "]
        let three = status + ["\(base)/hello", "-o", "/dev/null", "\(base)/none", "-o", "/dev/null", "\(base)/hello"]
        #expect(String(decoding: try run(three), as: UTF8.self) == "200 1 404 0 200 0 ")
    }

    private func run(_ arguments: [String], input: String? = nil) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "curl")))
        process.arguments = ["--silent", "--max-time", "20"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return [UInt8](output)
    }
}
