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

let hairspace: [Target.Dependency] = [
  .product(name: "Hairspace", package: "hairspace"),
  .product(name: "Shaping", package: "hairspace"),
]

/// libFuzzer has the entry point, so that a target of one file must not be taken for a script.
func fuzzer(_ name: String, _ others: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name, dependencies: hairspace + ["FuzzSupport", "HairspaceCommandLibrary"] + others,
    swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
}

let package = Package(
  name: "hairspace-fuzz",
  products: [
    .executable(name: "arguments", targets: ["FuzzArguments"]),
    .executable(name: "text", targets: ["FuzzText"]),
    .executable(name: "font", targets: ["FuzzFont"]),
    .executable(name: "trak", targets: ["FuzzTrak"]),
    .executable(name: "mutated-fonts", targets: ["MutatedFonts"]),
  ],
  dependencies: [.package(name: "hairspace", path: "..")],
  targets: [
    // The command without its entry point: the folder is a link to the command's own.
    .target(
      name: "HairspaceCommandLibrary", dependencies: hairspace, path: "Sources/HairspaceCommand",
      exclude: ["Main.swift"], swiftSettings: strict),
    .target(
      name: "FuzzSupport", dependencies: hairspace + ["CFuzz", "HairspaceCommandLibrary"],
      swiftSettings: strict),
    .target(name: "CFuzz"),
    fuzzer("FuzzArguments"),
    fuzzer("FuzzText"),
    fuzzer("FuzzFont", ["CFuzz"]),
    fuzzer("FuzzTrak"),
    // Runs the command itself, and needs none of its modules.
    .executableTarget(
      name: "MutatedFonts", swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
  ],
  cLanguageStandard: .c2x
)
