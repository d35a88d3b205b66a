#pragma once
#include <stdint.h>
#include <sys/types.h>

// What posix_spawn(3) cannot do and Swift may not do itself: fork, and between fork and exec only calls that are
// async-signal-safe; and calls of Linux that Swift does not import.

/// Starts `program` with the three descriptors as its standard ones, in the process group `group` (0 makes one), with
/// no signal blocked, SIGPIPE and SIGXFSZ at their defaults, and SIGTERM on its parent's death (PR_SET_PDEATHSIG).
/// Returns 0 once it runs, or the errno value that kept it from running.
int linefeed_spawn(
    pid_t *child, const char *program, char *const arguments[], char *const environment[], int input, int output,
    int errors, pid_t group);

/// pidfd_open(2): a descriptor that can be polled for the end of a child; -1 with errno.
int linefeed_pidfd_open(pid_t child);

/// The status that a shell shows for what waitpid(2) gave: the exit status, or 128 and the signal's number.
int linefeed_shell_status(int raw);

/// A descriptor from which blocked signals can be taken (signalfd(2)): non-blocking, closed on exec; -1 with errno.
int linefeed_signal_descriptor(const int *signals, int count);

/// The number of the next signal of such a descriptor, 0 where there is none.
int linefeed_take_signal(int descriptor);

/// The number of processors that the calling thread may use (sched_getaffinity(2)); 0 where nobody can say.
int linefeed_processor_count(void);

/// A pipe whose ends are closed on exec; 0, or -1 with errno.
int linefeed_pipe(int ends[2]);

/// The kind of the file system that an open file lies on, by its magic number (statfs(2)); 0 where nobody can say.
uint32_t linefeed_file_system(int descriptor);

/// Copies up to `size` bytes of what a pipe holds next into `bytes` and leaves them there (tee(2)); waits for the writer as
/// reading would. Returns how many there were, 0 at the end, -1 with errno.
ssize_t linefeed_peek(int descriptor, void *bytes, size_t size);

/// The size of a huge page of x86-64 and of arm64 with pages of 4 KiB, in bytes.
enum { LINEFEED_HUGE_PAGE = 2 << 20 };

/// Reserves addresses for huge pages, aligned to their size; NULL if there are none. Each page must be renewed before its
/// first use.
void *linefeed_reserve_pages(int count);

/// Puts new memory at the address of a page. The memory that was there remains as long as a pipe holds some of it. Returns 1 if
/// the new memory is one huge page, 0 if it is not or if the system does not tell.
int linefeed_renew_page(void *page);

/// Unmaps pages that were reserved. Pipes keep what they hold.
void linefeed_return_pages(void *pages, int count);

/// Puts the memory of `count` bytes into a pipe, not a copy (vmsplice(2)); waits until the pipe has room. These bytes
/// must never change afterwards, because nobody can know when the last reader is done with them. Returns how many bytes are in
/// the pipe, -1 with errno.
ssize_t linefeed_give_pages(int pipe, const void *bytes, size_t count);

/// Asks the processor to load the cache line of `address`, which may be any address, and does not wait for it.
static inline void linefeed_prefetch(const void *address) { __builtin_prefetch(address); }
