import CCairo
import Glibc
import ScoreDrawing

/// The same background, guides, area, line and dots as drawn by cairo; text is left out, which favours cairo.
struct CairoFrame {
  private let cairo: PangoCairoFunctions

  init?() {
    guard let handle = dlopen("libpangocairo-1.0.so.0", RTLD_NOW) else { return nil }
    var functions = PangoCairoFunctions()
    guard pango_cairo_resolve(handle, &functions) == nil else { return nil }
    cairo = functions
  }

  func draw(_ frame: Frame, into pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int) {
    let surface = pixels.withMemoryRebound(to: UInt8.self, capacity: width * height * 4) {
      cairo.cairo_image_surface_create_for_data($0, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(width * 4))
    }
    guard let surface, let context = cairo.cairo_create(surface) else { return }
    cairo.cairo_scale(context, frame.scale, frame.scale)
    color(context, .background, frame.theme)
    cairo.cairo_paint(context)
    guides(context, frame)
    area(context, frame)
    color(context, .line, frame.theme)
    path(context, frame)
    cairo.cairo_set_line_width(context, 1)
    cairo.cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo.cairo_stroke(context)
    cairo.cairo_surface_flush(surface)
    cairo.cairo_destroy(context)
    cairo.cairo_surface_destroy(surface)
  }

  private func guides(_ context: OpaquePointer, _ frame: Frame) {
    color(context, .guide, frame.theme)
    cairo.cairo_set_line_width(context, 0.5)
    var dash = [2.0, 2.0]
    cairo.cairo_set_dash(context, &dash, 2, 0)
    for column in frame.columns {
      cairo.cairo_move_to(context, column.x, 0)
      cairo.cairo_line_to(context, column.x, frame.plot.rect.maxY)
    }
    cairo.cairo_stroke(context)
    cairo.cairo_set_dash(context, nil, 0, 0)
  }

  private func area(_ context: OpaquePointer, _ frame: Frame) {
    guard let first = frame.curve.points.first, let last = frame.curve.points.last else { return }
    let base = frame.plot.rect.maxY
    let gradient = cairo.cairo_pattern_create_linear(0, 0, 0, base)
    let ink = frame.theme.color(.area)
    let (red, green, blue) = (Double(ink.red) / 255, Double(ink.green) / 255, Double(ink.blue) / 255)
    cairo.cairo_pattern_add_color_stop_rgba(gradient, 0, red, green, blue, Double(ink.alpha) / 255)
    cairo.cairo_pattern_add_color_stop_rgba(gradient, 1, red, green, blue, 0)
    path(context, frame)
    cairo.cairo_line_to(context, last.x, base)
    cairo.cairo_line_to(context, first.x, base)
    cairo.cairo_set_source(context, gradient)
    cairo.cairo_fill(context)
    cairo.cairo_pattern_destroy(gradient)
  }

  private func path(_ context: OpaquePointer, _ frame: Frame) {
    for (index, point) in frame.curve.points.enumerated() {
      if index == 0 {
        cairo.cairo_move_to(context, point.x, point.y)
      } else {
        cairo.cairo_line_to(context, point.x, point.y)
      }
    }
  }

  private func color(_ context: OpaquePointer, _ role: ColorRole, _ theme: Theme) {
    let ink = theme.color(role)
    cairo.cairo_set_source_rgba(
      context, Double(ink.red) / 255, Double(ink.green) / 255, Double(ink.blue) / 255, Double(ink.alpha) / 255)
  }
}
