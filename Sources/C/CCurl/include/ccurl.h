#ifndef LINEFEED_CCURL_H
#define LINEFEED_CCURL_H

#include <stddef.h>
#include <stdint.h>

// libcurl, loaded when it is first used. Linking it would cost every start 7 ms, and its -dev package would be needed
// to build; what is declared here instead is the part of its binary interface that has not changed since 7.28 (2012).
// Numbers are those of <curl/curl.h> and <curl/multi.h>: libcurl promises never to change them within libcurl.so.4.

/// Loads libcurl once; 0 where none of its names can be loaded, and then `why` is the loader's message.
int linefeed_curl_load(const char **why);

enum {
    LINEFEED_CURLE_OK = 0,
    LINEFEED_CURLE_UNSUPPORTED_PROTOCOL = 1,
    LINEFEED_CURLE_URL_MALFORMAT = 3,
    LINEFEED_CURLE_COULDNT_RESOLVE_PROXY = 5,
    LINEFEED_CURLE_COULDNT_RESOLVE_HOST = 6,
    LINEFEED_CURLE_COULDNT_CONNECT = 7,
    LINEFEED_CURLE_PARTIAL_FILE = 18,
    LINEFEED_CURLE_WRITE_ERROR = 23,
    LINEFEED_CURLE_OUT_OF_MEMORY = 27,
    LINEFEED_CURLE_OPERATION_TIMEDOUT = 28,
    LINEFEED_CURLE_UNKNOWN_OPTION = 48,
    LINEFEED_CURLE_GOT_NOTHING = 52,
    LINEFEED_CURLE_RECV_ERROR = 56,
    LINEFEED_CURLE_SSL_CERTPROBLEM = 58,
    LINEFEED_CURLE_SSL_CIPHER = 59,
    LINEFEED_CURLE_PEER_FAILED_VERIFICATION = 60,
    LINEFEED_CURLE_BAD_CONTENT_ENCODING = 61,
    LINEFEED_CURLE_SSL_CACERT_BADFILE = 77,
    LINEFEED_CURLE_TOO_LARGE = 100,
};

enum {
    LINEFEED_CURLOPT_WRITEDATA = 10001,
    LINEFEED_CURLOPT_URL = 10002,
    LINEFEED_CURLOPT_ERRORBUFFER = 10010,
    LINEFEED_CURLOPT_WRITEFUNCTION = 20011,
    LINEFEED_CURLOPT_USERAGENT = 10018,
    LINEFEED_CURLOPT_HTTPHEADER = 10023,
    LINEFEED_CURLOPT_HEADERDATA = 10029,
    LINEFEED_CURLOPT_FOLLOWLOCATION = 52,
    LINEFEED_CURLOPT_CAINFO = 10065,
    LINEFEED_CURLOPT_HEADERFUNCTION = 20079,
    LINEFEED_CURLOPT_NOSIGNAL = 99,
    LINEFEED_CURLOPT_USERNAME = 10173,
    LINEFEED_CURLOPT_PASSWORD = 10174,
    LINEFEED_CURLOPT_PROTOCOLS = 181,
    LINEFEED_CURLOPT_HEADEROPT = 229,
    LINEFEED_CURLOPT_PROTOCOLS_STR = 10318,
};

enum {
    LINEFEED_CURLINFO_RESPONSE_CODE = 0x200000 + 2,
    LINEFEED_CURLINFO_REDIRECT_URL = 0x100000 + 31,
};

/// The size of the buffer that CURLOPT_ERRORBUFFER takes.
#define LINEFEED_CURL_ERROR_SIZE 256

typedef struct linefeed_curl_easy linefeed_curl_easy;
typedef struct linefeed_curl_multi linefeed_curl_multi;
typedef struct linefeed_curl_list linefeed_curl_list;
typedef size_t (*linefeed_curl_take)(char *bytes, size_t size, size_t count, void *data);

linefeed_curl_easy *linefeed_curl_easy_init(void);
void linefeed_curl_easy_cleanup(linefeed_curl_easy *easy);
int linefeed_curl_set_long(linefeed_curl_easy *easy, int option, long value);
int linefeed_curl_set_text(linefeed_curl_easy *easy, int option, const char *value);
int linefeed_curl_set_pointer(linefeed_curl_easy *easy, int option, void *value);
int linefeed_curl_set_list(linefeed_curl_easy *easy, int option, linefeed_curl_list *value);
int linefeed_curl_set_take(linefeed_curl_easy *easy, int option, linefeed_curl_take value);
int linefeed_curl_get_long(linefeed_curl_easy *easy, int info, long *value);
int linefeed_curl_get_text(linefeed_curl_easy *easy, int info, const char **value);
const char *linefeed_curl_message(int code);

linefeed_curl_list *linefeed_curl_list_append(linefeed_curl_list *list, const char *text);
void linefeed_curl_list_free(linefeed_curl_list *list);

linefeed_curl_multi *linefeed_curl_multi_init(void);
void linefeed_curl_multi_cleanup(linefeed_curl_multi *multi);
int linefeed_curl_multi_add(linefeed_curl_multi *multi, linefeed_curl_easy *easy);
int linefeed_curl_multi_remove(linefeed_curl_multi *multi, linefeed_curl_easy *easy);
int linefeed_curl_multi_perform(linefeed_curl_multi *multi);
/// Waits until a transfer or `descriptor` has something to read, a transfer's own time has come, or the time is over.
int linefeed_curl_multi_wait(linefeed_curl_multi *multi, int descriptor, int milliseconds);
/// Takes one transfer that has come to its end, with its code; NULL where there is none.
linefeed_curl_easy *linefeed_curl_multi_finished(linefeed_curl_multi *multi, int *code);

#endif
