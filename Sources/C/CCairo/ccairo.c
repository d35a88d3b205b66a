#include "ccairo.h"

#include <dlfcn.h>

typedef struct font_options font_options;

// cairo_text_extents_t.
struct extents {
    double x_bearing, y_bearing, width, height, x_advance, y_advance;
};

#define FORMAT_ARGB32 0
#define FORMAT_RGB24 1
#define CAP_ROUND 1
#define JOIN_ROUND 1
#define SLANT_NORMAL 0
#define ANTIALIAS_GRAY 2
#define HINT_STYLE_NONE 1
#define HINT_METRICS_OFF 1

static struct {
    linefeed_cairo_surface *(*image_surface_create)(int, int, int);
    int (*surface_status)(linefeed_cairo_surface *);
    void (*surface_flush)(linefeed_cairo_surface *);
    void (*surface_mark_dirty)(linefeed_cairo_surface *);
    unsigned char *(*image_surface_get_data)(linefeed_cairo_surface *);
    int (*image_surface_get_stride)(linefeed_cairo_surface *);
    void (*surface_destroy)(linefeed_cairo_surface *);
    linefeed_cairo *(*create)(linefeed_cairo_surface *);
    void (*destroy)(linefeed_cairo *);
    int (*status)(linefeed_cairo *);
    const char *(*status_to_string)(int);
    void (*set_source_rgba)(linefeed_cairo *, double, double, double, double);
    void (*paint)(linefeed_cairo *);
    void (*paint_with_alpha)(linefeed_cairo *, double);
    void (*push_group)(linefeed_cairo *);
    void (*pop_group_to_source)(linefeed_cairo *);
    void (*move_to)(linefeed_cairo *, double, double);
    void (*line_to)(linefeed_cairo *, double, double);
    void (*arc)(linefeed_cairo *, double, double, double, double, double);
    void (*close_path)(linefeed_cairo *);
    void (*new_path)(linefeed_cairo *);
    void (*set_line_width)(linefeed_cairo *, double);
    void (*set_line_cap)(linefeed_cairo *, int);
    void (*set_line_join)(linefeed_cairo *, int);
    void (*set_dash)(linefeed_cairo *, const double *, int, double);
    void (*stroke)(linefeed_cairo *);
    void (*stroke_preserve)(linefeed_cairo *);
    void (*fill)(linefeed_cairo *);
    void (*fill_preserve)(linefeed_cairo *);
    void (*scale)(linefeed_cairo *, double, double);
    void (*translate)(linefeed_cairo *, double, double);
    void (*rotate)(linefeed_cairo *, double);
    void (*save)(linefeed_cairo *);
    void (*restore)(linefeed_cairo *);
    void (*rectangle)(linefeed_cairo *, double, double, double, double);
    void (*clip)(linefeed_cairo *);
    void (*select_font_face)(linefeed_cairo *, const char *, int, int);
    void (*set_font_size)(linefeed_cairo *, double);
    void (*text_extents)(linefeed_cairo *, const char *, struct extents *);
    void (*text_path)(linefeed_cairo *, const char *);
    font_options *(*font_options_create)(void);
    void (*font_options_destroy)(font_options *);
    void (*font_options_set_antialias)(font_options *, int);
    void (*font_options_set_hint_style)(font_options *, int);
    void (*font_options_set_hint_metrics)(font_options *, int);
    void (*set_font_options)(linefeed_cairo *, const font_options *);
} cairo_functions;

int linefeed_cairo_load(const char **why) {
    static int is_loaded;
    if (is_loaded) return 1;
    void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *why = dlerror();
        return 0;
    }
