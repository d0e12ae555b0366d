#pragma once

// Functions that newer versions of GTK and libadwaita replace. Each of these uses the newest one that the headers declare.

#include <adwaita.h>

// MARK: Styles

/// Sets the rules of a style sheet.
static inline void sleeves_css_provider_load(GtkCssProvider *_Nonnull provider, const char *_Nonnull rules) {
#if GTK_CHECK_VERSION(4, 12, 0)
    gtk_css_provider_load_from_string(provider, rules);
#else
    gtk_css_provider_load_from_data(provider, rules, -1);
#endif
}

/// Reads the colour of a widget's text.
static inline void sleeves_widget_get_color(GtkWidget *_Nonnull widget, GdkRGBA *_Nonnull color) {
#if GTK_CHECK_VERSION(4, 10, 0)
    gtk_widget_get_color(widget, color);
#else
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
#endif
}

// MARK: Questions

/// Whether a dialog is open in a window. Its property "visible-dialog" notifies of that. Before libadwaita 1.5, dialogs are windows of their own.
static inline gboolean sleeves_window_has_dialog(AdwApplicationWindow *_Nonnull window) {
#if ADW_CHECK_VERSION(1, 5, 0)
    return adw_application_window_get_visible_dialog(window) != NULL;
#else
    (void)window;
    return FALSE;
#endif
}

#if ADW_CHECK_VERSION(1, 5, 0)
#define SLEEVES_QUESTION(function) adw_alert_dialog_##function
#define SLEEVES_QUESTION_CAST ADW_ALERT_DIALOG
#else
#define SLEEVES_QUESTION(function) adw_message_dialog_##function
#define SLEEVES_QUESTION_CAST ADW_MESSAGE_DIALOG
#endif

/// Makes a question: a dialog in the window, or, before libadwaita 1.5, a window in front of it. It emits "response" with a name, once.
static inline GtkWidget *_Nonnull sleeves_question_new(GtkWindow *_Nonnull parent, const char *_Nonnull heading, const char *_Nonnull text) {
#if ADW_CHECK_VERSION(1, 5, 0)
    (void)parent;
    AdwDialog *question = adw_alert_dialog_new(heading, text);
    adw_dialog_set_title(question, heading);
    return GTK_WIDGET(question);
#else
    GtkWidget *question = adw_message_dialog_new(parent, heading, text);
    // The dialog shows the heading, and the desktop its title.
    gtk_window_set_title(GTK_WINDOW(question), heading);
    return question;
#endif
}

/// Adds an answer.
static inline void sleeves_question_add(GtkWidget *_Nonnull question, const char *_Nonnull name, const char *_Nonnull label) {
    SLEEVES_QUESTION(add_response)(SLEEVES_QUESTION_CAST(question), name, label);
}

/// Sets the answers of the Enter key, which is shown as the suggested one, and of the Escape key.
static inline void sleeves_question_set_keys(GtkWidget *_Nonnull question, const char *_Nonnull enter, const char *_Nonnull escape) {
    SLEEVES_QUESTION(set_response_appearance)(SLEEVES_QUESTION_CAST(question), enter, ADW_RESPONSE_SUGGESTED);
    SLEEVES_QUESTION(set_default_response)(SLEEVES_QUESTION_CAST(question), enter);
    SLEEVES_QUESTION(set_close_response)(SLEEVES_QUESTION_CAST(question), escape);
}

/// Shows a question.
static inline void sleeves_question_present(GtkWidget *_Nonnull question, GtkWindow *_Nonnull parent) {
#if ADW_CHECK_VERSION(1, 5, 0)
    adw_dialog_present(ADW_DIALOG(question), GTK_WIDGET(parent));
#else
    (void)parent;
    gtk_window_present(GTK_WINDOW(question));
#endif
}

/// Closes a question, which may not have been shown.
static inline void sleeves_question_close(GtkWidget *_Nonnull question) {
#if ADW_CHECK_VERSION(1, 5, 0)
    if (gtk_widget_get_parent(question) != NULL) adw_dialog_force_close(ADW_DIALOG(question));
#else
    gtk_window_destroy(GTK_WINDOW(question));
#endif
}

// MARK: Information about the program

#if ADW_CHECK_VERSION(1, 5, 0)
#define SLEEVES_ABOUT(function) adw_about_dialog_##function
#define SLEEVES_ABOUT_CAST ADW_ABOUT_DIALOG
#else
#define SLEEVES_ABOUT(function) adw_about_window_##function
#define SLEEVES_ABOUT_CAST ADW_ABOUT_WINDOW
#endif

/// Makes a dialog in the window, or, before libadwaita 1.5, a window in front of it.
static inline GtkWidget *_Nonnull sleeves_about_new(
    const char *_Nonnull name, const char *_Nonnull icon, const char *_Nonnull version, const char *_Nonnull developer) {
    GtkWidget *about = GTK_WIDGET(SLEEVES_ABOUT(new)());
    SLEEVES_ABOUT(set_application_name)(SLEEVES_ABOUT_CAST(about), name);
    SLEEVES_ABOUT(set_application_icon)(SLEEVES_ABOUT_CAST(about), icon);
    SLEEVES_ABOUT(set_version)(SLEEVES_ABOUT_CAST(about), version);
    SLEEVES_ABOUT(set_developer_name)(SLEEVES_ABOUT_CAST(about), developer);
    SLEEVES_ABOUT(set_license_type)(SLEEVES_ABOUT_CAST(about), GTK_LICENSE_MIT_X11);
    return about;
}

