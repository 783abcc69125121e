internal import CSDL2
internal import Glibc
internal import ScoreDrawing
internal import ScoreRaster

/// Memory that a Wayland compositor shows as it is: the direct way, which without a GPU costs a fifth of a texture.
///
/// Buffers take turns, as the compositor may still read the last one. The picture is kept in memory of our own; a
/// buffer is brought up to date in the parts that have changed since it was last shown.
final class WaylandCanvas {
  /// Held so that the connection outlives what hangs on it.
  private let session: VideoSession
  private var functions: WaylandFunctions
  private var window: WaylandWindow
  private let queue: OpaquePointer
  private let shm: OpaquePointer
  private var buffers: [Buffer] = []
  private var size = PixelSize(width: 0, height: 0)

  /// A compositor holds one buffer, seldom two; more than these are waited for.
  private static let mostBuffers = 4

  private final class Buffer {
    let functions: WaylandFunctions
    let pixels: UnsafeMutablePointer<UInt32>
    let length: Int
    var proxy: OpaquePointer?
    /// 1 from being shown until the compositor has read it; the library writes it.
    let busy = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    /// What has changed since it was shown.
    var stale: PixelRect

    /// Nil when the system gives no memory.
    init?(_ size: PixelSize, shm: OpaquePointer, _ functions: WaylandFunctions) {
      self.functions = functions
      length = size.width * size.height * 4
      stale = PixelRect(size)
      busy.initialize(to: 0)
      let file = wayland_memory_file()
      guard file >= 0, ftruncate(file, length) == 0,
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
      else {
        if file >= 0 { close(file) }
        busy.deallocate()
        return nil
      }
      pixels = memory.bindMemory(to: UInt32.self, capacity: size.width * size.height)
      var functions = functions
      proxy = wayland_make_buffer(&functions, shm, file, Int32(size.width), Int32(size.height), busy)
      close(file)
    }

    deinit {
      var functions = functions
      if let proxy { wayland_destroy_buffer(&functions, proxy) }
      munmap(pixels, length)
      busy.deallocate()
    }
  }

  /// Nil where the window is not Wayland's or the compositor shares no memory.
  init?(_ session: VideoSession, _ sdlWindow: OpaquePointer) {
    var (sdl, window, functions) = (session.sdl, WaylandWindow(), WaylandFunctions())
    guard sdl_wayland_window(&sdl, sdlWindow, &window) != 0,
      let library = dlopen("libwayland-client.so.0", RTLD_LAZY | RTLD_NOLOAD)
    else { return nil }
    defer { dlclose(library) }
    guard wayland_resolve(library, &functions) != 0, let queue = functions.wl_display_create_queue(window.display)
    else { return nil }
    guard let shm = wayland_bind_shm(&functions, window.display, queue) else {
      functions.wl_event_queue_destroy(queue)
      return nil
    }
    self.session = session
    (self.functions, self.window, self.queue, self.shm) = (functions, window, queue, shm)
  }

  deinit {
    buffers.removeAll()
    functions.wl_proxy_destroy(shm)
    functions.wl_event_queue_destroy(queue)
  }

  /// Shows `rows`, of which `dirty` has changed since the last call.
  ///
  /// - Returns: false when there is no memory to share.
  func show(_ rows: PixelRows, dirty: PixelRect) -> Bool {
    if rows.size != size {
      buffers.removeAll()
      size = rows.size
    }
    for buffer in buffers { buffer.stale = buffer.stale.union(dirty) }
    _ = functions.wl_display_dispatch_queue_pending(window.display, queue)
    guard let buffer = freeBuffer(), let proxy = buffer.proxy else { return false }
    let changed = buffer.stale.intersection(PixelRect(size))
    for y in changed.minY..<changed.maxY {
      let start = y * size.width + changed.minX
      (buffer.pixels + start).update(from: rows.base + (y * rows.stride + changed.minX), count: changed.width)
    }
    buffer.stale = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    buffer.busy.pointee = 1
    wayland_show(
      &functions, &window, proxy, Int32(dirty.minX), Int32(dirty.minY), Int32(dirty.width), Int32(dirty.height))
    return true
  }

  private func freeBuffer() -> Buffer? {
    while true {
      if let free = buffers.first(where: { $0.busy.pointee == 0 }) { return free }
      if buffers.count < WaylandCanvas.mostBuffers, let new = Buffer(size, shm: shm, functions) {
        buffers.append(new)
        return new
      }
      guard !buffers.isEmpty, functions.wl_display_roundtrip_queue(window.display, queue) >= 0 else { return nil }
      // Not released by now: the compositor is asked again, and is free to take its time.
      if !buffers.contains(where: { $0.busy.pointee == 0 }) { usleep(1000) }
    }
  }
}
