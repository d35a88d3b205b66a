#include "ccurl.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>

// struct curl_waitfd and struct CURLMsg of <curl/multi.h>.
struct waitfd {
    int fd;
    short events;
    short revents;
};

struct message {
    int kind;
    linefeed_curl_easy *easy;
    union {
        void *whatever;
        int result;
    } data;
};

#define CURLMSG_DONE 1
#define CURL_WAIT_POLLIN 1
#define CURL_GLOBAL_DEFAULT 3

static struct {
    int (*global_init)(long);
    linefeed_curl_easy *(*easy_init)(void);
    void (*easy_cleanup)(linefeed_curl_easy *);
    int (*easy_setopt)(linefeed_curl_easy *, int, ...);
    int (*easy_getinfo)(linefeed_curl_easy *, int, ...);
    const char *(*easy_strerror)(int);
    linefeed_curl_list *(*slist_append)(linefeed_curl_list *, const char *);
    void (*slist_free_all)(linefeed_curl_list *);
    linefeed_curl_multi *(*multi_init)(void);
    int (*multi_cleanup)(linefeed_curl_multi *);
    int (*multi_add_handle)(linefeed_curl_multi *, linefeed_curl_easy *);
    int (*multi_remove_handle)(linefeed_curl_multi *, linefeed_curl_easy *);
    int (*multi_perform)(linefeed_curl_multi *, int *);
    int (*multi_wait)(linefeed_curl_multi *, struct waitfd *, unsigned int, int, int *);
    struct message *(*multi_info_read)(linefeed_curl_multi *, int *);
} curl;

static int load_from(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define LOAD(member, symbol) \
    if (!(*(void **)&curl.member = dlsym(library, symbol))) { dlclose(library); return 0; }
    LOAD(global_init, "curl_global_init")
    LOAD(easy_init, "curl_easy_init")
    LOAD(easy_cleanup, "curl_easy_cleanup")
    LOAD(easy_setopt, "curl_easy_setopt")
    LOAD(easy_getinfo, "curl_easy_getinfo")
    LOAD(easy_strerror, "curl_easy_strerror")
    LOAD(slist_append, "curl_slist_append")
    LOAD(slist_free_all, "curl_slist_free_all")
    LOAD(multi_init, "curl_multi_init")
    LOAD(multi_cleanup, "curl_multi_cleanup")
    LOAD(multi_add_handle, "curl_multi_add_handle")
    LOAD(multi_remove_handle, "curl_multi_remove_handle")
    LOAD(multi_perform, "curl_multi_perform")
    LOAD(multi_wait, "curl_multi_wait")
    LOAD(multi_info_read, "curl_multi_info_read")
#undef LOAD
    return 1;
}

int linefeed_curl_load(const char **why) {
    // Debian and Fedora have the OpenSSL flavour under the first name; Debian has others beside it.
    static const char *const names[] = {
        "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4",
    };
    static int is_loaded;
    // What dlerror returns is given back by the next call of its kind.
    static char reason[512];
    if (is_loaded) return 1;
    for (size_t index = 0; index < sizeof names / sizeof *names && !is_loaded; index++) {
        is_loaded = load_from(names[index]);
        // The first name's message is the one that helps.
        if (is_loaded || index > 0) continue;
        const char *said = dlerror();
        snprintf(reason, sizeof reason, "%s", said ? said : "libcurl.so.4 lacks a function");
        *why = reason;
    }
    if (is_loaded && curl.global_init(CURL_GLOBAL_DEFAULT) != 0) {
        *why = "curl_global_init failed";
        is_loaded = 0;
    }
    return is_loaded;
}

linefeed_curl_easy *linefeed_curl_easy_init(void) { return curl.easy_init(); }
void linefeed_curl_easy_cleanup(linefeed_curl_easy *easy) { curl.easy_cleanup(easy); }
int linefeed_curl_set_long(linefeed_curl_easy *easy, int option, long value) {
    return curl.easy_setopt(easy, option, value);
}
int linefeed_curl_set_text(linefeed_curl_easy *easy, int option, const char *value) {
    return curl.easy_setopt(easy, option, value);
}
int linefeed_curl_set_pointer(linefeed_curl_easy *easy, int option, void *value) {
    return curl.easy_setopt(easy, option, value);
}
int linefeed_curl_set_list(linefeed_curl_easy *easy, int option, linefeed_curl_list *value) {
    return curl.easy_setopt(easy, option, value);
}
int linefeed_curl_set_take(linefeed_curl_easy *easy, int option, linefeed_curl_take value) {
    return curl.easy_setopt(easy, option, value);
}
int linefeed_curl_get_long(linefeed_curl_easy *easy, int info, long *value) {
    return curl.easy_getinfo(easy, info, value);
}
int linefeed_curl_get_text(linefeed_curl_easy *easy, int info, const char **value) {
    return curl.easy_getinfo(easy, info, value);
}
const char *linefeed_curl_message(int code) { return curl.easy_strerror(code); }

linefeed_curl_list *linefeed_curl_list_append(linefeed_curl_list *list, const char *text) {
    return curl.slist_append(list, text);
}
void linefeed_curl_list_free(linefeed_curl_list *list) { curl.slist_free_all(list); }

linefeed_curl_multi *linefeed_curl_multi_init(void) { return curl.multi_init(); }
void linefeed_curl_multi_cleanup(linefeed_curl_multi *multi) { curl.multi_cleanup(multi); }
int linefeed_curl_multi_add(linefeed_curl_multi *multi, linefeed_curl_easy *easy) {
    return curl.multi_add_handle(multi, easy);
}
int linefeed_curl_multi_remove(linefeed_curl_multi *multi, linefeed_curl_easy *easy) {
    return curl.multi_remove_handle(multi, easy);
}
int linefeed_curl_multi_perform(linefeed_curl_multi *multi) {
    int running;
    return curl.multi_perform(multi, &running);
}
int linefeed_curl_multi_wait(linefeed_curl_multi *multi, int descriptor, int milliseconds) {
    struct waitfd extra = {descriptor, CURL_WAIT_POLLIN, 0};
    int ready;
    return curl.multi_wait(multi, &extra, 1, milliseconds, &ready);
}
linefeed_curl_easy *linefeed_curl_multi_finished(linefeed_curl_multi *multi, int *code) {
    int left;
    struct message *message;
    while ((message = curl.multi_info_read(multi, &left))) {
        if (message->kind != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy;
    }
    return NULL;
}
