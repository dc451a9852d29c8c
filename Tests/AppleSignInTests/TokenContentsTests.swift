import BramleyCrypto
import Foundation
import Testing

@testable import AppleSignIn

@Suite("What an identity token says on the device") struct TokenContentsTests {
  private func token(_ claims: String) -> String {
    ["{}", claims, "s"].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
  }

  @Test("takes one audience, as text or as a list of one", arguments: [#""a""#, #"["a"]"#])
  func audience(_ text: String) throws {
    let contents = try IdentityTokenContents(token(#"{"sub":"u","aud":\#(text),"exp":1800000000}"#))
    #expect(contents.audience == "a")
    #expect(contents.nonce == nil)
  }

  @Test(
    "cannot be read where a claim has another shape, is missing or is too long",
    arguments: [
      #"{"sub":"u","aud":["a","b"],"exp":1}"#, #"{"sub":"u","aud":[],"exp":1}"#,
      #"{"sub":"u","aud":1,"exp":1}"#,
      #"{"aud":"a","exp":1}"#, #"{"sub":"u","aud":"a"}"#, #"{"sub":"u","aud":"a","exp":"1"}"#,
      #"{"sub":"u","aud":"a","exp":1e999}"#, "[]", "", "{",
      #"{"sub":""# + String(repeating: "u", count: 20_000) + #"","aud":"a","exp":1}"#,
    ])
  func unreadable(_ claims: String) {
    #expect(throws: AppleSignInError(.unreadableToken)) { try IdentityTokenContents(token(claims)) }
  }

  @Test("flags of Apple's in either form do not matter here", arguments: ["true", #""true""#])
  func flags(_ flag: String) throws {
    let claims = #"{"sub":"u","aud":"a","exp":1,"email":"e@example.com","email_verified":\#(flag)}"#
    #expect(try IdentityTokenContents(token(claims)).email == "e@example.com")
  }
}
