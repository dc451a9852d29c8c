import BramleyJOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A `config.json` beside the `.p8`, as tools around Firebase keep it.
///
/// Members: `client_id`, `team_id`, `key_id`, and optionally `redirect_uri`. The key is
/// `AuthKey_<key_id>.p8` in the same folder, or the only `.p8` there.
public struct AppleConfigFile: Sendable {
  /// The app.
  public let clientID: ClientID
  /// The team.
  public let teamID: TeamID
  /// The key's id.
  public let keyID: KeyID
  /// The return address, if one is given.
  public let redirectURI: String?
  /// The private key.
  public let privateKey: ApplePrivateKey

  private struct Members: Decodable {
    let clientID: String
    let teamID: String
    let keyID: String
    let redirectURI: String?

    enum CodingKeys: String, CodingKey {
      case clientID = "client_id"
      case teamID = "team_id"
      case keyID = "key_id"
      case redirectURI = "redirect_uri"
    }
  }

  /// Reads the file and the key beside it.
  ///
  /// - Throws: ``AppleSetupError`` `file_not_found`, `file_unreadable`, `invalid_config_file`, or what is
  ///   wrong with the key.
  public init(path: String) throws(AppleSetupError) {
    let members = try Self.members(in: Self.contents(of: path), path: path)
    clientID = ClientID(members.clientID)
    teamID = TeamID(members.teamID)
    keyID = KeyID(members.keyID)
    redirectURI = members.redirectURI
    privateKey = try ApplePrivateKey(file: Self.keyPath(beside: path, keyID: members.keyID))
  }

  private static func members(in bytes: [UInt8], path: String) throws(AppleSetupError) -> Members {
    do {
      try StrictJSON.check(bytes)
      let members = try JSONDecoder().decode(Members.self, from: Data(bytes))
      guard !members.clientID.isEmpty, !members.teamID.isEmpty, !members.keyID.isEmpty else {
        throw JOSEError(.invalidClaims, "A member is empty.")
      }
      return members
    } catch {
      throw AppleSetupError(
        .invalidConfigFile,
        "\(path) must be a JSON object with the texts client_id, team_id and key_id, and may have redirect_uri."
      )
    }
  }

  private static func keyPath(beside path: String, keyID: String) throws(AppleSetupError) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    let usual = folder + "AuthKey_\(keyID).p8"
    // A key id with a slash would lead out of the folder.
    if !keyID.contains("/"), FileManager.default.fileExists(atPath: usual) { return usual }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".p8") }
    } catch {
      throw AppleSetupError(.fileUnreadable, "The folder \(folder) cannot be read.")
    }
    guard names.count == 1, let only = names.first else {
      throw AppleSetupError(
        .fileNotFound,
        "File not found: \(usual). Put the key from Apple there (\(names.count) .p8 files seen).")
    }
    return folder + only
  }

  /// Bytes that a file from Apple may have.
  private static let greatestLength = 1 << 20

  /// Reads a small file whole.
  static func contents(of path: String) throws(AppleSetupError) -> [UInt8] {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw AppleSetupError(.fileNotFound, "File not found: \(path). Give the path of the file from Apple.")
    }
    // A key has a few hundred bytes; a path that was mistyped may lead to anything.
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard size ?? 0 <= greatestLength else {
      throw AppleSetupError(
        .fileUnreadable, "\(path) is far too long for a file from Apple; give the path of the .p8.")
    }
    guard !isFolder, let bytes = FileManager.default.contents(atPath: path) else {
      throw AppleSetupError(
        .fileUnreadable, "\(path) cannot be read; is it a file, and may this user read it?")
    }
    return Array(bytes)
  }
}
