import TestSupport
import XCTest

/// What is taken from the environment stands in the documents.
final class EnvironmentTests: XCTestCase {
    func testTheDocumentNamesEveryVariable() throws {
        let document = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/environment.md"))
        let found = Shell(
            #"""
            grep -rhoE '(getenv|environment|environmentVariable)\("[A-Z_a-z]+"\)' Sources --include='*.swift' | grep -oE '"[^"]+"' | tr -d '"' | sort -u
            sed -n '/proxyVariables = \[/,/\]/p; /certificates = \[/p' Sources/Base/HTTP/CurlDownloads.swift | grep -oE '"[A-Za-z_]+"' | tr -d '"'
            """#)
        XCTAssertGreaterThan(found.lines.count, 10, found.errors)
        for name in found.lines + ["SSLKEYLOGFILE", "TZ", "no_proxy", "LINEFEED_LOG_TIME"] {
            XCTAssertTrue(document.contains("`\(name)`"), name)
        }
        let help = Shell("linefeed fetch --help").output
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "SSLKEYLOGFILE", "CURL_CA_BUNDLE"] {
            XCTAssertTrue(help.contains(name), name)
        }
    }
}
