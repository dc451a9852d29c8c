#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An error of Apple's: `{"error":…,"error_description":…}`; other members are ignored.
///
/// - Standard: RFC 6749 §5.2.
struct AppleRefusal {
  private struct Members: Decodable {
    let error: String
    let error_description: String?
  }

  /// Apple's word.
  let code: AppleServiceError.Code
  /// Apple's sentence, as it came; see ``cleanedDescription(hiding:)``.
  private let text: String?

  /// Reads an error; nil when the body is none.
  init?(body: [UInt8]) {
    guard body.count <= 64 * 1024, let members = try? JSONDecoder().decode(Members.self, from: Data(body)),
      (1...64).contains(members.error.utf8.count), members.error.utf8.allSatisfy(Self.isCodeByte)
    else { return nil }
    code = AppleServiceError.Code(rawValue: members.error)
    text = members.error_description
  }

  /// Apple's sentence for log and audit: bounded, in one line, without what was sent and what looks secret.
  ///
  /// - Parameter secrets: What was sent and must not come back by this way.
  func cleanedDescription(hiding secrets: [String]) -> String? {
    guard var text, !text.isEmpty else { return nil }
    for secret in secrets where !secret.isEmpty { text = text.replacing(secret, with: "…") }
    let words = text.prefix(400).split { $0.isWhitespace || $0.isNewline }.map { word in
      // An address, or a run that only tokens are long enough for.
      word.contains("@") || word.utf8.count > 48 ? "…" : String(word.filter { !$0.isControl })
    }
    let line = words.filter { !$0.isEmpty }.joined(separator: " ")
    return line.isEmpty ? nil : String(line.prefix(200))
  }

  private static func isCodeByte(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte) || (0x41...0x5a).contains(byte) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains {
      $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
    }
  }
}
