import CProcess
import Platform

/// Huge pages whose memory becomes the contents of a pipe (vmsplice(2)), so that the system need not allocate a page for each
/// 4 KiB and copy into it.
///
/// Bytes in a pipe are never overwritten. A reader may move pages on without copying them (splice(2), tee(2)), so an empty pipe
/// does not mean that its pages can be used again: readers of other programs got wrong bytes that way. Before bytes go into a
/// page for the second time, its memory is replaced; the old memory remains until the last reader is done with it.
///
/// Two pages take turns. When it is a page's turn again, its bytes have usually been read, so that its old memory is free
/// at once and comes back as the new one. Otherwise the program would go through memory that no processor has cached, and
/// that the host of a virtual machine has to provide first.
final class PipePages {
    /// The fewest bytes that are worth a call. A call takes a slot of the pipe for each 4 KiB.
    static let fewestBytes = 64 << 10
    /// Into a smaller pipe, calls wait too often. In a larger pipe, a page may still have unread bytes when it is its turn again.
    static let pipeSizes = (1 << 20)...(2 << 20)
    private static let pageBytes = Int(LINEFEED_HUGE_PAGE)
    /// F_GETPIPE_SZ of fcntl(2), which Swift does not import.
    private static let getPipeSize: Int32 = 1032

    private let first: UnsafeMutableRawPointer
    private var page = 1
    private var used = PipePages.pageBytes

    /// nil if the descriptor is not that of a pipe, if the pipe is too small or too large, or if no addresses are left.
    init?(descriptor: Int32) {
        guard FileStatus(descriptor)?.kind == .pipe,
            PipePages.pipeSizes.contains(Int(fcntl(descriptor, PipePages.getPipeSize))),
            let pages = linefeed_reserve_pages(2)
        else { return nil }
        first = pages
    }

    deinit { linefeed_return_pages(first, 2) }

    /// Copies bytes, as many as there is space for, to memory that no pipe holds.
    /// - Returns: the copy; nil if the system gives no huge page.
    func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        if PipePages.pageBytes - used < PipePages.fewestBytes {
            page = 1 - page
            guard linefeed_renew_page(first + page * PipePages.pageBytes) == 1 else { return nil }
            used = 0
        }
        let count = min(bytes.count, PipePages.pageBytes - used)
        let copy = UnsafeMutableRawBufferPointer(start: first + page * PipePages.pageBytes + used, count: count)
        copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        used += count
        return UnsafeRawBufferPointer(copy)
    }
}
