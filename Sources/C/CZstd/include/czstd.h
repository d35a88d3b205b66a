#pragma once
#include <stddef.h>
#include <stdint.h>

// libzstd, found when it is first needed; the functions and their numbers are those of zstd.h, stable since 1.0.

// Loads the library once. Returns 0, and why not, when it cannot be had.
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

// Decompresses a stream of frames by pieces, by one thread at a time; NULL without memory. Frames with a window of more
// than 2 to the power of `window` bytes are damaged.
void *linefeed_zstd_reader(int window);
void linefeed_zstd_free_reader(void *reader);

// Decompresses what fits of `count` bytes at `frame` into `room` bytes at `bytes`, and says how many it used and made.
// Returns 0 at the end of a frame, 1 inside of one, -1 and why if the data is damaged.
int linefeed_zstd_read(
    void *reader, uint8_t *bytes, size_t room, size_t *made, const uint8_t *frame, size_t count, size_t *used,
    const char **why);
