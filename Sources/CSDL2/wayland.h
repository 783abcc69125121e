#ifndef SCOREVIEW_WAYLAND_H
#define SCOREVIEW_WAYLAND_H

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <wayland-client-core.h>

// What SDL has no word for: showing plain memory in a Wayland window. The requests are those of wayland.xml,
// made by hand because the generated ones call the library directly, which is opened and never linked.

#define SCOREVIEW_WAYLAND_FUNCTIONS(X) \
  X(wl_proxy_marshal_flags)            \
  X(wl_proxy_add_listener)             \
  X(wl_proxy_destroy)                  \
  X(wl_proxy_get_version)              \
  X(wl_proxy_create_wrapper)           \
  X(wl_proxy_wrapper_destroy)          \
  X(wl_proxy_set_queue)                \
  X(wl_display_create_queue)           \
  X(wl_event_queue_destroy)            \
  X(wl_display_roundtrip_queue)        \
  X(wl_display_dispatch_queue_pending) \
  X(wl_display_flush)

struct WaylandFunctions {
#define SCOREVIEW_MEMBER(name) __typeof__(&name) name;
  SCOREVIEW_WAYLAND_FUNCTIONS(SCOREVIEW_MEMBER)
#undef SCOREVIEW_MEMBER
  const struct wl_interface *registry;
  const struct wl_interface *shm;
  const struct wl_interface *pool;
  const struct wl_interface *buffer;
};

/// Fills the table from an opened libwayland-client; false when a name is missing.
static inline int wayland_resolve(void *library, struct WaylandFunctions *table) {
#define SCOREVIEW_RESOLVE(name)                          \
  table->name = (__typeof__(&name))dlsym(library, #name); \
  if (table->name == 0) return 0;
  SCOREVIEW_WAYLAND_FUNCTIONS(SCOREVIEW_RESOLVE)
#undef SCOREVIEW_RESOLVE
  table->registry = (const struct wl_interface *)dlsym(library, "wl_registry_interface");
  table->shm = (const struct wl_interface *)dlsym(library, "wl_shm_interface");
  table->pool = (const struct wl_interface *)dlsym(library, "wl_shm_pool_interface");
  table->buffer = (const struct wl_interface *)dlsym(library, "wl_buffer_interface");
  return table->registry && table->shm && table->pool && table->buffer;
}

/// The compositor's connection and a window's surface, as SDL has them.
struct WaylandWindow {
  struct wl_display *display;
  struct wl_proxy *surface;
};

/// What the registry says about shared memory: its name there, 0 while it has said nothing.
struct WaylandGlobals {
  uint32_t shm_name;
};

static inline void wayland_global(
    void *data, struct wl_proxy *registry, uint32_t name, const char *interface, uint32_t version) {
  (void)registry;
  (void)version;
  if (strcmp(interface, "wl_shm") == 0) ((struct WaylandGlobals *)data)->shm_name = name;
}

static inline void wayland_global_remove(void *data, struct wl_proxy *registry, uint32_t name) {
  (void)data;
  (void)registry;
  (void)name;
}

/// The compositor's shared memory, bound on a queue of our own; NULL when there is none.
static inline struct wl_proxy *wayland_bind_shm(
    const struct WaylandFunctions *f, struct wl_display *display, struct wl_event_queue *queue) {
  static void (*listener[])(void) = {(void (*)(void))wayland_global, (void (*)(void))wayland_global_remove};
  struct WaylandGlobals globals = {0};
  struct wl_proxy *own = (struct wl_proxy *)f->wl_proxy_create_wrapper(display);
  if (!own) return 0;
  f->wl_proxy_set_queue(own, queue);
  struct wl_proxy *registry = f->wl_proxy_marshal_flags(own, 1, f->registry, 1, 0, NULL);
  f->wl_proxy_wrapper_destroy(own);
  if (!registry) return 0;
  struct wl_proxy *shm = 0;
  if (f->wl_proxy_add_listener(registry, listener, &globals) == 0 && f->wl_display_roundtrip_queue(display, queue) >= 0
      && globals.shm_name != 0) {
    shm = f->wl_proxy_marshal_flags(
        registry, 0, f->shm, 1, 0, globals.shm_name, f->shm->name, 1, NULL);
  }
  f->wl_proxy_destroy(registry);
  return shm;
}

/// A file that is only in memory and is closed on exec; −1 when there is none (`memfd_create`, Linux 3.17).
static inline int wayland_memory_file(void) { return (int)syscall(SYS_memfd_create, "scoreview", 1u); }

static inline void wayland_released(void *data, struct wl_proxy *buffer) {
  (void)buffer;
  *(int32_t *)data = 0;
}

/// A buffer of 32-bit pixels without alpha over all of a file's memory; `busy` becomes 0 when the compositor has
/// read it.
static inline struct wl_proxy *wayland_make_buffer(
    const struct WaylandFunctions *f, struct wl_proxy *shm, int32_t file, int32_t width, int32_t height,
    int32_t *busy) {
  static void (*listener[])(void) = {(void (*)(void))wayland_released};
  const uint32_t xrgb8888 = 1;
  struct wl_proxy *pool =
      f->wl_proxy_marshal_flags(shm, 0, f->pool, 1, 0, NULL, file, width * 4 * height);
  if (!pool) return 0;
  struct wl_proxy *buffer =
      f->wl_proxy_marshal_flags(pool, 0, f->buffer, 1, 0, NULL, 0, width, height, width * 4, xrgb8888);
  f->wl_proxy_marshal_flags(pool, 1, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
  if (buffer) f->wl_proxy_add_listener(buffer, listener, busy);
  return buffer;
}

static inline void wayland_destroy_buffer(const struct WaylandFunctions *f, struct wl_proxy *buffer) {
  f->wl_proxy_marshal_flags(buffer, 0, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
}

/// Shows a buffer, of which one rectangle in its own pixels has changed.
static inline void wayland_show(
    const struct WaylandFunctions *f, const struct WaylandWindow *window, struct wl_proxy *buffer, int32_t x,
    int32_t y, int32_t width, int32_t height) {
  uint32_t version = f->wl_proxy_get_version(window->surface);
  f->wl_proxy_marshal_flags(window->surface, 1, NULL, version, 0, buffer, 0, 0);
  // Damage in the buffer's pixels came with version 4; before, all of the surface is told.
  if (version >= 4) {
    f->wl_proxy_marshal_flags(window->surface, 9, NULL, version, 0, x, y, width, height);
  } else {
    f->wl_proxy_marshal_flags(window->surface, 2, NULL, version, 0, 0, 0, INT32_MAX, INT32_MAX);
  }
  f->wl_proxy_marshal_flags(window->surface, 6, NULL, version, 0);
  f->wl_display_flush(window->display);
}

#endif
