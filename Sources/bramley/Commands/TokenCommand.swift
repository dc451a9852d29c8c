import BramleyHTTP
import _Configuration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  /// `bramley token`: shows what is in a token, or verifies an identity token and explains each step.
  static let token = Command(
    name: "token",
    summary: "Shows a token's contents, or verifies Apple's identity token step by step.",
    operands: "inspect|verify TOKEN", operandCount: 2...2,
    options: [
      .init(
        name: "--client-id", value: "ID", help: "an app it may be for; may stand more than once",
        repeats: true),
      .init(name: "--nonce", value: "RAW", help: "the raw nonce of a native sign-in"),
      .init(name: "--web-nonce", value: "TEXT", help: "the nonce of a web sign-in, as it was sent"),
      .init(name: "--code", value: "CODE", help: "the authorization code that came along"),
      .init(name: "--access-token", value: "TOKEN", help: "the access token that came along"),
      .init(name: "--max-age", value: "TIME", help: "how long ago the person may have signed in: 5m, 1h"),
      .init(name: "--keys", value: "FILE-or-URL", help: "the key set (https://appleid.apple.com/auth/keys)"),
      .init(name: "--issuer", value: "URL", help: "the accepted issuer (https://appleid.apple.com)"),
      .init(name: "--json", value: nil, help: "answers in JSON"),
    ]
  ) { options throws in
    let token = try TokenSource.token(options.operands[1])
    switch options.operands[0] {
    case "inspect":
      let inspection = try TokenInspection(token)
      let lines = options.has("--json") ? [try JSONText.line(inspection)] : inspection.lines(at: Date())
      for line in lines { Terminal.print(line) }
      return .done
    case "verify":
      guard options["--nonce"] == nil || options["--web-nonce"] == nil else {
        throw UsageError("Give --nonce (native) or --web-nonce (web), not both.")
      }
      let keys = try await KeySetSource.keys(options["--keys"]) { try HTTPClient(.development) }
      var expected = TokenVerification.Expectation()
      expected.clientIDs = options.all("--client-id")
      expected.rawNonce = options["--nonce"]
      expected.webNonce = options["--web-nonce"]
      expected.code = options["--code"]
      expected.accessToken = options["--access-token"]
      expected.maximumAge = try options["--max-age"].map { text in
        guard let age = DurationText.parse(text) else {
          throw UsageError("--max-age \(text) is no length of time: give 5m, 1h or the like.")
        }
        return age
      }
      if let issuer = options["--issuer"] { expected.issuer = issuer }
      let now = Date()
      let verification = TokenVerification(
        token, keys: keys, keysFrom: options["--keys"] ?? "Apple", expecting: expected, at: now)
      let lines = options.has("--json") ? [try JSONText.line(verification)] : verification.lines(at: now)
      for line in lines { Terminal.print(line) }
      return verification.isValid ? .done : .failed
    case let word: throw UsageError("There is no `token \(word)`; it is inspect or verify.")
    }
  }
}
