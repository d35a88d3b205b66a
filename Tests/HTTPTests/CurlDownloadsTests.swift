import Addresses
import Glibc
import HTTP
import Hashing
import TestSupport
import XCTest

/// libcurl through its wrapper, against servers that answer badly.
final class CurlDownloadsTests: XCTestCase {
    private let folder = TemporaryFolder()

    override func setUp() {
        for name in ["http_proxy", "all_proxy", "ALL_PROXY", "CURL_CA_BUNDLE"] { unsetenv(name) }
    }

    private struct Result {
        var download: Download
        var body: [UInt8]
        var reason: String { download.fault?.reason ?? "" }
    }

    private func get(
        _ url: String, headers: [RequestHeader] = [], validators: Validators = Validators(), stall: UInt64 = 5_000,
        total: UInt64 = 60_000, maxBytes: Int = 1 << 20, file: StaticString = #filePath, line: UInt = #line
    ) throws -> Result {
        let path = folder.write("")
        let descriptor = open(path, O_RDWR)
        defer { close(descriptor) }
        let downloads = try CurlDownloads(userAgent: "linefeed/test")
        downloads.begin(
            DownloadRequest(
                tag: 7, address: try XCTUnwrap(WebAddress(url)), headers: headers, validators: validators,
                descriptor: descriptor, stallTimeout: stall * 1_000_000, totalTimeout: total * 1_000_000,
                maxBytes: maxBytes))
        guard case .finished(let download) = downloads.next(until: nil) else {
            XCTFail("no end", file: file, line: line)
            return Result(download: Download(tag: 0), body: [])
        }
        XCTAssertEqual(download.tag, 7, file: file, line: line)
        return Result(download: download, body: TemporaryFolder.bytes(of: path) ?? [])
    }

    private func serve(
        _ answer: LoopbackAnswer, _ path: String = "/f", _ more: [String: [LoopbackAnswer]] = [:]
    ) -> LoopbackServer {
        let server = LoopbackServer([path: [answer]].merging(more) { first, _ in first })
        addTeardownBlock { server.stop() }
        return server
    }

    func testAWholeAnswer() throws {
        let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let server = serve(
            .ok(
                body,
                ["ETag: \"a\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Date: Sun, 06 Nov 1994 08:49:40 GMT"]))
        let result = try get(server.url + "/f")
        XCTAssertNil(result.download.fault)
        XCTAssertEqual(result.download.status, 200)
        XCTAssertEqual(result.body, body)
        XCTAssertEqual(result.download.bytes, body.count)
        XCTAssertEqual(result.download.sha256, body.withUnsafeBytes(SHA256.digest))
        XCTAssertEqual(
            result.download.validators, Validators(etag: "\"a\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"))
        XCTAssertEqual(server.requests[0].header("user-agent"), "linefeed/test")
        XCTAssertEqual(server.requests[0].header("accept-encoding"), "gzip")
    }

