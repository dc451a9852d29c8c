import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import _Configuration

extension Command {
  /// `bramley admin link`: a one-time address for the console.
  static let adminLink = Command(
    name: "admin link",
    summary: "Prints an address that opens the console once, within ten minutes.",
    operands: "", operandCount: 0...0,
    options: OperatedStore.options + [
      .init(
        name: "--scope", value: "SCOPE",
        help: "what it allows; may stand more than once: " + HostedPages.consoleScopes.joined(separator: ", ")
          + " (all of them)", repeats: true),
      .init(
        name: "--origin", value: "URL",
        help: "where a browser reaches the admin listener (listen.admin, or http://127.0.0.1:8081)"),
      .init(name: "--json", value: nil, help: "answers in JSON"),
    ]
  ) { options throws in
    let known = HostedPages.consoleScopes
    let scopes = options.all("--scope").isEmpty ? known : options.all("--scope")
    for scope in scopes where !known.contains(scope) {
      throw UsageError("--scope \(scope) is none of \(known.joined(separator: ", ")).")
    }
    let base = try consoleBase(options)
    let opened = try await OperatedStore.open(options)
    defer { opened.stop() }
    // The audit names whoever comes in by it; no other token has the name.
    let name = "console link " + Hex.encode(SystemRandomSource().bytes(4))
    let made = try await opened.accounts().adminTokens.create(
      name: name, scopes: ConsoleLink.kept(scopes), lifetime: ConsoleLink.lifetime)
    let address = base + ConsoleLink.path(token: made.secret.revealText() ?? "")
    if options.has("--json") {
      Terminal.print(try JSONText.line(AdminLinkAnswer(address: address, name: name)))
    } else {
      Terminal.note("good once, for ten minutes; the audit calls it \u{201C}\(name)\u{201D}")
      Terminal.print(address)
    }
    return .done
  }

  private static func consoleBase(_ options: CommandLineOptions) throws -> String {
    if let text = options["--origin"] {
      guard let origin = Origin(text) else {
        throw UsageError("--origin \(text) is no origin: give http://127.0.0.1:8081 or the like.")
      }
      return origin.description
    }
    guard options["--database"] == nil else { return "http://127.0.0.1:8081" }
    let configuration = try OperatedStore.configuration(options)
    guard case .tcp(let host, let port)? = configuration.adminListen?.kind else {
      throw UsageError("The admin listener is no TCP address: say with --origin where a browser reaches it.")
    }
    let reachable = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
    let name = reachable.contains(":") ? "[\(reachable)]" : reachable
    return "http://\(name):\(port)" + configuration.basePath
  }
}

/// The answer of `bramley admin link` in JSON.
private struct AdminLinkAnswer: Encodable {
  let address: String
  let name: String
}
