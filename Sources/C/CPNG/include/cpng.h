#pragma once
#include <stddef.h>
#include <stdint.h>

// libpng, found when it is first needed; the functions and their numbers are those of png.h 1.6.

// Loads the library once. Returns 0, and why not, when it cannot be had. Not to be called by two threads at once.
int linefeed_png_load(const char **why);

// The size of a picture. Returns 0, with libpng's message, where the bytes are none.
int linefeed_png_size(
    const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height, char *message, size_t message_size);

// Decodes into `pixels`, of 4 bytes times width times height: red, green, blue and alpha in sRGB, not premultiplied.
// Returns 0, with libpng's message, where the picture is damaged.
int linefeed_png_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, char *message, size_t message_size);

// Takes encoded bytes as they come.
typedef void (*linefeed_png_take)(void *context, const uint8_t *bytes, size_t count);

// Encodes rows of 8-bit samples, 3 (RGB) or 4 (RGBA, not premultiplied) a pixel, with zlib's `level` and without a
// filter. Returns 0, with libpng's message in `message`, when it cannot.
int linefeed_png_encode(
    const uint8_t *rows, uint32_t width, uint32_t height, size_t stride, int channels, int level,
    linefeed_png_take take, void *context, char *message, size_t message_size);
