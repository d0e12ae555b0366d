// Records what each frame of Sleeves' window costs the main thread. `window.py` preloads it; the program knows nothing of it.
//
// The cost of a frame is the processor time of the main thread from the end of the frame before to where drawing begins (input, timers, what
// other threads have sent, animations, layout), and the program's part in saying what is to be drawn: the strip's covers, and the texts of the
// wall. What the renderer does with that is not counted: on a machine without a graphics card it is the processor's work, elsewhere it is not.
//
// One line each in the file that SLEEVES_FRAME_RECORD names: `frame`, its end, its cost, the processor time of the whole process by then; `mark`,
// a name, a time. Times are nanoseconds; ends and marks are on the monotonic clock. `asked` marks a change of the words to search for, `found` a
// change of the header's count of albums, which is set with each result.

#define _GNU_SOURCE
#include <adwaita.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static FILE *record;
static guint64 work_start, work, snapshots;

static guint64 now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (guint64)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void mark(const char *name) {
    if (record) fprintf(record, "mark %s %" G_GUINT64_FORMAT "\n", name, now(CLOCK_MONOTONIC));
}

static void note_work(void) {
    work = now(CLOCK_THREAD_CPUTIME_ID) - work_start;
}

static void end_frame(void) {
    fprintf(record, "frame %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n", now(CLOCK_MONOTONIC), work + snapshots,
            now(CLOCK_PROCESS_CPUTIME_ID));
    work = snapshots = 0;
    work_start = now(CLOCK_THREAD_CPUTIME_ID);
}

static gboolean note_search(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
    static char *words;
    const char *text = gtk_editable_get_text(g_value_get_object(values));
    // The field also tells that it is empty when it is made.
    if (g_strcmp0(text, words ? words : "") == 0) return TRUE;
    g_free(words);
    words = g_strdup(text);
    mark("asked");
    return TRUE;
}

static void follow(GtkWidget *window) {
    GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
    // A frame need not have all of these. GTK connected its own handlers before, so these run when its work is done.
    g_signal_connect(clock, "before-paint", G_CALLBACK(note_work), NULL);
    g_signal_connect(clock, "update", G_CALLBACK(note_work), NULL);
    g_signal_connect(clock, "layout", G_CALLBACK(note_work), NULL);
    g_signal_connect(clock, "after-paint", G_CALLBACK(end_frame), NULL);
    work_start = now(CLOCK_THREAD_CPUTIME_ID);
    g_signal_add_emission_hook(g_signal_lookup("search-changed", GTK_TYPE_SEARCH_ENTRY), 0, note_search, NULL, NULL);
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("SLEEVES_FRAME_RECORD");
    if (path) record = fopen(path, "we");
    // The reader processes are not measured.
    unsetenv("LD_PRELOAD");
    unsetenv("SLEEVES_FRAME_RECORD");
}

__attribute__((destructor)) static void end(void) {
    if (record) fclose(record);
}

// The functions of GTK that the program calls, found before GTK's own.

void gtk_window_present(GtkWindow *window) {
    static gboolean follows;
    ((typeof(&gtk_window_present))dlsym(RTLD_NEXT, "gtk_window_present"))(window);
    if (record && !follows) follow(GTK_WIDGET(window));
    follows = TRUE;
}

// Only the strip calls it; GTK's own calls do not come here.
void gtk_widget_snapshot_child(GtkWidget *widget, GtkWidget *child, GtkSnapshot *snapshot) {
    static typeof(&gtk_widget_snapshot_child) original;
    if (!original) original = (typeof(original))dlsym(RTLD_NEXT, "gtk_widget_snapshot_child");
    guint64 start = now(CLOCK_THREAD_CPUTIME_ID);
    original(widget, child, snapshot);
    snapshots += now(CLOCK_THREAD_CPUTIME_ID) - start;
}

// The texts of the wall are laid out while they are drawn, between these two calls.
static guint64 text_start;

PangoLayout *gtk_widget_create_pango_layout(GtkWidget *widget, const char *text) {
    text_start = now(CLOCK_THREAD_CPUTIME_ID);
    return ((typeof(&gtk_widget_create_pango_layout))dlsym(RTLD_NEXT, "gtk_widget_create_pango_layout"))(widget, text);
}

void gtk_snapshot_render_layout(GtkSnapshot *snapshot, GtkStyleContext *style, double x, double y, PangoLayout *layout) {
    ((typeof(&gtk_snapshot_render_layout))dlsym(RTLD_NEXT, "gtk_snapshot_render_layout"))(snapshot, style, x, y, layout);
    snapshots += now(CLOCK_THREAD_CPUTIME_ID) - text_start;
}

void adw_window_title_set_subtitle(AdwWindowTitle *title, const char *subtitle) {
    ((typeof(&adw_window_title_set_subtitle))dlsym(RTLD_NEXT, "adw_window_title_set_subtitle"))(title, subtitle);
    // The window's own header, not one that is being made.
    if (gtk_widget_get_root(GTK_WIDGET(title))) mark("found");
}
