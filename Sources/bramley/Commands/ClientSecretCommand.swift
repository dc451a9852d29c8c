import AppleIdentity
import BramleyCrypto
import _Configuration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  /// `bramley client-secret`: makes the token by which a team proves itself to Apple.
  static let clientSecret = Command(
    name: "client-secret",
    summary: "Prints a client secret for Apple's token endpoint.",
    operands: "", operandCount: 0...0,
    options: [
      .init(name: "--team", value: "ID", help: "the team's ten characters"),
      .init(name: "--key-id", value: "ID", help: "the key's ten characters"),
      .init(name: "--client-id", value: "ID", help: "the app: bundle id or Services ID"),
      .init(name: "--key", value: "FILE", help: "the key from Apple, AuthKey_….p8; - reads standard input"),
      .init(name: "--lifetime", value: "TIME", help: "5m unless said otherwise, at most 15777000s"),
      .init(name: "--audience", value: "URL", help: "the issuer of an emulator (https://appleid.apple.com)"),
      .init(name: "--json", value: nil, help: "answers in JSON, with the time of expiry"),
    ]
  ) { options throws in
    let request = try ClientSecretRequest(options)
    let secret = try request.secret(at: Date())
    let text = secret.token.revealText() ?? ""
    let expiry = secret.expiresAt.formatted(.iso8601)
    if options.has("--json") {
      Terminal.print(try JSONText.line(["client_secret": text, "expires_at": expiry]))
    } else {
      // The secret alone on standard output, so that $(bramley client-secret …) is the secret.
      for note in request.notes { Terminal.note(note) }
      Terminal.note("good until \(expiry)")
      Terminal.print(text)
    }
    return .done
  }
}

/// What `client-secret` was asked for.
struct ClientSecretRequest {
  let clientID: ClientID
  let signer: AppleClientSecretSigner
  /// What looks odd but is Apple's to judge.
  let notes: [String]

  init(_ options: CommandLineOptions) throws {
    func needed(_ name: String) throws(UsageError) -> String {
      guard let value = options[name], !value.isEmpty else { throw UsageError("\(name) is missing.") }
      return value
    }
    let team = TeamID(try needed("--team"))
    let keyID = KeyID(try needed("--key-id"))
    let client = options["--client-id"] ?? ""
    guard !client.isEmpty else { throw UsageError("--client-id is missing.") }
    let path = try needed("--key")
    let text = options["--lifetime"] ?? "5m"
    guard let lifetime = DurationText.parse(text),
      AppleClientSecretSigner.acceptedLifetimes.contains(lifetime)
    else {
      throw UsageError(
        "--lifetime \(text): a client secret lives 60s to 15777000s, Apple's limit of about six months.")
    }
    let key = try ApplePrivateKey(file: path == "-" ? "/dev/stdin" : path)
    clientID = ClientID(client)
    signer = try AppleClientSecretSigner(
      teamID: team, keyID: keyID, privateKey: key,
      audience: options["--audience"] ?? AppleIssuers.apple.canonical, lifetime: lifetime)
    var notes: [String] = []
    if !team.hasUsualForm {
      notes.append("note: \(team) is not ten capital letters and digits, as team ids are")
    }
    if !keyID.hasUsualForm {
      notes.append("note: \(keyID) is not ten capital letters and digits, as key ids are")
    }
    if client.hasPrefix(team.rawValue + ".") {
      notes.append("note: a client id goes without the team id in front: \(client.dropFirst(11))")
    }
    self.notes = notes
  }

  func secret(at now: Date) throws -> AppleClientSecret { try signer.makeSecret(for: clientID, at: now) }
}
