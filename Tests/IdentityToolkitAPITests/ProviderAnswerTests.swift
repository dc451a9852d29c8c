import Testing

@testable import IdentityToolkitAPI

@Suite("postBody and requestUri")
struct ProviderAnswerTests {
  @Test("requestUri must be there and absolute")
  func requestURI() async throws {
    let wire = try TestWire()
    #expect(await wire.call("accounts:signInWithIdp", ["postBody": "x=y"]).refusal == "400 MISSING_REQUEST_URI")
    #expect(
      await wire.call("accounts:signInWithIdp", ["requestUri": "localhost", "postBody": "x=y"]).refusal
        == "400 INVALID_REQUEST_URI")
  }

  @Test("a missing provider is named with the address, but without its query: wire 73")
  func provider() async throws {
    let answer = await TestWire().call(
      "accounts:signInWithIdp", ["requestUri": "http://localhost/cb?id_token=secret"])
    #expect(
      answer.refusal
        == "400 INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost/cb")
  }

  @Test("provider and token in the query of requestUri are taken: wire 61")
  func query() async throws {
    let wire = try TestWire()
    let answer = await wire.call(
      "accounts:signInWithIdp",
      [
        "requestUri":
          "http://localhost/?providerId=apple.com&id_token=\(wire.apple.token())&nonce=\(TestWire.nonce)"
      ])
    #expect(answer["providerId"] == "apple.com")
    #expect(answer["idToken"] != nil)
  }

  @Test("SAML is not offered: 501")
  func saml() async throws {
    let answer = await TestWire().call(
      "accounts:signInWithIdp",
      ["requestUri": "http://localhost", "postBody": "providerId=saml.x&SAMLResponse=%7B%7D"])
    #expect(answer.status == 501)
    #expect(answer.name == "NOT_IMPLEMENTED")
  }

  @Test("made-up tokens of other providers work in dev and never in serve: wire 59, R46")
  func madeUp() async throws {
    let body: JSON = [
      "requestUri": "http://localhost",
      "postBody": "providerId=google.com&id_token={\"sub\":\"g1\",\"email\":\"g@example.com\",\"email_verified\":true}",
    ]
    let dev = await TestWire().call("accounts:signInWithIdp", body)
    #expect(dev["federatedId"] == "https://accounts.google.com/g1")
    let serve = await TestWire(.serve).call("accounts:signInWithIdp", body)
    #expect(
      serve.refusal == "400 OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")
  }
}
