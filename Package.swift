// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

// Tests use Foundation, which is not written for strict memory safety.
let relaxed: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
]

let package = Package(
  name: "hairspace",
  products: [
    .library(name: "Hairspace", targets: ["Hairspace"]),
    .library(name: "Shaping", targets: ["Shaping"]),
    .executable(name: "hairspace", targets: ["HairspaceCommand"]),
  ],
  targets: [
    // Pure: units, spaces, rules, sizer. Imports nothing.
    .target(
      name: "Hairspace", swiftSettings: strict,
      // Rounding calls libm, which nothing else brings to a client that imports this alone.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),

    // Fonts and shaped advances: the only importer of HarfBuzz and FreeType.
    .target(
      name: "Shaping",
      dependencies: ["Hairspace", "CAtomics", "CHarfBuzz", "CFreeType", "CInter"],
      swiftSettings: strict),

    // Arguments in, text out.
    .executableTarget(
      name: "HairspaceCommand",
      dependencies: ["Hairspace", "Shaping"],
      swiftSettings: strict),

    // The bundled face, embedded in the binary with C23's #embed.
    .target(
      name: "CInter", path: "Fonts", exclude: ["InterVariable.ttf", "Inter-LICENSE.txt"],
      sources: ["inter.c"]),
    // Loads and stores of words that several threads share: inline functions, no library.
    .systemLibrary(name: "CAtomics"),
    .systemLibrary(
      name: "CHarfBuzz", pkgConfig: "harfbuzz",
      providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2",
      providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]),

    .testTarget(
      name: "HairspaceTests", dependencies: ["Hairspace"], exclude: ["Fixtures"],
      swiftSettings: relaxed),
    .testTarget(
      name: "ShapingTests", dependencies: ["Hairspace", "Shaping"], exclude: ["Fixtures"],
      swiftSettings: relaxed),
    .testTarget(
      name: "HairspaceCommandTests", dependencies: ["HairspaceCommand"], swiftSettings: relaxed),
    .testTarget(
      name: "ClientTests", dependencies: ["Hairspace", "Shaping"], swiftSettings: relaxed),
  ],
  cLanguageStandard: .c2x
)
