import TestSupport
import XCTest

/// `scripts/release` on a copy of the checkout: it finds everything in step, or names what is not.
final class ReleaseTests: XCTestCase {
    func testItRefusesWhatIsNotInStep() throws {
        let folder = TemporaryFolder()
        let run = Shell(
            #"""
            set -e
            cd '\#(Checkout.root)'; copy='\#(folder.path)/copy'; mkdir "$copy"
            git ls-files -z --cached --others --exclude-standard -- CHANGELOG.md Dockerfile Examples Package.swift README.md \
                completions docs packaging scripts Sources/linefeed Sources/LinefeedKit Sources/Transit/FeedStore Sources/C Tests/Fixtures |
                xargs -0 -I {} sh -c '[ ! -e "{}" ] || cp --parents "{}" "$0"' "$copy"
            cd "$copy"; program=$(command -v linefeed)
            # Spelling and links have tests of their own, and need tools from elsewhere.
            printf '#!/bin/sh\nexit 0\n' > scripts/build-docs; cp scripts/build-docs scripts/generate-docs; cp scripts/build-docs packaging/make-sbom
            version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/linefeed/Linefeed.swift)
            release() { scripts/release --linefeed "$program" "$@" | sed "s/$version/VERSION/g; s|$program|PROGRAM|g" || true; }
            git init -q; git config user.email t@example.com; git config user.name t; git add -A; git commit -qm one
            release
            # One thing after another that is not in step.
            broken() { file=$1; shift; sed -i "$@" "$file"; release; git checkout -q .; }
            broken Sources/linefeed/Linefeed.swift 's/version = "[^"]*"/version = "9.8.7"/'
            broken Sources/linefeed/Linefeed.swift 's/version = "[^"]*"/version = "next"/'
            broken CHANGELOG.md '0,/^## .*/s//## Unreleased/'
            broken CHANGELOG.md "s/^## $version.*/## $version/"
            broken docs/install.md "s/^linefeed $version (/linefeed 0.0.1 (/"
            broken Examples/Package.swift 's/from: "[^"]*"/from: "0.0.1"/'
            broken docs/stability.md 's/^The current version is .*/The current version is 0.0.1./'
            broken packaging/contract.tsv '/^option.store.--prune$/d'
            for script in scripts/generate-docs scripts/build-docs packaging/make-sbom; do
                broken $script 's/exit 0/echo not here; exit 1/'; done
            # The tag, once.
            touch new; release --tag; rm new; release --tag; git tag; release --tag; git tag -d "$version" > /dev/null
            # The version before had an option that this one lacks; one of another first number may have had it.
            printf 'option\tstore\t--gone\n' >> packaging/contract.tsv; git commit -qam before
            git tag -a "${version%%.*}.0.0-before" -m x; sed -i '$d' packaging/contract.tsv; git commit -qam after; release
            git tag -a 0.9.0 -m x HEAD~1; git tag -d "${version%%.*}.0.0-before" > /dev/null; release
            """#, in: Checkout.root)
        let lines = run.lines.map { String($0.prefix(170)) }
        XCTAssertEqual(
            lines,
            [
                "release: version VERSION is in step",
                "release: PROGRAM is linefeed VERSION; build it again",
                "release: CHANGELOG.md: the first heading is not '## 9.8.7, YYYY-MM-DD'",
                "release: docs/install.md names version VERSION, not 9.8.7",
                "release: Examples/Package.swift names version VERSION, not 9.8.7",
                "release: docs/stability.md names version VERSION, not 9.8.7",
                "release: Sources/linefeed/Linefeed.swift: the version 'next' is not three numbers",
                "release: CHANGELOG.md: changes are listed as Unreleased; give them the version VERSION",
                "release: CHANGELOG.md: the first heading is not '## VERSION, YYYY-MM-DD'",
                "release: docs/install.md names version 0.0.1, not VERSION",
                "release: Examples/Package.swift names version 0.0.1, not VERSION",
                "release: docs/stability.md names version 0.0.1, not VERSION",
                "release: packaging/contract.tsv is not what the program has; run scripts/release --contract",
                "release: scripts/generate-docs --check: not here",
                "release: scripts/build-docs --check: not here",
                "release: packaging/make-sbom --check: not here",
                "release: the work tree has changes that are not committed",
                "release: version VERSION is in step, and tagged",
                lines.dropFirst(18).first ?? "",
                "release: there is a tag VERSION already",
                "release: version VERSION-before had 'option store --gone', which a version VERSION must keep",
                "release: version VERSION is in step",
            ], run.errors)
    }
}
