// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The client libraries keep the minimum systems of their own; the server uses `Task.immediate` and
/// `Synchronization`, which on macOS need version 26. `./run` sets this variable there.
let isServerBuild = Context.environment["BRAMLEY_SERVER"] == "1"

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The server's asynchronous functions run where their caller runs: none of its middleware looks for another thread.
/// Client libraries keep what app developers are used to.
let server = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// Where the C libraries of the server are linked. Apps on Apple's systems use CryptoKit instead.
let serverPlatforms: [Platform] = isServerBuild ? [.linux, .macOS] : [.linux]

func target(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource] = [], settings: [SwiftSetting] = server
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources,
    swiftSettings: settings)
}

func tests(
  _ subject: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
  settings: [SwiftSetting] = server
) -> Target {
  .testTarget(
    name: subject + "Tests", dependencies: [.byName(name: subject)] + dependencies,
    resources: resources, swiftSettings: settings)
}

func library(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let cLibraries: [Target] = [
  library("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev", brew: "openssl@3"),
  library("CArgon2", pkgConfig: "libargon2", apt: "libargon2-dev", brew: "argon2"),
  library("CCrypt", pkgConfig: "libcrypt", apt: "libcrypt-dev", brew: "libxcrypt"),
  library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
  library("CPostgreSQL", pkgConfig: "libpq", apt: "libpq-dev", brew: "libpq"),
  library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
  library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
  // Part of the C library of every system.
  .systemLibrary(name: "CResolv"),
  .systemLibrary(name: "CSpawn"),
]

let foundations: [Target] = [
  target(
    "BramleyCrypto",
    [
      .target(name: "COpenSSL", condition: .when(platforms: serverPlatforms)),
      .target(name: "CArgon2", condition: .when(platforms: serverPlatforms)),
      .target(name: "CCrypt", condition: .when(platforms: serverPlatforms)),
    ]),
  tests("BramleyCrypto"),
  target("BramleyJOSE", ["BramleyCrypto"]),
  tests("BramleyJOSE", ["BramleyCrypto"], resources: [.copy("Vectors")]),
  target("BramleyHTTP", ["BramleyCrypto", "CMicroHTTPD", "CCurl"]),
  tests("BramleyHTTP", ["BramleyCrypto"]),
  // A target of its own: the resolver's header brings socket types that would hide the system's elsewhere.
  target("_Resolving", ["CResolv"]),
  tests("_Resolving"),
  target("_Threads"),
  target("BramleySQLite", ["CSQLite", "_Threads"]),
  tests("BramleySQLite"),
  target("BramleyPostgreSQL", ["CPostgreSQL", "_Threads", "BramleyCrypto"]),
  tests("BramleyPostgreSQL", ["_PostgreSQLServer", "BramleyCrypto"]),
  target("Phrases", resources: [.embedInCode("Resources")]),
  tests("Phrases"),
  target("_Markup", ["Phrases"]),
  target("_QRCode"),
  tests("_QRCode", ["BramleyCrypto"]),
]

let domain: [Target] = [
  target("AppleIdentity", ["BramleyJOSE", "BramleyCrypto"]),
  tests("AppleIdentity", ["BramleyJOSE", "BramleyCrypto"]),
  target("AppleIDClient", ["AppleIdentity", "BramleyJOSE", "BramleyHTTP", "BramleyCrypto"]),
  tests("AppleIDClient", ["AppleIdentity", "BramleyJOSE", "BramleyHTTP", "BramleyCrypto"]),
  target("Accounts", ["AppleIDClient", "AppleIdentity", "BramleyJOSE", "BramleyCrypto"]),
  tests(
    "Accounts",
    [
      "InMemoryAccountStore", "SQLiteAccountStore", "AppleIDClient", "AppleIdentity", "BramleyJOSE",
      "BramleyCrypto",
    ]),
  target("SQLiteAccountStore", ["Accounts", "BramleySQLite", "BramleyCrypto"]),
  target("PostgreSQLAccountStore", ["Accounts", "BramleyPostgreSQL", "BramleyCrypto"]),
  target("InMemoryAccountStore", ["Accounts", "BramleyCrypto"]),
  .target(
    name: "_AccountStoreConformance", dependencies: ["Accounts", "BramleyCrypto"],
    path: "Tests/_AccountStoreConformance", swiftSettings: server),
  tests(
    "SQLiteAccountStore",
    ["_AccountStoreConformance", "Accounts", "BramleySQLite", "CSQLite", "BramleyCrypto"]),
  .target(
    name: "_PostgreSQLServer", path: "Tests/_PostgreSQLServer", swiftSettings: server),
  tests(
    "PostgreSQLAccountStore",
    ["_AccountStoreConformance", "_PostgreSQLServer", "Accounts", "BramleyPostgreSQL", "BramleyCrypto"]),
  target(
    "_StoreCopy",
    [
      "SQLiteAccountStore", "PostgreSQLAccountStore", "Accounts", "BramleySQLite", "BramleyPostgreSQL",
      "_Threads", "BramleyCrypto",
    ]),
  tests(
    "_StoreCopy",
    [
      "_AccountStoreConformance", "_PostgreSQLServer", "SQLiteAccountStore", "PostgreSQLAccountStore",
      "Accounts", "BramleySQLite", "BramleyPostgreSQL", "BramleyCrypto",
    ]),
  tests("InMemoryAccountStore", ["_AccountStoreConformance", "Accounts", "BramleyCrypto"]),
]

let services: [Target] = [
  target(
    "AppleIDEmulator",
    ["BramleyHTTP", "BramleyJOSE", "BramleySQLite", "Phrases", "_Markup", "BramleyCrypto"],
    resources: [.embedInCode("Resources")]),
  tests("AppleIDEmulator", ["BramleyHTTP", "BramleyJOSE", "BramleySQLite", "Phrases", "BramleyCrypto"]),
  target(
    "IdentityToolkitAPI",
    ["Accounts", "AppleIDClient", "AppleIdentity", "BramleyHTTP", "BramleyJOSE", "BramleyCrypto"]),
  tests(
    "IdentityToolkitAPI",
    [
      "InMemoryAccountStore", "Accounts", "AppleIDClient", "AppleIdentity", "BramleyHTTP", "BramleyJOSE",
      "BramleyCrypto",
    ]),
  target(
    "BramleyMail",
    [
      "Accounts", "BramleyHTTP", "Phrases", "_Markup", "BramleyCrypto",
      .target(name: "CSpawn", condition: .when(platforms: [.linux])),
    ]),
  tests(
    "BramleyMail", ["Accounts", "BramleyHTTP", "Phrases", "BramleyCrypto"]),
  target(
    "HostedPages", ["Accounts", "BramleyHTTP", "Phrases", "_Markup", "_QRCode", "BramleyCrypto"],
    resources: [.embedInCode("Resources")]),
  tests(
    "HostedPages",
    [
      "Accounts", "InMemoryAccountStore", "AppleIDClient", "AppleIdentity", "BramleyHTTP", "BramleyJOSE",
      "Phrases", "_Markup", "BramleyCrypto",
    ]),
  target(
    "OperationsAPI", ["Accounts", "AppleIdentity", "BramleyHTTP", "BramleyJOSE", "BramleyCrypto"]),
  tests(
    "OperationsAPI",
    [
      "Accounts", "InMemoryAccountStore", "AppleIDClient", "AppleIdentity", "BramleyHTTP", "BramleyJOSE",
      "BramleyCrypto",
    ]),
  target("_Configuration", ["AppleIdentity", "BramleyHTTP", "BramleyCrypto"]),
  tests("_Configuration", ["BramleyHTTP", "BramleyCrypto"]),
  .executableTarget(
    name: "bramley",
    dependencies: [
      "_Configuration", "_Resolving", "IdentityToolkitAPI", "HostedPages", "OperationsAPI", "BramleyMail",
      "_StoreCopy", "SQLiteAccountStore", "PostgreSQLAccountStore", "BramleyPostgreSQL",
      "InMemoryAccountStore", "AppleIDEmulator", "Accounts", "AppleIDClient", "AppleIdentity",
      "BramleyJOSE", "BramleyHTTP", "BramleySQLite", "BramleyCrypto",
    ],
    swiftSettings: server),
  .executableTarget(
    name: "benchmark-credentials", dependencies: ["BramleyJOSE", "BramleyCrypto"],
    path: "Sources/_BenchmarkCredentials", swiftSettings: server),
  .executableTarget(
    name: "token-judge", dependencies: ["AppleIdentity", "BramleyCrypto"], path: "Sources/_TokenJudge",
    swiftSettings: server),
  .executableTarget(
    name: "benchmark-loops",
    dependencies: ["AppleIdentity", "BramleyJOSE", "BramleySQLite", "BramleyCrypto"],
    path: "Sources/_BenchmarkLoops", swiftSettings: server),
  .executableTarget(
    name: "benchmark-accounts",
    dependencies: ["Accounts", "SQLiteAccountStore", "BramleySQLite", "BramleyCrypto"],
    path: "Sources/_SyntheticAccounts", swiftSettings: server),
  .testTarget(
    name: "bramleyTests",
    dependencies: [
      "_Configuration", "_Resolving", "_StoreCopy", "HostedPages", "IdentityToolkitAPI", "Accounts",
      "InMemoryAccountStore",
      "SQLiteAccountStore", "AppleIDEmulator", "AppleIdentity", "BramleyHTTP", "BramleyJOSE", "BramleySQLite",
      "BramleyCrypto", "bramley",
    ], swiftSettings: server),
  .testTarget(name: "ArchitectureTests", swiftSettings: server),
]

// Where Apple's AuthenticationServices is missing, a stand-in of that name and a device to play on.
#if os(Linux)
  let simulation: [Target] = [
    target("AuthenticationServices", settings: strict),
    tests("AuthenticationServices", ["_ClientTesting", "SimulatedDevice"], settings: strict),
    target("SimulatedDevice", ["AuthenticationServices", "BramleyCrypto"], settings: strict),
    tests(
      "SimulatedDevice", ["_ClientTesting", "AuthenticationServices", "BramleyCrypto"], settings: strict),
    .executableTarget(
      name: "TerminalSample", dependencies: ["BramleyAuth", "AppleSignIn", "SimulatedDevice"],
      path: "Examples/TerminalSample", swiftSettings: strict),
    .testTarget(
      name: "ClientFlowTests",
      dependencies: ["bramley", "TerminalSample", "BramleyAuth", "AppleSignIn", "SimulatedDevice"],
      swiftSettings: strict),
  ]
  let authenticationServices: [Target.Dependency] = ["AuthenticationServices"]
  let simulatedDevice: [Target.Dependency] = ["AuthenticationServices", "SimulatedDevice"]
#else
  let simulation: [Target] = []
  let authenticationServices: [Target.Dependency] = []
  let simulatedDevice: [Target.Dependency] = []
#endif

let clients: [Target] =
  simulation + [
    target(
      "AppleSignIn", ["BramleyCrypto"] + authenticationServices,
      resources: [.embedInCode("Resources/sentences.json")], settings: strict),
    .target(name: "_ClientTesting", path: "Tests/_ClientTesting", swiftSettings: strict),
    tests("AppleSignIn", ["_ClientTesting", "BramleyCrypto"] + simulatedDevice, settings: strict),
    target("BramleyAuth", ["AppleSignIn", "BramleyCrypto"] + authenticationServices, settings: strict),
    tests(
      "BramleyAuth", ["_ClientTesting", "AppleSignIn", "BramleyCrypto"] + simulatedDevice, settings: strict),
  ]

let package = Package(
  name: "bramley",
  platforms: [
    .iOS(.v16), isServerBuild ? .macOS("26.0") : .macOS(.v13), .tvOS(.v16), .watchOS(.v9),
    .visionOS(.v1),
  ],
  products: [
    .executable(name: "bramley", targets: ["bramley"]),
    .library(name: "AppleIdentity", targets: ["AppleIdentity"]),
    .library(name: "AppleIDClient", targets: ["AppleIDClient"]),
    .library(name: "AppleSignIn", targets: ["AppleSignIn"]),
    .library(name: "BramleyAuth", targets: ["BramleyAuth"]),
  ],
  targets: cLibraries + foundations + domain + services + clients,
  swiftLanguageModes: [.v6]
)
