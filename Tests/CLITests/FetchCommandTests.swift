import TestSupport
import XCTest

/// `fetch`, and URLs in other stages, through the built binary and a real server.
final class FetchCommandTests: XCTestCase {
    private let folder = TemporaryFolder()
    private let feed = TemporaryFolder.bytes(of: Checkout.root + "/samples/feed.zip") ?? []
    private let vehicles = TemporaryFolder.bytes(of: Checkout.root + "/samples/vehicles-1772402100.pb") ?? []

    private func serve(_ answers: [String: [LoopbackAnswer]]) -> LoopbackServer {
        let server = LoopbackServer(answers)
        addTeardownBlock { server.stop() }
        return server
    }

    private func serve(_ handler: @escaping LoopbackServer.Handler) -> LoopbackServer {
        let server = LoopbackServer(handler)
        addTeardownBlock { server.stop() }
        return server
    }

    private func run(_ script: String, _ environment: [String: String] = [:]) -> Shell {
        Shell(script, in: folder.path, environment: environment)
    }

    /// Files below the working folder but for those that begin with a dot, in order.
    private var files: [String] { run("find . -type f ! -name '.*' | sort").lines }

    func testOnceIntoAFile() {
        let server = serve(["/feed.zip": [.ok(feed), .status(500)], "/page": [.ok("<html></html>")]])
        let good = run("linefeed fetch \(server.url)/feed.zip --save f.zip --expect gtfs")
        XCTAssertEqual(good.status, 0, good.errors)
        XCTAssertEqual(TemporaryFolder.bytes(of: folder.path + "/f.zip"), feed)
        // The version without the commit.
        let version = Shell("linefeed --version").output.split { " \n".contains($0) }[1]
        XCTAssertEqual(server.requests[0].header("user-agent"), "linefeed/" + version)
        for path in ["feed.zip", "page"] {
            let bad = run("linefeed fetch \(server.url)/\(path) --save f.zip --expect gtfs --retries 0")
            XCTAssertEqual(bad.status, 69, bad.errors)
            XCTAssertEqual(bad.lines.count, 1)
            XCTAssertEqual(TemporaryFolder.bytes(of: folder.path + "/f.zip"), feed)
        }
        XCTAssertEqual(
            Shell("umask 027; linefeed fetch \(server.url)/page --save n; stat -c %a n", in: folder.path).lines.last,
            "640")
    }

    func testUsage() {
        for arguments in [
            "", "feed.zip", "file:///etc/passwd", "ftp://h/x", "http://h/a http://h/a",
            "http://h/a http://h/b --save x",
            "http://h/a --count 3", "http://h/a --keep 3d", "http://h/a --every 0s", "http://h/a --every 1ms",
            "http://h/a --timeout soon", "http://h/a --jobs 0", "http://h/a --header x", "http://h/a --header 'A B: c'",
            "http://h/a --header-env A", "http://h/a --header-env A=NO_SUCH_VARIABLE", "http://h/a --save -",
            "http://h/a --expect html", "http://h/a --max-bytes 0", "http://h/a --retries -1",
            "http://h/a --header-env A=MULTI",
        ] {
            let run = run("linefeed fetch \(arguments)", ["MULTI": "a\nB: c"])
            XCTAssertEqual(run.status, 64, "\(arguments): \(run.errors)")
            XCTAssertEqual(run.output, "")
        }
        XCTAssertEqual(run("printf '%s\\n' file:///x | linefeed fetch -").status, 64)
    }

