import ArgumentParser

/// The smallest command line in Swift, whose start time is compared with that of `linefeed --version`.
@main
struct Hello: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hello", version: "1.0")

    func run() { print("hello, world") }
}
