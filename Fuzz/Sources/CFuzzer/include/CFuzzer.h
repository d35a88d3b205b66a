#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own loop: takes its arguments from the command line, ends the process.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));

/// libFuzzer's own way to change an input of `size` bytes; returns how many there are then, `room` at the most.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t room);

/// Begins to count what is allocated. The counts are of the whole process.
void linefeed_count_allocations(void);

/// What has been allocated since `linefeed_reset_allocations`: calls, bytes, and the most that lived at a time.
typedef struct {
    int64_t calls;
    int64_t bytes;
    int64_t peak;
} linefeed_allocations;

void linefeed_reset_allocations(void);
linefeed_allocations linefeed_allocated(void);
