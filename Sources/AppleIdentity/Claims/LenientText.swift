/// A text that nothing depends on: any other type counts as absent, and so does the empty text.
struct LenientText: Decodable {
  let text: String?

  init(from decoder: any Decoder) throws {
    let text = try? decoder.singleValueContainer().decode(String.self)
    self.text = text?.isEmpty == true ? nil : text
  }
}