    func testALastModifiedOfTheAnswersOwnSecondIsNoValidator() throws {
        let server = serve(
            .ok("x", ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Date: Sun, 06 Nov 1994 08:49:38 GMT"]))
        XCTAssertTrue(try get(server.url + "/f").download.validators.isEmpty)
    }

    func testValidatorsAndNotModified() throws {
        let server = LoopbackServer { .conditional($0, etag: "\"v1\"", Array("body".utf8)) }
        addTeardownBlock { server.stop() }
        let result = try get(server.url + "/f", validators: Validators(etag: "\"v1\"", lastModified: "x"))
        XCTAssertEqual(result.download.status, 304)
        XCTAssertNil(result.download.fault)
        XCTAssertNil(result.download.sha256)
        XCTAssertEqual(result.body, [])
        XCTAssertEqual(server.requests[0].header("if-modified-since"), "x")
        XCTAssertEqual(try get(server.url + "/f", validators: Validators(etag: "\"v0\"")).download.status, 200)
    }

    func testCompressedOnTheWay() throws {
        let text = [UInt8](repeating: 0x61, count: 200_000)
        let packed = gzip(text)
        XCTAssertLessThan(packed.count, 2000)
        let server = serve(.ok(packed, ["Content-Encoding: gzip"]))
        XCTAssertEqual(try get(server.url + "/f").body, text)
        // A bomb: what it inflates to counts.
        let bomb = try get(server.url + "/f", maxBytes: 100_000)
        XCTAssertEqual(bomb.download.fault?.kind, .lasting)
        XCTAssertTrue(bomb.reason.contains("has more than 100000 bytes"), bomb.reason)
        XCTAssertLessThanOrEqual(bomb.body.count, 100_000)
        let twice = serve(.ok(packed + packed, ["Content-Encoding: x-gzip"]))
        XCTAssertEqual(try get(twice.url + "/f").body, text + text)
        for (body, encoding) in [("plain", "gzip"), ("plain", "br")] {
            let odd = serve(.ok(body, ["Content-Encoding: \(encoding)"]))
            XCTAssertNotNil(try get(odd.url + "/f").download.fault, encoding)
        }
        let cut = serve(.ok(Array(packed.dropLast(40)), ["Content-Encoding: gzip"]))
        XCTAssertNotNil(try get(cut.url + "/f").download.fault, "gzip cut off is not a whole answer")
    }

    private func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let path = folder.write(bytes: bytes, "plain")
        XCTAssertEqual(Shell("gzip -c '\(path)' > '\(path).gz'").status, 0)
        return TemporaryFolder.bytes(of: path + ".gz") ?? []
    }

    func testTooLarge() throws {
        let server = serve(.ok([UInt8](repeating: 1, count: 5000)), "/f", ["/endless": [.endless]])
        let told = try get(server.url + "/f", maxBytes: 4999)
        XCTAssertTrue(told.reason.contains("has 5000 bytes, more than"), told.reason)
        XCTAssertEqual(told.body, [])
        XCTAssertNil(try get(server.url + "/f", maxBytes: 5000).download.fault)
        let endless = try get(server.url + "/endless", maxBytes: 300_000)
        XCTAssertTrue(endless.reason.contains("has more than 300000 bytes"), endless.reason)
        XCTAssertLessThanOrEqual(endless.body.count, 300_000)
        XCTAssertEqual(endless.download.fault?.kind, .lasting)
    }

    func testWhatIsCutOffIsNotWhole() throws {
        let body = [UInt8](repeating: 2, count: 50_000)
        for answer in [
            LoopbackAnswer.cutOff(body, after: 20_000), .cutOff(body, after: 20_000, byReset: true),
            .chunkedCutOff(body), .hangUp,
        ] {
            let result = try get(serve(answer).url + "/f")
            XCTAssertEqual(result.download.fault?.kind, .passing, result.reason)
            XCTAssertNil(result.download.sha256)
        }
        let refused = try get("http://127.0.0.1:\(LoopbackServer.refusingPort())/f")
        XCTAssertEqual(refused.download.fault?.kind, .passing)
        XCTAssertNil(refused.download.status)
    }

    func testStallsAndDrips() throws {
        let hang = try get(serve(.hang).url + "/f", stall: 300)
        XCTAssertEqual(hang.reason, "no data arrived for 0.3 s")
        let drip = try get(
            serve(.dripping([UInt8](repeating: 3, count: 500), milliseconds: 100)).url + "/f", stall: 400)
        XCTAssertEqual(drip.reason, "fewer than 1000 bytes per second arrived for 0.4 s")
        let head = try get(serve(.slowHead(milliseconds: 50)).url + "/f", stall: 400)
        // libcurl passes on whole lines.
        XCTAssertEqual(head.reason, "no data arrived for 0.4 s")
        let fast = LoopbackAnswer([
            .send(LoopbackAnswer.head(200, [])), .drip([UInt8](repeating: 3, count: 5000), milliseconds: 0),
            .hang,
        ])
        XCTAssertEqual(try get(serve(fast).url + "/f", stall: 400).download.fault?.kind, .passing)
        let total = try get(serve(.endless).url + "/f", stall: 5000, total: 400, maxBytes: 1 << 40)
        XCTAssertEqual(total.reason, "it was incomplete after 0.4 s")
    }

    func testHeadersWithoutMeasure() throws {
        for answer in [LoopbackAnswer.hugeHeader(1 << 20), .endlessHeaders] {
            let result = try get(serve(answer).url + "/f")
            XCTAssertEqual(result.download.fault?.kind, .lasting, result.reason)
            XCTAssertTrue(result.reason.contains("headers"), result.reason)
        }
    }

    func testStatusesAndTheirPages() throws {
        let server = serve(
            .status(429, ["Retry-After: 7", "Date: x"], body: Array("slow down".utf8)), "/f",
            ["/long": [LoopbackAnswer([.send(LoopbackAnswer.head(503, [])), .endless([0x20])])]])
        let result = try get(server.url + "/f")
        XCTAssertNil(result.download.fault)
        XCTAssertEqual(result.download.status, 429)
        XCTAssertEqual(result.download.retryAfter, "7")
        XCTAssertEqual(result.body, [], "an error page is not the feed")
        let long = try get(server.url + "/long")
        XCTAssertEqual(long.download.status, 503)
        XCTAssertNil(long.download.fault)
    }

    func testRedirects() throws {
        let server = serve(
            .redirect("/b"), "/f",
            [
                "/b": [.ok("there")], "/circle": [.redirect("/circle2")], "/circle2": [.redirect("/circle")],
                "/file": [.redirect("file:///etc/passwd")], "/ftp": [.redirect("ftp://127.0.0.1/x")],
                "/nowhere": [.status(302)],
            ])
        XCTAssertEqual(try get(server.url + "/f").body, Array("there".utf8))
        XCTAssertEqual(try get(server.url + "/circle").reason, "it redirects in a circle")
        let file = try get(server.url + "/file")
        XCTAssertEqual(file.reason, "it redirects to a 'file:' address; only http: and https: are followed")
        XCTAssertEqual(file.body, [])
        XCTAssertEqual(try get(server.url + "/ftp").download.fault?.kind, .lasting)
        XCTAssertEqual(try get(server.url + "/nowhere").download.status, 302)
        let many = LoopbackServer { request in .redirect("/r\((Int(request.path.dropFirst(2)) ?? 0) + 1)") }
        addTeardownBlock { many.stop() }
        XCTAssertEqual(try get(many.url + "/r0").reason, "it redirects more than 10 times")
        XCTAssertEqual(many.requests.count, 11)
    }

    func testSecretsDoNotFollowARedirectToAnotherHost() throws {
        let other = serve(.ok("there"), "/x", ["/y": [.ok("there")]])
        let home = serve(
            .redirect(other.url + "/x"), "/f", ["/same": [.redirect("/here")], "/here": [.ok("here")]])
        let headers = [
            RequestHeader(name: "X-Api-Key", value: "topsecret"),
            RequestHeader(name: "Authorization", value: "apikey x"),
            RequestHeader(name: "Accept", value: "application/x-protobuf"),
        ].compactMap { $0 }
        let address = "http://someone:password@127.0.0.1:\(home.port)"
        XCTAssertEqual(try get(address + "/f", headers: headers).body, Array("there".utf8))
        XCTAssertEqual(home.requests[0].header("x-api-key"), "topsecret")
        let stranger = other.requests[0]
        XCTAssertNil(stranger.header("x-api-key"))
        XCTAssertNil(stranger.header("authorization"))
        XCTAssertEqual(stranger.header("accept"), "application/x-protobuf")
        _ = try get(address + "/same", headers: [headers[0]])
        XCTAssertEqual(home.requests.last?.header("x-api-key"), "topsecret")
        XCTAssertEqual(home.requests.last?.header("authorization"), "Basic c29tZW9uZTpwYXNzd29yZA==")
    }

    func testNoMessageShowsASecret() throws {
        let port = LoopbackServer.refusingPort()
        let result = try get(
            "http://someone:password@127.0.0.1:\(port)/f?token=hushhush",
            headers: [RequestHeader(name: "X-Api-Key", value: "127.0.0.1")].compactMap { $0 })
        XCTAssertFalse(result.reason.isEmpty)
        for secret in ["password", "hushhush", "someone", "127.0.0.1"] {
            XCTAssertFalse(result.reason.contains(secret), result.reason)
        }
    }

    func testManyAtOnceAndADeadline() throws {
        let server = LoopbackServer { request in
            request.path == "/slow"
                ? LoopbackAnswer([.pause(milliseconds: 300)] + LoopbackAnswer.ok("s").steps) : .ok(request.path)
        }
        addTeardownBlock { server.stop() }
        let downloads = try CurlDownloads(userAgent: "linefeed/test")
        var descriptors: [Int32] = []
        for tag in 0..<20 {
            descriptors.append(open(folder.write("", "many-\(tag)"), O_RDWR))
            downloads.begin(
                DownloadRequest(
                    tag: tag, address: try XCTUnwrap(WebAddress(server.url + (tag == 0 ? "/slow" : "/\(tag)"))),
                    descriptor: descriptors[tag], stallTimeout: 5_000_000_000, totalTimeout: 5_000_000_000,
                    maxBytes: 100))
        }
        guard case .deadline = downloads.next(until: 0) else { return XCTFail("a time long past has come") }
        var order: [Int] = []
        while order.count < 20, case .finished(let download) = downloads.next(until: nil) {
            XCTAssertNil(download.fault)
            order.append(download.tag)
        }
        descriptors.forEach { close($0) }
        XCTAssertEqual(order.last, 0, "the slow one holds nobody up")
        XCTAssertEqual(Set(order), Set(0..<20))
        XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/many-7"), "/7")
    }

    func testAWishToStopIsToldOnce() throws {
        var pipe: [Int32] = [0, 0]
        XCTAssertEqual(Glibc.pipe(&pipe), 0)
        defer { pipe.forEach { close($0) } }
        let downloads = try CurlDownloads(userAgent: "linefeed/test", stopDescriptor: pipe[0])
        XCTAssertEqual(write(pipe[1], "x", 1), 1)
        guard case .stopRequested = downloads.next(until: nil) else { return XCTFail("not told") }
        guard case .deadline = downloads.next(until: 1) else { return XCTFail("told twice") }
    }

    func testABodyThatCannotBeWrittenIsOurOwnFault() throws {
        let server = serve(.ok("body"))
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let downloads = try CurlDownloads(userAgent: "linefeed/test")
        downloads.begin(
            DownloadRequest(
                tag: 1, address: try XCTUnwrap(WebAddress(server.url + "/f")), descriptor: full,
                stallTimeout: 5_000_000_000, totalTimeout: 5_000_000_000, maxBytes: 100))
        guard case .finished(let download) = downloads.next(until: nil) else { return XCTFail("no end") }
        XCTAssertEqual(download.fault, DownloadFault(.local, "it cannot be written: No space left on device"))
    }
}
