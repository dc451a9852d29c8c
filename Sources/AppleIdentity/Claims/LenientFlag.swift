/// A flag that Apple has sent as boolean and as text; only `true` and `"true"` mean yes.
///
/// Anything else, such as `1`, `"FALSE"` or an object, means no and never makes a sign-in fail (FR-26).
struct LenientFlag: Decodable {
  let isTrue: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      isTrue = flag
    } else if let text = try? container.decode(String.self) {
      isTrue = text == "true"
    } else {
      isTrue = false
    }
  }
}
