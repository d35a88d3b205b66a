#include "ccairo.h"

#include <dlfcn.h>

typedef struct font_description font_description;
typedef struct context context;

#define SCALE 1024
#define WEIGHT_NORMAL 400
#define WEIGHT_BOLD 700

static struct {
    linefeed_pango_layout *(*cairo_create_layout)(linefeed_cairo *);
    void (*cairo_layout_path)(linefeed_cairo *, linefeed_pango_layout *);
    context *(*layout_get_context)(linefeed_pango_layout *);
    void (*context_set_round_glyph_positions)(context *, int);
    void (*layout_set_auto_dir)(linefeed_pango_layout *, int);
    void (*layout_set_single_paragraph_mode)(linefeed_pango_layout *, int);
    void (*layout_set_text)(linefeed_pango_layout *, const char *, int);
    void (*layout_set_font_description)(linefeed_pango_layout *, const font_description *);
    void (*layout_get_size)(linefeed_pango_layout *, int *, int *);
    int (*layout_get_baseline)(linefeed_pango_layout *);
    font_description *(*font_description_new)(void);
    void (*font_description_free)(font_description *);
    void (*font_description_set_family)(font_description *, const char *);
    void (*font_description_set_weight)(font_description *, int);
    void (*font_description_set_absolute_size)(font_description *, double);
} pango;

static struct {
    void (*object_unref)(void *);
    void (*move_to)(linefeed_cairo *, double, double);
} other;

int linefeed_pango_load(void) {
    static int is_tried, is_loaded;
    if (is_tried) return is_loaded;
    is_tried = 1;
    void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    // A symbol is looked for in the libraries that this one needs, too: Pango, GObject, Cairo.
#define LOAD(where, member, symbol) \
    if (!(*(void **)&where.member = dlsym(library, symbol))) { \
        dlclose(library); \
        return 0; \
    }
#define LOAD_PANGO(member) LOAD(pango, member, "pango_" #member)
    LOAD_PANGO(cairo_create_layout)
    LOAD_PANGO(cairo_layout_path)
    LOAD_PANGO(layout_get_context)
    LOAD_PANGO(context_set_round_glyph_positions)
    LOAD_PANGO(layout_set_auto_dir)
    LOAD_PANGO(layout_set_single_paragraph_mode)
    LOAD_PANGO(layout_set_text)
    LOAD_PANGO(layout_set_font_description)
    LOAD_PANGO(layout_get_size)
    LOAD_PANGO(layout_get_baseline)
    LOAD_PANGO(font_description_new)
    LOAD_PANGO(font_description_free)
    LOAD_PANGO(font_description_set_family)
    LOAD_PANGO(font_description_set_weight)
    LOAD_PANGO(font_description_set_absolute_size)
    LOAD(other, object_unref, "g_object_unref")
    LOAD(other, move_to, "cairo_move_to")
#undef LOAD_PANGO
#undef LOAD
    is_loaded = 1;
    return 1;
}

linefeed_pango_layout *linefeed_pango_layout_create(
    linefeed_cairo *cairo, const char *text, const char *family, int bold, double size) {
    linefeed_pango_layout *layout = pango.cairo_create_layout(cairo);
    pango.context_set_round_glyph_positions(pango.layout_get_context(layout), 0);
    pango.layout_set_auto_dir(layout, 0);
    pango.layout_set_single_paragraph_mode(layout, 1);
    font_description *font = pango.font_description_new();
    pango.font_description_set_family(font, family);
    pango.font_description_set_weight(font, bold ? WEIGHT_BOLD : WEIGHT_NORMAL);
    pango.font_description_set_absolute_size(font, size * SCALE);
    pango.layout_set_font_description(layout, font);
    pango.font_description_free(font);
    pango.layout_set_text(layout, text, -1);
    return layout;
}
double linefeed_pango_layout_width(linefeed_pango_layout *layout) {
    int width, height;
    pango.layout_get_size(layout, &width, &height);
    return (double)width / SCALE;
}
void linefeed_pango_layout_path(linefeed_cairo *cairo, linefeed_pango_layout *layout, double x, double y) {
    other.move_to(cairo, x, y - (double)pango.layout_get_baseline(layout) / SCALE);
    pango.cairo_layout_path(cairo, layout);
}
void linefeed_pango_layout_free(linefeed_pango_layout *layout) { other.object_unref(layout); }
