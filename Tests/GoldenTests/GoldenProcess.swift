import Glibc
import StageKit
import TestSupport

@testable import linefeed

/// Runs command lines inside the test's process as a shell would in processes of their own: in a folder, with files for
/// standard input, output and error, and at a time that stands still.
///
/// The folder and the descriptors are the process's, so only one runs at a time.
final class GoldenProcess {
    private let folder: String
    private let files = TemporaryFolder()
    private let world: World
    private var pipes = 0

    init(in folder: String) {
        self.folder = folder
        var world = World.process
        world.clock = StandingClock(1_772_371_805)
        world.ownsProcess = false
        world.variables = [
            "PATH": Shell.products + ":/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp", "SWIFT_BACKTRACE": "enable=no",
            // Pages are made with a stand-in for MapLibre, so that no test needs the network.
            "LINEFEED_ASSETS": Checkout.root + "/Tests/Stubs",
        ].merging(Shell.runtimeOptions) { _, new in new }
        self.world = world
    }

    /// What was printed so far.
    var output: [UInt8] { TemporaryFolder.bytes(of: files.path + "/output") ?? [] }
    /// What was said so far.
    var messages: String { TemporaryFolder.text(of: files.path + "/messages") ?? "" }

    func run(_ line: TypedLine) -> Int32 {
        switch line {
        case .shell(let text): return shell(text, input: "/dev/null", output: files.path + "/output")
        case .pipeline(let members):
            var status: Int32 = 0
            var input = "/dev/null"
            for (place, member) in members.enumerated() {
                // A file between the members instead of a pipe: one runs after the other.
                pipes += 1
                let output = place == members.count - 1 ? files.path + "/output" : files.path + "/pipe-\(pipes)"
                if let words = member.words {
                    status = run(words, input: member.input ?? input, output: member.output ?? output)
                } else {
                    status = shell(member.text, input: input, output: output)
                }
                input = output
            }
            return status
        }
    }

    @discardableResult
    func run(_ words: [String], input: String = "/dev/null", output: String = "/dev/null") -> Int32 {
        fflush(nil)
        let before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let saved = (Int32(0)...2).map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
        defer {
            for (descriptor, copy) in saved.enumerated() {
                dup2(copy, Int32(descriptor))
                close(copy)
            }
            fchdir(before)
            close(before)
        }
        chdir(folder)
        put(open(input, O_RDONLY), at: 0)
        put(open(output, O_WRONLY | O_CREAT | O_APPEND, 0o644), at: 1)
        put(open(files.path + "/messages", O_WRONLY | O_CREAT | O_APPEND, 0o644), at: 2)
        return Linefeed.run(words, in: world)
    }

    private func put(_ opened: Int32, at descriptor: Int32) {
        dup2(opened, descriptor)
        close(opened)
    }

    private func shell(_ text: String, input: String, output: String) -> Int32 {
        Shell("{ \(text)\n} < '\(input)' >> '\(output)' 2>> '\(files.path)/messages'", in: folder).status
    }
}
