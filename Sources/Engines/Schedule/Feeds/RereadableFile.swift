import Platform
import StageKit

/// A file or folder that can be read more than once: the file itself, or a copy of a pipe or URL.
package final class RereadableFile {
    /// The path to read.
    package let path: String
    private let descriptor: Int32

    /// - Throws: `StageFailure` with status 66 if nothing can be read, 74 if the copy cannot be written.
    package init(_ name: String, _ context: StageContext) throws {
        guard name == "-" || FileStatus(name)?.isRegular != true && !OriginalInput.isPlace(name) else {
            path = name
            descriptor = -1
            return
        }
        let input =
            StageContext.isRemote(name) ? try context.open(name) : try InputFile(name, inflates: false)
        guard let descriptor = UnnamedFile.make() else {
            throw InputFile.noCopy(input)
        }
        self.descriptor = descriptor
        path = "/proc/self/fd/\(descriptor)"
        context.diagnostics.call(path, input.displayName)
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { chunk.deallocate() }
        while case let count = try input.read(into: chunk), count > 0 {
            guard UnnamedFile.write(UnsafeRawBufferPointer(rebasing: chunk[..<count]), to: descriptor) else {
                throw InputFile.noCopy(input)
            }
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
