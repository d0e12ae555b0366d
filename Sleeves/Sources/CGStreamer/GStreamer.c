#define _GNU_SOURCE
#include "CGStreamer.h"

#include <dlfcn.h>
#include <sys/mman.h>

void cgstreamer_set_string(void *element, const char *name, const char *value)
{
    g_object_set(element, name, value, NULL);
}

void cgstreamer_set_double(void *element, const char *name, double value)
{
    g_object_set(element, name, value, NULL);
}

char *cgstreamer_string(void *object, const char *name)
{
    char *value = NULL;
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(object), name) != NULL) g_object_get(object, name, &value, NULL);
    return value;
}

int cgstreamer_memory_file(void)
{
    return memfd_create("track", MFD_CLOEXEC);
}

const CGStreamer *cgstreamer_load(void)
{
    static CGStreamer table;
    void *const core = dlopen("libgstreamer-1.0.so.0", RTLD_NOW | RTLD_GLOBAL);
    void *const app = dlopen("libgstapp-1.0.so.0", RTLD_NOW | RTLD_GLOBAL);
    if (core == NULL || app == NULL) return NULL;
#define FIND(library, name) \
    if ((table.name = (__typeof__(table.name))dlsym(library, #name)) == NULL) return NULL;
#define FIND_IN_CORE(name) FIND(core, name)
#define FIND_IN_APP(name) FIND(app, name)
    CGSTREAMER_FUNCTIONS(FIND_IN_CORE)
    CGSTREAMER_APP_FUNCTIONS(FIND_IN_APP)
    return &table;
}
