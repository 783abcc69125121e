internal import Glibc

/// Finds the display that the options ask for.
enum ScreenOpener {
  /// - Returns: the screen, and what the user should know about the choice.
  static func open(_ options: FramebufferOptions) throws(FramebufferError) -> (any ScreenOutput, warnings: [String]) {
    switch backend(options) {
    case .drm: return (try openCard(options), [])
    case .fbdev: return try openFramebuffer(options)
    case .auto:
      do { return (try openCard(options), []) } catch {
        switch error {
        case .noDisplay, .unsupported, .system:
          guard options.connector == nil, options.mode == nil else { throw error }
          return try openFramebuffer(options)
        default: throw error
        }
      }
    }
  }

  /// A device's name says what it is.
  private static func backend(_ options: FramebufferOptions) -> FramebufferOptions.Backend {
    guard options.backend == .auto, let device = options.device else { return options.backend }
    return device.contains("fb") && !device.contains("/dri/") ? .fbdev : .drm
  }

  /// The first card with a display; without one, the first card, which may get one later.
  private static func openCard(_ options: FramebufferOptions) throws(FramebufferError) -> any ScreenOutput {
    let paths = options.device.map { [$0] } ?? DRMCard.paths()
    var first: (any ScreenOutput)?
    var problem: FramebufferError?
    for path in paths {
      do {
        let screen = try CardOutput(card: try card(path), connector: options.connector, mode: options.mode)
        if screen.panel != nil { return screen }
        if first == nil { first = screen }
      } catch {
        problem = problem ?? error
      }
    }
    if let first, problem == nil || paths.count > 1 { return first }
    throw problem ?? .noDisplay(device: options.device)
  }

  private static func card(_ path: String) throws(FramebufferError) -> DRMCard {
    do { return try DRMCard(path: path) } catch {
      if error.code == ENOTSUP || error.code == ENOSYS {
        throw FramebufferError.unsupported(device: path, reason: "it has no displays of its own")
      }
      throw FramebufferError(error, device: path)
    }
  }

  private static func openFramebuffer(
    _ options: FramebufferOptions
  ) throws(FramebufferError) -> (any ScreenOutput, warnings: [String]) {
    let paths = options.device.map { [$0] } ?? FramebufferDevice.paths()
    var problem: FramebufferError?
    for path in paths {
      do {
        let screen = try FramebufferOutput(path: path)
        return (screen, ["\(path) is a plain framebuffer, which cannot wait for the screen: motion may tear"])
      } catch {
        problem = problem ?? error
      }
    }
    throw problem ?? .noDisplay(device: options.device)
  }
}
