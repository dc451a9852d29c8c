import AppleIDClient
import AppleIdentity
import BramleyCrypto

/// The lines between the marks stand in the documentation, word for word; see DocumentationTests.
func clientOfATeam(keyFile: String) throws -> AppleIDClient {
  // begin
  let signer = try AppleClientSecretSigner(
    teamID: "ABCDE12345", keyID: "ABC1234567", privateKey: ApplePrivateKey(file: keyFile))
  return try AppleIDClient(credentials: AppleClientCredentials(signer))
  // end
}

func exchangeAndRevoke(_ client: AppleIDClient, code: String) async throws {
  // begin
  let answer = try await client.exchange(
    AppleCodeExchange(code: Secret(utf8: code), clientID: "com.example.app"))
  if let token = answer.refreshToken {
    try await client.revoke(token, kind: .refreshToken, clientID: "com.example.app")
  }
  // end
}
