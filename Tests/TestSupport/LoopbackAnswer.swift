/// What `LoopbackServer` does with a request: whole answers, and those that go wrong.
public struct LoopbackAnswer: Sendable {
    public var steps: [LoopbackServer.Step]
    /// Whether the connection may serve a further request.
    public var keepsAlive: Bool

    public init(_ steps: [LoopbackServer.Step], keepsAlive: Bool = false) {
        self.steps = steps
        self.keepsAlive = keepsAlive
    }

    // MARK: Whole answers

    public static func ok(_ body: [UInt8], _ headers: [String] = []) -> LoopbackAnswer {
        status(200, headers, body: body)
    }

    public static func ok(_ text: String, _ headers: [String] = []) -> LoopbackAnswer { ok(Array(text.utf8), headers) }

    /// - Parameter headers: whole lines such as `ETag: "a"`.
    public static func status(_ status: Int, _ headers: [String] = [], body: [UInt8] = []) -> LoopbackAnswer {
        let length = status == 304 || status == 204 ? [] : ["Content-Length: \(body.count)"]
        return LoopbackAnswer([.send(head(status, headers + length) + body)], keepsAlive: true)
    }

    public static func redirect(_ target: String, status: Int = 302) -> LoopbackAnswer {
        .status(status, ["Location: \(target)"])
    }

    /// 304 where the request has the validator, else 200 with it.
    public static func conditional(
        _ request: LoopbackServer.Request, etag: String, _ body: [UInt8], _ headers: [String] = []
    ) -> LoopbackAnswer {
        let all = ["ETag: \(etag)"] + headers
        return request.header("if-none-match") == etag ? .status(304, all) : .ok(body, all)
    }

    // MARK: Answers that go wrong

    /// Takes the request and says nothing.
    public static let hang = LoopbackAnswer([.hang])

    /// Ends the connection instead of answering.
    public static let hangUp = LoopbackAnswer([.close])

    /// Promises the whole body, sends a part of it, and closes or resets the connection.
    public static func cutOff(_ body: [UInt8], after count: Int, byReset: Bool = false) -> LoopbackAnswer {
        LoopbackAnswer([
            .send(head(200, ["Content-Length: \(body.count)"]) + body.prefix(count)), .pause(milliseconds: 50),
            byReset ? .reset : .close,
        ])
    }

    /// A chunked body (RFC 9112 §7.1) without its last chunk.
    public static func chunkedCutOff(_ body: [UInt8]) -> LoopbackAnswer {
        LoopbackAnswer([.send(head(200, ["Transfer-Encoding: chunked"]) + chunk(body)), .close])
    }

    public static func chunked(_ bodies: [[UInt8]], _ headers: [String] = []) -> LoopbackAnswer {
        let all = bodies.flatMap(chunk) + Array("0\r\n\r\n".utf8)
        return LoopbackAnswer([.send(head(200, ["Transfer-Encoding: chunked"] + headers) + all)], keepsAlive: true)
    }

    /// The head at once, then the body a byte at a time.
    public static func dripping(_ body: [UInt8], milliseconds: UInt32 = 1000) -> LoopbackAnswer {
        LoopbackAnswer([
            .send(head(200, ["Content-Length: \(body.count)"])), .drip(body, milliseconds: milliseconds),
        ])
    }

    /// The head a byte at a time.
    public static func slowHead(milliseconds: UInt32 = 1000) -> LoopbackAnswer {
        LoopbackAnswer([
            .drip(head(200, ["Content-Length: 1", "X-Padding: aaaaaaaaaaaaaaaa"]), milliseconds: milliseconds)
        ])
    }

    /// A body without a length that does not end.
    public static let endless = LoopbackAnswer([
        .send(head(200, [])), .endless([UInt8](repeating: 0x61, count: 1 << 16)),
    ])

    /// One header line of that many bytes.
    public static func hugeHeader(_ bytes: Int) -> LoopbackAnswer {
        .ok("x", ["X-Huge: " + String(repeating: "h", count: bytes)])
    }

    /// Header lines without an end.
    public static let endlessHeaders = LoopbackAnswer([
        .send(Array("HTTP/1.1 200 OK\r\n".utf8)), .endless(Array("X-More: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".utf8)),
    ])

    // MARK: Parts

    public static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
        Array((["HTTP/1.1 \(status) Said"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
    }

    public static func chunk(_ body: [UInt8]) -> [UInt8] {
        Array((String(body.count, radix: 16) + "\r\n").utf8) + body + Array("\r\n".utf8)
    }
}
