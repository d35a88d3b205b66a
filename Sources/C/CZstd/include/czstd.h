#pragma once
#include <stddef.h>
#include <stdint.h>

// libzstd, found when it is first needed; the functions and their numbers are those of zstd.h, stable since 1.0.

// Loads the library once. Returns 0, and why not, when it cannot be had. Not to be called by two threads at once.
int linefeed_zstd_load(const char **why);

// A context for many calls by one thread at a time; NULL without memory.
void *linefeed_zstd_compressor(void);
void linefeed_zstd_free_compressor(void *compressor);

// The most bytes that `count` bytes become.
size_t linefeed_zstd_bound(size_t count);

// Compresses `count` bytes into a frame that states its size. Returns its bytes, 0 if that fails.
size_t linefeed_zstd_compress(
    void *compressor, uint8_t *frame, size_t room, const uint8_t *bytes, size_t count, int level);

// Decompresses a whole frame. Returns its bytes, or `room` + 1 if it is damaged or larger.
size_t linefeed_zstd_decompress(uint8_t *bytes, size_t room, const uint8_t *frame, size_t count);
