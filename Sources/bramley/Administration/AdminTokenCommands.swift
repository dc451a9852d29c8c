import Accounts
import BramleyCrypto
import IdentityToolkitAPI
import _Configuration

extension Command {
  /// `bramley admin`: who may administer over HTTP.
  static let admin = Command.group(
    "admin", "Makes, lists and revokes tokens for the admin listener.",
    [
      .group(
        "admin token", "Makes, lists and revokes tokens for the admin listener.",
        [adminTokenCreate, adminTokenList, adminTokenRevoke])
    ])

  private static let adminTokenCreate = Command(
    name: "admin token create",
    summary: "Makes an admin token and prints it, once.",
    operands: "", operandCount: 0...0,
    options: OperatedStore.options + [
      .init(name: "--name", value: "NAME", help: "what the audit calls its bearer"),
      .init(
        name: "--scope", value: "SCOPE",
        help: "what it allows; may stand more than once: "
          + AdminScope.allCases.map(\.rawValue).joined(separator: ", ") + ", all", repeats: true),
      .init(name: "--expires", value: "TIME", help: "how long it is good: 12h, 90d (until it is revoked)"),
      .init(name: "--json", value: nil, help: "answers in JSON"),
    ]
  ) { options throws in
    guard let name = options["--name"] else { throw UsageError("--name is missing.") }
    let scopes = try AdminTokenAnswer.scopes(options.all("--scope"))
    var lifetime: Duration?
    if let text = options["--expires"] {
      guard let parsed = DurationText.parse(text), parsed > .zero else {
        throw UsageError("--expires \(text) is no length of time: give 12h or 90d.")
      }
      lifetime = parsed
    }
    return try await tokens(options) { tokens in
      let (token, secret) = try await tokens.create(name: name, scopes: scopes, lifetime: lifetime)
      let text = secret.revealText() ?? ""
      if options.has("--json") {
        Terminal.print(try JSONText.line(AdminTokenAnswer(token, text: text)))
      } else {
        Terminal.note("id \(token.id), good \(AdminTokenAnswer.end(of: token)); it is not shown again")
        Terminal.print(text)
      }
      return .done
    }
  }

  private static let adminTokenList = Command(
    name: "admin token list",
    summary: "Lists the admin tokens: id, name, end, scopes.",
    operands: "", operandCount: 0...0,
    options: OperatedStore.options + [.init(name: "--json", value: nil, help: "answers in JSON")]
  ) { options throws in
    try await tokens(options) { tokens in
      let all = try await tokens.all()
      if options.has("--json") {
        Terminal.print(try JSONText.line(["tokens": all.map { AdminTokenAnswer($0, text: nil) }]))
      } else {
        for token in all {
          Terminal.print(
            [token.id, token.name, AdminTokenAnswer.end(of: token), token.scopes.joined(separator: " ")]
              .joined(separator: "\t"))
        }
      }
      return .done
    }
  }

  private static let adminTokenRevoke = Command(
    name: "admin token revoke",
    summary: "Ends an admin token; a running service refuses it from the next request on.",
    operands: "ID", operandCount: 1...1, options: OperatedStore.options
  ) { options throws in
    try await tokens(options) { tokens in
      try await tokens.revoke(options.operands[0])
      return .done
    }
  }

  private static func tokens(
    _ options: CommandLineOptions, _ body: (AdminTokens) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let opened = try await OperatedStore.open(options)
    defer { opened.stop() }
    return try await body(try opened.accounts().adminTokens)
  }
}

/// An admin token as commands show it.
struct AdminTokenAnswer: Encodable {
  let id: String
  let name: String
  let scopes: [String]
  let createdAt: String
  let expiresAt: String?
  /// The token itself, only where it was just made.
  let token: String?

  init(_ token: AdminToken, text: String?) {
    id = token.id
    name = token.name
    scopes = token.scopes
    createdAt = Timestamp(milliseconds: token.createdAt).internetText
    expiresAt = token.expiresAt.map { Timestamp(milliseconds: $0).internetText }
    self.token = text
  }

  static func end(of token: AdminToken) -> String {
    token.expiresAt.map { "until \(Timestamp(milliseconds: $0).internetText)" } ?? "until revoked"
  }

  /// The scopes that were named; a misspelt one would make a token that does less than it says.
  static func scopes(_ names: [String]) throws(UsageError) -> [String] {
    let known = AdminScope.allCases.map(\.rawValue)
    guard !names.isEmpty else {
      throw UsageError("--scope is missing: name at least one of \(known.joined(separator: ", ")), or all.")
    }
    if names.contains("all") { return known }
    for name in names where !known.contains(name) {
      throw UsageError("--scope \(name) is none of \(known.joined(separator: ", ")) and all.")
    }
    return Array(Set(names))
  }
}
