import BramleyJOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The claim `events` in each form that Apple has used: an object, an array, or either of them as text.
struct EventsClaim: Decodable {
  /// More events in one notification than Apple has ever sent.
  static let maximumCount = 100

  let events: [AppleEvent]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let events: [AppleEvent]
    if let text = try? container.decode(String.self) {
      let bytes = Array(text.utf8)
      // The text is a document of its own, which the scan of the outer one has not seen.
      try StrictJSON.check(bytes, allowsArray: true)
      events = try JSONDecoder().decode(ObjectOrArray.self, from: Data(bytes)).events
    } else {
      events = try container.decode(ObjectOrArray.self).events
    }
    guard (1...Self.maximumCount).contains(events.count) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "There are \(events.count) events.")
    }
    self.events = events
  }

  private struct ObjectOrArray: Decodable {
    let events: [AppleEvent]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let event = try? container.decode(AppleEvent.self) {
        events = [event]
      } else {
        events = try container.decode([AppleEvent].self)
      }
    }
  }
}
