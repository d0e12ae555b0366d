#pragma once

#include <curl/curl.h>

// Values of options. Their C types differ between versions of libcurl: enumerators in some, macros in others.

static const long ccurl_http_1_1 = CURL_HTTP_VERSION_1_1;
static const long ccurl_tls_1_2 = CURL_SSLVERSION_TLSv1_2;
static const long ccurl_no_pipelining = CURLPIPE_NOTHING;

// Wrappers for functions with a variable number of arguments, which Swift can't call.

/// Prepares libcurl and OpenSSL. Call it once, before anything else.
CURLcode ccurl_initialize(void);
/// Names the calling thread, in at most 15 bytes.
void ccurl_name_thread(const char *name);

CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value);
/// Sets a string, which libcurl copies, or a pointer, which it keeps.
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *_Nullable value);
CURLcode ccurl_set_on_data(CURL *easy, CURLoption option, size_t (*_Nonnull function)(char *, size_t, size_t, void *));
CURLcode ccurl_set_on_socket(CURL *easy, curl_opensocket_callback _Nonnull function);
CURLcode ccurl_set_on_progress(CURL *easy, curl_xferinfo_callback _Nonnull function);
CURLcode ccurl_set_on_debug(CURL *easy, curl_debug_callback _Nonnull function);
long ccurl_number(CURL *easy, CURLINFO info);
/// Returns the announced length of the body, or -1.
curl_off_t ccurl_announced_length(CURL *easy);

CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value);
/// Returns the next finished transfer, or NULL.
CURL *_Nullable ccurl_multi_next_done(CURLM *multi, CURLcode *result);