#define LOAD(member) \
    if (!(*(void **)&cairo_functions.member = dlsym(library, "cairo_" #member))) { \
        *why = "libcairo.so.2 lacks cairo_" #member; \
        dlclose(library); \
        return 0; \
    }
    LOAD(image_surface_create)
    LOAD(surface_status)
    LOAD(surface_flush)
    LOAD(surface_mark_dirty)
    LOAD(image_surface_get_data)
    LOAD(image_surface_get_stride)
    LOAD(surface_destroy)
    LOAD(create)
    LOAD(destroy)
    LOAD(status)
    LOAD(status_to_string)
    LOAD(set_source_rgba)
    LOAD(paint)
    LOAD(paint_with_alpha)
    LOAD(push_group)
    LOAD(pop_group_to_source)
    LOAD(move_to)
    LOAD(line_to)
    LOAD(arc)
    LOAD(close_path)
    LOAD(new_path)
    LOAD(set_line_width)
    LOAD(set_line_cap)
    LOAD(set_line_join)
    LOAD(set_dash)
    LOAD(stroke)
    LOAD(stroke_preserve)
    LOAD(fill)
    LOAD(fill_preserve)
    LOAD(scale)
    LOAD(translate)
    LOAD(rotate)
    LOAD(save)
    LOAD(restore)
    LOAD(rectangle)
    LOAD(clip)
    LOAD(select_font_face)
    LOAD(set_font_size)
    LOAD(text_extents)
    LOAD(text_path)
    LOAD(font_options_create)
    LOAD(font_options_destroy)
    LOAD(font_options_set_antialias)
    LOAD(font_options_set_hint_style)
    LOAD(font_options_set_hint_metrics)
    LOAD(set_font_options)
#undef LOAD
    is_loaded = 1;
    return 1;
}

linefeed_cairo_surface *linefeed_cairo_surface_create(int alpha, int width, int height) {
    return cairo_functions.image_surface_create(alpha ? FORMAT_ARGB32 : FORMAT_RGB24, width, height);
}
int linefeed_cairo_surface_status(linefeed_cairo_surface *surface) { return cairo_functions.surface_status(surface); }
void linefeed_cairo_surface_flush(linefeed_cairo_surface *surface) { cairo_functions.surface_flush(surface); }
void linefeed_cairo_surface_touched(linefeed_cairo_surface *surface) { cairo_functions.surface_mark_dirty(surface); }
unsigned char *linefeed_cairo_surface_data(linefeed_cairo_surface *surface) {
    return cairo_functions.image_surface_get_data(surface);
}
int linefeed_cairo_surface_stride(linefeed_cairo_surface *surface) {
    return cairo_functions.image_surface_get_stride(surface);
}
void linefeed_cairo_surface_destroy(linefeed_cairo_surface *surface) { cairo_functions.surface_destroy(surface); }

linefeed_cairo *linefeed_cairo_create(linefeed_cairo_surface *surface) { return cairo_functions.create(surface); }
void linefeed_cairo_destroy(linefeed_cairo *cairo) { cairo_functions.destroy(cairo); }
int linefeed_cairo_status(linefeed_cairo *cairo) { return cairo_functions.status(cairo); }
const char *linefeed_cairo_message(int status) { return cairo_functions.status_to_string(status); }

void linefeed_cairo_color(linefeed_cairo *cairo, double red, double green, double blue, double alpha) {
    cairo_functions.set_source_rgba(cairo, red, green, blue, alpha);
}
void linefeed_cairo_paint(linefeed_cairo *cairo) { cairo_functions.paint(cairo); }
void linefeed_cairo_begin_group(linefeed_cairo *cairo) { cairo_functions.push_group(cairo); }
void linefeed_cairo_end_group(linefeed_cairo *cairo, double opacity) {
    cairo_functions.pop_group_to_source(cairo);
    cairo_functions.paint_with_alpha(cairo, opacity);
}
void linefeed_cairo_move(linefeed_cairo *cairo, double x, double y) { cairo_functions.move_to(cairo, x, y); }
void linefeed_cairo_line(linefeed_cairo *cairo, double x, double y) { cairo_functions.line_to(cairo, x, y); }
void linefeed_cairo_arc(linefeed_cairo *cairo, double x, double y, double radius, double from, double to) {
    cairo_functions.arc(cairo, x, y, radius, from, to);
}
void linefeed_cairo_close(linefeed_cairo *cairo) { cairo_functions.close_path(cairo); }
void linefeed_cairo_new_path(linefeed_cairo *cairo) { cairo_functions.new_path(cairo); }
void linefeed_cairo_pen(linefeed_cairo *cairo, double width) {
    cairo_functions.set_line_width(cairo, width);
    cairo_functions.set_line_cap(cairo, CAP_ROUND);
    cairo_functions.set_line_join(cairo, JOIN_ROUND);
}
void linefeed_cairo_dash(linefeed_cairo *cairo, const double *dashes, int count) {
    cairo_functions.set_dash(cairo, dashes, count, 0);
}
void linefeed_cairo_stroke(linefeed_cairo *cairo, int preserve) {
    preserve ? cairo_functions.stroke_preserve(cairo) : cairo_functions.stroke(cairo);
}
void linefeed_cairo_fill(linefeed_cairo *cairo, int preserve) {
    preserve ? cairo_functions.fill_preserve(cairo) : cairo_functions.fill(cairo);
}

void linefeed_cairo_scale(linefeed_cairo *cairo, double factor) { cairo_functions.scale(cairo, factor, factor); }
void linefeed_cairo_clip(linefeed_cairo *cairo, double x, double y, double width, double height) {
    cairo_functions.save(cairo);
    cairo_functions.new_path(cairo);
    cairo_functions.rectangle(cairo, x, y, width, height);
    cairo_functions.clip(cairo);
}
void linefeed_cairo_climb(linefeed_cairo *cairo, double x, double y) {
    cairo_functions.save(cairo);
    cairo_functions.translate(cairo, x, y);
    cairo_functions.rotate(cairo, -1.5707963267948966);
}
void linefeed_cairo_restore(linefeed_cairo *cairo) { cairo_functions.restore(cairo); }

void linefeed_cairo_font(linefeed_cairo *cairo, const char *family, int bold, double size) {
    cairo_functions.select_font_face(cairo, family, SLANT_NORMAL, bold ? 1 : 0);
    cairo_functions.set_font_size(cairo, size);
    font_options *options = cairo_functions.font_options_create();
    cairo_functions.font_options_set_antialias(options, ANTIALIAS_GRAY);
    cairo_functions.font_options_set_hint_style(options, HINT_STYLE_NONE);
    cairo_functions.font_options_set_hint_metrics(options, HINT_METRICS_OFF);
    cairo_functions.set_font_options(cairo, options);
    cairo_functions.font_options_destroy(options);
}
double linefeed_cairo_text_advance(linefeed_cairo *cairo, const char *text) {
    struct extents extents;
    cairo_functions.text_extents(cairo, text, &extents);
    return extents.x_advance;
}
void linefeed_cairo_text_path(linefeed_cairo *cairo, const char *text) { cairo_functions.text_path(cairo, text); }
