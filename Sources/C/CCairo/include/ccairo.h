#pragma once
#include <stddef.h>

// Cairo, found when it is first needed: linking it would cost every start of every stage 1.4 ms and 20 libraries.
// The functions and their numbers are those of cairo.h, stable since 1.2; nothing of it is needed to build.

typedef struct linefeed_cairo linefeed_cairo;
typedef struct linefeed_cairo_surface linefeed_cairo_surface;

// Loads the library once. Returns 0, and why not, when it cannot be had. Not to be called by two threads at once.
int linefeed_cairo_load(const char **why);

// An image of 32 bits a pixel, the bytes of a pixel being the machine's order of xRGB; `alpha` keeps a premultiplied
// alpha in x. Never null: ask linefeed_cairo_surface_status.
linefeed_cairo_surface *linefeed_cairo_surface_create(int alpha, int width, int height);
int linefeed_cairo_surface_status(linefeed_cairo_surface *surface);
void linefeed_cairo_surface_flush(linefeed_cairo_surface *surface);
// To be told after the data were changed.
void linefeed_cairo_surface_touched(linefeed_cairo_surface *surface);
unsigned char *linefeed_cairo_surface_data(linefeed_cairo_surface *surface);
int linefeed_cairo_surface_stride(linefeed_cairo_surface *surface);
void linefeed_cairo_surface_destroy(linefeed_cairo_surface *surface);

linefeed_cairo *linefeed_cairo_create(linefeed_cairo_surface *surface);
void linefeed_cairo_destroy(linefeed_cairo *cairo);
int linefeed_cairo_status(linefeed_cairo *cairo);
const char *linefeed_cairo_message(int status);

void linefeed_cairo_color(linefeed_cairo *cairo, double red, double green, double blue, double alpha);
void linefeed_cairo_paint(linefeed_cairo *cairo);
// What is drawn in between is painted as a whole with an opacity.
void linefeed_cairo_begin_group(linefeed_cairo *cairo);
void linefeed_cairo_end_group(linefeed_cairo *cairo, double opacity);
void linefeed_cairo_move(linefeed_cairo *cairo, double x, double y);
void linefeed_cairo_line(linefeed_cairo *cairo, double x, double y);
void linefeed_cairo_arc(linefeed_cairo *cairo, double x, double y, double radius, double from, double to);
void linefeed_cairo_close(linefeed_cairo *cairo);
void linefeed_cairo_new_path(linefeed_cairo *cairo);
// Round caps and joins.
void linefeed_cairo_pen(linefeed_cairo *cairo, double width);
void linefeed_cairo_dash(linefeed_cairo *cairo, const double *dashes, int count);
void linefeed_cairo_stroke(linefeed_cairo *cairo, int preserve);
void linefeed_cairo_fill(linefeed_cairo *cairo, int preserve);
void linefeed_cairo_scale(linefeed_cairo *cairo, double factor);
// Turns what follows about a place, so that it runs upwards, until linefeed_cairo_restore.
void linefeed_cairo_climb(linefeed_cairo *cairo, double x, double y);
// Cuts what follows at a rectangle, until linefeed_cairo_restore.
void linefeed_cairo_clip(linefeed_cairo *cairo, double x, double y, double width, double height);
void linefeed_cairo_restore(linefeed_cairo *cairo);

// Unhinted text in a generic family, with grey edges.
void linefeed_cairo_font(linefeed_cairo *cairo, const char *family, int bold, double size);
double linefeed_cairo_text_advance(linefeed_cairo *cairo, const char *text);
void linefeed_cairo_text_path(linefeed_cairo *cairo, const char *text);

// Pango, found when a text is first met that Cairo cannot set by itself: one that runs from right to left, whose letters
// join, or that needs a second font. It is Debian's package libpangocairo-1.0-0; without it such text is set as Cairo can.

// Loads the library once. Returns 0 when it cannot be had. Not to be called by two threads at once.
int linefeed_pango_load(void);

// A line of text whose base direction is from left to right; to be freed.
typedef struct linefeed_pango_layout linefeed_pango_layout;
linefeed_pango_layout *linefeed_pango_layout_create(
    linefeed_cairo *cairo, const char *text, const char *family, int bold, double size);
double linefeed_pango_layout_width(linefeed_pango_layout *layout);
// Adds the letters' outlines to the path, from the left end of the baseline on.
void linefeed_pango_layout_path(linefeed_cairo *cairo, linefeed_pango_layout *layout, double x, double y);
void linefeed_pango_layout_free(linefeed_pango_layout *layout);
