#include "cimages.h"

#include <dlfcn.h>
#include <stdio.h>

#define PIXELS_RGBA 7
#define SAMPLES_444 0

static struct {
    void *(*InitDecompress)(void);
    void *(*InitCompress)(void);
    int (*DecompressHeader3)(void *, const uint8_t *, unsigned long, int *, int *, int *, int *);
    int (*Decompress2)(void *, const uint8_t *, unsigned long, uint8_t *, int, int, int, int, int);
    int (*Compress2)(void *, const uint8_t *, int, int, int, int, uint8_t **, unsigned long *, int, int, int);
    int (*Destroy)(void *);
    void (*Free)(uint8_t *);
    char *(*GetErrorStr2)(void *);
} tj;

int linefeed_jpeg_load(const char **why) {
    static int is_loaded;
    if (is_loaded) return 1;
    void *library = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *why = dlerror();
        return 0;
    }
#define LOAD(member) \
    if (!(*(void **)&tj.member = dlsym(library, "tj" #member))) { \
        *why = "libturbojpeg.so.0 lacks tj" #member; \
        dlclose(library); \
        return 0; \
    }
    LOAD(InitDecompress)
    LOAD(InitCompress)
    LOAD(DecompressHeader3)
    LOAD(Decompress2)
    LOAD(Compress2)
    LOAD(Destroy)
    LOAD(Free)
    LOAD(GetErrorStr2)
#undef LOAD
    is_loaded = 1;
    return 1;
}

int linefeed_jpeg_size(
    const uint8_t *bytes, size_t count, int *width, int *height, char *message, size_t message_size) {
    void *reader = tj.InitDecompress();
    if (!reader) return 0;
    int samples, colors;
    int code = tj.DecompressHeader3(reader, bytes, count, width, height, &samples, &colors);
    if (code) snprintf(message, message_size, "%s", tj.GetErrorStr2(reader));
    tj.Destroy(reader);
    return code == 0;
}

int linefeed_jpeg_decode(
    const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels, char *message, size_t message_size) {
    void *reader = tj.InitDecompress();
    if (!reader) return 0;
    int code = tj.Decompress2(reader, bytes, count, pixels, width, width * 4, height, PIXELS_RGBA, 0);
    if (code) snprintf(message, message_size, "%s", tj.GetErrorStr2(reader));
    tj.Destroy(reader);
    return code == 0;
}

uint8_t *linefeed_jpeg_encode(const uint8_t *pixels, int width, int height, int quality, size_t *count) {
    void *writer = tj.InitCompress();
    if (!writer) return NULL;
    uint8_t *bytes = NULL;
    unsigned long size = 0;
    int code = tj.Compress2(
        writer, pixels, width, width * 4, height, PIXELS_RGBA, &bytes, &size, SAMPLES_444, quality, 0);
    tj.Destroy(writer);
    if (code) return NULL;
    *count = size;
    return bytes;
}

void linefeed_jpeg_free(uint8_t *bytes) { tj.Free(bytes); }
