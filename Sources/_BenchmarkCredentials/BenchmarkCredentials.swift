import BramleyCrypto
import BramleyJOSE

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

/// Signs Apple credentials ahead of a benchmark, since signing costs more than what is measured.
///
/// usage: benchmark-credentials FOLDER SEED NEW RETURNING. Writes `apple-keys.json` for `dev --apple-keys`
/// and one request body of `accounts:signInWithIdp` a line: SEED people in `seed.txt`, NEW others in
/// `new.txt`, and RETURNING further tokens of the seeded people in `returning.txt`.
@main
enum BenchmarkCredentials {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let seed = Int(arguments[2]), let new = Int(arguments[3]),
      let returning = Int(arguments[4]), seed > 0, new > 0, returning > 0
    else {
      print("usage: benchmark-credentials FOLDER SEED NEW RETURNING")
      exit(64)
    }
    let folder = arguments[1]
    let key = PrivateJWK(key: try SigningKey.rs256(.generate()), keyID: "BENCHKEY01")
    let signer = try JWTSigner(key: key.key, keyID: key.keyID, type: nil)
    let set = Array(#"{"keys":["#.utf8) + (try key.json().reveal()) + Array("]}".utf8)
    try write(set, to: folder + "/apple-keys.json")
    try await writeBodies(signer, count: seed, to: folder + "/seed.txt") { $0 }
    try await writeBodies(signer, count: new, to: folder + "/new.txt") { seed + $0 }
    // Not in order: people do not return in the order in which they came.
    try await writeBodies(signer, count: returning, to: folder + "/returning.txt") { $0 &* 7919 % seed }
  }

  /// Bodies in order, signed on two threads.
  private static func writeBodies(
    _ signer: JWTSigner, count: Int, to path: String, person: @escaping @Sendable (Int) -> Int
  ) async throws {
    let chunk = 500
    var lines: [[UInt8]] = []
    lines.reserveCapacity(count)
    for start in stride(from: 0, to: count, by: 2 * chunk) {
      let middle = min(start + chunk, count)
      async let first = bodies(signer, start..<middle, path, person)
      async let second = bodies(signer, middle..<min(start + 2 * chunk, count), path, person)
      lines += try await first + second
    }
    try write(Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")], to: path)
  }

  @concurrent
  private static func bodies(
    _ signer: JWTSigner, _ range: Range<Int>, _ series: String, _ person: @Sendable (Int) -> Int
  ) async throws -> [[UInt8]] {
    // Thirty days: the credentials are kept between runs.
    let now = Int(Date().timeIntervalSince1970)
    return try range.map { index in
      let raw = "nonce-\(index)-\(series.utf8.count)-\(now)"
      let number = String(person(index))
      let digits = String(repeating: "0", count: 10 - number.utf8.count) + number
      let claims =
        #"{"iss":"https://appleid.apple.com","aud":"com.example.app","exp":\#(now + 2_592_000),"#
        + #""iat":\#(now),"sub":"001234.\#(SHA256.digest(Array(digits.utf8)).hex.prefix(32)).0123","#
        + #""nonce":"\#(SHA256.digest(Array(raw.utf8)).hex)","nonce_supported":true,"#
        + #""email":"bench\#(digits)@example.com","email_verified":true,"auth_time":\#(now),"real_user_status":2}"#
      let token = try signer.sign(payload: Array(claims.utf8))
      return Array(
        (#"{"requestUri":"http://localhost","returnSecureToken":true,"returnIdpCredential":true,"#
          + #""autoCreate":true,"postBody":"providerId=apple.com&id_token=\#(token)&nonce=\#(raw)"}"#).utf8)
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw CannotWrite(path: path) }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw CannotWrite(path: path) }
  }

  private struct CannotWrite: Error {
    let path: String
  }
}
