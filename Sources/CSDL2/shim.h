#ifndef SCOREVIEW_CSDL2_SHIM_H
#define SCOREVIEW_CSDL2_SHIM_H

// The program has its own main: SDL must not rename it.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <dlfcn.h>
#include "wayland.h"

// SDL is opened when a window opens, never linked: see CCairo's shim.h.
#define SCOREVIEW_SDL_FUNCTIONS(X) \
  X(SDL_SetMainReady)              \
  X(SDL_Init)                      \
  X(SDL_Quit)                      \
  X(SDL_GetError)                  \
  X(SDL_SetHint)                   \
  X(SDL_free)                      \
  X(SDL_GetTicks64)                \
  X(SDL_GetVersion)                \
  X(SDL_GetCurrentVideoDriver)     \
  X(SDL_GetDisplayUsableBounds)    \
  X(SDL_GetWindowDisplayIndex)     \
  X(SDL_GetCurrentDisplayMode)     \
  X(SDL_EnableScreenSaver)         \
  X(SDL_CreateWindow)              \
  X(SDL_DestroyWindow)             \
  X(SDL_ShowWindow)                \
  X(SDL_GetWindowID)               \
  X(SDL_GetWindowFlags)            \
  X(SDL_GetWindowSize)             \
  X(SDL_SetWindowSize)             \
  X(SDL_SetWindowMinimumSize)      \
  X(SDL_SetWindowTitle)            \
  X(SDL_SetWindowIcon)             \
  X(SDL_SetWindowFullscreen)       \
  X(SDL_GetWindowWMInfo)           \
  X(SDL_GetWindowSurface)          \
  X(SDL_UpdateWindowSurfaceRects)  \
  X(SDL_CreateRGBSurfaceWithFormatFrom) \
  X(SDL_FreeSurface)               \
  X(SDL_ConvertPixels)             \
  X(SDL_CreateRenderer)            \
  X(SDL_DestroyRenderer)           \
  X(SDL_GetRendererOutputSize)     \
  X(SDL_CreateTexture)             \
  X(SDL_DestroyTexture)            \
  X(SDL_UpdateTexture)             \
  X(SDL_RenderCopy)                \
  X(SDL_RenderPresent)             \
  X(SDL_CreateSystemCursor)        \
  X(SDL_FreeCursor)                \
  X(SDL_SetCursor)                 \
  X(SDL_SetClipboardText)          \
  X(SDL_GetModState)               \
  X(SDL_StartTextInput)            \
  X(SDL_EventState)                \
  X(SDL_RegisterEvents)            \
  X(SDL_PushEvent)                 \
  X(SDL_PumpEvents)                \
  X(SDL_PeepEvents)                \
  X(SDL_WaitEventTimeout)

struct SDLFunctions {
#define SCOREVIEW_MEMBER(name) __typeof__(&name) name;
  SCOREVIEW_SDL_FUNCTIONS(SCOREVIEW_MEMBER)
#undef SCOREVIEW_MEMBER
};

/// Fills the table from an opened library; returns the first name that is missing, or NULL.
static inline const char *sdl_resolve(void *library, struct SDLFunctions *table) {
#define SCOREVIEW_RESOLVE(name)                          \
  table->name = (__typeof__(&name))dlsym(library, #name); \
  if (table->name == 0) return #name;
  SCOREVIEW_SDL_FUNCTIONS(SCOREVIEW_RESOLVE)
#undef SCOREVIEW_RESOLVE
  return 0;
}

/// The functions of libX11 that read a property of the root window and that hear of errors.
struct X11Functions {
  __typeof__(&XSetErrorHandler) XSetErrorHandler;
  __typeof__(&XDefaultRootWindow) XDefaultRootWindow;
  __typeof__(&XGetWindowProperty) XGetWindowProperty;
  __typeof__(&XFree) XFree;
};

/// The X connection of a window, or NULL where the window is not X's.
static inline Display *sdl_x11_display(const struct SDLFunctions *sdl, SDL_Window *window) {
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (!sdl->SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return 0;
  return info.info.x11.display;
}

/// The Wayland surface of a window; false where the window is not Wayland's.
static inline int sdl_wayland_window(
    const struct SDLFunctions *sdl, SDL_Window *window, struct WaylandWindow *result) {
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (!sdl->SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_WAYLAND) return 0;
  result->display = info.info.wl.display;
  result->surface = (struct wl_proxy *)info.info.wl.surface;
  return result->display && result->surface;
}

/// A function of a later SDL than the oldest that will do, or NULL.
static inline __typeof__(&SDL_GetWindowSizeInPixels) sdl_size_in_pixels(void *library) {
  return (__typeof__(&SDL_GetWindowSizeInPixels))dlsym(library, "SDL_GetWindowSizeInPixels");
}

/// Fills the table from an opened libX11; false when a name is missing.
static inline int x11_resolve(void *library, struct X11Functions *table) {
  table->XSetErrorHandler = (__typeof__(&XSetErrorHandler))dlsym(library, "XSetErrorHandler");
  table->XDefaultRootWindow = (__typeof__(&XDefaultRootWindow))dlsym(library, "XDefaultRootWindow");
  table->XGetWindowProperty = (__typeof__(&XGetWindowProperty))dlsym(library, "XGetWindowProperty");
  table->XFree = (__typeof__(&XFree))dlsym(library, "XFree");
  return table->XSetErrorHandler != 0 && table->XDefaultRootWindow != 0 && table->XGetWindowProperty != 0 && table->XFree != 0;
}

#endif
