import TestSupport
import XCTest

/// Secrets of addresses show nowhere, and no path of this process's own either.
final class SecretTests: XCTestCase {
    private let folder = TemporaryFolder()
    private static let secrets = ["s3cretpw", "KEY12345678", "someuser"]

    private func server() -> LoopbackServer {
        let feed = TemporaryFolder.bytes(of: Checkout.root + "/samples/feed.zip") ?? []
        let server = LoopbackServer { request in
            switch request.path.split(separator: "?").first {
            case "/feed.zip": .ok(feed)
            case "/cut.zip": .ok(Array(feed.dropLast(40)))
            case "/no.db": .ok(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 7, count: 4096))
            case "/page": .ok("<html>")
            case "/records": .ok("{\"table\":\"stops\",\"stop_id\":1}\nrubbish\n")
            default: .status(404)
            }
        }
        addTeardownBlock { server.stop() }
        return server
    }

    func testAddressesOfInputs() {
        let server = server()
        let address = { (path: String) in
            server.url.replacing("://", with: "://someuser:s3cretpw@") + path + "?api_key=KEY12345678"
        }
        var said = 0
        for path in ["/feed.zip", "/cut.zip", "/no.db", "/page", "/records", "/gone"] {
            let url = address(path)
            for command in [
                "departures -n --stop NOPE --at 2026-03-02T08:00 --feed '\(url)'",
                "trip-details -n --trip NOPE --feed '\(url)'", "ingest '\(url)'",
                "ingest '\(url)' --max-uncompressed 10", "ingest '\(url)' --tables nothing", "decode-rt '\(url)'",
                "ingest '\(url)' --sqlite x.db --force -o /dev/null",
                "occupancy-report '\(Checkout.root)/samples/positions.ndjson' --feed '\(url)'",
                "build-polylines '\(url)'", "build-polylines /dev/null --feed '\(url)'", "map '\(url)'",
                "store x '\(url)'",
                "occupancy-report '\(url)'", "ingest '\(url)' '\(url)'", "departures --feeds='\(url)'",
                "departures -n --stop S00 --at '\(url)' --feed x", "fetch '\(url)' --retries 0 --expect gtfs -o x",
                "fetch 'http:/\(url)' -o x", "ingest '\(url)' -o '\(url)/x'", "run '\(url)'",
            ] {
                for log in command.contains("NOPE") ? ["text", "json"] : ["text"] {
                    let run = Shell(
                        """
                        linefeed \(command) --log-format \(log) -vv --diagnostics d.nd --summary s.nd --rejects r.nd > out 2> err
                        cat out err *.nd 2>/dev/null; [ ! -e x.db ] || strings x.db; rm -rf x* *.nd
                        """, in: folder.path)
                    if !run.output.isEmpty { said += 1 }
                    for secret in SecretTests.secrets + ["/proc/self/fd"] {
                        XCTAssertFalse(run.output.contains(secret), "\(command): \(run.output.prefix(3000))")
                    }
                }
            }
        }
        XCTAssertGreaterThan(said, 120)
    }

    /// Of a password that was not encoded a slash or a question mark ends what is taken for the host; nothing of it shows.
    func testPasswordsThatWereNotEncoded() {
        for (url, parts) in [
            ("https://someuser:1/KEY12345678@localhost/feed.zip", ["someuser", "KEY1", ":1/"]),
            ("https://someuser:1?KEY12345678@localhost/feed.zip", ["someuser", "KEY1", ":1/"]),
            ("https://someuser:s3x@key1zz.invalid/key2zz@localhost/feed.zip", ["someuser", "s3x", "key1zz", "key2zz"]),
        ] {
            folder.write("stages:\n- {name: a, run: \"linefeed fetch '\(url)'\"}\n", "p.yaml")
            for command in [
                "fetch '\(url)' --retries 0 -o kept", "fetch '\(url)' --retries 0 --archive kept", "ingest '\(url)'",
                "departures -n --stop S --feed '\(url)'", "run p.yaml --dry-run", "run p.yaml --print-shell",
            ] {
                // `.invalid` (RFC 2606) and a proxy that nobody listens at: nothing leaves this machine.
                let run = Shell(
                    """
                    linefeed \(command) --log-format json -vv --summary s.nd --diagnostics d.nd > out 2> err
                    cat out err *.nd 2>/dev/null; ls -R . | grep -v -e p.yaml; rm -rf kept *.nd
                    """, in: folder.path, environment: ["https_proxy": "http://127.0.0.1:1", "no_proxy": ""])
                XCTAssertTrue(run.output.contains("localhost") || command.hasSuffix("shell"), run.output)
                for part in parts { XCTAssertFalse(run.output.contains(part), "\(command): \(run.output)") }
            }
        }
    }

    /// A copy of what came through a pipe is called what the pipe is.
    func testCopiesHaveTheNameOfWhatTheyAreCopiesOf() {
        let run = Shell(
            "{ echo rubbish; cat samples/feed.ndjson 2>/dev/null; } | linefeed departures -n --stop S --feed - 2>&1")
        XCTAssertTrue(run.output.contains("standard input"), run.output)
        XCTAssertFalse(run.output.contains("/proc/self/fd"), run.output)
    }

    func testProxies() {
        for proxy in [
            "htp://someuser:s3cretpw@127.0.0.1:1", "http://someuser:s3cr%65tpw@127.0.0.1:1",
            "someuser:s3cretpw@127.0.0.1:x",
            "socks5://someuser:s3cretpw@127.0.0.1:1", "http://someuser:s3cretpw@[nowhere",
        ] {
            for variable in ["http_proxy", "all_proxy", "ALL_PROXY"] {
                let run = Shell(
                    "linefeed fetch http://x.invalid/ --retries 0 -o /dev/null 2>&1; linefeed decode-rt http://x.invalid/ 2>&1 | head -n 1",
                    environment: [variable: proxy, "no_proxy": ""])
                XCTAssertTrue(run.output.contains("x.invalid"), run.output)
                for secret in SecretTests.secrets + ["s3cr%65tpw"] {
                    XCTAssertFalse(run.output.contains(secret), run.output)
                }
            }
        }
    }

    /// A printed script has variables in the place of secrets, and does the same once they are set.
    func testAPrintedScript() {
        let url = "http://someuser:s3cretpw@127.0.0.1/x?key=KEY12345678"
        folder.write(
            """
            env: {FROM: none, OWN: "\(url)"}
            stages:
            - {name: a, run: 'echo \(url) "$FROM" "$OWN" ${NOT:-\(url)}'}
            - {name: b, shell: true, run: 'echo "\(url)"'}
            """, "p.yaml")
        let run = Shell(
            """
            linefeed run p.yaml --set 'FROM=\(url)' --print-shell > p.sh || exit
            grep -c -e s3cretpw -e KEY12345678 p.sh; grep -o 'LINEFEED_TEXT_[0-9]*' p.sh | sort -u
            bash p.sh 2>&1 | grep -o 'FROM: set it to the value of --set'
            linefeed run p.yaml --set 'FROM=\(url)' > ran
            export FROM='\(url)' LINEFEED_TEXT_1='\(url)' LINEFEED_TEXT_2='\(url)' LINEFEED_TEXT_3='\(url)'
            export LINEFEED_TEXT_4='echo "\(url)"'
            bash p.sh > scripted; cmp ran scripted && wc -l < ran
            """, in: folder.path)
        XCTAssertEqual(
            run.lines,
            [
                "0", "LINEFEED_TEXT_1", "LINEFEED_TEXT_2", "LINEFEED_TEXT_3", "LINEFEED_TEXT_4",
                "FROM: set it to the value of --set", "2",
            ], run.errors + (TemporaryFolder.text(of: folder.path + "/p.sh") ?? ""))
    }

    /// `https:` that redirects to `http:` is told, and what is secret does not go along.
    func testLeavingTLS() throws {
        let plain = LoopbackServer { _ in .ok("A") }
        addTeardownBlock { plain.stop() }
        let port = LoopbackServer.refusingPort()
        let run = Shell(
            """
            set -e
            openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -days 2 -subj /CN=localhost \\
              -addext subjectAltName=DNS:localhost 2>/dev/null
            python3 -c 'import http.server, ssl
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(302); self.send_header("Location", "\(plain.url)/b?token=KEY12345678"); self.end_headers()
                def log_message(self, *words): open("asked", "a").write(str(self.headers))
            server = http.server.HTTPServer(("127.0.0.1", \(port)), Handler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER); context.load_cert_chain("cert", "key")
            server.socket = context.wrap_socket(server.socket, server_side=True)
            server.serve_forever()' 2>/dev/null & child=$!
            trap 'kill $child' EXIT
            until openssl s_client -connect localhost:\(port) </dev/null >/dev/null 2>&1; do sleep 0.05; done
            export no_proxy=localhost,127.0.0.1 CURL_CA_BUNDLE=cert
            linefeed fetch https://someuser:s3cretpw@localhost:\(port)/a --header 'X-Key: KEY12345678' --save a -v 2>&1
            linefeed ingest https://localhost:\(port)/a -v 2>&1 | grep redirects
            grep -c s3cretpw asked || grep -ci 'authorization: basic' asked
            """, in: folder.path)
        XCTAssertEqual(run.status, 0, run.output + run.errors)
        XCTAssertEqual(run.output.components(of: "it redirects from https: to http://127.0.0.1"), 2, run.output)
        for secret in SecretTests.secrets { XCTAssertFalse(run.output.contains(secret), run.output) }
        XCTAssertEqual(plain.requests.count, 2)
        for request in plain.requests {
            XCTAssertNil(request.header("authorization"))
            XCTAssertNil(request.header("x-key"))
        }
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
