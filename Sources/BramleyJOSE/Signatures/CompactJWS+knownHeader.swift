import BramleyCrypto

extension CompactJWS {
  /// The payload of a token that starts with a header of our own and is signed by the key of that header.
  ///
  /// The header was made by us and is the same byte for byte, so it is neither decoded nor scanned.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - prefix: The encoded header and the dot behind it.
  ///   - key: The key that the header names.
  /// - Returns: Nil when the header is another, a part is not strict base64url, or the signature is not the key's.
  package static func payload(of token: String, behind prefix: [UInt8], verifiedWith key: VerificationKey)
    -> [UInt8]?
  {
    guard token.utf8.count <= maximumCount, token.utf8.starts(with: prefix) else { return nil }
    let bytes = Array(token.utf8)
    let dot = UInt8(ascii: ".")
    guard let end = bytes[prefix.count...].firstIndex(of: dot), !bytes[(end + 1)...].contains(dot),
      let signature = Base64URL.decode(bytes[(end + 1)...]),
      key.isValid(signature: signature, digest: SHA256.digest(bytes[..<end]))
    else { return nil }
    return Base64URL.decode(bytes[prefix.count..<end])
  }
}
