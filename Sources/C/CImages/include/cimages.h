#pragma once
#include <stddef.h>
#include <stdint.h>

// libturbojpeg and libwebp, found when they are first needed; the functions and their numbers are those of turbojpeg.h
// 2.0 and of webp/decode.h and webp/encode.h, stable since 0.2. Pixels are 8 bits of red, green, blue and alpha, not
// premultiplied.

// Loads a library once. Returns 0, and why not, when it cannot be had. Not to be called by two threads at once.
int linefeed_jpeg_load(const char **why);
int linefeed_webp_load(const char **why);

// The size of a picture. Returns 0, with a message, where the bytes are none.
int linefeed_jpeg_size(
    const uint8_t *bytes, size_t count, int *width, int *height, char *message, size_t message_size);
int linefeed_webp_size(const uint8_t *bytes, size_t count, int *width, int *height);

// Decodes into `pixels`, of 4 bytes times width times height. Returns 0 where the picture is damaged.
int linefeed_jpeg_decode(
    const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels, char *message, size_t message_size);
int linefeed_webp_decode(const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels);

// Encodes with a quality from 1 to 100; what is returned is let go of with the library's `free`. NULL where it cannot.
uint8_t *linefeed_jpeg_encode(const uint8_t *pixels, int width, int height, int quality, size_t *count);
uint8_t *linefeed_webp_encode(const uint8_t *pixels, int width, int height, int quality, size_t *count);
void linefeed_jpeg_free(uint8_t *bytes);
void linefeed_webp_free(uint8_t *bytes);
