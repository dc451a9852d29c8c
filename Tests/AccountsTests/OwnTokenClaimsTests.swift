import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@testable import Accounts

@Suite("Claims of our own tokens")
struct OwnTokenClaimsTests {
  @Test(
    "claims are read alike with and without a decoder, and what has to be refused is refused",
    arguments: [
      (#"{"iss":"i","aud":"a","sub":"s","sid":"7","iat":1,"exp":2}"#, true, true),
      (
        #"{"firebase":{"identities":{}},"iss":"i","aud":"a","sub":"s","sid":"7","iat":1,"exp":2}"#, true, true
      ),
      (#"{"iss":"\u0069","aud":"a","sub":"s","sid":"7","iat":1,"exp":2}"#, true, true),
      (#"{"iss":"i","aud":"a","sub":"s","sid":"7","iat":1.0,"exp":2e0}"#, false, true),
      (
        #"{"a":[[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]],"iss":"i","aud":"a","sub":"s","sid":"7","iat":1,"exp":2}"#,
        false, true
      ),
      (#"{"iss":"i","aud":"a","sub":"s","sid":7,"iat":1,"exp":2}"#, false, false),
      (#"{"iss":"i","aud":["a"],"sub":"s","sid":"7","iat":1,"exp":2}"#, false, false),
      (#"{"iss":"i","aud":"a","sub":"s","sid":"7","iat":"1","exp":2}"#, false, false),
      (#"{"iss":"i","aud":"a","sub":"s","sid":"7","iat":1,"exp":null}"#, false, false),
      (#"{"iss":"i","aud":"a","sub":"s","sid":"7","iat":1}"#, false, false),
      (#"{"iss":"i","aud":"a","sub":"s","sid":"7","iat":1,"exp":2"#, false, false),
      (#"[]"#, false, false),
    ])
  func ownClaims(text: String, isPlain: Bool, isTaken: Bool) throws {
    let payload = Array(text.utf8)
    let decoded = try? JSONDecoder().decode(OwnTokenClaims.self, from: Data(payload))
    #expect((decoded != nil) == isTaken)
    #expect(OwnTokenClaims(payload) == decoded)
    #expect(OwnTokenClaims(plain: payload) == (isPlain ? decoded : nil))
  }
}
