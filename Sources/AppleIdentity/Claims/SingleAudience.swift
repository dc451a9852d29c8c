/// An audience: a string, or an array of exactly one string.
///
/// Two audiences would let a token pass for two apps at once, so they are refused as malformed.
struct SingleAudience: Decodable {
  let clientID: ClientID

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      clientID = ClientID(text)
    } else {
      let list = try container.decode([String].self)
      guard list.count == 1, let only = list.first else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "The audience is a list of \(list.count) entries.")
      }
      clientID = ClientID(only)
    }
  }
}
