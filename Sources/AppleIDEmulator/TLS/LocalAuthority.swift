import BramleyCrypto
public import BramleyHTTP
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The emulator's own certificate authority, kept beside its state.
///
/// A back end that trusts the authority's file and resolves `appleid.apple.com` to the emulator talks to it
/// unchanged. The authority can speak for that name and for the loopback names only, and lives 90 days.
public struct LocalAuthority: Sendable {
  /// The file that back ends trust.
  public let certificateFile: String
  private let authority: CertificateAuthority

  /// What its certificates speak for.
  static let names = CertificateAuthority.Names(
    hosts: ["appleid.apple.com", "localhost"], addresses: ["127.0.0.1", "::1"])
  private static let lifetime: Int64 = 90 * 86_400
  /// An authority with less than this left is made anew at the start.
  private static let renewal: Int64 = 7 * 86_400

  /// Opens the authority in a directory, or makes it on first use and when it is about to expire.
  ///
  /// - Throws: ``EmulatorError`` `unusable_store` that names the file.
  public init(directory: String, now: Date) throws(EmulatorError) {
    certificateFile = directory + "/apple-emulator-authority.pem"
    let keyFile = directory + "/apple-emulator-authority.key"
    let clock = Int64(now.timeIntervalSince1970.rounded(.down))
    do throws(CryptoError) {
      if let certificate = Self.read(certificateFile), let key = Self.read(keyFile) {
        let kept = try CertificateAuthority(certificate: certificate, privateKey: Secret(utf8: key))
        if kept.expiresAt - clock > Self.renewal {
          authority = kept
          return
        }
      }
      authority = try CertificateAuthority(
        name: "Bramley Apple emulator (local test authority)", permitted: Self.names, now: clock,
        lifetime: Self.lifetime)
    } catch {
      throw EmulatorError(
        .unusableStore, "The authority in \(directory) cannot be used: \(error.message) Remove its two files."
      )
    }
    try Self.write(authority.identity.privateKey.reveal(), to: keyFile, mode: 0o600)
    try Self.write(Array(authority.identity.certificate.utf8), to: certificateFile, mode: 0o644)
  }

  /// A certificate for this start, for a server that speaks TLS itself.
  public func makeIdentity(now: Date) throws(EmulatorError) -> HTTPServer.TLSIdentity {
    do throws(CryptoError) {
      let issued = try authority.issue(
        for: Self.names, now: Int64(now.timeIntervalSince1970.rounded(.down)))
      return HTTPServer.TLSIdentity(
        certificatePEM: issued.certificate + authority.identity.certificate,
        privateKeyPEM: issued.privateKey)
    } catch {
      throw EmulatorError(.unusableStore, "No certificate could be made: \(error.message)")
    }
  }

  private static func read(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(validating: bytes[..<count], as: UTF8.self)
  }

  private static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(EmulatorError) {
    // Written beside and moved into place, so that a half-written key is never found.
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    let isWritten = descriptor >= 0 && systemWrite(descriptor, bytes) == bytes.count
    if descriptor >= 0 { close(descriptor) }
    guard isWritten, rename(temporary, path) == 0 else {
      throw EmulatorError(
        .unusableStore, "The file \(path) cannot be written: \(String(cString: strerror(errno))).")
    }
  }
}

/// The system's `write`, which the method of that name hides.
private func systemWrite(_ descriptor: CInt, _ bytes: [UInt8]) -> Int {
  write(descriptor, bytes, bytes.count)
}
