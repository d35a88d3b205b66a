import Addresses
import HTTP
import Pipelines
import Platform
import StageKit
import TimeZones
import YAML

/// The keys of an entry of `feeds` in a list of feeds; the help of `fetch` has them as a table, in this order.
enum FeedField: String, CaseIterable {
    case name, url, headers, every, timeout, expect, archive, compress, keep
    case maxAge = "max_age"
    case alertAfter = "alert_after"
}

/// A list of feeds with their settings, a YAML file. A value is a text in which variables of the environment are put in
/// as in a pipeline file, or `{file: PATH}`, the content of a file, so that no secret need stand in the list.
///
/// No message quotes a value, because it may be a secret.
public struct FeedList {
    private static let limit = 1 << 20
    /// Bytes of a file that is a value.
    private static let valueLimit = 1 << 16

    private let path: String
    private let scope: Scope

    /// The feeds of a list; those without an address are left out.
    /// - Parameter path: `-` for standard input.
    /// - Throws: `StageFailure` with status 66 or 78.
    public static func read(_ path: String, in world: World) throws -> [NamedFeed] {
        guard let bytes = try WholeFile.read(path, atMost: limit) else {
            throw StageFailure(.configurationWrong, "\(path) is larger than 1 MiB, so it is not a list of feeds")
        }
        let name = path == "-" ? "standard input" : path
        do {
            let scope = try Scope([], in: Surroundings(environment: world.environment, instant: world.clock.posix))
            return try FeedList(path: name, scope: scope).feeds(try YAMLReader.read(bytes))
        } catch let fault as YAMLFault {
            throw StageFailure(.configurationWrong, "\(name):\(fault.line): \(fault.reason)")
        } catch let fault as PipelineFault {
            throw StageFailure(.configurationWrong, "\(name):\(fault)")
        }
    }

    private func feeds(_ root: YAMLNode) throws -> [NamedFeed] {
        let members = try root.mapping()
        for member in members where member.key != "feeds" {
            throw YAMLFault(
                line: member.line, reason: "'\(member.key)' is not a key of a list of feeds; the key is feeds")
        }
        guard let list = members.first else { throw YAMLFault(line: root.line, reason: "the key feeds is missing") }
        var found: [NamedFeed] = []
        var lines: [String: Int] = [:]
        for node in try list.value.list() {
            guard let (feed, line) = try feed(node) else { continue }
            if let first = lines.updateValue(line, forKey: feed.name) {
                throw YAMLFault(line: line, reason: "the feed '\(feed.name)' is already defined in line \(first)")
            }
            found.append(feed)
        }
        guard !found.isEmpty else {
            throw YAMLFault(line: list.line, reason: "no feed has a URL (nothing was fetched)")
        }
        return found
    }

    /// Nil for one whose address is empty.
    private func feed(_ node: YAMLNode) throws -> (feed: NamedFeed, line: Int)? {
        var fields: [FeedField: YAMLMember] = [:]
        for member in try node.mapping() {
            guard let field = FeedField(rawValue: member.key) else {
                let keys = FeedField.allCases.map(\.rawValue).joined(separator: ", ")
                throw YAMLFault(
                    line: member.line, reason: "'\(member.key)' is not a key of a feed; the keys are \(keys)")
            }
            fields[field] = member
        }
        guard let named = fields[.name], let placed = fields[.url] else {
            throw YAMLFault(line: node.line, reason: "a feed must have name and url")
        }
        let url = try text(placed.value)
        guard !url.isEmpty else { return nil }
        guard let address = WebAddress(url) else {
            throw YAMLFault(line: placed.value.line, reason: "url is not an http: or https: URL")
        }
        guard var feed = NamedFeed(name: try named.value.text(), address: address) else {
            throw YAMLFault(
                line: named.value.line,
                reason:
                    "name takes up to 100 letters, digits, '.', '-' and '_', of which the first is a letter or digit")
        }
        feed.own.headers = try fields[.headers].map { try headers($0.value) } ?? []
        func value<Value>(_ field: FeedField, _ make: (String, String) throws -> Value) throws -> Value? {
            guard let member = fields[field] else { return nil }
            let text = try text(member.value)
            do {
                return text.isEmpty ? nil : try make(text, member.key)
            } catch let unusable as UnusableOption {
                throw YAMLFault(line: member.value.line, reason: unusable.message)
            }
        }
        feed.own.archive = try value(.archive) { text, _ in text }
        feed.own.compression = try value(.compress) { text, key in
            guard let compression = ArchiveCompression(rawValue: text) else {
                throw UnusableOption("\(key) takes none, gzip or zstd")
            }
            return compression
        }
        feed.own.interval = try value(.every, FetchOptions.span)
        feed.own.timeout = try value(.timeout, FetchOptions.span)
        feed.own.keep = try value(.keep, FetchOptions.seconds)
        feed.own.maxAge = try value(.maxAge, FetchOptions.seconds)
        feed.own.alertAfter = try value(.alertAfter, FetchOptions.seconds)
        feed.own.expected = try value(.expect) { text, key in
            guard let expected = ExpectedFeed(rawValue: text) else {
                throw UnusableOption("\(key) takes gtfs or gtfs-rt")
            }
            return expected
        }
        return (feed, named.line)
    }

    /// Those whose name is not empty.
    private func headers(_ node: YAMLNode) throws -> [RequestHeader] {
        try node.mapping().compactMap { member in
            let name = try scope.text(try Text(reading: member.key, line: member.line))
            let value = try text(member.value)
            if name.isEmpty { return nil }
            guard !value.isEmpty, let header = RequestHeader(name: name, value: value, isSecret: true) else {
                throw YAMLFault(
                    line: member.line,
                    reason: "headers: a name or a value is empty, or is not valid in a header, which is one line")
            }
            return header
        }
    }

    /// A value: a text with variables put in, or the first line of a file.
    private func text(_ node: YAMLNode) throws -> String {
        guard case .mapping(let members) = node.content else {
            return node.isNull ? "" : try scope.text(try Text(reading: try node.text(), line: node.line))
        }
        guard members.count == 1, members[0].key == "file" else {
            throw YAMLFault(line: node.line, reason: "a value is a text or {file: PATH}")
        }
        let path = try scope.text(try Text(reading: try members[0].value.text(), line: node.line))
        guard path != "-", let bytes = try WholeFile.read(path, atMost: FeedList.valueLimit) else {
            throw YAMLFault(line: node.line, reason: "\(path): the file of a value has at most 64 KiB")
        }
        var content = String(decoding: bytes, as: UTF8.self)[...]
        while let last = content.last, last.isNewline { content.removeLast() }
        guard !content.isEmpty, !content.contains(where: \.isNewline) else {
            throw YAMLFault(line: node.line, reason: "\(path): the file of a value must have one line")
        }
        return String(content)
    }
}