/// Sets what is said in markup, and the website.
static inline void sleeves_about_set_texts(
    GtkWidget *_Nonnull about, const char *_Nonnull comments, const char *_Nonnull copyright, const char *_Nullable website) {
    SLEEVES_ABOUT(set_comments)(SLEEVES_ABOUT_CAST(about), comments);
    SLEEVES_ABOUT(set_copyright)(SLEEVES_ABOUT_CAST(about), copyright);
    if (website != NULL) SLEEVES_ABOUT(set_website)(SLEEVES_ABOUT_CAST(about), website);
}

/// Shows the information. GTK owns it from then on.
static inline void sleeves_about_present(GtkWidget *_Nonnull about, GtkWindow *_Nonnull parent) {
#if ADW_CHECK_VERSION(1, 5, 0)
    adw_dialog_present(ADW_DIALOG(about), GTK_WIDGET(parent));
#else
    gtk_window_set_transient_for(GTK_WINDOW(about), parent);
    gtk_window_set_modal(GTK_WINDOW(about), TRUE);
    gtk_window_present(GTK_WINDOW(about));
#endif
}

// MARK: Files

/// The kind of thing that the user is asked for.
typedef enum { SLEEVES_FOLDER, SLEEVES_FILE, SLEEVES_NEW_FILE } SleevesFileChoice;

/// Takes the chosen file, which the caller releases, or NULL if the user chose none.
typedef void (*SleevesFileAnswer)(gpointer _Nonnull dialog, GFile *_Nullable file);

#if GTK_CHECK_VERSION(4, 10, 0)

static void sleeves_file_folder_chosen(GObject *_Nullable dialog, GAsyncResult *_Nonnull result, gpointer _Nonnull answer) {
    ((SleevesFileAnswer)answer)(dialog, gtk_file_dialog_select_folder_finish(GTK_FILE_DIALOG(dialog), result, NULL));
}

static void sleeves_file_file_chosen(GObject *_Nullable dialog, GAsyncResult *_Nonnull result, gpointer _Nonnull answer) {
    ((SleevesFileAnswer)answer)(dialog, gtk_file_dialog_open_finish(GTK_FILE_DIALOG(dialog), result, NULL));
}

static void sleeves_file_new_file_chosen(GObject *_Nullable dialog, GAsyncResult *_Nonnull result, gpointer _Nonnull answer) {
    ((SleevesFileAnswer)answer)(dialog, gtk_file_dialog_save_finish(GTK_FILE_DIALOG(dialog), result, NULL));
}

#else

static void sleeves_file_responded(GtkNativeDialog *_Nonnull dialog, int response, gpointer _Nonnull answer) {
    GFile *file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
    ((SleevesFileAnswer)answer)(dialog, file);
}

#endif

/// Makes a dialog that asks for a file. It is released when it has answered.
///
/// - name: A new file's proposed name.
/// - filter: The files that are offered.
static inline gpointer _Nonnull sleeves_file_dialog_new(
    GtkWindow *_Nonnull parent, SleevesFileChoice choice, const char *_Nonnull title, const char *_Nonnull accept, const char *_Nullable name,
    GFile *_Nullable folder, GtkFileFilter *_Nullable filter) {
#if GTK_CHECK_VERSION(4, 10, 0)
    (void)parent, (void)choice;
    GtkFileDialog *dialog = gtk_file_dialog_new();
    gtk_file_dialog_set_title(dialog, title);
    gtk_file_dialog_set_accept_label(dialog, accept);
    if (name != NULL) gtk_file_dialog_set_initial_name(dialog, name);
    if (folder != NULL) gtk_file_dialog_set_initial_folder(dialog, folder);
    if (filter != NULL) {
        GListStore *filters = g_list_store_new(GTK_TYPE_FILE_FILTER);
        g_list_store_append(filters, filter);
        gtk_file_dialog_set_filters(dialog, G_LIST_MODEL(filters));
        g_object_unref(filters);
    }
    return dialog;
#else
    static const GtkFileChooserAction actions[] = {
        GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, GTK_FILE_CHOOSER_ACTION_OPEN, GTK_FILE_CHOOSER_ACTION_SAVE};
    GtkFileChooserNative *dialog = gtk_file_chooser_native_new(title, parent, actions[choice], accept, NULL);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
    if (name != NULL) gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
    // A folder that is gone leaves the choice to GTK.
    if (folder != NULL) gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), folder, NULL);
    if (filter != NULL) gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), filter);
    return dialog;
#endif
}

/// Shows the dialog. It answers once, unless it is released before; and where newer versions of GTK have it cancelled, that nothing was chosen.
static inline void sleeves_file_dialog_show(
    gpointer _Nonnull dialog, GtkWindow *_Nonnull parent, SleevesFileChoice choice, GCancellable *_Nonnull cancellable,
    SleevesFileAnswer _Nonnull answer) {
#if GTK_CHECK_VERSION(4, 10, 0)
    switch (choice) {
    case SLEEVES_FOLDER: gtk_file_dialog_select_folder(dialog, parent, cancellable, sleeves_file_folder_chosen, answer); break;
    case SLEEVES_FILE: gtk_file_dialog_open(dialog, parent, cancellable, sleeves_file_file_chosen, answer); break;
    case SLEEVES_NEW_FILE: gtk_file_dialog_save(dialog, parent, cancellable, sleeves_file_new_file_chosen, answer); break;
    }
#else
    (void)parent, (void)choice, (void)cancellable;
    g_signal_connect(dialog, "response", G_CALLBACK(sleeves_file_responded), answer);
    gtk_native_dialog_show(dialog);
#endif
}
