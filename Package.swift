// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Where a library's headers are, as clang arguments.
///
/// `pkgConfig:` of a system library would also link the library, and every run
/// would then pay for loading it. Cairo, Pango and SDL are opened only by a run
/// that draws with them (see the `shim.h` of each), so their headers are all
/// that a build needs.
func headerFlags(of library: String) -> [String] {
  let task = Process()
  let output = Pipe()
  task.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  task.arguments = ["pkg-config", "--cflags-only-I", library]
  task.standardOutput = output
  guard (try? task.run()) != nil else { return [] }
  let flags = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  return flags.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
}

let common: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let pixels = common + [.unsafeFlags(headerFlags(of: "pangocairo"))]
let fetching: [SwiftSetting] = [.unsafeFlags(headerFlags(of: "libcurl"))]
let display = pixels + [.unsafeFlags(headerFlags(of: "libdrm"))]
let everything = [
  "ScoreDrawing", "ScoreData", "ScoreThreads", "ScoreSources", "ScoreChart", "ScoreRaster", "ScoreExport",
  "ScoreTerminal",
  "ScoreWindow", "ScoreFramebuffer",
]
.map { Target.Dependency(stringLiteral: $0) }

let package = Package(
  name: "scoreview",
  products: [.executable(name: "scoreview", targets: ["scoreview"])],
  targets: [
    .systemLibrary(name: "CCairo", providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]),
    .systemLibrary(name: "CHarfBuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CPixels"),
    .systemLibrary(name: "CSDL2", providers: [.apt(["libsdl2-dev"])]),
    .target(name: "CEarlyStart"),
    .systemLibrary(name: "CLinuxDisplay", providers: [.apt(["libdrm-dev", "linux-libc-dev"])]),
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CLinux"),

    // Rounding is libm's; a module that imports no C library has to name it.
    .target(name: "ScoreDrawing", swiftSettings: common, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "ScoreData", swiftSettings: common),
    .target(name: "ScoreThreads", swiftSettings: common),
    .target(
      name: "ScoreSources", dependencies: ["ScoreData", "ScoreThreads", "CZlib", "CCurl", "CLinux"],
      swiftSettings: common + fetching),
    .target(name: "ScoreChart", dependencies: ["ScoreDrawing", "ScoreData"], swiftSettings: common),
    .target(
      name: "ScoreRaster", dependencies: ["ScoreDrawing", "ScoreThreads", "CCairo", "CHarfBuzz", "CPixels"],
      swiftSettings: pixels),
    .target(
      name: "ScoreExport", dependencies: ["ScoreDrawing", "ScoreData", "ScoreRaster", "CDeflate"],
      swiftSettings: pixels),
    .target(name: "ScoreTerminal", dependencies: ["ScoreDrawing", "ScoreRaster"], swiftSettings: pixels),
    .target(
      name: "ScoreWindow", dependencies: ["ScoreDrawing", "ScoreRaster", "ScoreThreads", "CSDL2"], swiftSettings: pixels
    ),
    .target(
      name: "ScoreFramebuffer", dependencies: ["ScoreDrawing", "ScoreRaster", "CLinuxDisplay", "CEarlyStart"],
      swiftSettings: display),
    .executableTarget(name: "scoreview", dependencies: everything, swiftSettings: display),
    .executableTarget(name: "scorebench", dependencies: everything + ["CCairo", "CPixels"], swiftSettings: display),

    .target(name: "Support", dependencies: everything + ["CDeflate"], path: "Tests/Support", swiftSettings: display),
    .testTarget(name: "ScoreDrawingTests", dependencies: ["ScoreDrawing", "Support"], swiftSettings: pixels),
    .testTarget(
      name: "ScoreDataTests", dependencies: ["ScoreData", "ScoreExport", "Support"], exclude: ["Cases"],
      swiftSettings: pixels),
    .testTarget(
      name: "ScoreSourcesTests", dependencies: ["ScoreSources", "ScoreData", "Support"],
      swiftSettings: pixels + fetching),
    .testTarget(
      name: "ScoreChartTests", dependencies: ["ScoreChart", "ScoreDrawing", "ScoreData", "Support"],
      exclude: ["Golden"],
      swiftSettings: pixels),
    .testTarget(
      name: "ScoreRasterTests",
      dependencies: ["ScoreRaster", "ScoreChart", "ScoreData", "ScoreDrawing", "Support", "CPixels"],
      exclude: ["Golden"],
      swiftSettings: pixels),
    .testTarget(
      name: "ScoreExportTests", dependencies: ["ScoreExport", "ScoreRaster", "ScoreDrawing", "Support"],
      swiftSettings: pixels),
    .executableTarget(
      name: "terminal-test-program", dependencies: ["ScoreTerminal", "ScoreChart", "ScoreDrawing", "Support"],
      path: "Tests/TerminalProgram", swiftSettings: pixels),
    .testTarget(
      name: "ScoreTerminalTests",
      dependencies: [
        "ScoreTerminal", "ScoreChart", "ScoreDrawing", "ScoreData", "Support", "terminal-test-program", "scoreview",
      ],
      exclude: ["Golden"], swiftSettings: pixels),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "scoreview", "ScoreChart", "ScoreData", "ScoreDrawing", "ScoreSources", "ScoreTerminal", "Support",
      ],
      swiftSettings: display),
    .testTarget(
      name: "ScoreWindowTests", dependencies: ["ScoreWindow", "ScoreRaster", "ScoreDrawing", "CSDL2", "Support"],
      swiftSettings: pixels),
    .testTarget(
      name: "ScoreFramebufferTests",
      dependencies: ["ScoreFramebuffer", "ScoreRaster", "ScoreDrawing", "CLinuxDisplay", "Support"],
      swiftSettings: display),
    .testTarget(
      name: "EndToEndTests", dependencies: everything + ["scoreview", "Support"], swiftSettings: display),
  ]
)
