#pragma once
#include <curl/curl.h>

// curl_easy_setopt and its kin are variadic, which Swift cannot call: one function for each kind of value.

static inline CURLcode bramley_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode bramley_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode bramley_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode bramley_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}
typedef size_t (*bramley_bytes_callback)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode bramley_set_bytes_callback(CURL *easy, CURLoption option,
                                                  bramley_bytes_callback value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode bramley_set_open_socket(CURL *easy, curl_opensocket_callback value) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline CURLcode bramley_set_debug(CURL *easy, curl_debug_callback value) {
  return curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, value);
}
static inline CURLcode bramley_set_progress(CURL *easy, curl_xferinfo_callback value) {
  return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, value);
}
static inline CURLcode bramley_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode bramley_get_pointer(CURL *easy, CURLINFO info, void **value) {
  return curl_easy_getinfo(easy, info, (char **)value);
}
static inline CURLMcode bramley_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
/// The handle and the result of a finished transfer, or null when the message is of another kind.
static inline CURL *bramley_finished(CURLMsg *message, CURLcode *result) {
  if (message == NULL || message->msg != CURLMSG_DONE) return NULL;
  *result = message->data.result;
  return message->easy_handle;
}
/// The address that a transfer is about to connect to; it is longer than its declared type.
static inline const struct sockaddr *bramley_target(struct curl_sockaddr *address) { return &address->addr; }