    func testAListOnStandardInput() {
        let server = serve(["/a": [.ok("a")], "/b": [.ok("b")]])
        let run = run(
            "printf '# feeds\\n\\n one=\(server.url)/a?key=quiet \\ntwo=\(server.url)/b\\n' | linefeed fetch - --archive x"
        )
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.lines.count, 2)
        XCTAssertEqual(Checkout.names(in: folder.path + "/x"), ["one", "two"])
        XCTAssertFalse((run.output + run.errors).contains("quiet"))
        XCTAssertEqual(server.requests.map(\.query).sorted(), ["", "key=quiet"])
    }

    func testAKeyFromTheEnvironmentIsSentAndNeverShown() {
        let other = serve(["/x": [.ok("x")]])
        let server = serve(["/a": [.redirect(other.url + "/x")], "/down": [.hangUp]])
        let secret = ["TFNSW_AUTH": "apikey 0123456789"]
        let options =
            "--header-env Authorization=TFNSW_AUTH --header-env X-Api-Key=TFNSW_AUTH --header 'X-Plain: p' --retries 1"
        for (path, status) in [("a", 0), ("down", 69)] {
            let run = run(
                "linefeed fetch n=\(server.url)/\(path) \(options) --archive x -vv --diagnostics d --summary s", secret)
            XCTAssertEqual(run.status, Int32(status), run.errors)
            XCTAssertFalse((run.output + run.errors).contains("0123456789"))
        }
        XCTAssertEqual(server.requests[0].header("authorization"), "apikey 0123456789")
        XCTAssertEqual(server.requests[0].header("x-plain"), "p")
        XCTAssertEqual(other.requests.count, 1)
        for name in ["authorization", "x-api-key", "x-plain"] { XCTAssertNil(other.requests[0].header(name), name) }
        XCTAssertEqual(run("grep -r 0123456789 . ; true").output, "")
    }

    func testSignalsLetWhatIsUnderWayEnd() {
        let body = [UInt8](repeating: 0x61, count: 3000)
        let slow = LoopbackAnswer([
            .send(LoopbackAnswer.head(200, ["Content-Length: 3000"])), .drip(Array(body.prefix(20)), milliseconds: 50),
            .send(Array(body.dropFirst(20))),
        ])
        for (signal, status) in [("TERM", Int32(143)), ("INT", 130)] {
            let server = serve(["/slow": [slow]])
            let run = run(
                """
                rm -rf x; env --default-signal=INT linefeed fetch n=\(server.url)/slow --archive x --every 100ms --records records & child=$!
                until [ -n "$(ls -A x/n 2>/dev/null | grep incoming)" ]; do sleep 0.02; done
                kill -\(signal) $child; wait $child; echo $?; cat records; ls -A x/n
                """)
            XCTAssertEqual(run.lines.first, "\(status)", run.errors)
            XCTAssertTrue(run.output.contains("\"status\":200,\"bytes\":3000"), run.output)
            XCTAssertFalse(run.output.contains(".incoming"), run.output)
            XCTAssertEqual(server.requests.count, 1)
        }
    }

    func testASecondSignalEndsAtOnceAndLeavesNothing() {
        let server = serve(["/hang": [.hang]])
        let run = run(
            """
            linefeed fetch n=\(server.url)/hang --archive x & child=$!
            until [ -n "$(ls -A x/n 2>/dev/null | grep incoming)" ]; do sleep 0.02; done
            kill -TERM $child; sleep 0.2; kill -0 $child && echo waits; kill -TERM $child; wait $child; echo $?; ls -A x/n
            """)
        XCTAssertEqual(run.lines, ["waits", "143"], run.errors)
    }

    func testWaitingForATurnEndsAtOnce() {
        let server = serve(["/a": [.ok("a")]])
        let run = run(
            """
            linefeed fetch n=\(server.url)/a --archive x --every 1h > records & child=$!
            until [ -s records ]; do sleep 0.02; done; kill -TERM $child; wait $child; echo $?
            """)
        XCTAssertEqual(run.lines, ["143"])
        XCTAssertEqual(files.count, 4, "\(files)")
    }

    func testAFullDiskLeavesTheArchiveAsItWas() {
        let server = serve(["/big": [.ok([UInt8](repeating: 1, count: 200_000))], "/small": [.ok("small")]])
        let run = run("ulimit -f 64; linefeed fetch big=\(server.url)/big small=\(server.url)/small --archive x")
        XCTAssertEqual(run.status, 74, run.errors)
        XCTAssertTrue(run.errors.contains("File too large"), run.errors)
        XCTAssertEqual(run.lines.count, 2, "the small one came")
        XCTAssertEqual(self.run("find x/big -type f ! -name .lock").output, "")
        XCTAssertEqual(self.run("find x/small -name '*Z.bin' | wc -l").lines, ["1"])
        let again = self.run("linefeed fetch big=\(server.url)/big --archive x")
        XCTAssertEqual(again.status, 0, again.errors)
    }

    func testRunsOfTheSameSecondDoNotCollide() {
        let server = serve { request in .ok("content \(request.earlier / 4)") }
        let run = run(
            """
            for i in 1 2 3 4 5 6; do linefeed fetch n=\(server.url)/a --archive x --every 100ms --count 6 > r$i & done; wait
            cat r? | wc -l; find x -name '*Z*.bin' | xargs -n 1 cat | sort | uniq -d; find x -name '*Z*.bin' | wc -l
            """)
        XCTAssertEqual(run.lines, ["36", "9"], run.errors)
    }

    func testWithoutLibcurl() {
        let run = run(
            """
            mkdir lib; for flavour in '' -gnutls -nss; do echo no library > lib/libcurl$flavour.so.4; done
            export LD_LIBRARY_PATH=$PWD/lib
            linefeed --version > /dev/null && linefeed fetch http://127.0.0.1:1/x -o x
            """)
        XCTAssertEqual(run.status, 69)
        XCTAssertTrue(run.errors.contains("libcurl4"), run.errors)
        // What was wrong with the first, not what its place holds once the others were tried.
        XCTAssertTrue(run.errors.contains("lib/libcurl.so.4: file too short"), run.errors)
    }

    func testCertificatesAreVerified() throws {
        let port = LoopbackServer.refusingPort()
        let run = run(
            """
            set -e
            openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -days 2 -subj /CN=localhost \\
              -addext subjectAltName=DNS:localhost 2>/dev/null
            openssl s_server -accept \(port) -key key -cert cert -www -quiet >/dev/null 2>&1 & child=$!
            trap 'kill $child' EXIT
            until openssl s_client -connect localhost:\(port) </dev/null >/dev/null 2>&1; do sleep 0.05; done
            export no_proxy=localhost
            linefeed fetch n=https://localhost:\(port)/ --archive x || echo $?
            CURL_CA_BUNDLE=cert linefeed fetch n=https://localhost:\(port)/ --archive x > second; echo $?
            """)
        XCTAssertEqual(run.lines.count, 3, run.output + run.errors)
        XCTAssertTrue(run.lines[0].contains("\"attempt\":1") && run.lines[0].contains("certificate"), run.output)
        XCTAssertEqual(Array(run.lines.dropFirst()), ["69", "0"], run.errors)
    }

    // MARK: URLs in other stages

    func testIngestAndDecodeRTTakeURLs() {
        let packed = Shell(
            "gzip -c '\(Checkout.root)/samples/feed.zip' > '\(folder.path)/z'; gzip -c '\(Checkout.root)/samples/vehicles-1772402100.pb' > '\(folder.path)/v'"
        )
        XCTAssertEqual(packed.status, 0)
        let server = serve([
            "/feed.zip": [.status(503), .ok(feed)], "/v.pb": [.hangUp, .ok(vehicles)], "/gone": [.status(404)],
            "/z": [.ok(TemporaryFolder.bytes(of: folder.path + "/z") ?? [])], "/page": [.ok("<html></html>")],
            "/v": [.ok(TemporaryFolder.bytes(of: folder.path + "/v") ?? [])],
            "/to": [.redirect("/feed.zip")],
        ])
        let local = Shell("linefeed ingest samples/feed.zip")
        for path in ["feed.zip", "z", "to"] {
            let remote = run("linefeed ingest \(server.url)/\(path)?token=quiet")
            XCTAssertEqual(remote.status, 0, remote.errors)
            XCTAssertEqual(remote.output, local.output)
        }
        let decoded = Shell("linefeed decode-rt samples/vehicles-1772402100.pb").lines.dropFirst()
        for path in ["v.pb", "v"] {
            let remote = run("linefeed decode-rt '\(server.url)/\(path)?token=quiet'")
            XCTAssertEqual(Array(remote.lines.dropFirst()), Array(decoded), remote.errors)
            XCTAssertTrue(remote.lines.first?.contains("\(server.url)/\(path)?token=…\"") == true)
        }
        let lines = run("linefeed build-polylines --feed \(server.url)/feed.zip")
        XCTAssertEqual(lines.output, Shell("linefeed build-polylines --feed samples/feed.zip").output, lines.errors)

        let refused = "http://127.0.0.1:\(LoopbackServer.refusingPort())/x?key=quiet"
        for script in [
            "linefeed ingest \(server.url)/gone", "linefeed ingest '\(refused)'", "linefeed decode-rt '\(refused)'",
            "linefeed build-polylines --feed \(server.url)/gone",
        ] {
            let run = run(script)
            XCTAssertEqual(run.status, 69, "\(script): \(run.errors)")
            XCTAssertFalse(run.errors.contains("quiet"), run.errors)
        }
        XCTAssertEqual(run("linefeed ingest \(server.url)/page").status, 65)
        let both = run("linefeed decode-rt \(server.url)/gone \(server.url)/v.pb")
        XCTAssertEqual(both.status, 69)
        XCTAssertEqual(both.lines.count, decoded.count + 1, "the other is read all the same")
    }
}
