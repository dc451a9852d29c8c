import BramleyCrypto

/// A header as an issuer spells it for one of its keys.
///
/// Tokens of one key begin with the same bytes. Where they do, the header is known without decoding and scanning
/// it; any other spelling of the same header is read as ever.
package struct KnownHeader: Sendable {
  /// The header in base64url with the dot behind it.
  let encoded: [UInt8]
  let header: JOSEHeader

  /// The usual spellings of a header that names algorithm and key, in either order and nothing else.
  ///
  /// There are none for a key id that JSON would have to escape.
  package static func spellings(algorithm: SignatureAlgorithm, keyID: String) -> [KnownHeader] {
    let isPlain = keyID.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, keyID.utf8.count <= CompactJWS.maximumKeyIDCount else { return [] }
    let header = JOSEHeader(algorithm: algorithm.rawValue, keyID: keyID, type: nil)
    let name = algorithm.rawValue
    return [#"{"kid":"\#(keyID)","alg":"\#(name)"}"#, #"{"alg":"\#(name)","kid":"\#(keyID)"}"#].map {
      KnownHeader(encoded: Base64URL.encodeToBytes(Array($0.utf8)) + [UInt8(ascii: ".")], header: header)
    }
  }
}
