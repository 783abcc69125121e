internal import Glibc
internal import ScoreData
internal import ScoreDrawing
internal import ScoreExport
internal import ScoreRaster

/// Pictures that are saved while looking: next to where the user is, never over another file.
enum Screenshot {
  /// Writes `frame` as `NAME.png`, or `NAME-2.png`, `NAME-3.png`, … if that exists; returns the name.
  static func save(_ frame: Frame, painter: FramePainter, of input: Argument) throws -> String {
    let png = try PictureExport.png(frame, painter)
    let stem = Screenshot.stem(of: input)
    let names = (1...9999).lazy.map { $0 == 1 ? "\(stem).png" : "\(stem)-\($0).png" }
    guard let name = names.first(where: { access($0, F_OK) != 0 && errno == ENOENT }) else {
      throw ExportError("there are 9999 screenshots of \(EscapedText.escaped(input.text)) here already")
    }
    try OutputFile.write(png, to: name)
    return EscapedText.escaped(name)
  }

  /// Tells of a picture of this name, and of the folder, which matters to who started the program from a menu.
  ///
  /// The name comes first: what does not fit on the screen is cut at the end.
  static func message(of name: String) -> String {
    guard let folder = getcwd(nil, 0) else { return "saved \(name)" }
    defer { free(folder) }
    var place = EscapedText.escaped(String(cString: folder))
    if let home = Environment.value("HOME"), home.count > 1, place == home || place.hasPrefix(home + "/") {
      place = "~" + place.dropFirst(home.count)
    }
    return "saved \(name) in \(place)"
  }

  /// The input's name without its folder and ending; "scores" for standard input.
  static func stem(of input: Argument) -> String {
    let name = input.text.split(separator: "/").last ?? ""
    guard input.text != "-", !name.isEmpty else { return "scores" }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return String(dot > name.startIndex ? name[..<dot] : name)
  }
}
