import ArgumentParser

/// What every command line in Swift takes to start: the one that `linefeed --version` is measured against.
@main
struct Hello: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hello", version: "1.0")

    func run() { print("hello, world") }
}
