#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/uio.h>

static const size_t size = LINEFEED_HUGE_PAGE;

void *linefeed_reserve_pages(int count)
{
    // One part more than is needed, so that the address can be aligned. The rest is unmapped.
    size_t needed = (size_t)count * size;
    char *memory = mmap(NULL, needed + size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    char *pages = (char *)(((uintptr_t)memory + size - 1) & ~(uintptr_t)(size - 1));
    size_t before = (size_t)(pages - memory);
    if (before > 0) munmap(memory, before);
    munmap(pages + needed, size - before);
    return pages;
}

void linefeed_return_pages(void *pages, int count) { munmap(pages, (size_t)count * size); }

static long page_faults(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_minflt : -1;
}

int linefeed_renew_page(void *page)
{
    // A new mapping is new memory for certain. MADV_DONTNEED would be only advice, which some emulators ignore.
    void *memory = mmap(page, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (memory == MAP_FAILED || madvise(page, size, MADV_HUGEPAGE) != 0) return 0;
    // If one page fault brings both ends into memory, they lie in one page.
    volatile char *bytes = page;
    long before = page_faults();
    bytes[0] = 0;
    bytes[size - 1] = 0;
    return before >= 0 && page_faults() - before == 1;
}

ssize_t linefeed_give_pages(int pipe, const void *bytes, size_t count)
{
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    return vmsplice(pipe, &part, 1, 0);
}
