#include "cpng.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>

typedef struct png_struct png_struct;
typedef struct png_info png_info;

#define COLOR_TYPE_RGB 2
#define COLOR_TYPE_RGBA 6
#define FILTER_NONE 0x08

// png_image, libpng's simplified interface: version 1, and the format of four 8-bit samples.
struct image {
    void *opaque;
    uint32_t version, width, height, format, flags, colormap_entries, warning_or_error;
    char message[64];
};

#define IMAGE_VERSION 1
#define FORMAT_RGBA 3
#define FLAG_16BIT_SRGB 4

static struct {
    int (*image_begin_read_from_memory)(struct image *, const void *, size_t);
    int (*image_finish_read)(struct image *, const void *, void *, int32_t, void *);
    void (*image_free)(struct image *);
    const char *(*get_libpng_ver)(const png_struct *);
    png_struct *(*create_write_struct)(
        const char *, void *, void (*)(png_struct *, const char *), void (*)(png_struct *, const char *));
    png_info *(*create_info_struct)(png_struct *);
    void *(*get_error_ptr)(const png_struct *);
    void *(*get_io_ptr)(const png_struct *);
    void (*set_write_fn)(
        png_struct *, void *, void (*)(png_struct *, uint8_t *, size_t), void (*)(png_struct *));
    void (*set_IHDR)(png_struct *, png_info *, uint32_t, uint32_t, int, int, int, int, int);
    void (*set_compression_level)(png_struct *, int);
    void (*set_filter)(png_struct *, int, int);
    void (*write_info)(png_struct *, const png_info *);
    void (*write_row)(png_struct *, const uint8_t *);
    void (*write_end)(png_struct *, png_info *);
    void (*destroy_write_struct)(png_struct **, png_info **);
} png;

int linefeed_png_load(const char **why) {
    static int is_loaded;
    if (is_loaded) return 1;
    void *library = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *why = dlerror();
        return 0;
    }
#define LOAD(member) \
    if (!(*(void **)&png.member = dlsym(library, "png_" #member))) { \
        *why = "libpng16.so.16 lacks png_" #member; \
        dlclose(library); \
        return 0; \
    }
    LOAD(image_begin_read_from_memory)
    LOAD(image_finish_read)
    LOAD(image_free)
    LOAD(get_libpng_ver)
    LOAD(create_write_struct)
    LOAD(create_info_struct)
    LOAD(get_error_ptr)
    LOAD(get_io_ptr)
    LOAD(set_write_fn)
    LOAD(set_IHDR)
    LOAD(set_compression_level)
    LOAD(set_filter)
    LOAD(write_info)
    LOAD(write_row)
    LOAD(write_end)
    LOAD(destroy_write_struct)
#undef LOAD
    is_loaded = 1;
    return 1;
}

int linefeed_png_size(
    const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height, char *message, size_t message_size) {
    struct image image = {.version = IMAGE_VERSION};
    if (!png.image_begin_read_from_memory(&image, bytes, count)) {
        snprintf(message, message_size, "%s", image.message);
        return 0;
    }
    *width = image.width;
    *height = image.height;
    png.image_free(&image);
    return 1;
}

int linefeed_png_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, char *message, size_t message_size) {
    struct image image = {.version = IMAGE_VERSION};
    if (png.image_begin_read_from_memory(&image, bytes, count)) {
        image.format = FORMAT_RGBA;
        // 16 bits are those of a screen too, not amounts of light, where the file does not say what they are.
        image.flags |= FLAG_16BIT_SRGB;
        if (png.image_finish_read(&image, NULL, pixels, 0, NULL)) return 1;
    }
    snprintf(message, message_size, "%s", image.message);
    png.image_free(&image);
    return 0;
}

struct failure {
    jmp_buf place;
    char *message;
    size_t size;
};

struct destination {
    linefeed_png_take take;
    void *context;
};

static void fail(png_struct *writer, const char *message) {
    struct failure *failure = png.get_error_ptr(writer);
    snprintf(failure->message, failure->size, "%s", message);
    longjmp(failure->place, 1);
}

static void warn(png_struct *writer, const char *message) {
    (void)writer;
    (void)message;
}

static void put(png_struct *writer, uint8_t *bytes, size_t count) {
    struct destination *destination = png.get_io_ptr(writer);
    destination->take(destination->context, bytes, count);
}

static void flush(png_struct *writer) { (void)writer; }

int linefeed_png_encode(
    const uint8_t *rows, uint32_t width, uint32_t height, size_t stride, int channels, int level,
    linefeed_png_take take, void *context, char *message, size_t message_size) {
    struct failure failure = {.message = message, .size = message_size};
    struct destination destination = {take, context};
    // Written after setjmp and read after longjmp.
    png_struct *volatile writer = NULL;
    png_info *volatile info = NULL;
    if (setjmp(failure.place)) {
        png_struct *made = writer;
        png_info *its_info = info;
        if (made) png.destroy_write_struct(&made, &its_info);
        return 0;
    }
    writer = png.create_write_struct(png.get_libpng_ver(NULL), &failure, fail, warn);
    if (writer) info = png.create_info_struct(writer);
    if (!writer || !info) {
        png_struct *made = writer;
        if (made) png.destroy_write_struct(&made, NULL);
        snprintf(message, message_size, "out of memory");
        return 0;
    }
    png.set_write_fn(writer, &destination, put, flush);
    png.set_IHDR(writer, info, width, height, 8, channels == 4 ? COLOR_TYPE_RGBA : COLOR_TYPE_RGB, 0, 0, 0);
    png.set_compression_level(writer, level);
    png.set_filter(writer, 0, FILTER_NONE);
    png.write_info(writer, info);
    for (uint32_t row = 0; row < height; row++) png.write_row(writer, rows + stride * row);
    png.write_end(writer, info);
    png_struct *made = writer;
    png_info *its_info = info;
    png.destroy_write_struct(&made, &its_info);
    return 1;
}
