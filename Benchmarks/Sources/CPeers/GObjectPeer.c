#include "CPeers.h"

#include <glib-object.h>

// A GObject with a signal and a property.

struct _BenchNumber {
    GObject parent;
    glong number;
    gint64 sum;
    GArray *handlers;
    double removal;
};

#define BENCH_TYPE_NUMBER (bench_number_get_type())
G_DECLARE_FINAL_TYPE(BenchNumber, bench_number, BENCH, NUMBER, GObject)
G_DEFINE_FINAL_TYPE(BenchNumber, bench_number, G_TYPE_OBJECT)

enum { PROPERTY_NUMBER = 1, PROPERTY_COUNT };

static GParamSpec *properties[PROPERTY_COUNT];
static guint posted_signal;

// Not inlined: an object's own functions are in another file than those who call them.
__attribute__((noinline)) static glong bench_number_get_number(BenchNumber *self) {
    g_return_val_if_fail(BENCH_IS_NUMBER(self), 0);
    return self->number;
}

__attribute__((noinline)) static void bench_number_set_number(BenchNumber *self, glong number) {
    g_return_if_fail(BENCH_IS_NUMBER(self));
    self->number = number;
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROPERTY_NUMBER]);
}

static void get_property(GObject *object, guint identifier, GValue *value, GParamSpec *specification) {
    if (identifier == PROPERTY_NUMBER)
        g_value_set_long(value, bench_number_get_number(BENCH_NUMBER(object)));
    else
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, identifier, specification);
}

static void set_property(GObject *object, guint identifier, const GValue *value, GParamSpec *specification) {
    if (identifier == PROPERTY_NUMBER)
        bench_number_set_number(BENCH_NUMBER(object), g_value_get_long(value));
    else
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, identifier, specification);
}

static void finalize(GObject *object) {
    g_array_unref(BENCH_NUMBER(object)->handlers);
    G_OBJECT_CLASS(bench_number_parent_class)->finalize(object);
}

static void bench_number_class_init(BenchNumberClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->get_property = get_property;
    object_class->set_property = set_property;
    object_class->finalize = finalize;
    properties[PROPERTY_NUMBER] = g_param_spec_long(
        "number", NULL, NULL, G_MINLONG, G_MAXLONG, 0, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
    g_object_class_install_properties(object_class, PROPERTY_COUNT, properties);
    // One long: for this GObject has a marshaller without GValues, its fastest way.
    posted_signal = g_signal_new("posted", BENCH_TYPE_NUMBER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_LONG);
}

static void bench_number_init(BenchNumber *self) {
    self->handlers = g_array_new(FALSE, FALSE, sizeof(gulong));
}

static void *make(void) { return g_object_new(BENCH_TYPE_NUMBER, NULL); }

static void destroy(void *object) { g_object_unref(object); }

static int64_t read_sum(void *object) { return ((BenchNumber *)object)->sum; }

// As a signal.

static void number_posted(BenchNumber *sender, glong number, BenchNumber *receiver) {
    (void)sender;
    receiver->sum += number;
}

static void number_posted_on_thread(BenchNumber *sender, glong number, gpointer data) {
    (void)sender;
    (void)data;
    add_to_thread_sum(number);
}

static void add(void *object, int64_t count, int adds_to_thread_sum) {
    BenchNumber *self = object;
    GCallback callback = adds_to_thread_sum ? G_CALLBACK(number_posted_on_thread) : G_CALLBACK(number_posted);
    for (int64_t i = 0; i < count; ++i) {
        gulong handler = g_signal_connect(self, "posted", callback, self);
        g_array_append_val(self->handlers, handler);
    }
}

static void post(void *object, int64_t times) {
    for (int64_t number = 0; number < times; ++number)
        g_signal_emit(object, posted_signal, 0, (glong)number);
}

static void add_and_remove(void *object, int64_t times) {
    for (int64_t i = 0; i < times; ++i) {
        gulong handler = g_signal_connect(object, "posted", G_CALLBACK(number_posted), object);
        g_signal_handler_disconnect(object, handler);
    }
}

static void remove_last(BenchNumber *sender, glong number, BenchNumber *receiver) {
    (void)number;
    GArray *handlers = receiver->handlers;
    double start = nanoseconds_now();
    g_signal_handler_disconnect(sender, g_array_index(handlers, gulong, handlers->len - 1));
    receiver->removal = nanoseconds_now() - start;
    g_array_set_size(handlers, handlers->len - 1);
}

static double remove_amid(void *object, int64_t count) {
    BenchNumber *self = object;
    if (self->handlers->len == 0) {
        add(object, count / 2, 0);
        gulong handler = g_signal_connect(self, "posted", G_CALLBACK(remove_last), self);
        g_array_append_val(self->handlers, handler);
        add(object, count / 2, 0);
    }
    post(object, 1);
    add(object, 1, 0);
    return self->removal;
}

const struct signal_peer gobject_signal_peer = {
    "GObject signal", 1, make, destroy, add, post, add_and_remove, remove_amid, read_sum,
};

// As a property.

static void number_changed(BenchNumber *model, GParamSpec *specification, BenchNumber *receiver) {
    (void)specification;
    // GObject does not tell the value, let alone the old one.
    receiver->sum += bench_number_get_number(model);
}

static void observe(void *object, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
        g_signal_connect(object, "notify::number", G_CALLBACK(number_changed), object);
}

static void get(void *object, int64_t times) {
    for (int64_t i = 0; i < times; ++i)
        keep(bench_number_get_number(object));
}

static void set(void *object, int64_t times) {
    for (int64_t number = 0; number < times; ++number)
        bench_number_set_number(object, number);
}

const struct property_peer gobject_property_peer = {"GObject, setter and notify", make, destroy, observe, get, set, read_sum};
