#pragma once
#include <stddef.h>
#include <stdint.h>

// ISA-L (libisal.so.2), which inflates in a third of zlib's time. Functions and constants are those of igzip_lib.h and crc.h.

// Loads the library once. Returns 0 if the system has none, or one that does not behave as expected.
int linefeed_isal_load(void);

// Makes a reader that inflates one raw deflate stream (RFC 1951) piece by piece, for one thread at a time. Returns NULL if
// memory is short.
void *linefeed_isal_reader(void);
void linefeed_isal_free_reader(void *reader);

// Inflates what fits of `count` bytes at `bytes` into `room` bytes at `target`, and says how many it used and made. Returns 1
// at the end of the stream, 0 inside of it, -1 if it is damaged.
int linefeed_isal_inflate(
    void *reader, const uint8_t *bytes, uint32_t count, uint32_t *used, uint8_t *target, uint32_t room, uint32_t *made);

// The CRC-32 (ISO 3309) of bytes that follow others with the CRC-32 `before`, 0 for none.
uint32_t linefeed_isal_crc32(uint32_t before, const uint8_t *bytes, size_t count);
