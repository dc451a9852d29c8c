import Foundation
import Testing

/// Holds the direction of dependencies: a target imports only what stands below it.
@Suite("Architecture")
struct ArrowTests {
  /// What each target may import of ours. A line is the whole truth: more is an arrow that turned round.
  static let allowed: [String: Set<String>] = [
    "BramleyCrypto": ["COpenSSL", "CArgon2", "CCrypt"],
    "BramleyJOSE": ["BramleyCrypto"],
    "BramleyHTTP": ["BramleyCrypto", "CMicroHTTPD", "CCurl"],
    "_Resolving": ["CResolv"],
    "_Threads": [],
    "BramleySQLite": ["CSQLite", "_Threads"],
    "BramleyPostgreSQL": ["CPostgreSQL", "_Threads", "BramleyCrypto"],
    "Phrases": [],
    "_Markup": ["Phrases"],
    "_QRCode": [],
    "AppleIdentity": ["BramleyJOSE", "BramleyCrypto"],
    "AppleIDClient": ["AppleIdentity", "BramleyJOSE", "BramleyHTTP", "BramleyCrypto"],
    "Accounts": ["AppleIDClient", "AppleIdentity", "BramleyJOSE", "BramleyCrypto"],
    "SQLiteAccountStore": ["Accounts", "AppleIdentity", "BramleySQLite", "BramleyCrypto"],
    "PostgreSQLAccountStore": ["Accounts", "BramleyPostgreSQL", "BramleyCrypto"],
    "InMemoryAccountStore": ["Accounts", "AppleIdentity", "BramleyCrypto"],
    "_StoreCopy": [
      "SQLiteAccountStore", "PostgreSQLAccountStore", "Accounts", "BramleySQLite", "BramleyPostgreSQL",
      "_Threads", "BramleyCrypto",
    ],
    "AppleIDEmulator": [
      "BramleyHTTP", "BramleyJOSE", "BramleySQLite", "Phrases", "_Markup", "BramleyCrypto",
    ],
    "IdentityToolkitAPI": [
      "Accounts", "AppleIDClient", "AppleIdentity", "BramleyHTTP", "BramleyJOSE", "BramleyCrypto",
    ],
    "BramleyMail": ["Accounts", "BramleyHTTP", "Phrases", "_Markup", "BramleyCrypto", "CSpawn"],
    "HostedPages": [
      "Accounts", "AppleIDClient", "AppleIdentity", "BramleyHTTP", "Phrases", "_Markup", "_QRCode",
      "BramleyCrypto",
    ],
    "OperationsAPI": [
      "Accounts", "AppleIDClient", "AppleIdentity", "BramleyHTTP", "BramleyJOSE", "BramleyCrypto",
    ],
    "_Configuration": ["AppleIdentity", "BramleyHTTP", "BramleyCrypto"],
    "bramley": [
      "_Configuration", "_Resolving", "IdentityToolkitAPI", "HostedPages", "OperationsAPI", "BramleyMail",
      "_StoreCopy", "SQLiteAccountStore", "PostgreSQLAccountStore", "BramleyPostgreSQL",
      "InMemoryAccountStore", "AppleIDEmulator", "Accounts", "AppleIDClient", "AppleIdentity",
      "BramleyJOSE", "BramleyHTTP", "BramleySQLite", "BramleyCrypto", "Phrases",
    ],
    "_BenchmarkCredentials": ["BramleyJOSE", "BramleyCrypto"],
    "_TokenJudge": ["AppleIdentity", "BramleyCrypto"],
    "_BenchmarkLoops": ["AppleIdentity", "BramleyJOSE", "BramleySQLite", "BramleyCrypto"],
    "_SyntheticAccounts": ["Accounts", "SQLiteAccountStore", "BramleySQLite", "BramleyCrypto"],
    "AuthenticationServices": [],
    "AppleSignIn": ["AuthenticationServices", "BramleyCrypto"],
    "BramleyAuth": ["AppleSignIn", "AuthenticationServices", "BramleyCrypto"],
    "SimulatedDevice": ["AuthenticationServices", "BramleyCrypto"],
  ]

  /// Modules with C pointers; only the wrapper named beside each may import it.
  static let pointerModules = [
    "COpenSSL": "BramleyCrypto", "CArgon2": "BramleyCrypto", "CCrypt": "BramleyCrypto",
    "CSQLite": "BramleySQLite", "CPostgreSQL": "BramleyPostgreSQL",
    "CMicroHTTPD": "BramleyHTTP", "CCurl": "BramleyHTTP", "CResolv": "_Resolving", "CSpawn": "BramleyMail",
  ]

  @Test("every target imports only what stands below it in the design")
  func arrowsPointDown() throws {
    let sources = try Self.sources()
    #expect(!sources.isEmpty)
    let ours = Set(Self.allowed.keys).union(Self.pointerModules.keys)
    for (target, file, imports) in sources {
      guard let allowed = Self.allowed[target] else {
        Issue.record("\(target) is not on the list of targets; say in it what the target may import")
        continue
      }
      let wrong = imports.intersection(ours).subtracting(allowed)
      #expect(wrong.isEmpty, "\(target)/\(file) imports \(wrong.sorted())")
    }
  }

  @Test("only a library's wrapper touches its pointers", arguments: pointerModules.keys.sorted())
  func pointersStayHome(module: String) throws {
    for (target, file, imports) in try Self.sources() where imports.contains(module) {
      #expect(target == Self.pointerModules[module], "\(target)/\(file) imports \(module)")
    }
  }

  @Test("no source file is longer than 600 lines")
  func filesAreReadInOneSitting() throws {
    for folder in ["Sources", "Tests"] {
      for url in try Self.swiftFiles(under: folder) {
        let lines = try String(contentsOf: url, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false
        ).count
        #expect(lines <= 601, "\(url.lastPathComponent) has \(lines) lines")
      }
    }
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func swiftFiles(under folder: String) throws -> [URL] {
    let base = root.appendingPathComponent(folder)
    let walker = try #require(FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil))
    return walker.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  private static func sources() throws -> [(target: String, file: String, imports: Set<String>)] {
    let base = root.appendingPathComponent("Sources").path + "/"
    return try swiftFiles(under: "Sources").map { url in
      let path = url.path.dropFirst(base.count)
      let target = String(path.prefix { $0 != "/" })
      let imports = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap {
        line -> String? in
        let words = line.split(separator: " ")
        guard let at = words.firstIndex(of: "import"), at < 3, words.count > at + 1 else { return nil }
        return String(words[at + 1])
      }
      return (target, String(path), Set(imports))
    }
  }
}
