#ifndef SCOREVIEW_CSDL2_SHIM_H
#define SCOREVIEW_CSDL2_SHIM_H

#include <SDL2/SDL.h>
#include <dlfcn.h>

// SDL is opened when a window opens, never linked: see CCairo's shim.h.
#define SCOREVIEW_SDL_FUNCTIONS(X) \
  X(SDL_Init)                      \
  X(SDL_Quit)                      \
  X(SDL_GetError)

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

#endif
