#pragma once
#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer's loop: takes its arguments from the command line and ends the process.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));

/// Changes an input of `size` bytes as libFuzzer does; returns the new size, at most `room`.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t room);

/// Begins to count the allocations of the whole process.
void linefeed_count_allocations(void);

/// Allocations since `linefeed_reset_allocations`: calls, bytes, and the highest number of bytes at a time.
typedef struct {
    int64_t calls;
    int64_t bytes;
    int64_t peak;
} linefeed_allocations;

void linefeed_reset_allocations(void);
linefeed_allocations linefeed_allocated(void);
