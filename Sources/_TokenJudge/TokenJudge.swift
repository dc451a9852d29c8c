import AppleIdentity
import BramleyCrypto

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Judges identity tokens in bulk, for the comparison with verifiers that others wrote.
///
/// usage: token-judge KEYS-FILE NOW RAW-NONCE CLIENT-ID…. Reads a token a line in base64url, so that no byte
/// of it can be lost on the way, and answers a line each: `accepted`, or the code of the rule that failed.
@main
enum TokenJudge {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 5, let now = Double(arguments[2]),
      let file = FileManager.default.contents(atPath: arguments[1])
    else {
      print("usage: token-judge KEYS-FILE NOW RAW-NONCE CLIENT-ID…")
      exit(64)
    }
    let keys = try AppleKeySet(json: Array(file))
    let verifier = AppleIdentityTokenVerifier(
      policy: IdentityTokenPolicy(clientIDs: Set(arguments[4...].map { ClientID($0) })))
    let nonce = NonceExpectation.hashed(of: RawNonce(arguments[3]))
    while let line = readLine() {
      guard let bytes = Base64URL.decode(line) else {
        print("usage: a line is not base64url")
        exit(64)
      }
      do throws(IdentityTokenError) {
        _ = try verifier.verify(
          String(decoding: bytes, as: UTF8.self), keys: keys, nonce: nonce,
          at: Date(timeIntervalSince1970: now))
        print("accepted")
      } catch {
        print(error.code.rawValue)
      }
    }
  }
}
