/// A whole number that may come as text; any other type counts as absent.
struct LenientNumber: Decodable {
  let value: Double?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      value = number
    } else {
      value = (try? container.decode(String.self)).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }
  }
}
