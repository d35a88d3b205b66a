#pragma once
#include <stddef.h>
#include <stdint.h>

/// Which of 64 bytes are delimiters of CSV: the lowest bit stands for the first byte.
typedef struct {
    uint64_t commas;
    /// Quotes, line feeds and carriage returns.
    uint64_t stops;
} LinefeedCSVMarks;

typedef unsigned char linefeed_bytes64 __attribute__((ext_vector_type(64)));
typedef _Bool linefeed_bits64 __attribute__((ext_vector_type(64)));

/// Marks the 64 bytes from `start` on.
///
/// This is C because Swift cannot convert a vector of bits to a number. The compiler compiles it to vector instructions that
/// every processor of the architecture has.
static inline __attribute__((always_inline)) LinefeedCSVMarks linefeed_csv_marks(const void *_Nonnull start) {
    linefeed_bytes64 bytes;
    __builtin_memcpy(&bytes, start, sizeof bytes);
    const linefeed_bytes64 comma = ',', quote = '"', line_feed = '\n', carriage_return = '\r';
    const linefeed_bits64 commas = __builtin_convertvector(bytes == comma, linefeed_bits64);
    const linefeed_bits64 stops = __builtin_convertvector(
        (bytes == quote) | (bytes == line_feed) | (bytes == carriage_return), linefeed_bits64);
    return (LinefeedCSVMarks){__builtin_bit_cast(uint64_t, commas), __builtin_bit_cast(uint64_t, stops)};
}

typedef unsigned char linefeed_bytes16 __attribute__((ext_vector_type(16)));
typedef signed char linefeed_signed16 __attribute__((ext_vector_type(16)));
typedef _Bool linefeed_bits16 __attribute__((ext_vector_type(16)));

/// Which of the 16 bytes from `start` on must be escaped in a JSON string (RFC 8259, section 7): the lowest bit stands for the
/// first byte.
static inline __attribute__((always_inline)) uint16_t linefeed_json_escapes(const void *_Nonnull start) {
    linefeed_bytes16 bytes;
    __builtin_memcpy(&bytes, start, sizeof bytes);
    const linefeed_bytes16 quote = '"', backslash = '\\', blank = ' ';
    const linefeed_bits16 escapes =
        __builtin_convertvector((bytes == quote) | (bytes == backslash) | (bytes < blank), linefeed_bits16);
    return __builtin_bit_cast(uint16_t, escapes);
}

/// Which of the 16 bytes from `start` on end a run of plain bytes in a JSON string: quotes, backslashes, control characters and
/// bytes beyond ASCII. The lowest bit stands for the first byte. One signed comparison finds the last two, which is why this does
/// not call `linefeed_json_escapes`.
static inline __attribute__((always_inline)) uint16_t linefeed_json_stops(const void *_Nonnull start) {
    linefeed_signed16 bytes;
    __builtin_memcpy(&bytes, start, sizeof bytes);
    // Bytes beyond ASCII are negative, and therefore less than a space.
    const linefeed_signed16 quote = '"', backslash = '\\', blank = ' ';
    const linefeed_bits16 stops =
        __builtin_convertvector((bytes == quote) | (bytes == backslash) | (bytes < blank), linefeed_bits16);
    return __builtin_bit_cast(uint16_t, stops);
}

/// Which of the 16 bytes from `start` on are not digits: the lowest bit stands for the first byte.
static inline __attribute__((always_inline)) uint16_t linefeed_nondigits(const void *_Nonnull start) {
    linefeed_bytes16 bytes;
    __builtin_memcpy(&bytes, start, sizeof bytes);
    const linefeed_bytes16 zero = '0', nine = 9;
    const linefeed_bits16 others = __builtin_convertvector(bytes - zero > nine, linefeed_bits16);
    return __builtin_bit_cast(uint16_t, others);
}

/// Continues a SHA-256 (FIPS 180-4, section 6.2.2) with blocks of 64 bytes.
/// - Parameters:
///   - state: the eight words of the hash, which are replaced.
///   - constants: the 64 constants of section 4.2.2.
/// - Returns: 0 if the processor has no instructions for SHA-256, so that nothing was done.
int linefeed_sha256(
    uint32_t *_Nonnull state, const void *_Nonnull start, size_t blocks, const uint32_t *_Nonnull constants);
