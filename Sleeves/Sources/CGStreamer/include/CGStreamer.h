// GStreamer's functions, looked up at run time, so that the program starts without GStreamer.

#ifndef CGSTREAMER_H
#define CGSTREAMER_H

// Swift renames the members of enumerations with this attribute, which GLib 2.88 and later give to flags.
#define flag_enum unused

#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>

/// The functions of libgstreamer-1.0 that the player calls.
#define CGSTREAMER_FUNCTIONS(F) \
    F(gst_init_check) F(gst_parse_launch) F(gst_element_factory_find) F(gst_plugin_feature_set_rank) F(gst_bin_get_by_name) \
    F(gst_device_provider_factory_get_by_name) F(gst_device_provider_start) F(gst_device_provider_stop) F(gst_device_provider_get_bus) \
    F(gst_message_parse_device_removed) \
    F(gst_element_set_state) F(gst_element_get_state) F(gst_element_query_position) F(gst_element_query_duration) \
    F(gst_element_seek_simple) F(gst_element_get_bus) \
    F(gst_bus_set_sync_handler) F(gst_message_parse_error) F(gst_message_get_structure) F(gst_structure_get_name) \
    F(gst_structure_get_string) F(gst_structure_get_int) F(gst_mini_object_unref) F(gst_object_unref) F(gst_caps_from_string) \
    F(gst_caps_get_structure) F(gst_sample_get_buffer) F(gst_sample_get_caps) F(gst_sample_get_segment) F(gst_segment_to_stream_time) \
    F(gst_buffer_map) F(gst_buffer_unmap) F(gst_buffer_new_memdup) F(gst_stream_error_quark) F(gst_core_error_quark)

/// The functions of libgstapp-1.0.
#define CGSTREAMER_APP_FUNCTIONS(F) \
    F(gst_app_sink_try_pull_sample) F(gst_app_sink_is_eos) F(gst_app_src_push_buffer) F(gst_app_src_end_of_stream) F(gst_app_src_set_caps) \
    F(gst_app_src_get_current_level_time)

/// A table of GStreamer's functions.
typedef struct CGStreamer {
#define CGSTREAMER_MEMBER(name) __typeof__(name) *_Nonnull name;
    CGSTREAMER_FUNCTIONS(CGSTREAMER_MEMBER)
    CGSTREAMER_APP_FUNCTIONS(CGSTREAMER_MEMBER)
#undef CGSTREAMER_MEMBER
} CGStreamer;

/// Sets a property of an element. Values have the property's own type.
void cgstreamer_set_string(void *_Nonnull element, const char *_Nonnull name, const char *_Nonnull value);
void cgstreamer_set_double(void *_Nonnull element, const char *_Nonnull name, double value);

/// Returns a text property of an object, to be freed with `g_free`; `NULL` if there is none.
char *_Nullable cgstreamer_string(void *_Nonnull object, const char *_Nonnull name);

/// Returns the descriptor of a new file in memory, or -1.
int cgstreamer_memory_file(void);

/// Loads GStreamer and returns its functions; `NULL` if a library or a function is missing. Call it on one thread.
const CGStreamer *_Nullable cgstreamer_load(void);

#endif
