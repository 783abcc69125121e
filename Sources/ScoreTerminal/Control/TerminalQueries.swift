/// The questions that a terminal is asked at the start, all at once.
///
/// The last one is answered by every terminal, so whatever has not been answered
/// before it never will be.
enum TerminalQueries {
  static let directID = 31
  static let sharedID = 32
  private static let probe = (red: 1, green: 2, blue: 3)

  static let cellSize: StaticString = "\u{1B}[16t"

  /// - Parameters:
  ///   - environment: the Linux console prints strings it does not know, so it is not asked in strings; behind tmux
  ///     and screen nobody is asked about pictures.
  ///   - sharedMemory: the name of a shared memory object with one white pixel, where there is one.
  static func bytes(_ environment: TerminalEnvironment, sharedMemory: String? = nil) -> [UInt8] {
    var text = ""
    if !environment.isLinuxConsole {
      text += "\u{1B}[>q\u{1B}]11;?\u{1B}\\"
      text += "\u{1B}[?\(TerminalTraits.synchronized)$p\u{1B}[?\(TerminalTraits.inBandResize)$p"
      text += "\u{1B}[?\(TerminalTraits.pixelMouse)$p"
      text += "\u{1B}[48;2;\(probe.red);\(probe.green);\(probe.blue)m\u{1B}P$qm\u{1B}\\\u{1B}[m"
      text += "\u{1B}[16t\u{1B}[?1;1;0S\u{1B}[?2;1;0S"
      if !environment.isMultiplexed {
        text += "\u{1B}_Gi=\(directID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        if let name = sharedMemory {
          let base64 = String(decoding: KittyEncoder.base64(Array(name.utf8)), as: UTF8.self)
          text += "\u{1B}_Gi=\(sharedID),s=1,v=1,a=q,t=s,f=24;\(base64)\u{1B}\\"
        }
      }
    }
    // How wide characters are is seen from where the cursor stands after them.
    if environment.isUTF8 {
      text += "\r●\u{1B}[6n\r\u{1B}[K"
      if !environment.isLinuxConsole { text += "\u{1CD00}\u{1B}[6n\r\u{1B}[K" }
    }
    return Array((text + "\u{1B}[c").utf8)
  }

  /// Whether the terminal kept the colour it was given: `48:2::1:2:3`, `48;2;1;2;3` and the like.
  static func isProbeColor(_ text: String) -> Bool {
    let numbers = text.split { $0 == ":" || $0 == ";" }.compactMap { Int($0) }
    let wanted = [probe.red, probe.green, probe.blue]
    return numbers.count >= 5 && numbers.contains(48) && Array(numbers.suffix(3)) == wanted
  }
}
