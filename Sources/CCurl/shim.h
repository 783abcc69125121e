#ifndef SCOREVIEW_CCURL_SHIM_H
#define SCOREVIEW_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>

// libcurl is opened when an address is first fetched, never linked. Each name below becomes a
// typed member of the table, so the headers still check every call.
#define SCOREVIEW_CURL_FUNCTIONS(X) \
  X(curl_global_init)               \
  X(curl_easy_init)                 \
  X(curl_easy_cleanup)              \
  X(curl_easy_perform)              \
  X(curl_easy_setopt)               \
  X(curl_easy_getinfo)              \
  X(curl_easy_strerror)             \
  X(curl_slist_append)              \
  X(curl_slist_free_all)

struct CurlFunctions {
#define SCOREVIEW_MEMBER(name) __typeof__(&name) name;
  SCOREVIEW_CURL_FUNCTIONS(SCOREVIEW_MEMBER)
#undef SCOREVIEW_MEMBER
};

/// Fills the table from an opened library; returns the first name that is missing, or NULL.
static inline const char *curl_resolve(void *library, struct CurlFunctions *table) {
#define SCOREVIEW_RESOLVE(name)                           \
  table->name = (__typeof__(&name))dlsym(library, #name); \
  if (table->name == 0) return #name;
  SCOREVIEW_CURL_FUNCTIONS(SCOREVIEW_RESOLVE)
#undef SCOREVIEW_RESOLVE
  return 0;
}

// Setting and asking are variadic in C, which Swift cannot call: one function for each type.

static inline CURLcode curl_set_long(const struct CurlFunctions *table, CURL *handle, CURLoption option, long value) {
  return table->curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_size(
    const struct CurlFunctions *table, CURL *handle, CURLoption option, curl_off_t value) {
  return table->curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_text(
    const struct CurlFunctions *table, CURL *handle, CURLoption option, const char *value) {
  return table->curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_pointer(
    const struct CurlFunctions *table, CURL *handle, CURLoption option, void *value) {
  return table->curl_easy_setopt(handle, option, value);
}

/// Sets CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
static inline CURLcode curl_set_receiver(
    const struct CurlFunctions *table, CURL *handle, CURLoption option,
    size_t (*receiver)(char *bytes, size_t size, size_t count, void *context)) {
  return table->curl_easy_setopt(handle, option, receiver);
}

/// Sets CURLOPT_XFERINFOFUNCTION.
static inline CURLcode curl_set_progress(
    const struct CurlFunctions *table, CURL *handle,
    int (*progress)(void *context, curl_off_t downTotal, curl_off_t down, curl_off_t upTotal, curl_off_t up)) {
  return table->curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
}

/// Allows http and https alone, at first and behind redirections.
static inline CURLcode curl_allow_web_only(const struct CurlFunctions *table, CURL *handle) {
  CURLcode code = table->curl_easy_setopt(handle, (CURLoption)(CURLOPTTYPE_STRINGPOINT + 318), "http,https");
  if (code == CURLE_OK) {
    return table->curl_easy_setopt(handle, (CURLoption)(CURLOPTTYPE_STRINGPOINT + 319), "http,https");
  }
  // Before 7.85 the two options were sets of bits, under other numbers.
  long web = CURLPROTO_HTTP | CURLPROTO_HTTPS;
  code = table->curl_easy_setopt(handle, (CURLoption)(CURLOPTTYPE_LONG + 181), web);
  if (code != CURLE_OK) return code;
  return table->curl_easy_setopt(handle, (CURLoption)(CURLOPTTYPE_LONG + 182), web);
}

static inline CURLcode curl_get_long(const struct CurlFunctions *table, CURL *handle, CURLINFO info, long *value) {
  return table->curl_easy_getinfo(handle, info, value);
}

static inline CURLcode curl_get_text(
    const struct CurlFunctions *table, CURL *handle, CURLINFO info, const char **value) {
  return table->curl_easy_getinfo(handle, info, value);
}

#endif
