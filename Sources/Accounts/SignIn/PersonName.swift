#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The name of a first authorization, read from text that anyone may have written (R24, FR-31).
struct PersonName: Sendable, Hashable {
  /// The given name, cleaned.
  var given: String?
  /// The family name, cleaned.
  var family: String?

  private struct User: Decodable {
    struct Name: Decodable {
      let firstName: Lenient?
      let lastName: Lenient?
    }
    let name: Name?
  }

  /// A text, or nothing where something else stands.
  private struct Lenient: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  /// Reads `{"name":{"firstName":…,"lastName":…}}`; nil for anything else, which is no error.
  init?(userJSON: String?) {
    // Bounded before it is parsed: 4 KiB hold two hundred characters in any spelling.
    guard let userJSON, userJSON.utf8.count <= 4096,
      let user = try? JSONDecoder().decode(User.self, from: Data(userJSON.utf8))
    else { return nil }
    given = Self.clean(user.name?.firstName?.text)
    family = Self.clean(user.name?.lastName?.text)
    if given == nil && family == nil { return nil }
  }

  /// Both parts with a space between them.
  var display: String? {
    let parts = [given, family].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// At most 100 characters, without control characters and outer spaces; nil when nothing is left.
  static func clean(_ text: String?) -> String? {
    guard let text else { return nil }
    let kept = String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          $0.properties.generalCategory != .control && $0.properties.generalCategory != .lineSeparator
            && $0.properties.generalCategory != .paragraphSeparator
        }))
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    let trimmed = kept.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    let cut = String(String(trimmed).prefix(100))
    // A hundred characters can be any number of bytes when marks are stacked; no name needs more.
    guard !cut.isEmpty, cut.utf8.count <= 1600 else { return nil }
    return cut
  }
}
