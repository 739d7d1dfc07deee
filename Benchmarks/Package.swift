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

let package = Package(
  name: "hairspace-benchmarks",
  products: [
    .executable(name: "hairspace-benchmark", targets: ["HairspaceBenchmark"]),
    .executable(name: "raw-loop", targets: ["RawLoop"]),
  ],
  dependencies: [.package(name: "hairspace", path: "..")],
  targets: [
    .executableTarget(
      name: "HairspaceBenchmark",
      dependencies: [
        "CRawLoop", .product(name: "Hairspace", package: "hairspace"),
        .product(name: "Shaping", package: "hairspace"),
      ],
      swiftSettings: strict),

    // The baseline as a process: C alone, so that no Swift runtime is loaded for it.
    .executableTarget(name: "RawLoop", dependencies: ["CRawLoop"]),
    .target(name: "CRawLoop", dependencies: ["CRawHarfBuzz"]),
    // The root package's own has this name without "Raw", and names are once in a build.
    .systemLibrary(
      name: "CRawHarfBuzz", pkgConfig: "harfbuzz",
      providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
  ],
  cLanguageStandard: .c2x
)
