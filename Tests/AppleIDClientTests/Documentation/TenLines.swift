// The lines between the marks stand in the documentation, word for word; see DocumentationTests.
// begin
import AppleIDClient
import AppleIdentity
import Foundation

let apple = try! AppleIDClient()
let verifier = AppleIdentityTokenVerifier(policy: IdentityTokenPolicy(clientIDs: ["com.example.app"]))

func person(identityToken: String, rawNonce: String) async throws -> AppleSubject {
  let nonce = NonceExpectation.hashed(of: RawNonce(rawNonce))
  return try await apple.verify(identityToken, with: verifier, nonce: nonce, at: Date()).claims.subject
}
// end
