import BramleyCrypto
import BramleyJOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A token taken apart; nothing in it is believed.
struct TokenInspection: Encodable {
  /// The token cannot be taken apart; the sentence says why.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  let header: [String: JSONNode]
  let claims: [String: JSONNode]
  let signatureBytes: Int

  enum CodingKeys: String, CodingKey {
    case header, claims
    case signatureBytes = "signature_bytes"
  }

  /// Takes a token apart.
  init(_ token: String) throws(Unreadable) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    do {
      // Also checks the header and bounds everything.
      let jws = try CompactJWS(token)
      let payload = try jws.unverifiedPayload()
      try StrictJSON.check(payload)
      claims = try JSONDecoder().decode([String: JSONNode].self, from: Data(payload))
      header = try JSONDecoder().decode(
        [String: JSONNode].self, from: Data(Self.bytes(parts.first) ?? []))
      signatureBytes = Self.bytes(parts.last)?.count ?? 0
    } catch {
      throw Unreadable(description: Self.advice(error, token: token, parts: parts.count))
    }
  }

  /// Header and claims with what each member means.
  func lines(at now: Date) -> [String] {
    let glossary = ClaimGlossary(now: now)
    return ["header"] + Self.rows(header, glossary)
      + ["claims (nothing proves them: the signature was not checked)"] + Self.rows(claims, glossary)
      + ["signature", "  \(signatureBytes) bytes"]
  }

  static func rows(_ members: [String: JSONNode], _ glossary: ClaimGlossary) -> [String] {
    let known = ClaimGlossary.order.filter { members[$0] != nil }
    let names = known + members.keys.filter { !known.contains($0) }.sorted()
    let width = (names.map(\.count).max() ?? 0) + 2
    return names.prefix(100).map { name in
      let value = members[name] ?? .null
      let words = glossary.words(for: name, value)
      let padding = String(repeating: " ", count: width - name.count)
      return "  " + name.printable + padding + value.line + (words.isEmpty ? "" : "   # " + words)
    }
  }

  private static func bytes(_ part: Substring?) -> [UInt8]? {
    part.flatMap { Base64URL.decode(String($0)) }
  }

  private static func advice(_ error: any Error, token: String, parts: Int) -> String {
    if token.isEmpty { return "There is no token: the text is empty." }
    if parts == 5 {
      return "The token has five parts: it is encrypted (JWE). Apple's tokens are signed only."
    }
    if token.hasPrefix("{") {
      return "This is JSON, not a token; a token is three texts with dots between them."
    }
    if token.contains("…") || token.hasSuffix("...") { return "The token was shortened when it was copied." }
    return (error as? JOSEError)?.message ?? "The parts of the token are no JSON objects."
  }
}
